package analyzer

import (
	"fmt"
	"math"
	"math/big"
	"slices"
	"strconv"
	"strings"

	"github.com/itchyny/gojq"
)

// Limits of the analysis. Beyond them an expression is judged as if it could reach anything.
const (
	maxSteps     = 20000 // nodes evaluated
	maxPaths     = 256   // places of one result
	maxRecursion = 24    // calls of user functions inside each other
)

// interpreter evaluates a tree on places instead of values.
type interpreter struct {
	src      string
	tree     *tree
	reads    []Path
	iterated []Path
	reasons  []Reason
	hazards  []Hazard
	edits    []safeEdit
	defaults []Default
	problems []Problem
	quiet    int // inside a condition or a key: what is there is no reason for the class
	steps    int
	calls    int
	gaveUp   bool
	visited  []Path // every place navigated to: where errors are caught, getting there can change the result
	risky    bool   // an operation can fail by the type of a value that is computed
}

// environment is a list of bindings, innermost first.
type environment struct {
	next *environment
	name string // $x, or f/1
	val  result
	def  *gojq.FuncDef // of a function
	arg  *gojq.Query   // of a closure parameter
	env  *environment  // where a function or an argument was written
}

func (e *environment) find(name string) *environment {
	for ; e != nil; e = e.next {
		if e.name == name {
			return e
		}
	}
	return nil
}

func (in *interpreter) span(node any) Span { return in.tree.spans[node] }

func (in *interpreter) reason(kind ReasonKind, span Span, name string, paths ...Path) {
	if in.quiet == 0 {
		in.reasons = append(in.reasons, Reason{Kind: kind, Text: in.src[span.Start:span.End], Span: span, Name: name, Paths: sortPaths(paths)})
	}
}

// read notes that the result depends on the value at a result's places.
func (in *interpreter) read(r result) {
	in.reads = merged(in.reads, r.paths)
	if len(in.reads) > 4*maxPaths {
		in.reads = []Path{{{Kind: Descend}}}
	}
}

// risk notes an operation that fails on a value of other types than fit. What stands at a place is taken to have the
// right type, or to be null.
func (in *interpreter) risk(r result, fit Type) {
	if r.computedTypes()&^fit != 0 {
		in.risky = true
	}
}

func (in *interpreter) hazard(kind HazardKind, span Span, r result) {
	if r.typ&Null == 0 || len(r.paths) == 0 {
		return
	}
	in.hazards = append(in.hazards, Hazard{Kind: kind, Text: in.src[span.Start:span.End], Span: span, Paths: sortPaths(r.paths)})
}

// either is a result of a or of b. A list of names or entries that is mixed with something else is a computed value.
func (in *interpreter) either(a, b result) result {
	if a.view != noView || b.view != noView {
		a, b = in.opaque(a), in.opaque(b)
	}
	return union(a, b)
}

// opaque forgets what a computed list is made of, having read it.
func (in *interpreter) opaque(r result) result {
	if r.view == noView {
		return r
	}
	in.read(r)
	r.paths, r.view, r.made = nil, noView, r.typ
	return r
}

// silently evaluates without taking down reasons.
func (in *interpreter) silently(q *gojq.Query, input result, env *environment) result {
	in.quiet++
	r := in.query(q, input, env)
	in.quiet--
	return r
}

func (in *interpreter) exhausted() bool {
	if in.steps++; in.steps > maxSteps {
		in.gaveUp = true
	}
	return in.gaveUp
}

