package jq

import (
	"fmt"
	"strings"

	"github.com/kartalint/kartalint/analyzer"
	"github.com/kartalint/kartalint/catalog"
	"github.com/kartalint/kartalint/rules"
)

var jqFalseDefault = &rules.Rule{
	ID: "KL206", Name: "jq-false-default", Severity: rules.Warning, Fix: rules.UnsafeFix,
	Title:      "`//` that takes false for absent",
	What:       "`.flag // true`: the left side can be `false`, and `//` replaces `false` as it replaces what is absent.",
	Why:        "The result is never false: a feature that was turned off counts as on.",
	Mend:       "Write `.flag != false` for a condition, or `if .flag == null then true else .flag end`; the fix does the latter.",
	SilencedBy: []string{"KL201", "KL202", "KL203"},
	Check: func(p *rules.Pass) {
		each(p, func(f *catalog.PathField, e *analyzer.Expr) {
			for _, d := range e.Defaults {
				if d.Value != true || d.LeftType&analyzer.Bool == 0 || len(d.Left) == 0 {
					continue
				}
				left := strings.TrimSpace(e.Source[d.Whole.Start:d.Span.Start])
				kept := fmt.Sprintf("if %s == null then true else %s end", left, left)
				opts := []rules.Option{rules.WithKey(e.Source[d.Whole.Start:d.Whole.End])}
				if _, err := analyzer.ParsePath(left); err == nil && len(d.Collapses) == 0 {
					mended := e.Source[:d.Whole.Start] + kept + e.Source[d.Whole.End:]
					if edit, err := f.Node.Replace(mended); err == nil {
						opts = append(opts, rules.WithFix("keep false: "+kept, false, edit))
					}
				}
				p.InField(f, d.Span, fmt.Sprintf("%s takes false for absent: %s is never false, so what was turned off counts as on; write %s", rules.NameOf(f),
					strings.TrimSpace(e.Source[d.Whole.Start:d.Whole.End]), kept), opts...)
			}
		})
	},
}
