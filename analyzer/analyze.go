package analyzer

import (
	"fmt"
	"slices"
	"strings"
	"sync"

	"github.com/itchyny/gojq"
)

// MaxLength is the length in bytes beyond which an expression is not analyzed.
const MaxLength = 64 << 10

// Analyze tells what is known of an expression. The error, an *Error, comes with an Expr of class Invalid.
func Analyze(source string) (*Expr, error) {
	if p, ok := parseAddress(source); ok {
		return address(source, p), nil
	}
	if len(source) > MaxLength {
		return invalid(source, nil, Problem{Kind: ErrorTooComplex, Message: fmt.Sprintf("the expression is longer than %d bytes", MaxLength), Span: Span{0, 0}})
	}
	t, bad := parse(source)
	if bad != nil {
		return invalid(source, nil, syntaxProblem(source, bad))
	}
	in := &interpreter{src: source, tree: t}
	root := result{paths: []Path{{}}, place: true, fixed: true, norm: ".", typ: Any, outs: one}
	r := in.query(t.query, root, nil)
	if len(in.problems) > 0 {
		for i := range in.problems {
			in.problems[i].Suggestion = suggestion(source, in.problems[i])
		}
		return invalid(source, t, dedupe(in.problems)...)
	}
	return in.expr(r), nil
}

func dedupe(list []Problem) []Problem {
	slices.SortStableFunc(list, func(a, b Problem) int { return a.Span.Start - b.Span.Start })
	return slices.CompactFunc(list, func(a, b Problem) bool { return a.Span == b.Span && a.Message == b.Message })
}

func invalid(source string, t *tree, problems ...Problem) (*Expr, error) {
	return &Expr{Source: source, Class: Invalid, tree: t, lazy: &lazyTree{}}, &Error{problems}
}

func syntaxProblem(source string, bad *failure) Problem {
	p := Problem{Kind: ErrorSyntax, Span: bad.at.Span, Name: bad.at.Text}
	switch {
	case bad.deep:
		p.Kind, p.Message = ErrorTooComplex, fmt.Sprintf("the expression is nested more than %d levels deep", maxNesting)
	case strings.TrimSpace(source) == "":
		p.Message = "the expression is empty"
	case bad.at.Kind == TokenEOF:
		p.Message = "the expression ends too early"
		p.Span = Span{len(source), len(source)}
	case bad.at.Text == "import" || bad.at.Text == "include" || bad.at.Text == "module":
		p.Kind, p.Message = ErrorModule, bad.at.Text+" needs a module loader, and the runtime has none"
	default:
		text := source[bad.at.Span.Start:bad.at.Span.End]
		p.Message = fmt.Sprintf("unexpected %q", text)
		if bad.at.Kind == TokenString && bad.at.Span.End == len(source) {
			p.Message = "the string is not closed"
		}
	}
	return p
}

// suggestion mends a missing leading dot and a dash in a key.
func suggestion(source string, p Problem) string {
	if p.Kind != ErrorFunction || p.Arity != 0 {
		return ""
	}
	start := p.Span.Start
	rest := source[p.Span.End:]
	if start > 0 && (source[start-1] == '-' || source[start-1] == '/') {
		// .labels.app-name: the field before the dash, the dash and the name are one key
		dot := strings.LastIndexByte(source[:start], '.')
		end := p.Span.End
		for end < len(source) && (isTail(source[end]) || source[end] == '-' || source[end] == '/') {
			end++
		}
		if dot >= 0 && !strings.ContainsAny(source[dot:start], " |()[]") {
			head := source[:dot]
			if head == "" {
				head = "."
			}
			if mended := head + "[" + quoteKey(source[dot+1:end]) + "]" + source[end:]; compiles(mended) {
				return mended
			}
		}
		return ""
	}
	if start == 0 || !isTail(source[start-1]) {
		if mended := source[:start] + "." + source[start:]; (rest == "" || strings.HasPrefix(rest, ".") || strings.HasPrefix(rest, "[")) && compiles(mended) {
			return mended
		}
	}
	return ""
}

func compiles(source string) bool {
	_, err := Analyze(source)
	return err == nil
}

// address is the analysis of an expression that is written as an address.
func address(source string, p addressText) *Expr {
	e := &Expr{lazy: &lazyTree{}, Source: source, Class: Address, Normal: p.norm, Writes: []Path{p.path}, Reads: []Path{p.path}, Type: Any, Outputs: one}
	for i, s := range p.path {
		if s.Kind == Each {
			it := p.path[: i+1 : i+1]
			e.Outputs.Iterations = append(e.Outputs.Iterations, it)
		}
	}
	if p.optional {
		e.Outputs.Min = 0
	}
	var edits []safeEdit
	for _, it := range p.bare {
		span := Span{it.at, it.at + 2}
		e.Hazards = append(e.Hazards, Hazard{Kind: HazardIterate, Text: "[]", Span: span, Paths: []Path{p.path[:it.steps:it.steps]}})
		edits = append(edits, safeEdit{span, "?"})
	}
	finishHazards(e, edits)
	return e
}

