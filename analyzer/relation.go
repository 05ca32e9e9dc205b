package analyzer

import "slices"

// String names a relation.
func (r Relation) String() string {
	return [...]string{"disjoint", "equal", "contains", "within", "overlaps"}[r]
}

// Converse is the relation of q to p, given that of p to q.
func (r Relation) Converse() Relation {
	switch r {
	case Contains:
		return Within
	case Within:
		return Contains
	}
	return r
}

// Relation says how the places of p lie to those of q, over all documents.
func (p Path) Relation(q Path) Relation {
	exact := true // the steps so far are the same one place
	for i := range min(len(p), len(q)) {
		if p[i].Kind == Descend || q[i].Kind == Descend {
			return Overlaps
		}
		same, may := meet(p[i], q[i])
		if !may {
			return Disjoint
		}
		exact = exact && same
	}
	for _, rest := range []Path{p[min(len(p), len(q)):], q[min(len(p), len(q)):]} {
		for _, s := range rest {
			if s.Kind == Descend {
				return Overlaps
			}
		}
	}
	switch {
	case len(p) == len(q) && exact:
		return Equal
	case len(p) == len(q):
		return Overlaps
	case len(p) < len(q) && covers(p, q):
		return Contains
	case len(p) > len(q) && covers(q, p):
		return Within
	}
	return Overlaps
}

// covers says whether every place that begins like short also begins like a place of it: each step of short is the same
// as the other's or takes every member.
func covers(short, long Path) bool {
	for i, s := range short {
		if s.Kind != Each && !(s == long[i] && s.Kind != AnyKey && s.Kind != Slice) {
			return false
		}
	}
	return true
}

// meet says whether two steps from one value always lead to the same places, and whether they can at all.
func meet(a, b Step) (same, may bool) {
	if a.Kind == Key && b.Kind == Key {
		return a.Name == b.Name, a.Name == b.Name
	}
	if a.Kind == Index && b.Kind == Index {
		// an index from the end can be the same element as one from the start
		return a.Index == b.Index, a.Index == b.Index || (a.Index < 0) != (b.Index < 0)
	}
	if a.Kind == Key && b.Kind == Index || a.Kind == Index && b.Kind == Key {
		return false, false
	}
	if a.Kind == Key && b.Kind == Slice || a.Kind == Slice && b.Kind == Key {
		return false, false
	}
	return a.Kind == Each && b.Kind == Each, true
}

// HasPrefix says whether a path starts with the steps of another.
func (p Path) HasPrefix(q Path) bool { return len(p) >= len(q) && slices.Equal(p[:len(q)], q) }

// CommonPrefix is the longest path that both start with.
func (p Path) CommonPrefix(q Path) Path {
	for i := range min(len(p), len(q)) {
		if p[i] != q[i] {
			return p[:i:i]
		}
	}
	return p[:min(len(p), len(q)):min(len(p), len(q))]
}
