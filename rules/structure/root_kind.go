package structure

import (
	"fmt"
	"strings"

	"github.com/kartalint/kartalint/catalog"
	"github.com/kartalint/kartalint/rules"
)

var rootKind = &rules.Rule{
	ID: "KL101", Name: "root-kind", Severity: rules.Error,
	Title: "a kind that is missing or given in part",
	What:  "A root without group, version and kind; a child whose `kind` lacks one of them. Only `Pod` may leave the group empty.",
	Why:   "The runtime finds a workload's definition by the root's kind: one given in part matches nothing, and the definition is refused.",
	Mend:  "Write group, version and kind in full; the group of the core API is the empty string.",
	Check: func(p *rules.Pass) {
		for _, c := range p.Components() {
			checkKind(p, c)
		}
	},
}

// coreKinds are the kinds whose group is empty in the API itself.
var coreKinds = map[string]bool{"Pod": true, "ReplicationController": true}

func checkKind(p *rules.Pass, c *catalog.Component) {
	if c.Kind == nil {
		if c.Root {
			p.Node(c, at(c), "kind", "/"+c.Name+"/kind", fmt.Sprintf("the root component %s has no kind: nothing can be found by it; write group, version and kind", c.Name))
		}
		return
	}
	var missing []string
	if c.Kind.Group == "" && !coreKinds[c.Kind.Kind] {
		missing = append(missing, "group")
	}
	if c.Kind.Version == "" {
		missing = append(missing, "version")
	}
	if c.Kind.Kind == "" {
		missing = append(missing, "kind")
	}
	if len(missing) > 0 {
		node := c.Node.KeyNode("kind")
		p.Node(c, node, "kind", "/"+c.Name+"/kind", fmt.Sprintf("the kind of %s lacks %s: it matches no object; write group, version and kind in full (only Pod may leave the group empty)",
			called(c), strings.Join(missing, " and ")))
	}
}
