package vet

import (
	"testing"

	"golang.org/x/tools/go/analysis/analysistest"
)

func TestAnalyzers(t *testing.T) {
	for _, a := range Analyzers() {
		if a.Doc == "" || a.URL == "" {
			t.Errorf("%s is not documented", a.Name)
		}
	}
	dir := analysistest.TestData()
	analysistest.Run(t, dir, Definitions, "a")
	analysistest.Run(t, dir, Paths, "b")
	analysistest.Run(t, dir, WholeWrites, "c")
	analysistest.Run(t, dir, Assigns, "d")
}
