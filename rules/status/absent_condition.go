package status

import (
	"fmt"

	"github.com/kartalint/kartalint/rules"
)

var absentCondition = &rules.Rule{
	ID: "KL606", Name: "absent-condition", Severity: rules.Note,
	Title: "False asked of a condition that need not exist yet",
	What:  "A matcher that asks a condition for the status `\"False\"`; one note for each type of condition.",
	Why: "Many controllers add a condition only once they have something to say. An object without it does not match, and can stay " +
		"without a status.",
	Mend:    "Where absence means the same, match with an expression that takes it in; where it does not, leave it.",
	Catalog: "Deployment, LeaderWorkerSet, RayService and KServe ask for False: true of each, and no more than worth knowing.",
	Check: func(p *rules.Pass) {
		for _, c := range p.Components() {
			seen := map[string]bool{}
			for _, m := range c.Matchers {
				for i, cond := range m.Conditions {
					if cond.Status != "False" || seen[cond.Type] {
						continue
					}
					seen[cond.Type] = true
					p.Node(c, cond.Node.Get("status"), "status", conditionPointer(m, i)+"/status", fmt.Sprintf(
						"%s: %s asks for %s to be False: an object that does not have the condition yet does not match; match its absence too where that means the same",
						c.Name, m.Status, cond.Type), rules.WithKey(cond.Type))
				}
			}
		}
	},
}
