package status

import (
	"fmt"

	"github.com/kartalint/kartalint/catalog"
	"github.com/kartalint/kartalint/rules"
)

var impossibleMatcher = &rules.Rule{
	ID: "KL604", Name: "impossible-matcher", Severity: rules.Error,
	Title: "a matcher that cannot match, or adds nothing",
	What: "A matcher whose parts contradict each other (one condition with two values, a phase and an expression that excludes " +
		"it); a matcher that stands twice under one status; a matcher that an earlier one of the same status covers. Comparisons of a " +
		"path with a constant, joined by `and` and `or`, are understood; any other expression is equal to itself alone.",
	Why:        "The status is not given where its author expects it, or a matcher is maintained for nothing.",
	Mend:       "Conditions of one matcher are ANDed: write one matcher for each alternative. Remove what adds nothing.",
	SilencedBy: []string{"KL603"},
	Check: func(p *rules.Pass) {
		for _, c := range p.Components() {
			for i, m := range c.Matchers {
				want := asked(c, m)
				if want.impossible() {
					p.Node(c, m.Node, m.Status, m.Pointer, fmt.Sprintf(
						"%s: a matcher of %s asks for two things that never hold together, so that it never matches; write one matcher for each", c.Name, m.Status))
					continue
				}
				deadMatcher(p, c, m, want, c.Matchers[:i])
			}
		}
	},
}

func deadMatcher(p *rules.Pass, c *catalog.Component, m *catalog.Matcher, want matches, earlier []*catalog.Matcher) {
	for _, e := range earlier {
		other := asked(c, e)
		if e.Status != m.Status || other.impossible() || !want.implies(other) {
			continue
		}
		message := "%s: a matcher of %s matches nothing that an earlier one does not match: it is dead; remove it, or make the earlier one narrower"
		if other.implies(want) {
			message = "%s: a matcher of %s stands here twice; remove one of them"
		}
		p.Node(c, m.Node, m.Status, m.Pointer, fmt.Sprintf(message, c.Name, m.Status), rules.WithRelated(e.Node.Span(), "the earlier matcher"))
		return
	}
}
