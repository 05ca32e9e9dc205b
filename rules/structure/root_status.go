package structure

import (
	"fmt"

	"github.com/kartalint/kartalint/rules"
)

var rootStatus = &rules.Rule{
	ID: "KL102", Name: "root-status", Severity: rules.Error,
	Title: "a root without a status",
	What:  "A root component without `statusDefinition`.",
	Why:   "The runtime refuses the definition: it could never say whether the workload runs.",
	Mend:  "Add a `statusDefinition` with `statusMappings`.",
	Check: func(p *rules.Pass) {
		if c := p.Root; c != nil && c.Status.Null() {
			p.Node(c, at(c), "statusDefinition", "/"+c.Name+"/statusDefinition", fmt.Sprintf("%s has no statusDefinition, and the runtime refuses a root without one: add phase or conditions and their statusMappings", called(c)))
		}
	},
}
