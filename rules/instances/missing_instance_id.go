package instances

import (
	"fmt"

	"github.com/kartalint/kartalint/catalog"
	"github.com/kartalint/kartalint/rules"
)

var missingInstanceID = &rules.Rule{
	ID: "KL501", Name: "missing-instance-id", Severity: rules.Warning,
	Title: "paths that iterate in a component without instance ids",
	What:  "A spec or scale path that iterates, in a component without `instanceIdPath`. Found once a component, at the first written address, else at the first such path.",
	Why: "With one entry nothing is seen. With two the runtime cannot tell them apart: a read fails, and a write puts the first element's value over every other: " +
		"one group runs the other's template.",
	Mend:       "Add `instanceIdPath` with the ids of the elements, and a `componentInstanceSelector`.",
	Severities: "error where the iterating field is a written address",
	Catalog:    "KServe's predictor iterates its members to find the one with a storageUri: with two of them both are overwritten.",
	SilencedBy: []string{"KL201", "KL202", "KL203"},
	Check: func(p *rules.Pass) {
		for _, c := range p.Components() {
			id, others := split(c)
			if id != nil || c.Node.Get("instanceIdPath") != nil {
				continue
			}
			var first *path
			for i, o := range others {
				if o.base() == nil {
					continue
				}
				written := o.field.Access == catalog.AccessWritten && o.expr.Normal != ""
				if first == nil || written && (first.expr.Normal == "" || first.field.Access != catalog.AccessWritten) {
					first = &others[i]
				}
			}
			if first == nil {
				continue
			}
			s, effect := rules.Warning, "with two elements the runtime cannot pair them"
			if first.field.Access == catalog.AccessWritten && first.expr.Normal != "" {
				s, effect = rules.Error, "a write puts the first element's value over every other"
			}
			p.Field(first.field, fmt.Sprintf("%s iterates %s, and %s has no instanceIdPath: one entry hides it, %s; add instanceIdPath and a componentInstanceSelector",
				rules.NameOf(first.field), first.base(), c.Name, effect), rules.As(s))
		}
	},
}
