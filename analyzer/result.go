package analyzer

// result is what evaluating an expression on one input can yield.
type result struct {
	paths []Path // where the results stand, or what they are copies of; nil for a value computed anew
	place bool   // every result is a place, so that path() and a write work
	fixed bool   // the places are those of one path, whatever the data
	norm  string // the normal form of a fixed place
	view  view   // what a computed result still tells of the object that it was made of
	from  string // the variable that a copy was navigated from
	typ   Type
	vals  []any // all values that it can have; nil where unknown
	outs  Outputs
	made  Type // of the values computed anew that stand beside those of paths
}

// computedTypes are the types of what a result holds that stands nowhere in the document.
func (r result) computedTypes() Type {
	if len(r.paths) == 0 {
		return r.typ
	}
	return r.made
}

// view says of what a computed value is a list.
type view uint8

const (
	noView    view = iota
	entries        // to_entries: the members of paths
	keyNames       // keys: the keys of paths
	entry          // one of entries
	entryName      // the key of one
)

var one = Outputs{Min: 1, Max: 1}

func computed(t Type) result { return result{typ: t, outs: one} }

func constant(t Type, v any) result { return result{typ: t, vals: []any{v}, outs: one} }

var booleans = []any{false, true}

// everything is what is left where the analysis cannot follow: any place of the document, or any value.
func everything() result {
	return result{paths: []Path{{{Kind: Descend}}}, typ: Any, outs: Outputs{Max: Many}}
}

// single is a result seen as one input.
func (r result) single() result {
	r.outs = one
	return r
}

// copied is a value that was a place and is none any more.
func (r result) copied() result {
	r.place, r.fixed = false, false
	return r
}

// step moves every path of a result one step on.
func (r result) step(s Step) result {
	n := result{place: r.place, fixed: r.fixed && s.Kind != AnyKey && s.Kind != Slice && s.Kind != Descend, from: r.from, typ: Any, outs: one}
	for _, p := range r.paths {
		n.paths = append(n.paths, append(p[:len(p):len(p)], s))
	}
	if n.fixed {
		n.norm = appendNorm(r.norm, s)
	}
	return n
}

// appendNorm writes one more step behind a normal form.
func appendNorm(norm string, s Step) string {
	text := Path{s}.String()
	switch {
	case norm == "." && s.Kind == Key && isIdent(s.Name):
		return text
	case norm == ".":
		return text
	case s.Kind == Key && isIdent(s.Name):
		return norm + text
	}
	return norm + text[1:]
}

func times(a, b int) int {
	if a == 0 || b == 0 {
		return 0
	}
	if a > Many/b {
		return Many
	}
	return a * b
}

// then is the number of results of b for each of a.
func (a Outputs) then(b Outputs) Outputs {
	return Outputs{
		Min: times(a.Min, b.Min), Max: times(a.Max, b.Max),
		Iterations: append(a.Iterations[:len(a.Iterations):len(a.Iterations)], b.Iterations...),
		Conditions: append(a.Conditions[:len(a.Conditions):len(a.Conditions)], b.Conditions...),
	}
}

// plus is the number of results of a and b together.
func (a Outputs) plus(b Outputs) Outputs {
	max := Many
	if a.Max < Many-b.Max {
		max = a.Max + b.Max
	}
	if len(a.Iterations)+len(b.Iterations) > 0 {
		return Outputs{Max: Many, Iterations: merged(a.Iterations, b.Iterations), Conditions: append(a.Conditions[:len(a.Conditions):len(a.Conditions)], b.Conditions...)}
	}
	return Outputs{Min: a.Min + b.Min, Max: max, Conditions: append(a.Conditions[:len(a.Conditions):len(a.Conditions)], b.Conditions...)}
}

// either is the number of results of a or b.
func (a Outputs) either(b Outputs) Outputs {
	n := a.plus(b)
	n.Min = min(a.Min, b.Min)
	if len(n.Iterations) == 0 {
		n.Max = max(a.Max, b.Max)
	}
	return n
}

// optional is the number of results where an error ends them.
func (a Outputs) optional() Outputs {
	a.Min = 0
	return a
}

func merged(a, b []Path) []Path {
	out := a[:len(a):len(a)]
	for _, p := range b {
		if !containsPath(out, p) {
			out = append(out, p)
		}
	}
	return out
}

func containsPath(list []Path, p Path) bool {
	for _, q := range list {
		if q.Compare(p) == 0 {
			return true
		}
	}
	return false
}

// union is a result of a or of b.
func union(a, b result) result {
	u := result{paths: merged(a.paths, b.paths), place: a.place && b.place, typ: a.typ | b.typ, outs: a.outs.either(b.outs)}
	switch {
	case a.outs.Max == 0:
		u = b
		u.fixed = false
	case b.outs.Max == 0:
		u = a
		u.fixed = false
	case a.vals != nil && b.vals != nil:
		u.vals = append(a.vals[:len(a.vals):len(a.vals)], b.vals...)
	}
	if a.outs.Max > 0 && b.outs.Max > 0 {
		u.made = a.computedTypes() | b.computedTypes()
	}
	u.outs = a.outs.either(b.outs)
	return u
}
