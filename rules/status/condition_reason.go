package status

import (
	"fmt"

	"github.com/kartalint/kartalint/rules"
)

var conditionReason = &rules.Rule{
	ID: "KL602", Name: "condition-reason", Severity: rules.Warning, Fix: rules.UnsafeFix,
	Title: "a matcher on a reason that is not read",
	What:  "A condition with `reason` in a matcher, where `conditionsDefinition` has no `reasonFieldName`.",
	Why: "Files on disk do not get the default that the Karta CRD fills in: the reason is read as empty, and the matcher " +
		"never matches.",
	Mend:    "Set `reasonFieldName: reason`; the fix does, and so the status is given to objects that had none. Or drop the reason.",
	Catalog: "LeaderWorkerSet asks for the reason AllGroupsReady and does not read reasons.",
	Check: func(p *rules.Pass) {
		for _, c := range p.Components() {
			if c.Conditions == nil || c.Conditions.ReasonFieldName != "" {
				continue
			}
			for _, m := range c.Matchers {
				for i, cond := range m.Conditions {
					if cond.Reason == "" {
						continue
					}
					var opts []rules.Option
					for _, key := range []string{"statusFieldName", "typeFieldName", "path"} {
						if edit, err := c.Conditions.Node.InsertAfter(key, "reasonFieldName: reason"); err == nil {
							opts = append(opts, rules.WithFix("set reasonFieldName: reason", false, edit))
							break
						}
					}
					p.Node(c, cond.Node.Get("reason"), "reason", conditionPointer(m, i)+"/reason", fmt.Sprintf(
						"%s: %s asks the condition %s for the reason %s, and conditionsDefinition has no reasonFieldName: without the CRD's defaults it never matches; set reasonFieldName: reason",
						c.Name, m.Status, cond.Type, cond.Reason), opts...)
				}
			}
		}
	},
}
