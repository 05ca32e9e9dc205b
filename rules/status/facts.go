package status

import (
	"slices"
	"sync"

	"github.com/itchyny/gojq"

	"github.com/kartalint/kartalint/analyzer"
	"github.com/kartalint/kartalint/catalog"
)

// fact is one thing that a matcher asks for: that the value of a subject stands in a relation to a constant, or, where
// op is 0, something that is known by its text alone.
type fact struct {
	subject string
	op      gojq.Operator
	value   any
	spec    bool // about the wish, .spec, alone
}

// facts is a conjunction.
type facts []fact

// maxAlternatives bounds how many conjunctions an expression is taken apart into; a larger one is one opaque fact.
const maxAlternatives = 16

// holds says whether a value that compares to the fact's constant as order does meets the fact.
func (f fact) holds(order int) bool {
	switch f.op {
	case gojq.OpEq:
		return order == 0
	case gojq.OpNe:
		return order != 0
	case gojq.OpLt:
		return order < 0
	case gojq.OpLe:
		return order <= 0
	case gojq.OpGt:
		return order > 0
	default:
		return order >= 0
	}
}

// regions are the places that a value can have in jq's total order beside two constants, as its order to each.
func regions(a, b any) [][2]int {
	switch c := gojq.Compare(a, b); {
	case c == 0:
		return [][2]int{{-1, -1}, {0, 0}, {1, 1}}
	case c < 0:
		return [][2]int{{-1, -1}, {0, -1}, {1, -1}, {1, 0}, {1, 1}}
	default:
		return [][2]int{{-1, -1}, {-1, 0}, {-1, 1}, {0, 1}, {1, 1}}
	}
}

// implies says that g holds wherever f does. It may miss an implication and never invents one.
func (f fact) implies(g fact) bool {
	if f.subject != g.subject || (f.op == 0) != (g.op == 0) {
		return false
	}
	return f.op == 0 || !slices.ContainsFunc(regions(f.value, g.value), func(r [2]int) bool { return f.holds(r[0]) && !g.holds(r[1]) })
}

// contradicts says that f and g never hold together. It may miss a contradiction and never invents one.
func (f fact) contradicts(g fact) bool {
	if f.subject != g.subject || f.op == 0 || g.op == 0 {
		return false
	}
	return !slices.ContainsFunc(regions(f.value, g.value), func(r [2]int) bool { return f.holds(r[0]) && g.holds(r[1]) })
}

func (a facts) implies(b facts) bool {
	return !slices.ContainsFunc(b, func(g fact) bool {
		return !slices.ContainsFunc(a, func(f fact) bool { return f.implies(g) })
	})
}

func (a facts) contradicts(b facts) bool {
	return slices.ContainsFunc(a, func(f fact) bool { return slices.ContainsFunc(b, f.contradicts) })
}

// matches is what a matcher asks for, as alternatives of conjunctions.
type matches []facts

// implies says that every alternative of a is one of b. An empty list, which nothing is known of, implies nothing.
func (a matches) implies(b matches) bool {
	return len(a) > 0 && !slices.ContainsFunc(a, func(x facts) bool {
		return !slices.ContainsFunc(b, x.implies)
	})
}

func (a matches) contradicts(b matches) bool {
	return !slices.ContainsFunc(a, func(x facts) bool {
		return slices.ContainsFunc(b, func(y facts) bool { return !x.contradicts(y) })
	})
}

// impossible says that no alternative can hold.
func (a matches) impossible() bool {
	return len(a) > 0 && !slices.ContainsFunc(a, func(x facts) bool { return !x.contradicts(x) })
}

func (a matches) and(b matches) matches {
	if len(a)*len(b) > maxAlternatives {
		return nil
	}
	var out matches
	for _, x := range a {
		for _, y := range b {
			out = append(out, slices.Concat(x, y))
		}
	}
	return out
}

// asked is what a matcher asks for; nil where that is not known: it is empty, or one of its parts is invalid.
func asked(c *catalog.Component, m *catalog.Matcher) matches {
	out := matches{nil}
	if m.ByPhase != nil {
		subject, spec := "phase", false
		if c.Phase != nil {
			if e, err := c.Phase.Expr(); err == nil && e.Normal != "" {
				subject, spec = e.Normal, ofSpec(e.Normal)
			}
		}
		out = out.and(matches{{{subject, gojq.OpEq, m.ByPhase.Value, spec}}})
	}
	for _, cond := range m.Conditions {
		if cond.Type == "" || cond.Status == "" && cond.Reason == "" {
			return nil
		}
		if cond.Status != "" {
			out = out.and(matches{{{"status of condition " + cond.Type, gojq.OpEq, cond.Status, false}}})
		}
		if cond.Reason != "" {
			out = out.and(matches{{{"reason of condition " + cond.Type, gojq.OpEq, cond.Reason, false}}})
		}
	}
	if m.Expression != nil {
		e, err := m.Expression.Expr()
		if err != nil || m.Expected == nil {
			return nil
		}
		out = out.and(expected(e, m.Expected.Value))
	}
	if len(out) == 1 && len(out[0]) == 0 {
		return nil
	}
	return out
}

