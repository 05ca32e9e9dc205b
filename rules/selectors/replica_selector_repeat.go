package selectors

import (
	"fmt"

	"github.com/kartalint/kartalint/catalog"
	"github.com/kartalint/kartalint/rules"
)

var replicaSelectorRepeat = &rules.Rule{
	ID: "KL704", Name: "replica-selector-repeat", Severity: rules.Warning,
	Title:      "a replicaSelector that an ancestor has already",
	What:       "A `replicaSelector` whose `keyPath` reads what an ancestor's reads.",
	Why:        "Replicas are told apart twice by one key: the inner component's replicas are the outer one's.",
	Mend:       "Remove it from the inner component.",
	SilencedBy: []string{"KL201", "KL202", "KL203"},
	Check: func(p *rules.Pass) {
		for _, c := range p.Children {
			own := replicaKey(c)
			if own == nil {
				continue
			}
			seen := map[*catalog.Component]bool{c: true}
			for a := c.Parent(); a != nil && !seen[a]; a = a.Parent() {
				seen[a] = true
				if other := replicaKey(a); other != nil && normal(other) == normal(own) {
					p.Field(own, fmt.Sprintf("the replicaSelector of %s has the key of its ancestor %s: replicas are told apart twice by one key; remove it here", c.Name, a.Name), rules.WithRelated(other.Node.Span(), "the ancestor's"))
					break
				}
			}
		}
	},
}

func replicaKey(c *catalog.Component) *catalog.PathField {
	node := c.PodSelector.Get("replicaSelector", "keyPath")
	for _, f := range c.Fields {
		if node != nil && f.Node == node {
			return f
		}
	}
	return nil
}

func normal(f *catalog.PathField) string {
	if e, err := f.Expr(); err == nil && e.Normal != "" {
		return e.Normal
	}
	return f.Expression
}
