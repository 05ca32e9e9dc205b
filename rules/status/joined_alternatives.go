package status

import (
	"fmt"
	"slices"
	"strings"

	"github.com/kartalint/kartalint/catalog"
	"github.com/kartalint/kartalint/rules"
)

var joinedAlternatives = &rules.Rule{
	ID: "KL608", Name: "joined-alternatives", Severity: rules.Note,
	Title: "alternatives of a failure that are joined by and",
	What: "Under `failed` or `degraded` a matcher with several conditions that all ask for `\"False\"` (or for `\"True\"` of types named " +
		"`*Failed` or `*Error`) and for nothing else.",
	Why:     "Conditions of one matcher are ANDed: the workload fails only when all its parts do.",
	Mend:    "Write one matcher for each condition, if one is enough.",
	Catalog: "LeaderWorkerSet and KServe: failed needs three conditions to be False at once. The intent is a guess, so it is a note.",
	Check: func(p *rules.Pass) {
		for _, c := range p.Components() {
			for _, m := range c.Matchers {
				if m.Status != "failed" && m.Status != "degraded" || len(m.Conditions) < 2 || m.ByPhase != nil || m.Expression != nil {
					continue
				}
				if slices.ContainsFunc(m.Conditions, func(cond catalog.MatchCondition) bool { return !badNews(cond) }) {
					continue
				}
				p.Node(c, m.ByConditionsNode, "byConditions", m.Pointer+"/byConditions", fmt.Sprintf(
					"%s: %s needs all %d conditions at once: a workload of which one part fails is not %s; write one matcher for each if one is enough",
					c.Name, m.Status, len(m.Conditions), m.Status))
			}
		}
	},
}

func badNews(cond catalog.MatchCondition) bool {
	failure := strings.HasSuffix(cond.Type, "Failed") || strings.HasSuffix(cond.Type, "Error")
	return cond.Reason == "" && (cond.Status == "False" && !failure || cond.Status == "True" && failure)
}
