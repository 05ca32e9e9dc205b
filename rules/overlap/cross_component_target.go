package overlap

import (
	"fmt"

	"github.com/kartalint/kartalint/analyzer"
	"github.com/kartalint/kartalint/rules"
)

var crossComponentTarget = &rules.Rule{
	ID: "KL403", Name: "cross-component-target", Severity: rules.Error,
	Title:      "two components that write the same place",
	What:       "Spec fields of two components with the same write target: a leader and a worker on one template. Found at the later component.",
	Why:        "A change that is meant for one component changes the other too, and the last of two writes wins.",
	Mend:       "Point each component at its own place; where they really share one, describe them as one component.",
	SilencedBy: []string{"KL201", "KL202", "KL203"},
	Check: func(p *rules.Pass) {
		var before []target
		for _, c := range p.Components() {
			list := targets(c)
			for _, b := range list {
				if a, ok := sharedWith(before, b); ok {
					p.Field(b.field, fmt.Sprintf("%s and %s both write %s: a change that is meant for one of the two changes the other; point each at its own place",
						rules.NameOf(b.field), rules.NameOf(a.field), b.path), rules.WithRelated(a.field.Node.Span(), "%s writes the same place", rules.NameOf(a.field)))
				}
			}
			before = append(before, list...)
		}
	},
}

func sharedWith(list []target, b target) (target, bool) {
	for _, a := range list {
		if a.path.Relation(b.path) == analyzer.Equal {
			return a, true
		}
	}
	return target{}, false
}
