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

// File is a definition's file, read.
func File(name string) *catalog.File {
	text, _ := Text(name)
	return catalog.Parse(Prefix+name+".yaml", text, catalog.Options{})
}
