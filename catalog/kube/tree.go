package kube

import (
	"strings"
	"sync"

	"go.yaml.in/yaml/v3"
)

// reader is a place in a CRD's text: read by outline (block) or from the YAML library's nodes (node).
type reader interface {
	member(key string) reader // nil where it is absent
	members() []named
	items() []reader
	text() string  // of a scalar
	prose() string // of a scalar over several lines, as far as it is easily had
	value() any    // as a JSON value
}

type named struct {
	name  string
	value reader
}

// outline is a block as a reader. A mapping's lines are looked through once.
type outline struct {
	block
	once sync.Once
	kept []named
}

func outlineOf(b block) *outline { return &outline{block: b} }

func (o *outline) member(key string) reader {
	for _, m := range o.members() {
		if m.name == key {
			return m.value
		}
	}
	return nil
}

// flow is a flow collection that stands on its key's line.
func (o *outline) flow() (node, bool) {
	if !o.inline || !strings.HasPrefix(o.scalar, "[") && !strings.HasPrefix(o.scalar, "{") {
		return node{}, false
	}
	var n yaml.Node
	if yaml.Unmarshal([]byte(o.scalar), &n) != nil || len(n.Content) == 0 {
		return node{}, false
	}
	return node{n.Content[0]}, true
}

func (o *outline) members() []named {
	o.once.Do(func() {
		if n, ok := o.flow(); ok {
			o.kept = n.members()
			return
		}
		for _, e := range o.entries() {
			o.kept = append(o.kept, named{e.key, outlineOf(e.value)})
		}
	})
	return o.kept
}

func (o *outline) items() []reader {
	if n, ok := o.flow(); ok {
		return n.items()
	}
	list := o.block.items()
	out := make([]reader, len(list))
	for i, b := range list {
		out[i] = outlineOf(b)
	}
	return out
}

// node is the YAML library's node as a reader.
type node struct{ *yaml.Node }

func (n node) resolved() *yaml.Node {
	at := n.Node
	for range maxAliases {
		if at.Kind != yaml.AliasNode {
			return at
		}
		at = at.Alias
	}
	return &yaml.Node{}
}

// maxAliases is how many aliases in a row are followed.
const maxAliases = 16

func (n node) members() []named {
	at := n.resolved()
	if at.Kind != yaml.MappingNode {
		return nil
	}
	var out []named
	for i := 0; i+1 < len(at.Content); i += 2 {
		out = append(out, named{at.Content[i].Value, node{at.Content[i+1]}})
	}
	return out
}

func (n node) member(key string) reader {
	for _, m := range n.members() {
		if m.name == key {
			return m.value
		}
	}
	return nil
}

func (n node) items() []reader {
	at := n.resolved()
	if at.Kind != yaml.SequenceNode {
		return nil
	}
	out := make([]reader, len(at.Content))
	for i, c := range at.Content {
		out[i] = node{c}
	}
	return out
}

func (n node) text() string { return n.resolved().Value }

func (n node) prose() string { return n.resolved().Value }

func (n node) value() any {
	var v any
	if n.resolved().Decode(&v) != nil {
		return nil
	}
	return v
}
