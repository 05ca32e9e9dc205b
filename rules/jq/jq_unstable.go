package jq

import (
	"fmt"

	"github.com/kartalint/kartalint/analyzer"
	"github.com/kartalint/kartalint/catalog"
	"github.com/kartalint/kartalint/rules"
)

var jqUnstable = &rules.Rule{
	ID: "KL204", Name: "jq-unstable", Severity: rules.Warning,
	Title:      "a result that is not a function of the object, or a loop without a known end",
	What:       "`now`, `env`, `$ENV`, `input`, `inputs`, `debug`, `halt` and their like; `while`, `until`, and a function that calls itself.",
	Why:        "The same object gives another result at another time or on another machine; a loop can run into the runtime's limit of 10 seconds or 1000 results.",
	Mend:       "Read what the object says; let the controller add the time and its environment.",
	SilencedBy: []string{"KL203"},
	Check: func(p *rules.Pass) {
		each(p, func(f *catalog.PathField, e *analyzer.Expr) {
			if e.Class == analyzer.Address {
				return
			}
			uses := e.Uses()
			for _, u := range uses {
				if what := unstable(u); what != "" {
					p.InField(f, u.Span, fmt.Sprintf("%s uses %s: %s; read what the object says instead", rules.NameOf(f), u.Name, what), rules.WithKey(u.Name+" "+f.Expression))
				}
			}
			if name, span := recursive(e); name != "" {
				p.InField(f, span, fmt.Sprintf("%s defines %s, which calls itself: it can run into the runtime's limits; write it without recursion", rules.NameOf(f), name), rules.WithKey(name+" "+f.Expression))
			}
		})
	},
}

var changing = map[string]string{
	"now": "the time changes the result", "localtime": "the machine's time zone changes the result", "strflocaltime": "the machine's time zone changes the result",
	"env": "the environment of the controller changes the result", "input": "it reads another input", "inputs": "it reads other inputs",
	"debug": "it writes to the controller's output", "stderr": "it writes to the controller's output", "input_line_number": "it has no meaning for an object",
	"halt": "it ends the evaluation", "halt_error": "it ends the evaluation", "while": "its end depends on the data", "until": "its end depends on the data",
}

func unstable(u analyzer.Use) string {
	switch {
	case u.Kind == analyzer.UseVariable && u.Name == "$ENV":
		return "the environment of the controller changes the result"
	case u.Kind == analyzer.UseVariable && u.Name == "$__loc__":
		return "it has no meaning for an object"
	case u.Kind == analyzer.UseFunction && u.Builtin:
		return changing[u.Name]
	}
	return ""
}

// recursive finds a function of the expression that is called inside its own body.
func recursive(e *analyzer.Expr) (string, analyzer.Span) {
	uses := e.Uses()
	for _, def := range uses {
		if def.Kind != analyzer.UseKeyword || def.Name != "def" {
			continue
		}
		tokens := analyzer.Tokens(e.Source[def.Span.Start:def.Span.End])
		if len(tokens) < 2 {
			continue
		}
		name := tokens[1].Text
		for _, u := range uses {
			if u.Kind == analyzer.UseFunction && u.Name == name && u.Span.Start > def.Span.Start && u.Span.End < def.Span.End {
				return name, u.Span
			}
		}
	}
	return "", analyzer.Span{}
}