func (in *interpreter) query(q *gojq.Query, input result, env *environment) result {
	if in.exhausted() {
		return everything()
	}
	for _, d := range q.FuncDefs {
		env = &environment{next: env, name: d.Name + "/" + strconv.Itoa(len(d.Args)), def: d}
		env.env = env
	}
	var r result
	switch {
	case q.Term != nil:
		r = in.term(q.Term, input, env)
	case q.Op == gojq.OpPipe && q.Patterns != nil:
		r = in.bind(q, input, env)
	case q.Op == gojq.OpPipe:
		r = in.pipe(q, input, env)
	case q.Op == gojq.OpComma:
		r = in.comma(q, input, env)
	case q.Op == gojq.OpAlt:
		r = in.alternative(q, input, env)
	case q.Op == gojq.OpAnd || q.Op == gojq.OpOr:
		l, rr := in.query(q.Left, input, env), in.query(q.Right, input, env)
		in.read(l)
		in.read(rr)
		in.reason(ReasonLogic, in.tree.ops[q], q.Op.String())
		r = result{typ: Bool, vals: booleans, outs: Outputs{Min: min(l.outs.Min, times(l.outs.Min, rr.outs.Min)), Max: times(l.outs.Max, max(1, rr.outs.Max)), Iterations: merged(l.outs.Iterations, rr.outs.Iterations)}}
	case isUpdate(q.Op):
		r = in.update(q, input, env)
	default:
		r = in.arithmetic(q, input, env)
	}
	if len(r.paths) > maxPaths {
		in.gaveUp = true
		return everything()
	}
	return r
}

func isUpdate(op gojq.Operator) bool { return op >= gojq.OpAssign }

func (in *interpreter) pipe(q *gojq.Query, input result, env *environment) result {
	l := in.query(q.Left, input, env)
	if l.fixed {
		in.reason(ReasonRespelled, in.tree.ops[q], "|")
	}
	r := in.query(q.Right, l.single(), env)
	r.outs = l.outs.then(r.outs)
	return r
}

func (in *interpreter) comma(q *gojq.Query, input result, env *environment) result {
	l, r := in.query(q.Left, input, env), in.query(q.Right, input, env)
	in.reason(ReasonComma, in.tree.ops[q], ",", append(l.paths[:len(l.paths):len(l.paths)], r.paths...)...)
	u := in.either(l, r)
	u.outs = l.outs.plus(r.outs)
	return u
}

func (in *interpreter) alternative(q *gojq.Query, input result, env *environment) result {
	l := in.query(q.Left, input, env)
	noted := len(in.reasons)
	r := in.query(q.Right, input, env)
	in.read(l)
	span := in.tree.ops[q]
	isConstant := len(r.paths) == 0 && len(r.vals) == 1
	if isConstant {
		in.reasons = in.reasons[:noted]
		span.End = in.span(q.Right).End
		in.defaults = append(in.defaults, Default{Left: sortPaths(l.paths), LeftType: l.typ, Value: r.vals[0], Span: span, Whole: in.span(q), Collapses: l.outs.Iterations})
		in.reason(ReasonDefaultLiteral, span, "//", l.paths...)
	} else {
		in.reason(ReasonAlternative, span, "//", append(l.paths[:len(l.paths):len(l.paths)], r.paths...)...)
	}
	kept := l
	kept.typ &^= Null
	if kept.vals != nil {
		kept.vals = slices.DeleteFunc(slices.Clone(kept.vals), func(v any) bool { return v == nil || v == false })
	}
	u := in.either(kept, r)
	u.place = l.place && (r.place || r.outs.Max == 0)
	u.fixed = false
	switch {
	case len(l.outs.Iterations) > 0 || l.outs.Max > 1 || r.outs.Max > 1:
		u.outs = Outputs{Min: min(1, r.outs.Min), Max: Many, Iterations: merged(l.outs.Iterations, r.outs.Iterations), Conditions: l.outs.Conditions}
	case r.outs.Max == 0:
		u.outs = l.outs.optional()
	default:
		u.outs = Outputs{Min: min(1, r.outs.Min), Max: 1, Iterations: r.outs.Iterations}
	}
	return u
}

func (in *interpreter) update(q *gojq.Query, input result, env *environment) result {
	l, r := in.query(q.Left, input, env), in.query(q.Right, input, env)
	if q.Op == gojq.OpModify {
		r = in.silently(q.Right, result{paths: l.paths, typ: Any, outs: one}, env)
	}
	in.read(input)
	in.read(l)
	in.read(r)
	in.reason(ReasonAssignment, in.tree.ops[q], q.Op.String())
	return result{typ: Any, outs: Outputs{Max: Many}}
}

