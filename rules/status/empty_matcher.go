package status

import (
	"fmt"

	"github.com/kartalint/kartalint/catalog"
	"github.com/kartalint/kartalint/rules"
)

var emptyMatcher = &rules.Rule{
	ID: "KL603", Name: "empty-matcher", Severity: rules.Error,
	Title: "a matcher or condition that asks for nothing",
	What: "A matcher with none of `byPhase`, `byConditions` and `byExpression`; a condition with neither `status` nor `reason`; " +
		"a `phaseDefinition` or `conditionsDefinition` that no matcher uses.",
	Why:        "An empty matcher matches every object. A source that nothing uses is read for nothing.",
	Mend:       "Say what is asked for, or remove the entry. An empty matcher is often one that is indented wrongly.",
	Severities: "note for a source that nothing uses",
	Catalog:    "Notes on definitions that read conditions or a phase and match by something else (core-pod, Milvus, RayJob, Grove).",
	Check: func(p *rules.Pass) {
		for _, c := range p.Components() {
			phases, conditions := false, false
			for _, m := range c.Matchers {
				phases = phases || m.ByPhase != nil
				conditions = conditions || len(m.Conditions) > 0
				emptyParts(p, c, m)
			}
			unused(p, c, "phaseDefinition", "byPhase", phases)
			unused(p, c, "conditionsDefinition", "byConditions", conditions)
		}
	},
}

func emptyParts(p *rules.Pass, c *catalog.Component, m *catalog.Matcher) {
	if m.ByPhase == nil && len(m.Conditions) == 0 && m.ByExpressionNode.Null() {
		p.Node(c, m.Node, m.Status, m.Pointer, fmt.Sprintf(
			"%s: a matcher of %s asks for nothing, so that it matches every object; add byPhase, byConditions or byExpression, or remove it", c.Name, m.Status))
	}
	for i, cond := range m.Conditions {
		if cond.Status == "" && cond.Reason == "" {
			p.Node(c, cond.Node, "byConditions", conditionPointer(m, i), fmt.Sprintf(
				"%s: %s asks nothing of the condition %s; add its status or reason", c.Name, m.Status, cond.Type))
		}
	}
}

func unused(p *rules.Pass, c *catalog.Component, definition, matcher string, used bool) {
	key := c.Status.KeyNode(definition)
	if used || key == nil || len(c.Matchers) == 0 {
		return
	}
	p.Node(c, key, definition, statusPointer(c)+"/"+definition, fmt.Sprintf(
		"%s: no matcher uses %s: what it reads changes no status; remove it, or match with %s", c.Name, definition, matcher), rules.As(rules.Note))
}
