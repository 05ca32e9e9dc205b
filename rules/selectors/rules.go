// Package selectors holds the rules about which pods belong to a component, and which are scheduled together.
package selectors

import (
	"embed"

	"github.com/kartalint/kartalint/rules"
)

//go:embed testdata/*/bad.yaml testdata/*/good.yaml
var examples embed.FS

// Rules are the rules of the family.
var Rules = rules.WithExamples(examples, wrongSide, selectorOverlap, selectorKey, replicaSelectorRepeat, gangKey, unselectedComponent, selectorPrecedence, selectorCase)
