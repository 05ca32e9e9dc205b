package selectors

import (
	"slices"
	"strings"

	"github.com/kartalint/kartalint/analyzer"
	"github.com/kartalint/kartalint/catalog"
)

// predicate is what a componentTypeSelector asks of a pod, as far as it is understood: keys with a value, and keys that
// only must be there ("" as value and exists).
type predicate struct {
	needs  map[string]need // by the normal form of the key's place
	opaque bool            // there is more that is not understood
}

type need struct {
	value  string
	exists bool // any value
}

// predicateOf reads a component's type selector; ok is false where it has none.
func predicateOf(c *catalog.Component) (predicate, bool) {
	s := c.TypeSelector
	if s == nil {
		return predicate{}, false
	}
	p := predicate{needs: map[string]need{}}
	if s.KeyPath != nil {
		e, err := s.KeyPath.Expr()
		switch {
		case err != nil || e.Normal == "":
			p.opaque = true
		case s.Value.Null():
			p.needs[e.Normal] = need{exists: true}
		default:
			p.needs[e.Normal] = need{value: s.Value.Value}
		}
	}
	if s.MatchLabels != nil {
		for _, m := range s.MatchLabels.Members {
			key := append(analyzer.Path{{Kind: analyzer.Key, Name: "metadata"}, {Kind: analyzer.Key, Name: "labels"}}, analyzer.Step{Kind: analyzer.Key, Name: m.Key.Value}).String()
			p.needs[key] = need{value: m.Value.Value}
		}
	}
	return p, len(p.needs) > 0 || p.opaque
}

// excludes says whether no pod can satisfy both.
func (p predicate) excludes(q predicate) bool {
	for key, n := range p.needs {
		if m, ok := q.needs[key]; ok && !n.exists && !m.exists && n.value != m.value {
			return true
		}
	}
	return false
}

// implies says whether every pod that satisfies p satisfies q.
func (p predicate) implies(q predicate) bool {
	if q.opaque {
		return false
	}
	for key, m := range q.needs {
		n, ok := p.needs[key]
		if !ok || !m.exists && (n.exists || n.value != m.value) {
			return false
		}
	}
	return true
}

// String words a predicate, its keys in order.
func (p predicate) String() string {
	var words []string
	for key, n := range p.needs {
		if n.exists {
			words = append(words, key+" exists")
		} else {
			words = append(words, key+" = "+n.value)
		}
	}
	slices.Sort(words)
	return strings.Join(words, " and ")
}
