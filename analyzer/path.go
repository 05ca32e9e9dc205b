package analyzer

// StepKind says how a Step moves from a value to a value inside it.
type StepKind uint8

// The kinds of steps. Key, Index and Each occur in addresses; the others only in the write targets of filters and in
// read sets.
const (
	Key     StepKind = iota // a fixed member of an object: .name, ["a/b"]
	Index                   // a fixed element of an array, negative from its end: [0], [-1]
	Each                    // every element of an array or every member of an object: []
	Slice                   // a range of an array or string: [1:3]
	AnyKey                  // one member or element that the data chooses: [$name]
	Descend                 // the value itself and everything below it: ..
)

// Step is one move of a Path.
type Step struct {
	Kind  StepKind
	Name  string // the member of a Key
	Index int    // the element of an Index
}

// Path is a place in a document, or a set of places where it holds Each, AnyKey, Slice or Descend. The empty path is
// the whole document. A Path is never changed once made; append must copy.
type Path []Step

// Relation says how the places of two paths lie to each other.
type Relation uint8

// The relations of p.Relation(q).
const (
	Disjoint Relation = iota // no document has a place that is in, or inside, both
	Equal                    // the same places on every document
	Contains                 // every place of q is strictly inside a place of p
	Within                   // every place of p is strictly inside a place of q
	Overlaps                 // they may share a place, depending on the document
)