func (in *interpreter) arithmetic(q *gojq.Query, input result, env *environment) result {
	l, r := in.query(q.Left, input, env), in.query(q.Right, input, env)
	in.read(l)
	in.read(r)
	span := in.tree.ops[q]
	outs := l.outs.then(r.outs)
	switch q.Op {
	case gojq.OpEq, gojq.OpNe, gojq.OpLt, gojq.OpLe, gojq.OpGt, gojq.OpGe:
		in.reason(ReasonComparison, span, q.Op.String())
		return result{typ: Bool, vals: booleans, outs: outs}
	}
	in.reason(ReasonArithmetic, span, q.Op.String())
	in.operands(q.Op, l, r)
	both := l.typ&r.typ == Number && l.typ|r.typ == Number
	typ := map[gojq.Operator]Type{gojq.OpAdd: Any, gojq.OpSub: Number | Array, gojq.OpMul: Number | String | Object | Null, gojq.OpDiv: Number | String | Array, gojq.OpMod: Number}[q.Op]
	if both {
		typ = Number
	} else if q.Op == gojq.OpAdd {
		typ = (l.typ | r.typ) &^ Bool
		if l.typ&Null != 0 && r.typ&Bool != 0 || r.typ&Null != 0 && l.typ&Bool != 0 {
			typ |= Bool // null + true is true
		}
		if l.typ&Null == 0 || r.typ&Null == 0 {
			typ &^= Null
		}
	}
	if q.Op != gojq.OpAdd {
		if l.typ&Null != 0 || r.typ&Null != 0 {
			h := result{typ: Null}
			for _, side := range []struct {
				q *gojq.Query
				r result
			}{{q.Left, l}, {q.Right, r}} {
				if side.r.typ&Null != 0 {
					h.paths = merged(h.paths, side.r.paths)
					in.edits = append(in.edits, safeEdit{in.span(side.q), map[bool]string{true: "1", false: "0"}[q.Op != gojq.OpSub]})
				}
			}
			in.hazard(HazardArithmetic, span, h)
		}
	}
	if (q.Op == gojq.OpDiv || q.Op == gojq.OpMod) && len(in.hazards) == 0 && len(r.paths) > 0 {
		return result{typ: typ, outs: outs}
	}
	return result{typ: typ, outs: outs, vals: folded(q.Op, l.vals, r.vals)}
}

// operands notes operands whose types may not go together.
func (in *interpreter) operands(op gojq.Operator, l, r result) {
	if op != gojq.OpAdd {
		in.risk(l, Number)
		in.risk(r, Number)
		if op != gojq.OpSub && op != gojq.OpMul && (len(r.vals) != 1 || r.vals[0] == 0) {
			in.risky = true // a division by zero
		}
		return
	}
	if len(l.paths) == 0 && len(r.paths) == 0 {
		t := (l.typ | r.typ) &^ Null
		if t&(t-1) != 0 || t == Bool {
			in.risky = true
		}
	}
	in.risk(l, Any&^Bool)
	in.risk(r, Any&^Bool)
	if hasRoot(l) != hasRoot(r) {
		in.risky = true // the whole document is an object, whatever it is added to
	}
}

// hasRoot says whether a value can be the whole document, which is never absent.
func hasRoot(r result) bool {
	return slices.ContainsFunc(r.paths, func(p Path) bool { return len(p) == 0 })
}

// folded is the value of arithmetic on two integer constants.
func folded(op gojq.Operator, l, r []any) []any {
	if len(l) != 1 || len(r) != 1 {
		return nil
	}
	a, okA := l[0].(int)
	b, okB := r[0].(int)
	if !okA || !okB || max(a, -a) > 1<<30 || max(b, -b) > 1<<30 {
		return nil
	}
	switch op {
	case gojq.OpAdd:
		return []any{a + b}
	case gojq.OpSub:
		return []any{a - b}
	case gojq.OpMul:
		return []any{a * b}
	}
	return nil
}

