package analyzer

import (
	"cmp"
	"slices"
	"strings"

	"github.com/itchyny/gojq"
)

// safeEdit makes one operation null-safe: text "?" goes behind the span, any other is the default of the operand there.
type safeEdit struct {
	span Span
	text string
}

// nullSafe is the expression with every hazard made safe; "" where one cannot be, or where the result does not hold.
func nullSafe(e *Expr, edits []safeEdit) string {
	if s := anyForm(e); s != "" {
		return s
	}
	for _, h := range e.Hazards {
		if h.Kind != HazardIterate && h.Kind != HazardArithmetic {
			return ""
		}
	}
	slices.SortFunc(edits, func(a, b safeEdit) int { return cmp.Or(a.span.End-b.span.End, a.span.Start-b.span.Start) })
	edits = slices.Compact(edits)
	var inserts []insert
	for _, ed := range edits {
		if ed.text == "?" {
			inserts = append(inserts, insert{ed.span.End, "?"})
			continue
		}
		if closed := e.Source[ed.span.Start:ed.span.End]; strings.HasPrefix(closed, "(") && strings.HasSuffix(closed, ")") {
			inserts = append(inserts, insert{ed.span.Start, "("}, insert{ed.span.End, " // " + ed.text + ")"})
			continue
		}
		inserts = append(inserts, insert{ed.span.Start, "("}, insert{ed.span.End, " // " + ed.text + ")"})
	}
	if len(inserts) == 0 {
		return ""
	}
	return insertAll(e.Source, inserts)
}

type insert struct {
	at   int
	text string
}

func insertAll(s string, list []insert) string {
	slices.SortStableFunc(list, func(a, b insert) int { return a.at - b.at })
	var b strings.Builder
	last := 0
	for _, in := range list {
		b.WriteString(s[last:in.at] + in.text)
		last = in.at
	}
	b.WriteString(s[last:])
	return b.String()
}

// anyForm spells `X[] | condition` as any((X // [])[]; condition), which is false where X is absent.
func anyForm(e *Expr) string {
	if e.Type != Bool || e.tree == nil || len(e.Hazards) != 1 || e.Hazards[0].Kind != HazardIterate {
		return ""
	}
	q := e.tree.query
	if q.Op != gojq.OpPipe || q.Patterns != nil || len(q.FuncDefs) > 0 {
		return ""
	}
	l := e.tree.spans[q.Left]
	r := e.tree.spans[q.Right]
	left := strings.TrimSpace(e.Source[l.Start:l.End])
	base, ok := strings.CutSuffix(left, "[]")
	if _, isAddress := parseAddress(left); !ok || !isAddress || strings.Contains(base, "[]") {
		return ""
	}
	return "any((" + base + " // [])[]; " + strings.TrimSpace(e.Source[r.Start:r.End]) + ")"
}

// PerElementDefault spells a default that is applied to a whole stream as one that is applied to each element:
// `.xs[].n // 1` as `.xs[] | (.n // 1)`. ok is false where no default collapses a stream, or where the left side is no
// address.
func (e *Expr) PerElementDefault() (rewritten string, ok bool) {
	src := e.Source
	for i := len(e.Defaults) - 1; i >= 0; i-- {
		d := e.Defaults[i]
		if len(d.Collapses) == 0 {
			continue
		}
		left := strings.TrimSpace(src[d.Whole.Start:d.Span.Start])
		if _, isAddress := parseAddress(left); !isAddress {
			return "", false
		}
		at := strings.LastIndex(left, "[]") + 2
		if strings.HasPrefix(left[at:], "?") {
			at++
		}
		head, rest := left[:at], left[at:]
		if rest == "" {
			rest = "."
		} else if rest[0] == '[' {
			rest = "." + rest
		}
		inner := head + " | (" + rest + " " + src[d.Span.Start:d.Span.End] + ")"
		if d.Whole.Start > 0 || d.Whole.End < len(src) {
			inner = "(" + inner + ")"
			if d.Whole.Start > 0 && src[d.Whole.Start-1] == '(' && d.Whole.End < len(src) && src[d.Whole.End] == ')' {
				inner = inner[1 : len(inner)-1]
			}
		}
		src = src[:d.Whole.Start] + inner + src[d.Whole.End:]
		ok = true
	}
	if !ok || !compiles(src) {
		return "", false
	}
	return src, true
}

// VariableRootRewrite spells `E as $t | $t.x[] | f` as `E | . as $t | .x[] | f`, through which a write can go. ok is
// false where the expression has another shape, where what follows could read the outer input, or where the result still
// has no place.
func (e *Expr) VariableRootRewrite() (rewritten string, ok bool) {
	t := e.parsed()
	if t == nil {
		return "", false
	}
	bind := innermostBinding(t.query)
	if bind == nil || len(bind.Patterns) != 1 || bind.Patterns[0].Name == "" {
		return "", false
	}
	name := bind.Patterns[0].Name
	root := leftmost(bind.Right)
	if root == nil || root.Type != gojq.TermTypeFunc || root.Func.Name != name || readsInput(root) {
		return "", false
	}
	source, rootSpan := t.spans[bind.Left], t.spans[root]
	after := rootSpan.Start + len(name)
	navigation := e.Source[after:]
	if len(root.SuffixList) == 0 || !strings.HasPrefix(strings.TrimLeft(navigation, " \t\n"), ".") {
		navigation = "." + navigation
	}
	between := e.Source[source.End:rootSpan.Start] // ` as $t | `
	s := e.Source[:source.End] + " | ." + between + navigation
	again, err := Analyze(s)
	if err != nil || again.Class == Formula {
		return "", false
	}
	if again.Class == Respelled {
		return again.Normal, true
	}
	return s, true
}

// innermostBinding is the last of the bindings that an expression starts with.
func innermostBinding(q *gojq.Query) *gojq.Query {
	var found *gojq.Query
	for q.Term == nil && q.Op == gojq.OpPipe && q.Patterns != nil && len(q.FuncDefs) == 0 {
		found, q = q, q.Right
	}
	return found
}

// leftmost is the first term of a chain of pipes.
func leftmost(q *gojq.Query) *gojq.Term {
	for q.Term == nil {
		if q.Op != gojq.OpPipe || q.Patterns != nil || len(q.FuncDefs) > 0 {
			return nil
		}
		q = q.Left
	}
	return q.Term
}

// readsInput says whether a term's keys are computed, and so evaluated on the outer input.
func readsInput(t *gojq.Term) bool {
	for _, s := range t.SuffixList {
		if ix := s.Index; ix != nil && (ix.Start != nil || ix.End != nil || ix.Str != nil && ix.Str.Queries != nil) {
			if ix.Start == nil || ix.IsSlice || ix.Start.Term == nil || ix.Start.Term.Type != gojq.TermTypeString && ix.Start.Term.Type != gojq.TermTypeNumber || ix.Start.Term.Str != nil && ix.Start.Term.Str.Queries != nil {
				return true
			}
		}
	}
	return false
}
