package evidence

import (
	"fmt"
	"slices"
	"strings"

	"github.com/kartalint/kartalint/catalog"
	"github.com/kartalint/kartalint/rules"
)

var instanceJoin = &rules.Rule{
	ID: "KL907", Name: "instance-join", Severity: rules.Error, Needs: rules.NeedsObjects,
	Title: "no pod names an instance that the workload has",
	What: "With pods of the workload among the recorded objects: no value of `componentInstanceSelector.idPath` on them is an id that `instanceIdPath` yields. Where the two share an ending or a " +
		"beginning it is named: an operator that puts the workload's name in front is the usual cause.",
	Why:        "Pods are joined to instances by that value: every instance has no pods.",
	Mend:       "Yield the same value on both sides, for instance by cutting the prefix off (`ltrimstr(\"…-\")`).",
	SilencedBy: silencers,
	Check: func(p *rules.Pass) {
		for _, c := range p.Components() {
			ids, on := fieldNamed(c, "instanceIdPath"), fieldNamed(c, "idPath")
			if ids != nil && on != nil {
				checkJoin(p, c, ids, on)
			}
		}
	},
}

func checkJoin(p *rules.Pass, c *catalog.Component, ids, on *catalog.PathField) {
	for _, o := range objects(p) {
		results, err := values(ids, o.Value)
		if err != nil || len(results) == 0 {
			continue
		}
		instances := texts(results)
		var named []string
		for _, pod := range p.Settings.Evidence.Pods(o.Value) {
			if c.TypeSelector != nil && !selects(c.TypeSelector, pod.Value) {
				continue
			}
			found, err := values(on, pod.Value)
			if err == nil {
				named = append(named, texts(something(found))...)
			}
		}
		if len(named) == 0 || slices.ContainsFunc(named, func(n string) bool { return slices.Contains(instances, n) }) {
			continue
		}
		p.Field(on, fmt.Sprintf("%s yields %s on the pods of %s, and %s yields %s: no pod belongs to an instance%s; yield the same value on both sides",
			rules.NameOf(on), short(named), called(o), ids.Name, short(instances), alike(named[0], instances)), rules.WithRelated(ids.Node.Span(), "the instances"))
		return
	}
}

func texts(list []any) []string {
	var out []string
	for _, v := range list {
		if s := oneLine(text(v)); !slices.Contains(out, s) {
			out = append(out, s)
		}
	}
	return out
}

// alike says what one value has that the other lacks, where one ends or begins with the other.
func alike(pod string, instances []string) string {
	for _, id := range instances {
		for _, pair := range []struct{ long, short, side string }{{pod, id, "the pods' value"}, {id, pod, "the instance's id"}} {
			if rest, ok := strings.CutSuffix(pair.long, pair.short); ok && pair.short != "" {
				return fmt.Sprintf(" (%s has %q in front)", pair.side, rest)
			}
			if rest, ok := strings.CutPrefix(pair.long, pair.short); ok && pair.short != "" {
				return fmt.Sprintf(" (%s has %q behind)", pair.side, rest)
			}
		}
	}
	return ""
}
