// Package types holds the rules that compare a definition with the type of its workload: the built-in Kubernetes types, and
// CRDs where they are given. A kind whose type is not known is not judged.
package types

import (
	"embed"

	"github.com/kartalint/kartalint/rules"
)

//go:embed testdata/*/bad.yaml testdata/*/good.yaml
var examples embed.FS

// Rules are the rules of the family.
var Rules = rules.WithExamples(examples, unknownAddress, wrongType, untypedAddress, kindNotServed, lossyTarget, unmappedField, unknownSuspendField)
