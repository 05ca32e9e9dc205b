package target

import (
	"fmt"
	"slices"

	"github.com/kartalint/kartalint/analyzer"
	"github.com/kartalint/kartalint/catalog"
	"github.com/kartalint/kartalint/rules"
)

var filterTarget = &rules.Rule{
	ID: "KL302", Name: "filter-target", Severity: rules.Warning,
	Title: "a written field whose place depends on the data",
	What: "A spec field, an action or a scale field whose expression is a filter: `select(…)`, `first(…)`, `if`, `..`, a slice, a computed key. " +
		"The message says what the place depends on and what it can hit. `.a // .b` is KL303.",
	Why: "A filter that matches nothing writes nothing and reports success; one that matches twice writes the same value over two places, and " +
		"the second loses what it held.",
	Mend: "Name the place by an address. Where the API gives it none (a role by its name in a list), keep the filter, say so in a comment, and " +
		"have writers resolve it on the object first (`kartalint patch --allow-filters`).",
	Severities: "note in scale fields",
	Catalog: "KServe's predictor picks every member with a storageUri, which can be two (the model and a logger); Dynamo v1beta1 picks the container " +
		"named main: an object without it is written nowhere.",
	SilencedBy: []string{"KL201", "KL202", "KL203", "KL303"},
	Check: func(p *rules.Pass) {
		writable(p, func(f *catalog.PathField, e *analyzer.Expr) {
			if _, alternative := has(e, analyzer.ReasonAlternative); e.Class != analyzer.Filter || alternative || len(e.Writes) == 0 && len(e.Reasons) == 0 {
				return
			}
			r := e.Reasons[0]
			depends := "on the data"
			if reads := conditionReads(e); len(reads) > 0 {
				depends = "on " + join(reads)
			}
			p.InField(f, r.Span, fmt.Sprintf("%s is a filter: which of %s it writes depends %s; with no match the write is lost without an error, with two it hits both: "+
				"name the place by an address", rules.NameOf(f), targets(e), depends), severity(f, rules.Warning))
		})
	},
}

// conditionReads are the addresses that a filter's conditions look at: those of each select, else all that is read beside
// the places that can be written.
func conditionReads(e *analyzer.Expr) []analyzer.Path {
	var list []analyzer.Path
	for _, r := range e.Reasons {
		if r.Kind == analyzer.ReasonSelect {
			list = append(list, r.Paths...)
		}
	}
	if len(list) > 0 {
		return list
	}
	return slices.DeleteFunc(slices.Clone(e.Reads), func(read analyzer.Path) bool {
		return slices.ContainsFunc(e.Writes, func(w analyzer.Path) bool { return read.Relation(w) != analyzer.Disjoint })
	})
}

func targets(e *analyzer.Expr) string {
	if len(e.Writes) == 0 {
		return "no place"
	}
	return join(e.Writes)
}
