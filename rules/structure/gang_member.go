package structure

import (
	"fmt"

	"github.com/kartalint/kartalint/catalog"
	"github.com/kartalint/kartalint/rules"
)

var gangMember = &rules.Rule{
	ID: "KL107", Name: "gang-member", Severity: rules.Error,
	Title: "a gang member that is no component",
	What:  "A `componentName` of `podGroups[].members[]` or of `podGroup.subGroups[]` that no component has.",
	Why:   "The member has no pods: the gang is scheduled without them, or never. The runtime's validator checks the older form only.",
	Mend:  "Name a component; the nearest name is in the message.",
	Check: func(p *rules.Pass) {
		groups := p.PodGroups
		if p.PodGroup != nil {
			groups = append(groups[:len(groups):len(groups)], p.PodGroup)
		}
		for _, g := range groups {
			for i, m := range g.Members {
				checkMember(p, g, m, i)
			}
		}
	},
}

func checkMember(p *rules.Pass, g *catalog.PodGroup, m catalog.GangMember, i int) {
	if m.ComponentName == nil || m.ComponentName.Kind != catalog.Scalar || p.Component(m.ComponentName.Value) != nil && m.ComponentName.Value != "" {
		return
	}
	name := m.ComponentName.Value
	p.Node(nil, m.ComponentName, "componentName", fmt.Sprintf("/gang/%s/%d", g.Name, i), fmt.Sprintf("the gang %s has a member %q, which is no component%s", g.Name, name, nearestName(name, names(p.Definition))), rules.WithKey(g.Name+" "+name))
}
