package status

import (
	"fmt"
	"slices"

	"github.com/kartalint/kartalint/catalog"
	"github.com/kartalint/kartalint/rules"
)

var ambiguousStatus = &rules.Rule{
	ID: "KL605", Name: "ambiguous-status", Severity: rules.Warning,
	Title: "one state of an object under two statuses",
	What: "Matchers of two statuses of which one holds wherever the other does: one phase, or one set of conditions, under both. And " +
		"`running` by phase beside a `suspended` that looks at `.spec` alone: a suspended object can keep its last phase. Matchers that " +
		"may merely hold together on some objects are no finding: without objects nobody can tell.",
	Why:  "The runtime gives every status that matches: a reader gets two, and takes either.",
	Mend: "Make one matcher exclude the other: ask for the condition or phase that tells them apart, or add `and .spec.suspend != true`.",
	Catalog: "None. Deployment's initializing and running can hold together during a rollout, RayCluster's suspended asks for a state " +
		"that running does not have.",
	SilencedBy: []string{"KL603", "KL604"},
	Check: func(p *rules.Pass) {
		for _, c := range p.Components() {
			for i, m := range c.Matchers {
				for _, e := range c.Matchers[:i] {
					if e.Status != m.Status && ambiguous(p, c, e, m) {
						break
					}
				}
			}
		}
	},
}

// ambiguous reports a matcher and an earlier one of another status; one finding for each matcher is enough.
func ambiguous(p *rules.Pass, c *catalog.Component, e, m *catalog.Matcher) bool {
	a, b := asked(c, e), asked(c, m)
	if a.impossible() || b.impossible() {
		return false
	}
	message := ""
	switch {
	case b.implies(a) || a.implies(b):
		message = "%s: what %s asks for is also matched under %s: an object gets both statuses; let one matcher exclude the other"
	case e.Status == "running" && m.Status == "suspended" && keepsPhase(e, a, b), e.Status == "suspended" && m.Status == "running" && keepsPhase(m, b, a):
		message = "%s: %s also holds while %s does: a suspended object can keep its last phase, and gets both statuses; ask for .spec.suspend != true, or for the suspended phase"
		if m.Status == "suspended" {
			e, m = m, e
		}
	default:
		return false
	}
	p.Node(c, m.Node, m.Status, m.Pointer, fmt.Sprintf(message, c.Name, m.Status, e.Status), rules.WithRelated(e.Node.Span(), "the matcher of %s", e.Status))
	return true
}

// keepsPhase says that running is a phase alone and suspended has an alternative about the spec alone.
func keepsPhase(m *catalog.Matcher, running, suspended matches) bool {
	if m.ByPhase == nil || len(m.Conditions) > 0 || m.Expression != nil {
		return false
	}
	return slices.ContainsFunc(suspended, func(s facts) bool {
		return !slices.ContainsFunc(s, func(f fact) bool { return !f.spec }) && !matches{s}.contradicts(running)
	})
}
