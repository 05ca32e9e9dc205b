// Package catalog reads Karta definitions: YAML and JSON files, folders, globs and standard input, with the exact place
// of every key and value, the shape of a definition as Go values, its path fields with their roles, and the JSON Schema
// that a definition must satisfy.
//
// The package knows definitions and the text they stand in. It knows nothing of rules: what is wrong with a file is
// handed on as a [Problem] with a place, and judging it is for its callers.
package catalog
