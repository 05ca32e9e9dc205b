package kube

import (
	"slices"

	"github.com/kartalint/kartalint/analyzer"
	"github.com/kartalint/kartalint/internal/nearest"
)

// Found is what a type says of the places of a path.
type Found struct {
	Schema *Schema // what stands there; nil where the path breaks off
	// Untyped is the number of steps that the type speaks about, where it says nothing of the rest; -1 where it knows the
	// whole path.
	Untyped int
	// Broken is the index of the first step that the type does not have; -1 for none. Parent is what stands before it.
	Broken int
	Parent *Schema
}

// Walk steps along a path from a schema.
func (s *Schema) Walk(path analyzer.Path) Found {
	at := s
	for i, step := range path {
		if at.Shape == Unknown || step.Kind == analyzer.Descend || step.Kind == analyzer.AnyKey && at.Shape == Object {
			return Found{Schema: anything, Untyped: i, Broken: -1}
		}
		next := at.step(step)
		if next == nil {
			return Found{Untyped: -1, Broken: i, Parent: at}
		}
		at = next
	}
	untyped := -1
	if at.Shape == Unknown {
		untyped = len(path)
	}
	return Found{Schema: at, Untyped: untyped, Broken: -1}
}

// step is what one step leads to; nil where the type has no such place.
func (s *Schema) step(step analyzer.Step) *Schema {
	switch step.Kind {
	case analyzer.Key:
		if s.Shape == Object || s.Shape == Map {
			return s.Field(step.Name)
		}
	case analyzer.Index:
		if s.Shape == List {
			return s.Elem()
		}
	case analyzer.Slice:
		if s.Shape == List || s.Shape == String {
			return s
		}
	case analyzer.Each, analyzer.AnyKey:
		switch s.Shape {
		case List, Map:
			return s.Elem()
		case Object:
			return anything
		}
	}
	return nil
}

// Optional says whether the last place of a path may be absent or null on an object that the type allows. A field with a
// default of the server is there; so are an object's spec and metadata, without which nothing is to be read. known is
// false where the type does not say.
func (s *Schema) Optional(path analyzer.Path) (optional, known bool) {
	at := s
	for i, step := range path {
		next := at.step(step)
		if next == nil || at.Shape == Unknown {
			return false, false
		}
		switch {
		case step.Kind != analyzer.Key || at.Shape != Object:
			if at.Shape == Map || step.Kind != analyzer.Each {
				return true, true
			}
		case i == 0 && (step.Name == "spec" || step.Name == "metadata"):
		case next.Default != nil:
		case !at.Required(step.Name) || next.Nullable:
			return true, true
		}
		at = next
	}
	return false, true
}

// Near is where the name that a path broke off at is found instead: a misspelt field of the same object, the same name
// one level down or further up. It is the whole mended path up to that step; nil where nothing is near.
func (s *Schema) Near(path analyzer.Path, broken int) analyzer.Path {
	if broken >= len(path) || path[broken].Kind != analyzer.Key {
		return nil
	}
	name, head := path[broken].Name, path[:broken:broken]
	parent := s.Walk(head).Schema
	if parent == nil {
		return nil
	}
	if parent.Shape == List {
		// a forgotten []
		if elem := parent.Elem(); elem != nil && elem.Has(name) {
			return append(head, analyzer.Step{Kind: analyzer.Each}, path[broken])
		}
	}
	if near := nearest.Name(name, parent.Fields()); near != "" {
		return append(head, analyzer.Step{Kind: analyzer.Key, Name: near})
	}
	if down := parent.down(name); down != nil {
		return append(append(head, down...), path[broken])
	}
	for i := broken - 1; i >= 0; i-- {
		if up := s.Walk(path[:i:i]).Schema; up != nil && up.Has(name) {
			return append(path[:i:i], path[broken])
		}
	}
	return nil
}

// down is the one way down to an object that has a field, at most two fields deep; nil where there is none or where there
// are several.
func (s *Schema) down(name string) analyzer.Path {
	for depth := 1; depth <= 2; depth++ {
		var found []analyzer.Path
		s.search(name, depth, nil, &found)
		if len(found) > 0 {
			if len(found) > 1 { // what an object has both wished for and observed is wished for
				found = slices.DeleteFunc(found, func(p analyzer.Path) bool { return p[0].Name == "status" })
			}
			if len(found) != 1 {
				return nil
			}
			return found[0]
		}
	}
	return nil
}

func (s *Schema) search(name string, depth int, at analyzer.Path, found *[]analyzer.Path) {
	for _, f := range s.Fields() {
		child := s.Field(f)
		to := append(at[:len(at):len(at)], analyzer.Step{Kind: analyzer.Key, Name: f})
		if child.Shape == List {
			child = child.Elem()
			to = append(to, analyzer.Step{Kind: analyzer.Each})
		}
		if child.Shape != Object {
			continue
		}
		if depth == 1 && child.Has(name) {
			*found = append(*found, to)
		} else if depth > 1 {
			child.search(name, depth-1, to, found)
		}
	}
}
