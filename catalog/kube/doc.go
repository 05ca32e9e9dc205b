// Package kube knows what stands at an address of a Kubernetes type: built-in kinds from the Go types of k8s.io/api, by
// reflection over their JSON tags, and custom kinds from CustomResourceDefinitions. Both answer through one type,
// [Schema]: step along a path, list fields, the shape of a value, whether it is required, the nearest name.
//
// A [Schema] is made when somebody steps to it, since the CRDs in use are one to three megabytes each and a definition
// asks for a few dozen places: a CRD in plain block style is never parsed as a whole (see block.go).
//
// The package knows types. It knows nothing of definitions beyond the name of a kind, and nothing of rules.
package kube
