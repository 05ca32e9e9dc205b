// Command kartavet finds mistakes in Karta definitions that are built in Go code, and in code that writes through them.
//
// As a tool of go vet:
//
//	go vet -vettool=$(which kartavet) ./...
//
// On its own, with -fix and -json:
//
//	kartavet ./...
package main

import (
	"golang.org/x/tools/go/analysis/multichecker"

	"github.com/kartalint/kartalint/vet"
)

func main() { multichecker.Main(vet.Analyzers()...) }
