package jq

import (
	"fmt"

	"github.com/kartalint/kartalint/analyzer"
	"github.com/kartalint/kartalint/catalog"
	"github.com/kartalint/kartalint/rules"
)

var dashInKey = &rules.Rule{
	ID: "KL212", Name: "dash-in-key", Severity: rules.Warning, Fix: rules.UnsafeFix,
	Title:      "a dash or slash straight after a field name that jq takes for an operator",
	What:       "`.status.pods-length` is `.status.pods` minus the builtin `length`; `.a/first` is a division. Where no builtin of the name exists it does not compile (KL202).",
	Why:        "It compiles and computes: the field that was meant is never read.",
	Mend:       "Quote the key: `.status[\"pods-length\"]`; where the operator is meant, put blanks around it.",
	SilencedBy: []string{"KL201", "KL202"},
	Check: func(p *rules.Pass) {
		each(p, func(f *catalog.PathField, e *analyzer.Expr) {
			if e.Class != analyzer.Formula {
				return
			}
			tokens := analyzer.Tokens(e.Source)
			for i := 0; i+2 < len(tokens); i++ {
				field, op, word := tokens[i], tokens[i+1], tokens[i+2]
				if field.Kind != analyzer.TokenField || op.Text != "-" && op.Text != "/" || word.Kind != analyzer.TokenIdent ||
					field.Span.End != op.Span.Start || op.Span.End != word.Span.Start {
					continue
				}
				key := field.Text[1:] + op.Text + word.Text
				mended := fmt.Sprintf("%s[%q]%s", e.Source[:field.Span.Start], key, e.Source[word.Span.End:])
				if field.Span.Start == 0 {
					mended = "." + mended
				}
				opts := []rules.Option{rules.WithKey(key + f.Expression)}
				if edit, err := f.Node.Replace(mended); err == nil {
					opts = append(opts, rules.WithFix("write "+mended, false, edit))
				}
				p.InField(f, op.Span, fmt.Sprintf("%s computes %s %s %s where the field %q is likely meant: quote the key, %s, or put blanks around the operator", rules.NameOf(f),
					field.Text, op.Text, word.Text, key, mended), opts...)
			}
		})
	},
}
