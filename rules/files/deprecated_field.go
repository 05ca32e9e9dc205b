package files

import "github.com/kartalint/kartalint/rules"

var deprecatedField = &rules.Rule{
	ID: "KL006", Name: "deprecated-field", Severity: rules.Note,
	Title:   "a field that the API has deprecated",
	What:    "`optimizationInstructions.gangScheduling.podGroups`.",
	Why:     "It will be removed; `podGroup` with `subGroups` says the same by components.",
	Mend:    "Write `podGroup: {name, subGroups: [{componentName}]}`.",
	Catalog: "The reference catalog still uses it.",
	Check: func(p *rules.Pass) {
		gang := p.Definition.Node.Get("spec", "optimizationInstructions", "gangScheduling")
		if key := gang.KeyNode("podGroups"); key != nil {
			p.Node(nil, key, "podGroups", "/podGroups", "podGroups is deprecated: write podGroup with its subGroups")
		}
	},
}