// bind evaluates `E as $x | body`.
func (in *interpreter) bind(q *gojq.Query, input result, env *environment) result {
	src := in.silently(q.Left, input, env)
	for _, pat := range q.Patterns {
		env = in.patterns(pat, src.single().copied(), input, env, len(q.Patterns) > 1)
	}
	r := in.query(q.Right, input, env)
	r.outs = src.outs.then(r.outs)
	// A binding of one place to one name leaves the places of the body as they are.
	r.fixed = r.fixed && src.fixed && src.outs.Min == 1 && src.outs.Max == 1 && len(src.outs.Iterations) == 0 && len(q.Patterns) == 1 && q.Patterns[0].Name != ""
	if r.place {
		in.reason(ReasonRespelled, in.tree.ops[q], "as")
	}
	in.iterated = append(in.iterated, src.outs.Iterations...)
	if len(q.Patterns) > 1 {
		in.read(src)
		r.outs = r.outs.optional()
		r.outs.Max = Many
	}
	return r
}

// patterns binds the variables of one pattern.
func (in *interpreter) patterns(pat *gojq.Pattern, v, input result, env *environment, uncertain bool) *environment {
	switch {
	case pat.Name != "":
		v.from = ""
		if uncertain {
			v.typ, v.vals = Any, nil
			v.paths = append(v.paths[:len(v.paths):len(v.paths)], v.paths...)
			for i, p := range v.paths {
				v.paths[i] = append(p[:len(p):len(p)], Step{Kind: Descend})
			}
		}
		return &environment{next: env, name: pat.Name, val: v}
	case pat.Array != nil:
		for i, p := range pat.Array {
			m := in.member(v, Step{Kind: Index, Index: i})
			in.iterated = append(in.iterated, m.paths...) // it fails on anything but an array, used or not
			env = in.patterns(p, m, input, env, uncertain)
		}
	default:
		for _, o := range pat.Object {
			step := Step{Kind: AnyKey}
			switch {
			case strings.HasPrefix(o.Key, "$"):
				step = Step{Kind: Key, Name: o.Key[1:]}
				env = &environment{next: env, name: o.Key, val: in.member(v, step)}
			case o.Key != "":
				step = Step{Kind: Key, Name: o.Key}
			case o.KeyString != nil && o.KeyString.Queries == nil:
				step = Step{Kind: Key, Name: o.KeyString.Str}
			case o.KeyString != nil:
				in.read(in.string(o.KeyString, input, env))
			case o.KeyQuery != nil:
				k := in.silently(o.KeyQuery, input, env)
				in.read(k)
				if len(k.vals) == 1 {
					if s, ok := k.vals[0].(string); ok {
						step = Step{Kind: Key, Name: s}
					}
				}
			}
			if o.Val != nil {
				env = in.patterns(o.Val, in.member(v, step), input, env, uncertain)
			}
		}
	}
	return env
}

// member is the value below a value.
func (in *interpreter) member(v result, s Step) result {
	if v.view == entry && s.Kind == Key {
		switch s.Name {
		case "key":
			return result{paths: v.paths, view: entryName, typ: String | Number, outs: one}
		case "value":
			return result{paths: v.paths, typ: Any, outs: one}
		}
	}
	switch s.Kind {
	case Key:
		in.risk(v, Object|Null)
	case Index, Slice:
		in.risk(v, Array|Null)
	default:
		in.risk(v, Null)
	}
	if v.view != noView || len(v.paths) == 0 {
		in.risky = in.risky || v.view != noView
		in.read(v)
		return result{typ: Any, outs: one, from: v.from}
	}
	n := v.step(s)
	in.visited = append(in.visited, n.paths...)
	return n
}

