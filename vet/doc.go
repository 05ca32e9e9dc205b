// Package vet finds in Go code what package rules finds in files: definitions built of the API's structs, constant paths
// that flow into its fields, and writes that replace whole structs through a definition. Its analyzers run under go vet,
// standalone and in golangci-lint.
//
// A definition is rebuilt by running the code that makes it, as far as that is straight: literals, constants, pointer
// helpers, local variables, helper functions and methods of the package, append. What depends on anything else is left
// out, and so is every finding that what was left out could answer.
//
// Drivers cache by Go source and flags, so nothing else may decide a finding: the package reads no file and no
// configuration.
package vet
