package textedit

import (
	"fmt"
	"strings"
)

// maxExpanded bounds the values that aliases may add to a document, since a
// few lines of them can stand for more values than memory holds.
const maxExpanded = 1_000_000

// decoder reads values from located nodes: maps with string keys, exact
// numbers, aliases and merge keys followed.
type decoder struct {
	lines
	aliased  int // depth of aliases being followed
	from     int // offset of the outermost one
	expanded int
	active   map[*node]bool
}

func (f *File) decode(n *node) (any, error) {
	d := &decoder{lines: f.lines, active: map[*node]bool{}}
	return d.value(n)
}

func (d *decoder) value(n *node) (any, error) {
	if d.aliased > 0 {
		if d.expanded++; d.expanded > maxExpanded {
			return nil, d.refuse(d.from, "aliases that expand to too many values")
		}
	}
	switch n.kind {
	case aliasKind:
		if d.active[n.target] {
			return nil, d.refuse(n.start, "an alias inside the value that it repeats")
		}
		if d.aliased == 0 {
			d.from = n.start
		}
		d.aliased++
		defer func() { d.aliased-- }()
		return d.value(n.target)
	case scalarKind:
		return d.scalar(n)
	}
	if n.anchor != "" {
		d.active[n] = true
		defer delete(d.active, n)
	}
	if n.kind == mapKind {
		return d.mapping(n)
	}
	list := make([]any, 0, len(n.entries))
	for _, e := range n.entries {
		v, err := d.value(e.val)
		if err != nil {
			return nil, err
		}
		list = append(list, v)
	}
	return list, nil
}

func (d *decoder) mapping(n *node) (any, error) {
	m := make(map[string]any, len(n.entries))
	var merges []*entry
	for _, e := range n.entries {
		if e.merge {
			merges = append(merges, e)
			continue
		}
		key, err := d.key(e)
		if err != nil {
			return nil, err
		}
		if _, twice := m[key]; twice {
			return nil, d.refuse(e.start, fmt.Sprintf("the key %q stands twice in one map: readers disagree which one counts", key))
		}
		if m[key], err = d.value(e.val); err != nil {
			return nil, err
		}
	}
	if len(merges) > 1 {
		return nil, d.refuse(merges[1].start, "a second merge key in one map")
	}
	for _, e := range merges {
		if err := d.merge(m, e.val); err != nil {
			return nil, err
		}
	}
	return m, nil
}

// key returns the key as JSON spells it: a scalar's own text.
func (d *decoder) key(e *entry) (string, error) {
	key := e.key
	if key.kind == aliasKind {
		key = key.target
	}
	if key.kind != scalarKind {
		return "", d.refuse(e.start, "a key that is no scalar")
	}
	return key.value, nil
}

// merge adds the members of a merge key's value that m does not have.
func (d *decoder) merge(m map[string]any, from *node) error {
	sources := []*node{from}
	if list := deref(from); list.kind == listKind {
		sources = sources[:0]
		for _, e := range list.entries {
			sources = append(sources, e.val)
		}
	}
	for _, source := range sources {
		if deref(source).kind != mapKind {
			return d.refuse(source.start, "a merge key whose value is no map")
		}
		v, err := d.value(source)
		if err != nil {
			return err
		}
		for key, member := range v.(map[string]any) {
			if _, own := m[key]; !own {
				m[key] = member
			}
		}
	}
	return nil
}

func deref(n *node) *node {
	if n.kind == aliasKind {
		return n.target
	}
	return n
}

func (d *decoder) scalar(n *node) (any, error) {
	switch n.tag {
	case "!!null":
		return nil, nil
	case "!!bool":
		switch strings.ToLower(n.value) {
		case "true", "y", "yes", "on":
			return true, nil
		case "false", "n", "no", "off":
			return false, nil
		}
		return nil, d.refuse(n.start, "a value tagged !!bool that is no boolean")
	case "!!int", "!!float":
		if v, ok := readNumber(n.value, n.tag); ok {
			return v, nil
		}
		return nil, d.refuse(n.start, fmt.Sprintf("%q is no number that can be read exactly", n.value))
	}
	return n.value, nil
}
