// Package files holds the rules about files and documents: what cannot be read, what the schema refuses, and how
// definitions are named.
package files

import (
	"embed"

	"github.com/kartalint/kartalint/rules"
)

//go:embed testdata/*/bad.yaml testdata/*/good.yaml
var examples embed.FS

// Rules are the rules of the family.
var Rules = rules.WithExamples(examples, fileSyntax, schema, legacyAPI, duplicateDefinition, definitionName, deprecatedField)
