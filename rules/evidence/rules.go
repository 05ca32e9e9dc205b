// Package evidence holds the rules that run a definition on recorded objects of its kind: what each path yields, whether
// instances pair, which status is resolved, whether a write keeps the lens laws, and which pods the selectors find. Without
// objects they are silent. Every expression runs under the analyzer's limits of time and results.
package evidence

import (
	"embed"

	"github.com/kartalint/kartalint/rules"
)

//go:embed testdata/*/bad.yaml testdata/*/good.yaml
var examples embed.FS

// Rules are the rules of the family.
var Rules = rules.WithExamples(examples, deadPath, runtimeError, instanceCount, unresolvedStatus, writeLaw, wrongValue, instanceJoin, deadSelector)