func (in *interpreter) term(t *gojq.Term, input result, env *environment) result {
	if in.exhausted() {
		return everything()
	}
	visited, riskyTerm := len(in.visited), in.risky
	r := in.primary(t, input, env)
	if t.Type == gojq.TermTypeFunc && strings.HasPrefix(t.Func.Name, "$") {
		in.reason(ReasonVariableRoot, in.span(t), t.Func.Name, r.paths...)
	}
	start := in.span(t).Start
	last, riskyLast := visited, riskyTerm
	for i, s := range t.SuffixList {
		end := in.span(s).End
		if !s.Optional {
			last, riskyLast = len(in.visited), in.risky
		}
		switch {
		case s.Optional && i > 0 && !t.SuffixList[i-1].Optional:
			// gojq catches the errors of the suffix before it alone.
			r = in.optional(r, in.span(t.SuffixList[i-1]).Start, end, last)
			if r.fixed {
				r.norm += "?"
			}
			in.risky = riskyLast
		case s.Optional:
			r = in.optional(r, start, end, visited)
			if r.fixed {
				r.norm = guarded(input.norm, r.norm)
			}
			in.risky = riskyTerm
		case s.Iter:
			if i+1 >= len(t.SuffixList) || !t.SuffixList[i+1].Optional {
				in.hazard(HazardIterate, in.span(s), r)
				in.edits = append(in.edits, safeEdit{in.span(s), "?"})
			}
			outs := r.outs
			r = in.each(r.single())
			r.outs = outs.then(r.outs)
		default:
			outs := r.outs
			keyInput := input
			if i+1 < len(t.SuffixList) && t.SuffixList[i+1].Optional {
				keyInput = r.single() // gojq evaluates the key of .a[key]? on .a
			}
			r = in.index(s.Index, r.single(), keyInput, env, in.span(s))
			r.outs = outs.then(r.outs)
		}
	}
	return r
}

// optional is `?`: errors of what stands between start and end leave no result. Whether there is one depends on every
// place navigated to on the way.
func (in *interpreter) optional(r result, start, end, visited int) result {
	in.hazards = slices.DeleteFunc(in.hazards, func(h Hazard) bool { return start <= h.Span.Start && h.Span.End <= end })
	in.edits = slices.DeleteFunc(in.edits, func(e safeEdit) bool { return start <= e.span.Start && e.span.End <= end })
	r.outs = r.outs.optional()
	in.iterated = append(append(in.iterated, in.visited[visited:]...), r.paths...)
	return r
}

// guarded puts a question mark behind every step that a normal form has beyond its prefix.
func guarded(prefix, norm string) string {
	tail, ok := strings.CutPrefix(norm, prefix)
	if !ok || prefix == "." {
		prefix, tail = "", norm
	}
	out := prefix
	for i := 0; i < len(tail); {
		j := i + 1
		if tail[i] == '[' {
			j, _, _ = bracket(tail, i)
		} else {
			for j < len(tail) && isTail(tail[j]) {
				j++
			}
		}
		step := tail[i:j]
		if j < len(tail) && tail[j] == '?' {
			j++
		}
		out += step
		if step != "." {
			out += "?"
		}
		i = j
	}
	return out
}

// each iterates a value.
func (in *interpreter) each(r result) result {
	switch r.view {
	case entries:
		n := result{view: entry, paths: stepAll(r.paths, Step{Kind: Each}), typ: Object, outs: one}
		n.outs.Iterations = n.paths
		return n
	case keyNames:
		n := result{view: entryName, paths: stepAll(r.paths, Step{Kind: Each}), typ: String | Number, outs: one}
		n.outs.Iterations = n.paths
		return n
	}
	in.risk(r, Array|Object)
	if len(r.paths) == 0 || r.view != noView {
		in.risky = in.risky || r.view != noView
		in.read(r)
		return result{typ: Any, outs: Outputs{Max: Many}, from: r.from}
	}
	n := r.step(Step{Kind: Each})
	in.visited = append(in.visited, n.paths...)
	n.outs.Iterations = n.paths
	if len(n.paths) > 1 {
		n.outs = Outputs{Max: Many, Iterations: n.paths}
	}
	return n
}

func stepAll(paths []Path, s Step) []Path {
	list := make([]Path, len(paths))
	for i, p := range paths {
		list[i] = append(p[:len(p):len(p)], s)
	}
	return list
}

