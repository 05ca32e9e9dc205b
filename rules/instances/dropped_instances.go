package instances

import (
	"fmt"
	"slices"

	"github.com/kartalint/kartalint/analyzer"
	"github.com/kartalint/kartalint/rules"
)

var droppedInstances = &rules.Rule{
	ID: "KL506", Name: "dropped-instances", Severity: rules.Warning,
	Title:      "a path that can yield fewer results than there are instances",
	What:       "A spec or scale path with a `select(…)` that the ids do not have, with `empty`, or with `first(…)` and its like over the instances.",
	Why:        "An instance without a result moves the results of all that follow: they are paired by position.",
	Mend:       "Yield null instead of nothing (`… // null`), or write the same condition in `instanceIdPath`.",
	Catalog:    "Dynamo v1beta1 picks the container named main: a component without one yields nothing, and the rest move up.",
	SilencedBy: []string{"KL201", "KL202", "KL203", "KL502", "KL503", "KL504", "KL507"},
	Check: func(p *rules.Pass) {
		for _, c := range p.Components() {
			id, others := split(c)
			if id == nil || id.base() == nil {
				continue
			}
			for _, o := range others {
				if o.base() == nil || !same(o.base(), id.base()) {
					continue
				}
				if span, what := drops(o, id.conditions()); what != "" {
					p.InField(o.field, span, fmt.Sprintf("%s yields nothing for an instance %s: the results of the instances after it move up; yield null instead, or let the ids leave it out too", rules.NameOf(o.field), what))
				}
			}
		}
	},
}

// drops finds what can leave an instance out.
func drops(o path, ids []string) (analyzer.Span, string) {
	for _, c := range o.expr.Outputs.Conditions {
		if !slices.Contains(ids, c.Text) {
			return c.Span, "for which `" + c.Text + "` does not hold"
		}
	}
	for _, u := range o.expr.Uses() {
		if u.Kind == analyzer.UseFunction && u.Builtin && u.Name == "empty" {
			return u.Span, "where `empty` is reached"
		}
	}
	return analyzer.Span{}, ""
}
