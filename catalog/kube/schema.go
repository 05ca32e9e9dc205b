package kube

import (
	"slices"
	"sync"
)

// Shape is what kind of value stands at a place.
type Shape uint8

// The shapes.
const (
	Unknown Shape = iota // the type does not say
	Object               // named fields
	Map                  // any keys, values of one schema
	List
	String
	Integer
	Number
	Boolean
	IntOrString // quantities too
)

// String is a shape as messages name it.
func (s Shape) String() string {
	return [...]string{"anything", "an object", "a map", "a list", "a string", "an integer", "a number", "a boolean", "an integer or string"}[s]
}

// Scalar says whether a value of the shape has no parts.
func (s Shape) Scalar() bool { return s >= String }

// Schema is what a type says of the values at one place. It is safe for concurrent use.
type Schema struct {
	Shape    Shape
	Open     bool     // an object that takes other fields than its own: x-kubernetes-preserve-unknown-fields
	Nullable bool     // null is allowed
	Enum     []string // the values that a string may have; nil for any
	Default  any      // the server's default as a JSON value; nil where there is none
	ListType string   // x-kubernetes-list-type of a list: atomic, set or map; "" where the type does not say
	MapKeys  []string // x-kubernetes-list-map-keys

	describe func() string // nil without a description

	once  sync.Once
	load  func(*parts) // fills in the parts at the first question
	parts parts
}

// parts are the schemas below one.
type parts struct {
	names    []string // sorted
	fields   map[string]*Schema
	required map[string]bool
	elem     *Schema // of a map or list, or of an object's other fields
}

func (s *Schema) below() *parts {
	s.once.Do(func() {
		if s.load == nil {
			return
		}
		s.load(&s.parts)
		s.load = nil
		s.parts.names = make([]string, 0, len(s.parts.fields))
		for name := range s.parts.fields {
			s.parts.names = append(s.parts.names, name)
		}
		slices.Sort(s.parts.names)
	})
	return &s.parts
}

// Fields are the names of an object's fields, sorted. The slice is shared and must not be changed.
func (s *Schema) Fields() []string { return s.below().names }

// Field is a field of an object, or the value of a map's key; nil where the type has none.
func (s *Schema) Field(name string) *Schema {
	p := s.below()
	if f := p.fields[name]; f != nil {
		return f
	}
	switch {
	case s.Shape == Map, s.Shape == Object && p.elem != nil:
		return p.elem
	case s.Shape == Unknown, s.Shape == Object && s.Open:
		return anything
	}
	return nil
}

// Has says whether an object names a field, without looking at what else it takes.
func (s *Schema) Has(name string) bool { return s.below().fields[name] != nil }

// Elem is the schema of a list's elements or of a map's values; nil for other shapes.
func (s *Schema) Elem() *Schema {
	if s.Shape != List && s.Shape != Map {
		return nil
	}
	if e := s.below().elem; e != nil {
		return e
	}
	return anything
}

// Description is what the type says of the place in words, as it is written in the CRD; "" where it says nothing.
func (s *Schema) Description() string {
	if s.describe == nil {
		return ""
	}
	return s.describe()
}

// Required says whether an object without the field is refused.
func (s *Schema) Required(name string) bool { return s.below().required[name] }

// anything is the schema of a place that the type says nothing about.
var anything = &Schema{Shape: Unknown, Nullable: true}