// index is .name, ["name"], [i], [expr] and slices. Keys are evaluated on the term's own input.
func (in *interpreter) index(ix *gojq.Index, r, input result, env *environment, span Span) result {
	switch {
	case ix.Str != nil && ix.Str.Queries != nil:
		k := in.string(ix.Str, input, env)
		in.read(k)
		in.reason(ReasonComputedKey, span, "", r.paths...)
		return in.member(r, Step{Kind: AnyKey})
	case ix.Str != nil:
		return in.member(r, Step{Kind: Key, Name: ix.Str.Str})
	case ix.IsSlice:
		outs := one
		for _, q := range []*gojq.Query{ix.Start, ix.End} {
			if q != nil {
				b := in.silently(q, input, env)
				in.read(b)
				in.risk(b, Number|Null)
				outs = outs.then(b.outs)
			}
		}
		in.reason(ReasonSlice, span, "", r.paths...)
		n := in.member(r, Step{Kind: Slice})
		n.outs, n.typ = outs, Null|String|Array
		return n
	case ix.Start == nil:
		return in.member(r, Step{Kind: Key, Name: ix.Name})
	}
	k := in.silently(ix.Start, input, env)
	if len(k.vals) == 1 && k.outs.Min == 1 && k.outs.Max == 1 {
		switch v := k.vals[0].(type) {
		case string:
			return in.member(r, Step{Kind: Key, Name: v})
		case int:
			return in.member(r, Step{Kind: Index, Index: v})
		}
	}
	in.read(k)
	in.read(r)
	in.hazard(HazardKey, span, k)
	in.risk(k, None)
	in.reason(ReasonComputedKey, span, "", r.paths...)
	n := in.member(r, Step{Kind: AnyKey})
	n.outs = k.outs
	return n
}

