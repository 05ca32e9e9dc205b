package structure

import (
	"fmt"

	"github.com/kartalint/kartalint/rules"
)

var redundantChildKind = &rules.Rule{
	ID: "KL108", Name: "redundant-child-kind", Severity: rules.Note, Fix: rules.UnsafeFix,
	Title:   "an additional child kind that a component has already",
	What:    "An entry of `additionalChildKinds` with the group, version and kind of a component.",
	Why:     "It says the same thing twice, and the two can drift apart.",
	Mend:    "Remove the entry; the fix does.",
	Catalog: "Grove lists PodClique and PodCliqueScalingGroup, which are its components.",
	Check: func(p *rules.Pass) {
		list := p.Definition.Node.Get("spec", "structureDefinition", "additionalChildKinds")
		for i, k := range p.AdditionalChildKinds {
			for _, c := range p.Components() {
				if c.Kind == nil || c.Kind.Group != k.Group || c.Kind.Version != k.Version || c.Kind.Kind != k.Kind {
					continue
				}
				opts := []rules.Option{rules.WithKey(k.Group + "/" + k.Version + "/" + k.Kind)}
				if edit, err := list.RemoveItem(i); err == nil {
					opts = append(opts, rules.WithFix("remove the entry", false, edit))
				}
				p.Node(nil, k.Node, "additionalChildKinds", fmt.Sprintf("/additionalChildKinds/%d", i), fmt.Sprintf("%s is the kind of the component %s already: remove it from additionalChildKinds", k.Kind, c.Name), opts...)
				break
			}
		}
	},
}
