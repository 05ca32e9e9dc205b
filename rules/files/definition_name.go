package files

import (
	"fmt"
	"strings"

	"github.com/kartalint/kartalint/catalog"
	"github.com/kartalint/kartalint/rules"
)

var definitionName = &rules.Rule{
	ID: "KL005", Name: "definition-name", Severity: rules.Note, Fix: rules.UnsafeFix,
	Title: "a name that is not the kind's canonical one",
	What:  "`metadata.name` that is not the root's group with dots as dashes (`core` for the empty group), its kind in lower case and its version: `apps-deployment-v1`, `core-pod-v1`.",
	Why:   "Catalogs are searched by that name, and a second definition of the kind goes unnoticed.",
	Mend:  "Rename it; the fix does. Whatever refers to the name must follow.",
	Check: func(p *rules.Pass) {
		node := p.Definition.Node.Get("metadata", "name")
		if p.Root == nil || p.Root.Kind == nil || p.Root.Kind.Kind == "" || p.Root.Kind.Version == "" || node == nil || node.Kind != catalog.Scalar {
			return
		}
		want := canonical(*p.Root.Kind)
		if node.Value == want {
			return
		}
		var opts []rules.Option
		if edit, err := node.Replace(want); err == nil {
			opts = append(opts, rules.WithFix("rename it to "+want, false, edit))
		}
		p.Node(nil, node, "name", "/metadata/name", fmt.Sprintf("the name %s is not the canonical one of its kind: catalogs are searched by %s; rename it", node.Value, want), opts...)
	},
}

func canonical(k catalog.Kind) string {
	group := strings.ReplaceAll(k.Group, ".", "-")
	if group == "" {
		group = "core"
	}
	return group + "-" + strings.ToLower(k.Kind) + "-" + k.Version
}
