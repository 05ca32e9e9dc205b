package structure

import (
	"fmt"
	"strings"

	"github.com/kartalint/kartalint/catalog"
	"github.com/kartalint/kartalint/rules"
)

var componentName = &rules.Rule{
	ID: "KL104", Name: "component-name", Severity: rules.Error,
	Title:      "a component name that is empty, repeated, or a jq path",
	What:       "An absent or empty name; one that an earlier component has; one that looks like a path (`templates[].name`).",
	Why:        "Owners and gangs refer to components by name: without one, or with two, they cannot be told apart.",
	Mend:       "Give each component a short name of its own; the ids of instances go to `instanceIdPath`.",
	Severities: "warning for a name that is a jq path",
	Check: func(p *rules.Pass) {
		seen := map[string]*catalog.Component{}
		for i, c := range p.Components() {
			pointer := fmt.Sprintf("/component/%d/name", i)
			switch first := seen[c.Name]; {
			case c.Name == "":
				p.Node(c, at(c), "name", pointer, "a component has no name: owners and gangs refer to it by name; give it one")
			case first != nil:
				p.Node(c, at(c), "name", pointer, fmt.Sprintf("a component before this one is called %s too: give each a name of its own", c.Name), rules.WithRelated(at(first).Span(), "the first %s", c.Name))
			case strings.ContainsAny(c.Name, ".[]|$"):
				p.Node(c, at(c), "name", pointer, fmt.Sprintf("the name %s is a jq path, and is taken as a plain name: give the component a name, and put the path into instanceIdPath", c.Name), rules.As(rules.Warning))
			}
			if seen[c.Name] == nil {
				seen[c.Name] = c
			}
		}
	},
}
