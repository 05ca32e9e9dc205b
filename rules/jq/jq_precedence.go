package jq

import (
	"fmt"

	"github.com/itchyny/gojq"

	"github.com/kartalint/kartalint/analyzer"
	"github.com/kartalint/kartalint/catalog"
	"github.com/kartalint/kartalint/rules"
)

var jqPrecedence = &rules.Rule{
	ID: "KL207", Name: "jq-precedence", Severity: rules.Warning,
	Title: "operators that bind otherwise than they read",
	What: "`.a // 0 > 1` (the comparison binds tighter: `.a // (0 > 1)`), `.a // .b == \"x\"`, `. | f and g` where what stands after the operator reads a field of the " +
		"whole object (`.status.jobs | length and .spec.x`), `not` before an operand.",
	Why:        "The expression compiles and means something else: a comparison becomes a default, a field is looked up in the wrong object.",
	Mend:       "Put parentheses around what belongs together.",
	SilencedBy: []string{"KL201", "KL202", "KL203", "KL707"},
	Check: func(p *rules.Pass) {
		each(p, func(f *catalog.PathField, e *analyzer.Expr) {
			if e.Class == analyzer.Address || e.Class == analyzer.Respelled {
				return
			}
			if q, why := misread(e.Query()); q != nil {
				span, _ := e.OperatorSpan(q)
				p.InField(f, span, fmt.Sprintf("%s: %s; put parentheses around what belongs together", rules.NameOf(f), why))
			}
		})
	},
}

// misread finds an operator that is likely to bind otherwise than its author thinks.
func misread(q *gojq.Query) (*gojq.Query, string) {
	if q == nil || q.Term != nil {
		return nil, ""
	}
	switch q.Op {
	case gojq.OpAlt:
		if r := q.Right; r.Term == nil && (comparison(r.Op) || r.Op == gojq.OpAnd || r.Op == gojq.OpOr) {
			return q, fmt.Sprintf("// binds weaker than %s, so the default is all of `%s`", r.Op, r)
		}
	case gojq.OpPipe:
		// In `a | b and c`, c is looked up in a too. It is meant otherwise where c starts at the top of the object.
		if r := q.Right; r.Term == nil && (r.Op == gojq.OpAnd || r.Op == gojq.OpOr) && startsAtTop(r.Right) && q.Patterns == nil && !startsAtTop(r.Left) {
			return q, fmt.Sprintf("| binds weaker than %s, so `%s` is looked up in the result of `%s`", r.Op, r.Right, q.Left)
		}
	}
	if found, why := misread(q.Left); found != nil {
		return found, why
	}
	return misread(q.Right)
}

func comparison(op gojq.Operator) bool { return op >= gojq.OpEq && op <= gojq.OpLe }

// startsAtTop says whether an expression begins at a field that only whole objects have.
func startsAtTop(q *gojq.Query) bool {
	for q.Term == nil {
		if q.Left == nil {
			return false
		}
		q = q.Left
	}
	t := q.Term
	if t.Type == gojq.TermTypeQuery {
		return startsAtTop(t.Query)
	}
	return t.Type == gojq.TermTypeIndex && (t.Index.Name == "spec" || t.Index.Name == "status" || t.Index.Name == "metadata")
}
