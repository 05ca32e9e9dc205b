package instances

import (
	"fmt"

	"github.com/kartalint/kartalint/analyzer"
	"github.com/kartalint/kartalint/catalog"
	"github.com/kartalint/kartalint/rules"
)

var countCountedTwice = &rules.Rule{
	ID: "KL508", Name: "count-counted-twice", Severity: rules.Warning,
	Title:      "a child's count that contains its ancestor's",
	What:       "A child's `replicasPath` that reads an address which an ancestor's `replicasPath` reads: it multiplies by it, or equals it.",
	Why:        "For gangs the runtime multiplies a component's count by its ancestors': 3 groups of 4 pods become 48 pods that the gang waits for.",
	Mend:       "Count the child in one instance of its owner; the owner's count is multiplied in for gangs.",
	Catalog:    "LeaderWorkerSet's worker reads the size of the group, which its owner's count is already.",
	SilencedBy: []string{"KL201", "KL202", "KL203"},
	Check: func(p *rules.Pass) {
		for _, c := range p.Children {
			own := replicas(c)
			if own == nil {
				continue
			}
			seen := map[*catalog.Component]bool{c: true}
			for a := c.Parent(); a != nil && !seen[a]; a = a.Parent() {
				seen[a] = true
				if other := replicas(a); other != nil {
					if shared, ok := sharedRead(own.expr, other.expr); ok {
						p.Field(own.field, fmt.Sprintf("%s reads %s, which the count of its owner %s is made of: for gangs it is multiplied again; count the pods in one %s", rules.NameOf(own.field), shared, a.Name, a.Name),
							rules.WithRelated(other.field.Node.Span(), "the count of %s", a.Name))
						break
					}
				}
			}
		}
	},
}

func replicas(c *catalog.Component) *path {
	for _, f := range c.Fields {
		if e, err := f.Expr(); err == nil && f.Name == "replicasPath" && len(e.Reads) > 0 {
			return &path{f, e}
		}
	}
	return nil
}

func sharedRead(a, b *analyzer.Expr) (analyzer.Path, bool) {
	for _, r := range a.Reads {
		for _, s := range b.Reads {
			if r.Relation(s) == analyzer.Equal {
				return r, true
			}
		}
	}
	return nil, false
}
