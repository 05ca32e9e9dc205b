package target

import (
	"fmt"

	"github.com/kartalint/kartalint/analyzer"
	"github.com/kartalint/kartalint/catalog"
	"github.com/kartalint/kartalint/rules"
)

var positionalTarget = &rules.Rule{
	ID: "KL307", Name: "positional-target", Severity: rules.Warning,
	Title: "a numeric index in a written field",
	What:  "`.containers[0]` or `.containers[-1]` in a write target of a spec field, an action or a scale field.",
	Why: "The order of a list is not identity: an injected sidecar moves the element, and the write lands on another. A write past the " +
		"end pads the list with nulls.",
	Mend:       "Name the element by what tells it apart, or map the whole list (`containersPath`).",
	Severities: "note in scale fields",
	SilencedBy: []string{"KL201", "KL202", "KL203"},
	Check: func(p *rules.Pass) {
		writable(p, func(f *catalog.PathField, e *analyzer.Expr) {
			for _, w := range e.Writes {
				for _, s := range w {
					if s.Kind == analyzer.Index {
						p.InField(f, indexSpan(e), fmt.Sprintf("%s writes element %d of a list (%s): order is no identity, an added element moves it, and a write past the end pads with null; "+
							"name the element by its name or map the whole list", rules.NameOf(f), s.Index, w), severity(f, rules.Warning))
						return
					}
				}
			}
		})
	},
}

// indexSpan is the first bracket with a number in it.
func indexSpan(e *analyzer.Expr) analyzer.Span {
	tokens := analyzer.Tokens(e.Source)
	for i := 0; i+2 < len(tokens); i++ {
		j := i + 1
		if tokens[j].Text == "-" {
			j++
		}
		if tokens[i].Text == "[" && j+1 < len(tokens) && tokens[j].Kind == analyzer.TokenNumber && tokens[j+1].Text == "]" {
			return analyzer.Span{Start: tokens[i].Span.Start, End: tokens[j+1].Span.End}
		}
	}
	return analyzer.Span{End: len(e.Source)}
}
