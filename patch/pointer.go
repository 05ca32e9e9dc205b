package patch

import (
	"cmp"
	"strconv"
	"strings"
)

// Pointer is a concrete place in an object: string keys and int indexes.
type Pointer []any

var escaper = strings.NewReplacer("~", "~0", "/", "~1")

// String is the place as a JSON pointer (RFC 6901); the whole object is "".
func (p Pointer) String() string {
	var b strings.Builder
	for _, s := range p {
		b.WriteByte('/')
		switch s := s.(type) {
		case string:
			b.WriteString(escaper.Replace(s))
		case int:
			b.WriteString(strconv.Itoa(s))
		}
	}
	return b.String()
}

// child is the place one step further; it shares no memory with p.
func (p Pointer) child(step any) Pointer {
	q := make(Pointer, len(p)+1, len(p)+4)
	copy(q, p)
	q[len(p)] = step
	return q
}

func (p Pointer) hasPrefix(q Pointer) bool {
	if len(q) > len(p) {
		return false
	}
	for i, s := range q {
		if p[i] != s {
			return false
		}
	}
	return true
}

func (p Pointer) compare(q Pointer) int {
	for i := range min(len(p), len(q)) {
		if c := compareSteps(p[i], q[i]); c != 0 {
			return c
		}
	}
	return cmp.Compare(len(p), len(q))
}

func compareSteps(a, b any) int {
	x, aIndex := a.(int)
	y, bIndex := b.(int)
	switch {
	case aIndex && bIndex:
		return cmp.Compare(x, y)
	case aIndex:
		return -1
	case bIndex:
		return 1
	}
	return cmp.Compare(a.(string), b.(string))
}

// lookup is what stands at a place.
func lookup(v any, p Pointer) (any, bool) {
	for _, s := range p {
		switch s := s.(type) {
		case string:
			m, _ := v.(map[string]any)
			e, ok := m[s]
			if !ok {
				return nil, false
			}
			v = e
		case int:
			l, _ := v.([]any)
			if s < 0 || s >= len(l) {
				return nil, false
			}
			v = l[s]
		}
	}
	return v, true
}
