package vet

import (
	"go/types"
	"reflect"
	"strings"
)

// apiPaths are the ends of the import paths of the API's Go types.
var apiPaths = []string{"/pkg/api/runai/v1alpha1", "/pkg/api/optimization/v1alpha1"}

// definitionKinds are the names of the types that are a whole definition, with their API versions.
var definitionKinds = map[string]string{
	"Karta":             "run.ai/v1alpha1",
	"ResourceInterface": "optimization.nvidia.com/v1alpha1",
}

// api recognises the API's types.
type api struct {
	extra  []string // import paths given by flag
	shapes map[types.Type]bool
}

// concerns says whether a package can build definitions: it is an API package, or imports one.
func (a *api) concerns(pkg *types.Package) bool {
	if a.isAPI(pkg) {
		return true
	}
	for _, imported := range pkg.Imports() {
		if a.isAPI(imported) {
			return true
		}
	}
	return false
}

// isAPI says whether a package holds the API's types: by its import path, or by declaring a definition kind with path
// fields in it.
func (a *api) isAPI(pkg *types.Package) bool {
	for _, suffix := range apiPaths {
		if strings.HasSuffix("/"+pkg.Path(), suffix) {
			return true
		}
	}
	for _, path := range a.extra {
		if pkg.Path() == path {
			return true
		}
	}
	for kind := range definitionKinds {
		if obj, ok := pkg.Scope().Lookup(kind).(*types.TypeName); ok && a.hasPaths(obj.Type()) {
			return true
		}
	}
	return false
}

// definition says whether a type is a whole definition, and of which API version and kind.
func (a *api) definition(t types.Type) (version, kind string, ok bool) {
	named, isNamed := types.Unalias(t).(*types.Named)
	if !isNamed || named.Obj().Pkg() == nil {
		return "", "", false
	}
	version, ok = definitionKinds[named.Obj().Name()]
	return version, named.Obj().Name(), ok && a.isAPI(named.Obj().Pkg())
}

// hasPaths says whether a path field stands in a type or below it.
func (a *api) hasPaths(t types.Type) bool {
	if known, ok := a.shapes[t]; ok {
		return known
	}
	a.shapes[t] = false // ends the recursion of recursive types
	found := false
	switch u := t.Underlying().(type) {
	case *types.Pointer:
		found = a.hasPaths(u.Elem())
	case *types.Slice:
		found = a.hasPaths(u.Elem())
	case *types.Map:
		found = a.hasPaths(u.Elem())
	case *types.Struct:
		for i := range u.NumFields() {
			found = found || isPathTag(u.Tag(i)) || a.hasPaths(u.Field(i).Type())
		}
	}
	a.shapes[t] = found
	return found
}

func isPathTag(tag string) bool { return reflect.StructTag(tag).Get("jq") == "validate" }

// jsonName is a field's name in a file; inline says that its own fields stand in its place, omitempty that its zero
// value is left out. The name is "" for a field that is not written.
func jsonName(field *types.Var, tag string) (name string, inline, omitempty bool) {
	name, options, _ := strings.Cut(reflect.StructTag(tag).Get("json"), ",")
	if name == "-" {
		return "", false, false
	}
	if !field.Exported() && !field.Embedded() {
		return "\x00" + field.Name(), false, false // a builder's own field, which no file has
	}
	omitempty = strings.Contains(options, "omitempty") || strings.Contains(options, "omitzero")
	if name == "" {
		if field.Embedded() || strings.Contains(options, "inline") {
			return "", true, omitempty
		}
		name = field.Name()
	}
	return name, false, omitempty
}
