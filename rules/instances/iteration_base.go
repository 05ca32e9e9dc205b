package instances

import (
	"fmt"

	"github.com/kartalint/kartalint/rules"
)

var iterationBase = &rules.Rule{
	ID: "KL502", Name: "iteration-base", Severity: rules.Error,
	Title: "a path that iterates another array than the instance ids",
	What: "A spec or scale path and `instanceIdPath` that iterate different arrays (`.spec.workerGroupSpecs[]` beside `.spec.rayClusterSpec.workerGroupSpecs[]`). Found at " +
		"`instanceIdPath` where no other path iterates its array, else at the path that differs. `[]?` does not silence it: null-safe is not correct. " +
		"`X | keys[]`, `X | to_entries[]` and `X[]` iterate the same.",
	Why:        "Results are paired by position: the n-th id belongs to another element, or there are no ids at all.",
	Mend:       "Let all paths of the component iterate one array.",
	SilencedBy: []string{"KL201", "KL202", "KL203"},
	Check: func(p *rules.Pass) {
		for _, c := range p.Components() {
			id, others := split(c)
			if id == nil || id.base() == nil {
				continue
			}
			var differ []path
			agree := 0
			for _, o := range others {
				switch base := o.base(); {
				case base == nil:
				case same(base, id.base()):
					agree++
				default:
					differ = append(differ, o)
				}
			}
			if len(differ) == 0 {
				continue
			}
			if agree == 0 {
				p.Field(id.field, fmt.Sprintf("%s iterates %s, and the other paths of %s iterate %s: ids are paired with other elements; let it iterate what they do", rules.NameOf(id.field), id.base(), c.Name, differ[0].base()),
					rules.WithRelated(differ[0].field.Node.Span(), "%s iterates %s", differ[0].field.Name, differ[0].base()))
				continue
			}
			for _, o := range differ {
				p.Field(o.field, fmt.Sprintf("%s iterates %s, and the ids of %s iterate %s: results are paired with other instances; let it iterate what the ids do", rules.NameOf(o.field), o.base(), c.Name, id.base()),
					rules.WithRelated(id.field.Node.Span(), "instanceIdPath iterates %s", id.base()))
			}
		}
	},
}
