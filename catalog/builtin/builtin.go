// Package builtin is the built-in catalog: definitions of the workload kinds in use, written from their public API. Each
// passes the linter, has addresses in every written role, and is proved on a sample object of its kind. The files under
// definitions/ are the catalog; the package only hands them out.
package builtin

import (
	"embed"
	"io/fs"
	"strings"

	"github.com/kartalint/kartalint/catalog"
)

//go:embed definitions/*.yaml
var files embed.FS

// Prefix stands before the names of built-in files in reports.
const Prefix = "builtin/"

// Names are the names of the definitions, which are those of their files without the ending, sorted.
func Names() []string {
	entries, err := fs.ReadDir(files, "definitions")
	if err != nil {
		panic(err) // the folder is embedded
	}
	names := make([]string, len(entries))
	for i, e := range entries {
		names[i] = strings.TrimSuffix(e.Name(), ".yaml")
	}
	return names
}

// Text is the file of a definition; ok is false for a name that is none of [Names].
func Text(name string) (text []byte, ok bool) {
	text, err := files.ReadFile("definitions/" + name + ".yaml")
	return text, err == nil
}

// Lookup finds definitions by name, with or without .yaml, or by the workload's kind in any case: pod, Job, batch/Job. A
// kind without its group can be that of several; where nothing is called so there is none.
func Lookup(name string) []*catalog.Definition {
	if _, ok := Text(strings.TrimSuffix(name, ".yaml")); ok {
		return File(strings.TrimSuffix(name, ".yaml")).Definitions
	}
	var found []*catalog.Definition
	for _, file := range Names() {
		for _, d := range File(file).Definitions {
			if isKind(d.Root.Kind, name) {
				found = append(found, d)
			}
		}
	}
	return found
}

func isKind(k *catalog.Kind, name string) bool {
	group, kind, ok := strings.Cut(name, "/")
	if !ok {
		group, kind = k.Group, name
	}
	return strings.EqualFold(k.Kind, kind) && strings.EqualFold(k.Group, group)
}

// File is a definition's file, read.
func File(name string) *catalog.File {
	text, _ := Text(name)
	return catalog.Parse(Prefix+name+".yaml", text, catalog.Options{})
}