func finishHazards(e *Expr, edits []safeEdit) {
	e.NullSafe = len(e.Hazards) == 0
	if e.NullSafe {
		return
	}
	safe := nullSafe(e, edits)
	for i := range e.Hazards {
		e.Hazards[i].Safe = safe
	}
}

// expr turns the interpreter's result into what is told of the expression.
func (in *interpreter) expr(r result) *Expr {
	e := &Expr{lazy: &lazyTree{}, Source: in.src, Type: r.typ, Values: r.vals, Outputs: r.outs, Defaults: in.defaults, tree: in.tree}
	if in.gaveUp {
		all := []Path{{{Kind: Descend}}}
		e.Class, e.Writes, e.Reads, e.Type, e.Values = Formula, nil, all, Any, nil
		e.Outputs = Outputs{Max: Many}
		e.Reasons = []Reason{{Kind: ReasonTooComplex, Text: in.src, Span: Span{0, len(in.src)}}}
		return e
	}
	in.read(r)
	for _, it := range append(in.iterated, r.outs.Iterations...) {
		if !slices.ContainsFunc(in.reads, func(p Path) bool { return len(p) >= len(it) && p[:len(it)].Compare(it) == 0 }) {
			in.reads = append(in.reads, it)
		}
	}
	e.Reads = sortPaths(in.reads)
	e.Hazards = in.hazards
	switch {
	case r.place && r.fixed && len(r.paths) == 1:
		e.Class, e.Normal = Respelled, r.norm
	case r.place:
		e.Class = Filter
	default:
		e.Class = Formula
	}
	if e.Class != Formula {
		e.Writes = sortPaths(r.paths)
	}
	e.Reasons = in.kept(e.Class)
	finishHazards(e, in.edits)
	e.NullSafe = e.NullSafe && !in.risky
	return e
}

// kept are the reasons that explain a class, in source order.
func (in *interpreter) kept(c Class) []Reason {
	list := slices.DeleteFunc(in.reasons, func(r Reason) bool { return (r.Kind == ReasonRespelled) != (c == Respelled) })
	slices.SortStableFunc(list, func(a, b Reason) int { return a.Span.Start - b.Span.Start })
	list = slices.CompactFunc(list, func(a, b Reason) bool { return a.Kind == b.Kind && a.Span == b.Span })
	if len(list) == 0 {
		kind := ReasonFunction
		if c == Respelled {
			kind = ReasonRespelled
		}
		list = []Reason{{Kind: kind, Text: in.src, Span: Span{0, len(in.src)}}}
	}
	return list
}

func sortPaths(list []Path) []Path {
	out := slices.Clone(list)
	slices.SortFunc(out, Path.Compare)
	return slices.CompactFunc(out, func(a, b Path) bool { return a.Compare(b) == 0 })
}

// Query is the expression's tree, with gojq's nodes; nil for one that does not parse.
func (e *Expr) Query() *gojq.Query {
	if t := e.parsed(); t != nil {
		return t.query
	}
	return nil
}

// SpanOf is where a node of Query stands: a *gojq.Query, *gojq.Term, *gojq.Suffix, *gojq.Func (its name), *gojq.FuncDef,
// *gojq.ObjectKeyVal or *gojq.Pattern.
func (e *Expr) SpanOf(node any) (Span, bool) {
	t := e.parsed()
	if t == nil {
		return Span{}, false
	}
	s, ok := t.spans[node]
	return s, ok
}

// OperatorSpan is where the operator of a binary query stands.
func (e *Expr) OperatorSpan(q *gojq.Query) (Span, bool) {
	t := e.parsed()
	if t == nil {
		return Span{}, false
	}
	s, ok := t.ops[q]
	return s, ok
}

// lazyTree is a tree made at most once, and what is read off it.
type lazyTree struct {
	once     sync.Once
	tree     *tree
	usesOnce sync.Once
	uses     []Use
	code     lazyCode
}

func (e *Expr) parsed() *tree {
	if e.tree != nil {
		return e.tree
	}
	e.lazy.once.Do(func() {
		if t, bad := parse(e.Source); bad == nil && len(e.Source) <= MaxLength {
			e.lazy.tree = t
		}
	})
	return e.lazy.tree
}
