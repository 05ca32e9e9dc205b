package rules

import (
	"github.com/kartalint/kartalint/analyzer"
	"github.com/kartalint/kartalint/catalog"
)

// TypeSource answers what stands at an address of a kind. It is filled from CRDs and the built-in Kubernetes types.
type TypeSource interface {
	// Optional says whether the field at the address may be absent or null: known is false where the type does not say.
	// A field with a default on the server is not optional.
	Optional(kind catalog.Kind, at analyzer.Path) (optional, known bool)
}

// EvidenceSource gives what recorded objects show.
type EvidenceSource interface {
	// Objects are the recorded objects of a kind, as JSON values.
	Objects(kind catalog.Kind) []map[string]any
}
