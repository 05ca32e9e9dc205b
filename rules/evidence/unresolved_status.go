package evidence

import (
	"fmt"
	"strings"

	"github.com/kartalint/kartalint/rules"
)

var unresolvedStatus = &rules.Rule{
	ID: "KL904", Name: "unresolved-status", Severity: rules.Warning, Needs: rules.NeedsObjects,
	Title: "a recorded object whose status no matcher resolves, or more than one",
	What:  "An object that has a `status` and on which no matcher of a component holds, or matchers of several statuses do.",
	Why:   "The controller does not know whether the workload runs, or takes one of two answers.",
	Mend:  "Map what the object shows, or make the matchers exclude each other.",
	Check: func(p *rules.Pass) {
		for _, c := range p.Components() {
			if len(c.Matchers) == 0 || c.Status == nil {
				continue
			}
			said := map[string]bool{}
			for _, o := range objects(p) {
				if status, _ := o.Value["status"].(map[string]any); len(status) == 0 {
					continue
				}
				held := statuses(c, o.Value)
				if len(held) == 1 || said[strings.Join(held, " ")] {
					continue
				}
				said[strings.Join(held, " ")] = true
				what := "no matcher holds on it: map what it shows"
				if len(held) > 1 {
					what = fmt.Sprintf("it is %s at once; make the matchers exclude each other", strings.Join(held, " and "))
				}
				p.Node(c, c.Node.KeyNode("statusDefinition"), "statusDefinition", "/"+c.Name+"/statusDefinition",
					fmt.Sprintf("%s: the status of %s is not resolved: %s", c.Name, called(o), what), rules.WithKey(strings.Join(held, " ")))
			}
		}
	},
}
