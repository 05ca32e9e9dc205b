package status

import (
	"fmt"
	"strings"

	"github.com/kartalint/kartalint/catalog"
	"github.com/kartalint/kartalint/rules"
)

var oneSidedCondition = &rules.Rule{
	ID: "KL609", Name: "one-sided-condition", Severity: rules.Note,
	Title: "a condition of which one value is mapped alone",
	What: "A type of condition of which `\"True\"` is mapped and neither `\"False\"` nor `\"Unknown\"` is, where its name tells of a state that " +
		"comes and goes (`Ready`, `Available`); and a type named like an event (`Created`) alone under `initializing`. Types that end a " +
		"workload's life (`Complete`, `Failed`, `Suspended`) are right as they are.",
	Why:     "Objects on the other side have no status. A condition that tells of an event stays True: the object is initializing for good.",
	Mend:    "Map the other values, or ask in addition for what ends the phase.",
	Catalog: "Ready of Knative; Created of MPIJob and PyTorchJob, and NIM_CACHE_JOB_CREATED, are never reset.",
	Check: func(p *rules.Pass) {
		for _, c := range p.Components() {
			others := map[string]bool{}
			for _, m := range c.Matchers {
				for _, cond := range m.Conditions {
					others[cond.Type] = others[cond.Type] || cond.Status != "True"
				}
			}
			seen := map[string]bool{}
			for _, m := range c.Matchers {
				for i, cond := range m.Conditions {
					if cond.Status == "True" && !seen[cond.Type] {
						seen[cond.Type] = oneSided(p, c, m, i, others[cond.Type])
					}
				}
			}
		}
	},
}

func oneSided(p *rules.Pass, c *catalog.Component, m *catalog.Matcher, i int, others bool) bool {
	cond := m.Conditions[i]
	message := ""
	switch lower := strings.ToLower(cond.Type); {
	case m.Status == "initializing" && len(m.Conditions) == 1 && m.ByPhase == nil && m.Expression == nil && strings.HasSuffix(lower, "created"):
		message = "%s: %s is matched by %s alone, which tells of an event and stays True: the object is initializing for good; ask in addition for what ends it"
	case !others && (strings.HasSuffix(lower, "ready") || strings.HasSuffix(lower, "available") || strings.HasSuffix(lower, "healthy")):
		message = "%s: %s is matched by %s being True, and neither False nor Unknown is mapped: objects with those have no status from it; map them"
	default:
		return false
	}
	p.Node(c, cond.Node, "byConditions", conditionPointer(m, i), fmt.Sprintf(message, c.Name, m.Status, cond.Type), rules.WithKey(cond.Type))
	return true
}
