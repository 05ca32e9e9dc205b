package jq

import (
	"fmt"

	"github.com/kartalint/kartalint/analyzer"
	"github.com/kartalint/kartalint/catalog"
	"github.com/kartalint/kartalint/rules"
)

var jqConstant = &rules.Rule{
	ID: "KL208", Name: "jq-constant", Severity: rules.Note,
	Title:      "a path that is a constant",
	What:       "An expression that reads nothing and always yields the same value, such as `\"1\"`.",
	Why:        "There is nothing to write and nothing to read: the same result for every object.",
	Mend:       "Leave the field out where the API has none; the runtime takes one instance.",
	Catalog:    "`replicasPath: \"1\"` of single pods says that the workload has one; a scale write through it fails.",
	SilencedBy: []string{"KL201", "KL202", "KL203", "KL705"},
	Check: func(p *rules.Pass) {
		each(p, func(f *catalog.PathField, e *analyzer.Expr) {
			if e.Class == analyzer.Formula && len(e.Reads) == 0 && len(e.Values) == 1 && f.Role != catalog.RoleSuspend {
				p.Field(f, fmt.Sprintf("%s is the constant %v for every object: there is nothing to write; leave it out where the API has no such field", rules.NameOf(f), e.Values[0]))
			}
		})
	},
}
