package status

import (
	"fmt"

	"github.com/kartalint/kartalint/rules"
)

var phaseSource = &rules.Rule{
	ID: "KL601", Name: "phase-source", Severity: rules.Error,
	Title: "a matcher whose source is not defined",
	What:  "`byPhase` in a component without `phaseDefinition`, and `byConditions` in one without `conditionsDefinition`.",
	Why:   "There is nothing to compare with: the matcher never matches, and its status is never given.",
	Mend:  "Define the source: `phaseDefinition: {path: .status.phase}`, or a `conditionsDefinition` with the path and the field names.",
	Check: func(p *rules.Pass) {
		for _, c := range p.Components() {
			for _, m := range c.Matchers {
				if m.ByPhase != nil && c.Status.Get("phaseDefinition").Null() {
					p.Node(c, m.ByPhase, "byPhase", m.Pointer+"/byPhase", fmt.Sprintf(
						"%s: %s is matched by the phase %q, and there is no phaseDefinition: it never matches; add phaseDefinition with the path of the phase",
						c.Name, m.Status, m.ByPhase.Value))
				}
				if len(m.Conditions) > 0 && c.Conditions == nil {
					p.Node(c, m.ByConditionsNode, "byConditions", m.Pointer+"/byConditions", fmt.Sprintf(
						"%s: %s is matched by conditions, and there is no conditionsDefinition: it never matches; add conditionsDefinition with the path of the conditions",
						c.Name, m.Status))
				}
			}
		}
	},
}
