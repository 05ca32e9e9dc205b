package structure

import (
	"fmt"

	"github.com/kartalint/kartalint/rules"
)

var instanceSelector = &rules.Rule{
	ID: "KL106", Name: "instance-selector", Severity: rules.Error,
	Title: "instance ids without a selector of instances, or the other way round",
	What:  "`instanceIdPath` without `podSelector.componentInstanceSelector`, or a `componentInstanceSelector` without `instanceIdPath`.",
	Why:   "The runtime refuses the definition: pods could not be given to their instance.",
	Mend:  "Write both: the ids in the workload, and where a pod carries its id.",
	Check: func(p *rules.Pass) {
		for _, c := range p.Components() {
			id, selector := c.Node.Get("instanceIdPath"), c.PodSelector.Get("componentInstanceSelector")
			pointer := "/" + c.Name + "/instances"
			switch {
			case id != nil && selector == nil:
				p.Node(c, c.Node.KeyNode("instanceIdPath"), "instanceIdPath", pointer, fmt.Sprintf("%s has instanceIdPath and no podSelector.componentInstanceSelector: pods cannot be given to their instance; add the selector with idPath",
					called(c)))
			case id == nil && selector != nil:
				p.Node(c, c.PodSelector.KeyNode("componentInstanceSelector"), "componentInstanceSelector", pointer, fmt.Sprintf("%s has a componentInstanceSelector and no instanceIdPath: there are no instances to give pods to; add instanceIdPath", called(c)))
			}
		}
	},
}
