package selectors

import (
	"fmt"

	"github.com/itchyny/gojq"

	"github.com/kartalint/kartalint/rules"
)

var selectorPrecedence = &rules.Rule{
	ID: "KL707", Name: "selector-precedence", Severity: rules.Error, Fix: rules.SafeFix,
	Title:      "a keyPath that swallows the comparison with its value",
	What:       "A `componentTypeSelector` with `value` whose `keyPath` binds no tighter than `==`: `A // B`, `and`, `or`, a comma, a comparison. `keyPath` without `value`, `idPath` and `replicaSelector` are evaluated alone.",
	Why:        "The runtime puts `== value` behind the path without parentheses: `A // B` becomes `A // (B == value)`, and a pod with the first key never matches.",
	Mend:       "Put parentheses around the path; the fix does.",
	SilencedBy: []string{"KL201", "KL202", "KL203"},
	Check: func(p *rules.Pass) {
		for _, c := range p.Components() {
			s := c.TypeSelector
			if s == nil || s.KeyPath == nil || s.Value.Null() {
				continue
			}
			e, err := s.KeyPath.Expr()
			if err != nil || e.Query() == nil {
				continue
			}
			q := e.Query()
			if q.Term != nil || q.Op == gojq.OpPipe || q.Op == gojq.OpAdd || q.Op == gojq.OpSub || q.Op == gojq.OpMul || q.Op == gojq.OpDiv || q.Op == gojq.OpMod {
				continue
			}
			span, _ := e.OperatorSpan(q)
			mended := "(" + e.Source + ")"
			var opts []rules.Option
			if edit, err := s.KeyPath.Node.Replace(mended); err == nil {
				opts = append(opts, rules.WithFix("put parentheses around the path", true, edit))
			}
			p.InField(s.KeyPath, span, fmt.Sprintf("%s is compared as `%s == %q`, in which %s binds weaker than ==: a pod with the first key never matches; write %s", rules.NameOf(s.KeyPath), e.Source, s.Value.Value, q.Op, mended), opts...)
		}
	},
}
