package catalog

// NodeKind is the kind of a Node.
type NodeKind uint8

// The node kinds. An alias is resolved to its anchor's content; its Span is the alias's own.
const (
	Scalar NodeKind = iota
	Mapping
	Sequence
)

// Node is one value of a document with its place. JSON and YAML have the same nodes.
type Node struct {
	Kind    NodeKind
	Tag     string   // resolved short tag of a scalar: !!str, !!int, !!float, !!bool, !!null
	Value   string   // a scalar's decoded text
	Members []Member // of a mapping, in document order (duplicate keys included)
	Items   []*Node  // of a sequence
	Alias   bool     // reached through an alias: its text stands elsewhere
	span    nodeSpan
}

// Member is one key and value of a mapping.
type Member struct{ Key, Value *Node }
