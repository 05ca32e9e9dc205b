// Package analyzer tells what a jq expression does without running it: whether it names a place that can be written,
// which places a write would touch, which places a result depends on, of what type and how many the results are, and
// what fails when a field is absent.
//
// [Analyze] is an abstract interpretation of the gojq AST. It is sound, with gojq as the oracle: whatever place
// path(expr) yields on any document is in Writes; an Address or Respelled expression yields exactly the places of its
// normal form; a write through a Formula can fail.
//
// The package knows jq. It knows nothing of Kubernetes, of definitions or of files: offsets are bytes of the source
// given, and what a runtime refuses is for its callers to decide.
package analyzer
