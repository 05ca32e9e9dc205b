// Package paths holds constants that definitions of another package use.
package paths

const (
	Labels     = ".spec | .labels"
	Containers = `.spec.predictor | (.[] | select(has("storageUri")))`
)
