// Package instances holds the rules about instances: the n-th result of instanceIdPath belongs to the n-th result of every
// other path of the component, so all of them must iterate the same array in the same way.
package instances

import (
	"embed"

	"github.com/kartalint/kartalint/rules"
)

//go:embed testdata/*/bad.yaml testdata/*/good.yaml
var examples embed.FS

// Rules are the rules of the family.
var Rules = rules.WithExamples(examples, missingInstanceID, iterationBase, iterationDepth, siblingFilter, outlierPath, droppedInstances, collapsingDefault, countCountedTwice)
