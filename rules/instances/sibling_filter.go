package instances

import (
	"fmt"
	"slices"
	"strings"

	"github.com/kartalint/kartalint/rules"
)

var siblingFilter = &rules.Rule{
	ID: "KL504", Name: "sibling-filter", Severity: rules.Error,
	Title:      "paths of one component that choose different elements",
	What:       "A spec or scale path without the `select(…)` that `instanceIdPath` has, or with another one. A `select` that only the path has is KL506.",
	Why:        "Results are paired by position: an element that one path leaves out moves all that follow to the wrong instance.",
	Mend:       "Write the same condition in every path of the component.",
	SilencedBy: []string{"KL201", "KL202", "KL203", "KL502", "KL503"},
	Check: func(p *rules.Pass) {
		for _, c := range p.Components() {
			id, others := split(c)
			if id == nil || len(id.conditions()) == 0 {
				continue
			}
			want := id.conditions()
			for _, o := range others {
				if o.base() == nil || !same(o.base(), id.base()) {
					continue
				}
				have := o.conditions()
				if slices.Equal(have, want) {
					continue
				}
				what := "has no condition"
				if len(have) > 0 {
					what = "chooses by " + strings.Join(have, " and ")
				}
				p.Field(o.field, fmt.Sprintf("%s %s, and the ids of %s choose by %s: what one leaves out moves the rest to other instances; write one condition in both", rules.NameOf(o.field), what, c.Name, strings.Join(want, " and ")),
					rules.WithRelated(id.field.Node.Span(), "the ids"))
			}
		}
	},
}
