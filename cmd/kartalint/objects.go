package main

import (
	"cmp"
	"fmt"
	"io"
	"os"

	"github.com/spf13/cobra"

	"github.com/kartalint/kartalint/catalog"
	"github.com/kartalint/kartalint/patch"
)

// readObjects reads the objects of files and folders; - is standard input.
func readObjects(cmd *cobra.Command, paths []string) ([]patch.Object, error) {
	if len(paths) == 0 {
		return nil, nil
	}
	names, err := catalog.List(paths, catalog.Options{})
	if err != nil {
		return nil, err
	}
	var out []patch.Object
	for _, name := range names {
		src, err := readSource(cmd, name)
		if err != nil {
			return nil, err
		}
		objects, err := patch.Objects(name, src)
		if err != nil {
			return nil, err
		}
		out = append(out, objects...)
	}
	return out, nil
}

func readSource(cmd *cobra.Command, name string) ([]byte, error) {
	if name == "-" {
		return io.ReadAll(cmd.InOrStdin())
	}
	return os.ReadFile(name)
}

// objectName is an object's metadata.name.
func objectName(obj map[string]any) string {
	meta, _ := obj["metadata"].(map[string]any)
	name, _ := meta["name"].(string)
	return name
}

// definitions reads what paths hold, or the built-in catalog, and fails where there is none.
func (in *input) definitions(cmd *cobra.Command, args []string) ([]*catalog.Definition, error) {
	names, err := in.load(args)
	if err != nil {
		return nil, err
	}
	var defs []*catalog.Definition
	err = in.walk(cmd.Context(), names, func(f *catalog.File) any { return f }, func(v any) error {
		f := v.(*catalog.File)
		for _, p := range f.Problems {
			return fmt.Errorf("%s:%d: %s", f.Name, p.At.Start.Line, p.Message)
		}
		defs = append(defs, f.Definitions...)
		return nil
	})
	if err == nil && len(defs) == 0 && !in.allowEmpty {
		err = fmt.Errorf("no definition in %s; give --allow-empty if that is right", cmp.Or(fmt.Sprint(names), "the input"))
	}
	return defs, err
}
