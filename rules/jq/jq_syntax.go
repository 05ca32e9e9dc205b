package jq

import (
	"errors"

	"github.com/kartalint/kartalint/analyzer"
	"github.com/kartalint/kartalint/rules"
)

var jqSyntax = &rules.Rule{
	ID: "KL201", Name: "jq-syntax", Severity: rules.Error,
	Title: "an expression that does not parse",
	What:  "A path field whose expression is no jq: the caret is on the token that does not fit. An empty expression and one that is too long or too deeply nested are found too.",
	Why:   "The runtime refuses the whole definition.",
	Mend:  "Correct the expression at the caret.",
	Check: func(p *rules.Pass) {
		invalid(p, func(k analyzer.ErrorKind) bool { return k == analyzer.ErrorSyntax || k == analyzer.ErrorTooComplex })
	},
}

// invalid reports the problems of some kinds, with a fix where the mended expression is known.
func invalid(p *rules.Pass, kinds func(analyzer.ErrorKind) bool) {
	for _, f := range p.Fields {
		_, err := f.Expr()
		var failed *analyzer.Error
		if !errors.As(err, &failed) {
			continue
		}
		for _, problem := range failed.Problems {
			if !kinds(problem.Kind) {
				continue
			}
			message := rules.NameOf(f) + " is no valid jq: " + problem.Message
			opts := []rules.Option{rules.WithKey(problem.Name + " " + f.Expression)}
			if problem.Suggestion != "" {
				message += "; write " + problem.Suggestion
				if edit, err := f.Node.Replace(problem.Suggestion); err == nil && len(failed.Problems) == 1 {
					opts = append(opts, rules.WithFix("write "+problem.Suggestion, true, edit))
				}
			}
			p.InField(f, problem.Span, message, opts...)
		}
	}
}
