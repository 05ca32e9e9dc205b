package jq

import (
	"fmt"

	"github.com/kartalint/kartalint/analyzer"
	"github.com/kartalint/kartalint/catalog"
	"github.com/kartalint/kartalint/rules"
)

var jqManyResults = &rules.Rule{
	ID: "KL210", Name: "jq-many-results", Severity: rules.Warning,
	Title:      "many results where one is read",
	What:       "A status expression, a phase or conditions path, or a selector key that can yield more than one result. Gang keys are KL705.",
	Why:        "The runtime takes the first result and drops the rest: the status depends on the order of a list.",
	Mend:       "Fold the results into one: `any(.xs[]; …)`, `all(.xs[]; …)`, `[.xs[] | …] | length`.",
	SilencedBy: []string{"KL201", "KL202", "KL203", "KL701"},
	Check: func(p *rules.Pass) {
		each(p, func(f *catalog.PathField, e *analyzer.Expr) {
			if f.Role != catalog.RoleStatus && f.Role != catalog.RoleSelector || e.Outputs.Max <= 1 && len(e.Outputs.Iterations) == 0 {
				return
			}
			advice := "fold the results into one with any(…), all(…) or length"
			if len(e.Hazards) == 1 && e.Hazards[0].Safe != "" && e.Type == analyzer.Bool {
				advice = "write " + e.Hazards[0].Safe
			}
			p.Field(f, fmt.Sprintf("%s can yield many results, and the runtime takes the first: it depends on the order of %s; %s", rules.NameOf(f), iterated(e), advice))
		})
	},
}

func iterated(e *analyzer.Expr) string {
	if len(e.Outputs.Iterations) > 0 {
		return e.Outputs.Iterations[0].String()
	}
	return "what it yields"
}
