package vet

import "golang.org/x/tools/go/analysis"

// Analyzers are all analyzers of the package.
func Analyzers() []*analysis.Analyzer {
	return []*analysis.Analyzer{Definitions, Paths, WholeWrites, Assigns}
}
