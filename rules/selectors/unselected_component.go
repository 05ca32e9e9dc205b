package selectors

import (
	"fmt"

	"github.com/kartalint/kartalint/catalog"
	"github.com/kartalint/kartalint/rules"
)

var unselectedComponent = &rules.Rule{
	ID: "KL706", Name: "unselected-component", Severity: rules.Warning,
	Title:   "a component with pods, siblings with pods, and no selector",
	What:    "A component with a `specDefinition` and no `podSelector`, where another component of the definition that is neither its ancestor nor its descendant has pods too.",
	Why:     "Its pods cannot be told from the siblings': they are counted for both, or for none.",
	Mend:    "Add a `componentTypeSelector` with the label that tells its pods.",
	Catalog: "Milvus: the six dependencies (etcd, minio, four of pulsar) have pods and no selector, beside siblings that have both.",
	Check: func(p *rules.Pass) {
		for _, c := range p.Components() {
			if c.Spec == nil || c.PodSelector != nil && len(c.PodSelector.Members) > 0 {
				continue
			}
			if s := sibling(p, c); s != nil {
				p.Node(c, c.Node.Get("name"), "podSelector", "/"+c.Name+"/podSelector", fmt.Sprintf("%s has pods and no podSelector, and so has %s pods: which are whose cannot be told; add a componentTypeSelector", c.Name, s.Name))
			}
		}
	},
}

func sibling(p *rules.Pass, c *catalog.Component) *catalog.Component {
	if c.Name == "" {
		return nil
	}
	for _, s := range p.Components() {
		if s != c && s.Spec != nil && !ancestor(s, c) && !ancestor(c, s) {
			return s
		}
	}
	return nil
}