// known keeps what expressions ask for: catalogs repeat them, and matchers are compared in pairs. It is bounded.
var known = struct {
	sync.Mutex
	asked map[[2]string]matches
}{asked: map[[2]string]matches{}}

const maxKnown = 10000

// expected is what an expression with a result asks for. The result is shared and must not be changed.
func expected(e *analyzer.Expr, result string) matches {
	key := [2]string{e.Source, result}
	known.Lock()
	m, ok := known.asked[key]
	known.Unlock()
	if ok {
		return m
	}
	m = takeApart(e, result)
	known.Lock()
	if len(known.asked) >= maxKnown {
		clear(known.asked)
	}
	known.asked[key] = m
	known.Unlock()
	return m
}

// takeApart reads what an expression asks for.
func takeApart(e *analyzer.Expr, result string) matches {
	q := e.Query()
	if q == nil {
		return nil
	}
	if result == "true" {
		// A path by itself is compared as text; at a path that is mapped so, that is a boolean.
		if subject, ok := pathOf(q); ok {
			return matches{{{subject, gojq.OpEq, true, ofSpec(subject)}}}
		}
		if out := alternatives(q); out != nil {
			return out
		}
	}
	return matches{{{subject: q.String() + " is " + result}}}
}

// alternatives takes a boolean expression apart; nil where that would be too many.
func alternatives(q *gojq.Query) matches {
	q = inner(q)
	switch q.Op {
	case gojq.OpAnd:
		return alternatives(q.Left).and(alternatives(q.Right))
	case gojq.OpOr:
		l, r := alternatives(q.Left), alternatives(q.Right)
		if l == nil || r == nil || len(l)+len(r) > maxAlternatives {
			return nil
		}
		return slices.Concat(l, r)
	}
	if f, ok := comparison(q); ok {
		return matches{{f}}
	}
	return matches{{{subject: q.String()}}}
}

// inner is what stands in parentheses.
func inner(q *gojq.Query) *gojq.Query {
	for q.Term != nil && q.Term.Type == gojq.TermTypeQuery && len(q.Term.SuffixList) == 0 && len(q.FuncDefs) == 0 {
		q = q.Term.Query
	}
	return q
}

var mirrored = map[gojq.Operator]gojq.Operator{gojq.OpEq: gojq.OpEq, gojq.OpNe: gojq.OpNe, gojq.OpLt: gojq.OpGt, gojq.OpLe: gojq.OpGe,
	gojq.OpGt: gojq.OpLt, gojq.OpGe: gojq.OpLe}

// comparison reads `path op constant`, `(path // constant) op constant`, and both the other way round.
func comparison(q *gojq.Query) (fact, bool) {
	other, ok := mirrored[q.Op]
	if !ok || q.Left == nil || q.Right == nil {
		return fact{}, false
	}
	op, left := q.Op, q.Left
	value, ok := constant(q.Right)
	if !ok {
		op, left = other, q.Right
		if value, ok = constant(q.Left); !ok {
			return fact{}, false
		}
	}
	left = inner(left)
	if left.Op != gojq.OpAlt {
		subject, ok := pathOf(left)
		return fact{subject, op, value, ofSpec(subject)}, ok
	}
	subject, ok := pathOf(left.Left)
	fallback, isConstant := constant(left.Right)
	if !ok || !isConstant {
		return fact{}, false
	}
	f := fact{subject, op, value, ofSpec(subject)}
	// (x // d) == c is x == c where c is neither d nor what d stands in for; so is != then.
	if equality := op == gojq.OpEq || op == gojq.OpNe; !equality || value == nil || value == false || gojq.Compare(value, fallback) == 0 {
		f.subject += " // " + inner(left.Right).String()
	}
	return f, true
}

// pathOf is the normal form of a single place.
func pathOf(q *gojq.Query) (string, bool) {
	e, err := analyzer.Analyze(inner(q).String())
	if err != nil || e.Normal == "" || len(e.Outputs.Iterations) > 0 || len(e.Hazards) > 0 {
		return "", false
	}
	return e.Normal, true
}

// constant is the one value of an expression that reads nothing.
func constant(q *gojq.Query) (any, bool) {
	e, err := analyzer.Analyze(inner(q).String())
	if err != nil || e.Class != analyzer.Formula || len(e.Reads) > 0 || len(e.Values) != 1 || e.Outputs.Min != 1 || e.Outputs.Max != 1 {
		return nil, false
	}
	return e.Values[0], true
}

func ofSpec(subject string) bool {
	return len(subject) > 5 && subject[:5] == ".spec" && (subject[5] == '.' || subject[5] == '[')
}