func (in *interpreter) primary(t *gojq.Term, input result, env *environment) result {
	span := in.span(t)
	if len(t.SuffixList) > 0 {
		span.End = min(span.End, max(in.span(t.SuffixList[0]).Start, span.Start+1))
	}
	switch t.Type {
	case gojq.TermTypeIdentity:
		return input.single()
	case gojq.TermTypeRecurse:
		in.reason(ReasonDescend, Span{span.Start, span.Start + 2}, "..", input.paths...)
		return in.descend(input)
	case gojq.TermTypeNull:
		in.reason(ReasonConstant, span, "")
		return constant(Null, nil)
	case gojq.TermTypeTrue, gojq.TermTypeFalse:
		in.reason(ReasonConstant, span, "")
		return constant(Bool, t.Type == gojq.TermTypeTrue)
	case gojq.TermTypeNumber:
		in.reason(ReasonConstant, span, "")
		return constant(Number, number(t.Number))
	case gojq.TermTypeIndex:
		return in.index(t.Index, input.single(), input, env, span)
	case gojq.TermTypeFunc:
		return in.call(t, input, env)
	case gojq.TermTypeObject:
		in.reason(ReasonConstruct, Span{span.Start, span.Start + 1}, "{")
		if len(t.Object.KeyVals) == 0 {
			return constant(Object, map[string]any{})
		}
		return in.object(t.Object, input, env)
	case gojq.TermTypeArray:
		in.reason(ReasonConstruct, Span{span.Start, span.Start + 1}, "[")
		if t.Array.Query == nil {
			return constant(Array, []any{})
		}
		inner := in.silently(t.Array.Query, input, env)
		in.read(inner)
		in.iterated = append(in.iterated, inner.outs.Iterations...)
		return computed(Array)
	case gojq.TermTypeUnary:
		v := in.silently(&gojq.Query{Term: t.Unary.Term}, input, env)
		in.read(v)
		in.hazard(HazardArithmetic, Span{span.Start, span.Start + 1}, v)
		in.risk(v, Number)
		in.reason(ReasonArithmetic, Span{span.Start, span.Start + 1}, t.Unary.Op.String())
		r := result{typ: Number, outs: v.outs}
		if len(v.vals) == 1 {
			if n, ok := v.vals[0].(int); ok {
				r.vals = []any{map[bool]int{true: -n, false: n}[t.Unary.Op == gojq.OpSub]}
			}
		}
		return r
	case gojq.TermTypeFormat:
		in.reason(ReasonFunction, span, t.Format)
		if t.Str == nil {
			in.read(input)
			switch t.Format {
			case "@text", "@json":
			default:
				in.hazard(HazardFunction, span, input)
				in.risk(input, None)
			}
			return computed(String)
		}
		r := in.string(t.Str, input, env)
		return result{typ: String, outs: r.outs}
	case gojq.TermTypeString:
		if t.Str.Queries == nil {
			in.reason(ReasonConstant, span, "")
			return constant(String, t.Str.Str)
		}
		in.reason(ReasonConstruct, span, "\"")
		return in.string(t.Str, input, env)
	case gojq.TermTypeIf:
		return in.conditional(t.If, input, env, span)
	case gojq.TermTypeTry:
		return in.try(t, input, env)
	case gojq.TermTypeReduce:
		return in.reduce(t.Reduce.Query, t.Reduce.Patterns, []*gojq.Query{t.Reduce.Start, t.Reduce.Update}, input, env, span, true)
	case gojq.TermTypeForeach:
		parts := []*gojq.Query{t.Foreach.Start, t.Foreach.Update}
		if t.Foreach.Extract != nil {
			parts = append(parts, t.Foreach.Extract)
		}
		return in.reduce(t.Foreach.Query, t.Foreach.Patterns, parts, input, env, span, false)
	case gojq.TermTypeLabel:
		env = &environment{next: env, name: "*label " + t.Label.Ident}
		r := in.query(t.Label.Body, input, env)
		r.fixed = false
		r.outs = r.outs.optional()
		return r
	case gojq.TermTypeBreak:
		if env.find("*label "+t.Break) == nil {
			in.problem(ErrorVariable, span, t.Break, 0, fmt.Sprintf("label %s is not defined", t.Break))
		}
		return result{place: true, outs: Outputs{}}
	case gojq.TermTypeQuery:
		r := in.query(t.Query, input, env)
		if r.fixed {
			in.reason(ReasonRespelled, Span{span.Start, span.Start + 1}, "(")
		}
		return r
	}
	return everything()
}

func number(s string) any {
	if n, err := strconv.Atoi(s); err == nil {
		return n
	}
	f, err := strconv.ParseFloat(s, 64)
	if b, ok := new(big.Int).SetString(s, 10); ok {
		return b
	}
	if err == nil && f == math.Trunc(f) && math.Abs(f) < 1<<52 {
		return int(f)
	}
	return f
}

func (in *interpreter) descend(input result) result {
	if len(input.paths) == 0 {
		in.read(input)
		return result{typ: Any, outs: Outputs{Min: 1, Max: Many}}
	}
	n := input.step(Step{Kind: Descend})
	n.outs = Outputs{Min: 1, Max: Many}
	in.read(n)
	return n
}

func (in *interpreter) object(o *gojq.Object, input result, env *environment) result {
	outs := one
	eval := func(q *gojq.Query) {
		v := in.silently(q, input, env)
		in.read(v)
		in.iterated = append(in.iterated, v.outs.Iterations...)
		outs = outs.then(v.outs)
	}
	for _, kv := range o.KeyVals {
		switch {
		case kv.KeyQuery != nil:
			eval(kv.KeyQuery)
		case kv.KeyString != nil:
			k := in.string(kv.KeyString, input, env)
			in.read(k)
			outs = outs.then(k.outs)
			if kv.Val == nil {
				in.read(in.member(input.single(), stepOf(k)))
			}
		case kv.Val == nil && strings.HasPrefix(kv.Key, "$"):
			in.read(in.variable(kv.Key, in.span(kv), env))
		case kv.Val == nil:
			in.read(in.member(input.single(), Step{Kind: Key, Name: kv.Key}))
		}
		if kv.Val != nil {
			eval(kv.Val)
		}
	}
	return result{typ: Object, outs: outs}
}

