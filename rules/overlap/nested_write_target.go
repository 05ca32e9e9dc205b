package overlap

import (
	"fmt"

	"github.com/kartalint/kartalint/rules"
)

var nestedWriteTarget = &rules.Rule{
	ID: "KL402", Name: "nested-write-target", Severity: rules.Warning,
	Title: "a written path inside another one's target",
	What: "A spec field or a suspend action that writes below the place of another spec field, in one component or across components. Silent where the inner " +
		"field survives the trip through the outer field's Go struct: an annotation inside a pod template does.",
	Why:        "A whole-struct write through the outer path puts back what its struct holds, and deletes or resets what the inner path wrote.",
	Mend:       "Give each field its own place, or write the inner field through the outer one.",
	SilencedBy: []string{"KL201", "KL202", "KL203", "KL401"},
	Check: func(p *rules.Pass) {
		var all []target
		for _, c := range p.Components() {
			all = append(all, targets(c)...)
			for _, a := range append(append(c.SuspendActions[:0:0], c.SuspendActions...), c.ResumeActions...) {
				if a.Path == nil {
					continue
				}
				if e, err := a.Path.Expr(); err == nil && e.Normal != "" {
					all = append(all, target{a.Path, e, e.Writes[0]})
				}
			}
		}
		for _, inner := range all {
			for _, outer := range all {
				if nestedIn(outer, inner) {
					reportNested(p, outer, inner)
					break
				}
			}
		}
	},
}

func nestedIn(outer, inner target) bool {
	rest, ok := below(outer.path, inner.path)
	if !ok || len(outer.path) == 0 || outer.field.Component == inner.field.Component && bridged(outer.field.Name, inner.field.Name) {
		return false
	}
	t := rules.StructOf(outer.field.Name)
	return t.Schema != nil && !t.Keeps(rest)
}

func reportNested(p *rules.Pass, outer, inner target) {
	p.Field(inner.field, fmt.Sprintf("%s writes %s, inside the target %s of %s: a whole-struct write of %s deletes it, since the struct has no such field; write it at a place of its own",
		rules.NameOf(inner.field), inner.path, outer.path, rules.NameOf(outer.field), outer.field.Name),
		rules.WithRelated(outer.field.Node.Span(), "%s writes the object around it", rules.NameOf(outer.field)))
}
