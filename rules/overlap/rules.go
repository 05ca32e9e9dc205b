// Package overlap holds the rules that compare two paths: which write the same place, and what a write through one
// deletes of the other.
package overlap

import (
	"embed"

	"github.com/kartalint/kartalint/rules"
)

//go:embed testdata/*/bad.yaml testdata/*/good.yaml
var examples embed.FS

// Rules are the rules of the family.
var Rules = rules.WithExamples(examples, sharedWriteTarget, nestedWriteTarget, crossComponentTarget, foreignFieldInTarget, selfReadingTarget)
