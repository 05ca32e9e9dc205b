// Package status holds the rules about status mappings: matchers that never match, always match, or match under two
// statuses. It knows nothing of pods and of writing.
package status

import (
	"embed"

	"github.com/kartalint/kartalint/rules"
)

//go:embed testdata/*/bad.yaml testdata/*/good.yaml
var examples embed.FS

// Rules are the rules of the family.
var Rules = rules.WithExamples(examples, phaseSource, conditionReason, emptyMatcher, impossibleMatcher, ambiguousStatus,
	absentCondition, statusGap, joinedAlternatives, oneSidedCondition)
