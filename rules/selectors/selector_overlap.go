package selectors

import (
	"fmt"

	"github.com/kartalint/kartalint/catalog"
	"github.com/kartalint/kartalint/rules"
)

var selectorOverlap = &rules.Rule{
	ID: "KL702", Name: "selector-overlap", Severity: rules.Error,
	Title: "two components that select the same pods",
	What: "Type selectors of two components of which one holds wherever the other does: the same key and value, the same key by value and by existence, labels of one among the other's. A " +
		"component and its own ancestor may share pods.",
	Why:        "Pods are counted for both, or given to the first match.",
	Mend:       "Select by a key or value that tells the two apart.",
	SilencedBy: []string{"KL701", "KL703"},
	Check: func(p *rules.Pass) {
		components := p.Components()
		for i, later := range components {
			for _, first := range components[:i] {
				if ancestor(first, later) || ancestor(later, first) {
					continue
				}
				a, okA := predicateOf(first)
				b, okB := predicateOf(later)
				if !okA || !okB || a.opaque || b.opaque || !a.implies(b) && !b.implies(a) {
					continue
				}
				node := later.PodSelector.KeyNode("componentTypeSelector")
				p.Node(later, node, "componentTypeSelector", "/"+later.Name+"/typeSelector", fmt.Sprintf("%s selects pods that %s selects too (%s): they are counted twice, or given to the first; select by a key or value that tells the two apart", later.Name, first.Name, b),
					rules.WithRelated(first.PodSelector.KeyNode("componentTypeSelector").Span(), "the selector of %s", first.Name), rules.WithKey(first.Name))
				break
			}
		}
	},
}

func ancestor(a, c *catalog.Component) bool {
	seen := map[*catalog.Component]bool{}
	for at := c.Parent(); at != nil && !seen[at]; at = at.Parent() {
		if at == a {
			return true
		}
		seen[at] = true
	}
	return false
}
