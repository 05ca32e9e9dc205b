// Package jq holds the rules about jq itself: what does not compile, what the runtime refuses, and what reads something
// else than its author meant.
package jq

import (
	"embed"

	"github.com/kartalint/kartalint/analyzer"
	"github.com/kartalint/kartalint/catalog"
	"github.com/kartalint/kartalint/rules"
)

//go:embed testdata/*/bad.yaml testdata/*/good.yaml
var examples embed.FS

// Rules are the rules of the family.
var Rules = rules.WithExamples(examples, jqSyntax, jqCompile, jqForbidden, jqUnstable, jqNullUnsafe, jqFalseDefault, jqPrecedence, jqConstant,
	jqResultType, jqManyResults, defaultConflict, dashInKey)

// each visits the path fields that compile.
func each(p *rules.Pass, visit func(f *catalog.PathField, e *analyzer.Expr)) {
	for _, f := range p.Fields {
		if e, err := f.Expr(); err == nil {
			visit(f, e)
		}
	}
}
