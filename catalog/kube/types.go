package kube

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"golang.org/x/sync/errgroup"

	"github.com/kartalint/kartalint/analyzer"
	"github.com/kartalint/kartalint/catalog"
	"github.com/kartalint/kartalint/internal/nearest"
)

// MaxFile is the size in bytes of the largest CRD file that is read.
const MaxFile = 32 << 20

// Types are the kinds whose types are known: the built-in ones, and those of the CRDs that were read. It is safe for
// concurrent use; a nil *Types knows nothing.
type Types struct {
	crds []*crd // by file
}

// Builtin are the built-in Kubernetes types alone.
func Builtin() *Types { return &Types{} }

// Load reads CRDs from files and folders (with everything below them). Its first error is that of a path that cannot be
// read, or that holds no CRD; the problems are those of single files and documents, which hide no others.
func Load(paths []string) (t *Types, problems []error, err error) {
	t = &Types{}
	for _, path := range paths {
		files, err := crdFiles(path)
		if err != nil {
			return nil, nil, err
		}
		found, failed := readFiles(files)
		if len(found) == 0 && len(failed) == 0 {
			return nil, nil, fmt.Errorf("no CustomResourceDefinition in %s", path)
		}
		t.crds = append(t.crds, found...)
		problems = append(problems, failed...)
	}
	return t, problems, nil
}

// Parse reads the CRDs of one text; name is what messages call it.
func Parse(name string, src []byte) (*Types, []error) {
	found, problems := readCRDs(name, src)
	return &Types{crds: found}, problems
}

// readFiles reads files side by side, the result in their order.
func readFiles(files []string) ([]*crd, []error) {
	found, failed := make([][]*crd, len(files)), make([][]error, len(files))
	g, _ := errgroup.WithContext(context.Background())
	g.SetLimit(4)
	for i, file := range files {
		g.Go(func() error {
			src, err := readFile(file)
			if err != nil {
				failed[i] = []error{err}
				return nil
			}
			found[i], failed[i] = readCRDs(filepath.ToSlash(file), src)
			return nil
		})
	}
	_ = g.Wait() // the functions keep their errors
	return slices.Concat(found...), slices.Concat(failed...)
}

func readFile(file string) ([]byte, error) {
	info, err := os.Stat(file)
	switch {
	case err != nil:
		return nil, err
	case !info.Mode().IsRegular():
		return nil, fmt.Errorf("%s is no regular file", file)
	case info.Size() > MaxFile:
		return nil, fmt.Errorf("%s is larger than %d MB", file, MaxFile>>20)
	}
	return os.ReadFile(file)
}

func crdFiles(path string) ([]string, error) {
	info, err := os.Stat(path)
	if err != nil {
		return nil, fmt.Errorf("the CRDs cannot be read: %w", err)
	}
	if !info.IsDir() {
		return []string{path}, nil
	}
	var files []string
	err = filepath.WalkDir(path, func(p string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		switch strings.ToLower(filepath.Ext(p)) {
		case ".yaml", ".yml", ".json":
			if !d.IsDir() {
				files = append(files, p)
			}
		}
		return nil
	})
	if err == nil && len(files) == 0 {
		err = errors.New("no YAML or JSON file in " + path)
	}
	if err != nil {
		return nil, fmt.Errorf("the CRDs cannot be read: %w", err)
	}
	return files, nil
}

// Kinds are the kinds of the CRDs with their last version that is served, in the order in which they were read.
func (t *Types) Kinds() []catalog.Kind {
	var out []catalog.Kind
	for _, c := range t.crds {
		version := c.versions[len(c.versions)-1].name
		for _, v := range c.versions {
			if v.served && !v.deprecated {
				version = v.name
			}
		}
		out = append(out, catalog.Kind{Group: c.group, Version: version, Kind: c.kind})
	}
	return out
}

// Status says what is known of a kind.
type Status uint8

// The statuses.
const (
	NoType    Status = iota // nobody gave its type
	Known                   // Schema holds it
	NoKind                  // its group is known, and has another kind of nearly that name, or the kind stands in another group
	NoVersion               // the kind is known, the version is not
	NoSchema                // a CRD without a schema
)

// Type is what is known of a kind.
type Type struct {
	Status     Status
	Schema     *Schema // of the whole object, for Known
	Served     bool    // by the API server
	Deprecated bool
	Source     string   // the CRD's file, or "k8s.io/api"
	Versions   []string // of the kind, for NoVersion
	Near       string   // group/version/kind that is likely meant, for NoKind
}

// Of looks a kind up.
func (t *Types) Of(kind catalog.Kind) Type {
	if t == nil || kind.Kind == "" {
		return Type{}
	}
	if found, ok := t.custom(kind); ok {
		return found
	}
	return builtinType(kind)
}

// custom looks a kind up in the CRDs. Where the same version of a kind is in two CRDs the first one counts.
func (t *Types) custom(kind catalog.Kind) (Type, bool) {
	var versions []string
	var source, near string
	for _, c := range t.crds {
		switch {
		case c.group == kind.Group && c.kind == kind.Kind:
			source = c.file
			for _, v := range c.versions {
				if v.name == kind.Version {
					return v.known(c.file), true
				}
				versions = append(versions, v.name)
			}
		case near == "" && (c.group == kind.Group && nearest.Name(kind.Kind, []string{c.kind}) != "" || c.kind == kind.Kind && nearest.Name(kind.Group, []string{c.group}) != ""):
			source, near = c.file, c.group+"/"+c.versions[0].name+" "+c.kind
		}
	}
	switch {
	case len(versions) > 0:
		return Type{Status: NoVersion, Versions: versions, Source: source}, true
	case near != "":
		return Type{Status: NoKind, Near: near, Source: source}, true
	}
	return Type{}, false
}

func (v version) known(file string) Type {
	t := Type{Status: NoSchema, Served: v.served, Deprecated: v.deprecated, Source: file}
	if v.schema != nil {
		t.Status, t.Schema = Known, v.schema()
	}
	return t
}

// BuiltinSource is what messages call the built-in types: the Source of their [Type].
const BuiltinSource = "k8s.io/api"

func builtinType(kind catalog.Kind) Type {
	known := builtins()
	version := kind.Version
	if kind.Group != "" {
		version = kind.Group + "/" + version
	}
	if found, ok := known[version][kind.Kind]; ok {
		return Type{Status: Known, Schema: Go(found), Served: true, Source: BuiltinSource}
	}
	var versions, kinds []string
	for gv, types := range known {
		group, v, ok := strings.Cut(gv, "/")
		if !ok {
			group, v = "", gv
		}
		if group != kind.Group {
			continue
		}
		if _, ok := types[kind.Kind]; ok {
			versions = append(versions, v)
		}
		for k := range types {
			kinds = append(kinds, k)
		}
	}
	if len(versions) > 0 {
		slices.Sort(versions)
		return Type{Status: NoVersion, Versions: versions, Source: BuiltinSource}
	}
	if len(kinds) > 0 {
		return Type{Status: NoKind, Near: nearest.Name(kind.Kind, kinds), Source: BuiltinSource}
	}
	return Type{}
}

// Optional says whether the last place of a path may be absent or null on an object of the kind, as [Schema.Optional] does.
func (t *Types) Optional(kind catalog.Kind, path analyzer.Path) (optional, known bool) {
	of := t.Of(kind)
	if of.Status != Known {
		return false, false
	}
	return of.Schema.Optional(path)
}