// stepOf is the step to a member of that name.
func stepOf(k result) Step {
	if len(k.vals) == 1 {
		if s, ok := k.vals[0].(string); ok {
			return Step{Kind: Key, Name: s}
		}
	}
	return Step{Kind: AnyKey}
}

func (in *interpreter) string(s *gojq.String, input result, env *environment) result {
	if s.Queries == nil {
		return constant(String, s.Str)
	}
	outs := one
	for _, q := range s.Queries {
		v := in.silently(q, input, env)
		in.read(v)
		in.iterated = append(in.iterated, v.outs.Iterations...)
		outs = outs.then(v.outs)
	}
	return result{typ: String, outs: outs}
}

func (in *interpreter) conditional(c *gojq.If, input result, env *environment, span Span) result {
	word := Span{span.Start, span.Start + 2}
	cond := in.silently(c.Cond, input, env)
	in.read(cond)
	in.reason(ReasonCondition, word, "if")
	r := in.query(c.Then, input, env)
	outs := cond.outs
	for _, e := range c.Elif {
		v := in.silently(e.Cond, input, env)
		in.read(v)
		outs = outs.then(Outputs{Min: min(1, v.outs.Min), Max: max(1, v.outs.Max), Iterations: v.outs.Iterations})
		r = in.either(r, in.query(e.Then, input, env))
	}
	if c.Else != nil {
		r = in.either(r, in.query(c.Else, input, env))
	} else {
		r = in.either(r, input.single())
	}
	r.fixed, r.norm = false, ""
	r.outs = outs.then(r.outs)
	return r
}

func (in *interpreter) try(t *gojq.Term, input result, env *environment) result {
	span := in.span(t)
	risky, visited := in.risky, len(in.visited)
	r := in.query(t.Try.Body, input, env)
	r = in.optional(r, span.Start, in.span(t.Try.Body).End, visited)
	in.risky = risky
	r.fixed = false
	if t.Try.Catch != nil {
		in.risky = true // what is caught is seldom what the body expects
		for _, p := range in.visited[visited:] {
			in.read(result{paths: []Path{p[:len(p)-1]}}) // an error's message shows the value that could not be entered
		}
		c := in.query(t.Try.Catch, computed(Any), env)
		r = in.either(r, c)
		r.outs = Outputs{Max: Many, Iterations: r.outs.Iterations}
	}
	in.reason(ReasonCondition, Span{span.Start, span.Start + 3}, "try")
	return r
}

// reduce covers reduce and foreach: the state stands at the start's place or below it.
func (in *interpreter) reduce(source *gojq.Query, pats []*gojq.Pattern, parts []*gojq.Query, input result, env *environment, span Span, once bool) result {
	src := in.silently(source, input, env)
	in.read(src)
	in.risky = true
	in.iterated = append(in.iterated, src.outs.Iterations...)
	start := in.silently(parts[0], input, env)
	in.read(start)
	inner := env
	for _, p := range pats {
		inner = in.patterns(p, src.single().copied(), input, inner, len(pats) > 1)
	}
	state := result{paths: stepAll(start.paths, Step{Kind: Descend}), place: start.place, typ: Any, outs: one}
	last := state
	for _, p := range parts[1:] {
		last = in.silently(p, last.single(), inner)
		in.read(last)
		if last.place && !start.place {
			last.place = false
		}
	}
	word := Span{span.Start, span.Start + len("reduce")}
	if !once {
		word.End++
	}
	in.reason(ReasonReduce, word, "")
	r := result{place: start.place && last.place, typ: Any, outs: Outputs{Max: Many}}
	r.paths = merged(merged(state.paths, start.paths), last.paths)
	if once {
		r.outs = Outputs{Max: max(1, start.outs.Max)}
		if len(start.outs.Iterations) > 0 {
			r.outs.Max = Many
		}
	}
	if !r.place {
		in.read(r)
	}
	return r
}
