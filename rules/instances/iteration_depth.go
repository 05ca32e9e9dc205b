package instances

import (
	"fmt"

	"github.com/kartalint/kartalint/rules"
)

var iterationDepth = &rules.Rule{
	ID: "KL503", Name: "iteration-depth", Severity: rules.Error,
	Title:      "a path that iterates more or fewer levels than the instance ids",
	What:       "A spec or scale path that iterates another number of levels than `instanceIdPath`: `.spec.groups[].parts[].template` beside `.spec.groups[].name`, or `.spec.replicas` beside it. A level whose elements a `select` picks from does not count.",
	Why:        "There are more or fewer results than instances: they cannot be paired, and the runtime fails or pairs the wrong ones.",
	Mend:       "Iterate the same levels in every path of the component, or describe the inner level as a component of its own.",
	SilencedBy: []string{"KL201", "KL202", "KL203", "KL502", "KL507"},
	Check: func(p *rules.Pass) {
		for _, c := range p.Components() {
			id, others := split(c)
			if id == nil {
				continue
			}
			for _, o := range others {
				if base := o.base(); base != nil && id.base() != nil && !same(base, id.base()) {
					continue // KL502
				}
				have, want := o.depth(), id.depth()
				if have == want {
					continue
				}
				more := "fewer"
				if have > want {
					more = "more"
				}
				p.Field(o.field, fmt.Sprintf("%s iterates %s levels than the ids of %s (%d, not %d): results cannot be paired with instances; iterate the same levels", rules.NameOf(o.field), more, c.Name, have, want),
					rules.WithRelated(id.field.Node.Span(), "the ids"))
			}
		}
	},
}
