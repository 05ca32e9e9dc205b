// Package all lists every rule that kartalint ships, in the order of their ids. It is the one place that a new family
// is registered in; a new rule is registered in its family.
package all

import (
	"slices"
	"strings"

	"github.com/kartalint/kartalint/rules"
	"github.com/kartalint/kartalint/rules/evidence"
	"github.com/kartalint/kartalint/rules/files"
	"github.com/kartalint/kartalint/rules/gate"
	"github.com/kartalint/kartalint/rules/instances"
	"github.com/kartalint/kartalint/rules/jq"
	"github.com/kartalint/kartalint/rules/overlap"
	"github.com/kartalint/kartalint/rules/selectors"
	"github.com/kartalint/kartalint/rules/status"
	"github.com/kartalint/kartalint/rules/structure"
	"github.com/kartalint/kartalint/rules/target"
	"github.com/kartalint/kartalint/rules/types"
)

// Rules returns every rule, sorted by id. The rules are shared and must not be changed.
func Rules() []*rules.Rule {
	var list []*rules.Rule
	for _, family := range families {
		list = append(list, family...)
	}
	slices.SortFunc(list, func(a, b *rules.Rule) int { return strings.Compare(a.ID, b.ID) })
	return list
}

// families holds the rules of each family package.
var families = [][]*rules.Rule{
	{rules.SuppressionRule()},
	files.Rules,
	structure.Rules,
	jq.Rules,
	target.Rules,
	overlap.Rules,
	instances.Rules,
	status.Rules,
	selectors.Rules,
	types.Rules,
	evidence.Rules,
	gate.Rules,
}
