package evidence

import (
	"fmt"

	"github.com/kartalint/kartalint/catalog"
	"github.com/kartalint/kartalint/patch"
	"github.com/kartalint/kartalint/rules"
)

var instanceCount = &rules.Rule{
	ID: "KL903", Name: "instance-count", Severity: rules.Error, Needs: rules.NeedsObjects,
	Title:      "a path with another number of results than there are instances",
	What:       "On a recorded object with instances: a spec or scale path of the component that yields more or fewer results than `instanceIdPath`; an id that stands twice.",
	Why:        "The n-th result belongs to the n-th instance: with another number the runtime fails, or gives an instance what belongs to another.",
	Mend:       "Iterate the same array in the same way in all paths of the component, and yield one result per element (`.x[] | (.a // 1)`).",
	SilencedBy: append(silencers[:len(silencers):len(silencers)], "KL502", "KL503", "KL504", "KL506", "KL507", "KL902"),
	Check: func(p *rules.Pass) {
		for _, c := range p.Components() {
			ids := fieldNamed(c, "instanceIdPath")
			if ids == nil {
				continue
			}
			for _, f := range c.Fields {
				if f != ids && (f.Role == catalog.RoleSpec || f.Role == catalog.RoleScale) {
					checkCount(p, ids, f, objects(p))
				}
			}
			checkRepeated(p, ids)
		}
	},
}

func fieldNamed(c *catalog.Component, name string) *catalog.PathField {
	for _, f := range c.Fields {
		if f.Name == name {
			return f
		}
	}
	return nil
}

func checkCount(p *rules.Pass, ids, f *catalog.PathField, list []patch.Object) {
	for _, o := range list {
		instances, err := values(ids, o.Value)
		if err != nil || len(instances) == 0 {
			continue
		}
		results, err := values(f, o.Value)
		if err == nil && len(results) != len(instances) {
			p.Field(f, fmt.Sprintf("%s yields %d results on %s, which has %d instances: they are paired by position; yield one result per instance", rules.NameOf(f), len(results), called(o), len(instances)),
				rules.WithRelated(ids.Node.Span(), "the instances"))
			return
		}
	}
}

func checkRepeated(p *rules.Pass, ids *catalog.PathField) {
	for _, o := range objects(p) {
		instances, err := values(ids, o.Value)
		if err != nil {
			continue
		}
		seen := map[string]bool{}
		for _, id := range instances {
			if seen[text(id)] {
				p.Field(ids, fmt.Sprintf("%s yields %s twice on %s: two instances cannot be told apart; name them by what differs", rules.NameOf(ids), oneLine(text(id)), called(o)))
				return
			}
			seen[text(id)] = true
		}
	}
}
