package target

import (
	"fmt"

	"github.com/kartalint/kartalint/analyzer"
	"github.com/kartalint/kartalint/catalog"
	"github.com/kartalint/kartalint/rules"
)

var alternativeTarget = &rules.Rule{
	ID: "KL303", Name: "alternative-target", Severity: rules.Error,
	Title: "a written field with two places, of which the one that is set is written",
	What:  "`.a // .b` in a spec field, an action or a scale field, where both sides are places. A constant on the right is KL301.",
	Why: "The write succeeds and lands on whichever side is set: on the shared default for one object and on the override for another, " +
		"so that a change of one part moves all of them, or skips some, without an error.",
	Mend:       "Write the one address that should hold the value; read the fallback where the value is used.",
	Severities: "warning in scale fields",
	SilencedBy: []string{"KL201", "KL202", "KL203"},
	Check: func(p *rules.Pass) {
		writable(p, func(f *catalog.PathField, e *analyzer.Expr) {
			r, ok := has(e, analyzer.ReasonAlternative)
			if !ok || e.Class != analyzer.Filter {
				return
			}
			p.InField(f, r.Span, fmt.Sprintf("%s writes whichever of %s is set on the object, and says nothing: write the one that should hold the value, and read the other where the value is used",
				rules.NameOf(f), join(r.Paths)), severity(f, rules.Error))
		})
	},
}
