package b

import (
	v1 "example.com/karta/pkg/api/runai/v1alpha1"
	"example.com/ptr"
)

// alone is a struct outside a definition.
func alone(s *v1.ScaleDefinition) v1.FragmentedPodSpecDefinition {
	s.ReplicasPath = ptr.To("spec.replicas") // want `KL202 jq-compile: there is no function spec/0`
	return v1.FragmentedPodSpecDefinition{
		SchedulerNamePath: ptr.To(".spec.a // .spec.b"), // want `KL303 alternative-target: schedulerNamePath`
		LabelsPath:        ptr.Upper("not a path at all"),
		//kartalint:ignore KL305 -- a reader needs it
		AnnotationsPath: ptr.To(".spec | .annotations"),
	}
}
