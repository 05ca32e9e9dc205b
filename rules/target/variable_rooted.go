package target

import (
	"fmt"

	"github.com/kartalint/kartalint/analyzer"
	"github.com/kartalint/kartalint/catalog"
	"github.com/kartalint/kartalint/rules"
)

var variableRooted = &rules.Rule{
	ID: "KL306", Name: "variable-rooted", Severity: rules.Warning, Fix: rules.SafeFix,
	Title: "a written field whose navigation starts at a variable",
	What:  "`E as $t | $t.items[] | …` in a spec field, an action or a scale field.",
	Why: "A variable holds a copy: the expression reads well, and a write through it always fails, whatever the object. " +
		"`E | . as $t | .items[] | …` reads the same and has places.",
	Mend:       "Bind the variable to `.` and navigate from there; the fix does where the rest does not read the outer input.",
	Severities: "note in scale fields",
	SilencedBy: []string{"KL201", "KL202", "KL203"},
	Uncovers:   []string{"KL302", "KL405"}, // a formula has no place; what it becomes may be a filter
	Check: func(p *rules.Pass) {
		writable(p, func(f *catalog.PathField, e *analyzer.Expr) {
			r, ok := has(e, analyzer.ReasonVariableRoot)
			if !ok || e.Class != analyzer.Formula {
				return
			}
			message := fmt.Sprintf("%s navigates from the variable %s, which is a copy: it reads well and no write can go through it", rules.NameOf(f), r.Name)
			opts := []rules.Option{severity(f, rules.Warning)}
			if rewritten, ok := e.VariableRootRewrite(); ok {
				message += "; write " + rewritten
				if edit, err := f.Node.Replace(rewritten); err == nil {
					opts = append(opts, rules.WithFix("navigate from . and keep the variable beside it", true, edit))
				}
			} else {
				message += "; navigate from . instead"
			}
			p.InField(f, r.Span, message, opts...)
		})
	},
}
