// Package target holds the rules that ask whether a path can be written: formulas, filters, alternatives, addresses that
// are not written as such, and places that nobody should write.
package target

import (
	"embed"

	"github.com/kartalint/kartalint/rules"
)

//go:embed testdata/*/bad.yaml testdata/*/good.yaml
var examples embed.FS

// Rules are the rules of the family.
var Rules = rules.WithExamples(examples, formulaTarget, filterTarget, alternativeTarget, wholeObjectTarget, respelledAddress, variableRooted,
	positionalTarget, serverOwnedTarget, suspendValue, suspendPair)
