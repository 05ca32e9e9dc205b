package target

import (
	"fmt"

	"github.com/kartalint/kartalint/analyzer"
	"github.com/kartalint/kartalint/catalog"
	"github.com/kartalint/kartalint/rules"
)

var respelledAddress = &rules.Rule{
	ID: "KL305", Name: "respelled-address", Severity: rules.Warning, Fix: rules.SafeFix,
	Title: "an address that is not written as one",
	What: "An expression that jq evaluates exactly as an address, written with pipes, parentheses or quotes: `.spec.services | .[] | .labels` is " +
		"`.spec.services[].labels`. Found in every role.",
	Why:        "Tools that tell addresses by their spelling refuse the write, and a reader cannot see at a glance that the field has a fixed place.",
	Mend:       "Write the normal form; the fix does.",
	Severities: "note in scale fields and fields that are only read",
	Catalog:    "The piped paths of the two Dynamo definitions: all 20 are addresses once they are written as such.",
	SilencedBy: []string{"KL201", "KL202", "KL203"},
	Check: func(p *rules.Pass) {
		for _, f := range p.Fields {
			e, err := f.Expr()
			if err != nil || e.Class != analyzer.Respelled {
				continue
			}
			s := rules.Warning
			if f.Access != catalog.AccessWritten {
				s = rules.Note
			}
			opts := []rules.Option{rules.As(s)}
			if edit, err := f.Node.Replace(e.Normal); err == nil {
				opts = append(opts, rules.WithFix("write "+e.Normal, true, edit))
			}
			p.InField(f, e.Reasons[0].Span, fmt.Sprintf("%s is the address %s, written another way: tools that go by the spelling take it for a formula; write %s",
				rules.NameOf(f), e.Normal, e.Normal), opts...)
		}
	},
}
