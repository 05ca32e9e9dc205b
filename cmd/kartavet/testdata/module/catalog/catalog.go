// Package catalog builds definitions in the ways that Go code has: literals, constants of this and of another package,
// pointer helpers, local variables, helper functions, a builder with methods, append, and assignments.
package catalog

import (
	v1 "example.com/karta/pkg/api/runai/v1alpha1"
	"example.com/paths"
	"example.com/ptr"
)

// All are the definitions.
func All() []*v1.Karta {
	app := App
	return []*v1.Karta{CorePod(), KServe(), &app, JobSet(), Deployment(), Suspended(), Broken(), LeaderWorkerSet(), Orphan()}
}

// CorePod is one literal.
func CorePod() *v1.Karta {
	return &v1.Karta{
		TypeMeta:   header,
		ObjectMeta: v1.ObjectMeta{Name: "core-pod-v1"},
		Spec: v1.KartaSpec{StructureDefinition: v1.StructureDefinition{
			RootComponent: v1.ComponentDefinition{
				Name:             "pod",
				Kind:             &v1.GroupVersionKind{Version: "v1", Kind: "Pod"},
				SpecDefinition:   &v1.SpecDefinition{PodTemplateSpecPath: ptr.To(".")},
				StatusDefinition: phases(),
			},
		}},
	}
}

var header = v1.TypeMeta{Kind: "Karta", APIVersion: "run.ai/v1alpha1"}

func phases() *v1.StatusDefinition {
	return &v1.StatusDefinition{
		PhaseDefinition: &v1.PhaseDefinition{Path: ".status.phase"},
		StatusMappings:  v1.StatusMappings{Running: []v1.StatusMatcher{{ByPhase: "Running"}}, Failed: []v1.StatusMatcher{{ByPhase: "Failed"}}},
	}
}

func kind(group, version, name string) *v1.GroupVersionKind {
	return &v1.GroupVersionKind{Group: group, Version: version, Kind: name}
}

// selected is a helper that returns a component.
func selected(name, owner string, spec *v1.SpecDefinition) v1.ComponentDefinition {
	c := v1.ComponentDefinition{Name: name, OwnerRef: ptr.To(owner), SpecDefinition: spec}
	c.PodSelector = &v1.PodSelector{ComponentTypeSelector: &v1.ComponentTypeSelector{KeyPath: `.metadata.labels["component"]`, Value: ptr.To(name)}}
	return c
}

// KServe is built of helpers and append; its transformer has two paths on one target.
func KServe() *v1.Karta {
	k := &v1.Karta{TypeMeta: header, ObjectMeta: v1.ObjectMeta{Name: "serving-kserve-io-inferenceservice-v1beta1"}}
	k.Spec.StructureDefinition.RootComponent = v1.ComponentDefinition{
		Name: "inferenceservice", Kind: kind("serving.kserve.io", "v1beta1", "InferenceService"), StatusDefinition: phases(),
	}
	predictor := selected("predictor", "inferenceservice", &v1.SpecDefinition{FragmentedPodSpecDefinition: &v1.FragmentedPodSpecDefinition{
		LabelsPath:    ptr.To(".spec.predictor.labels"),
		ContainerPath: ptr.To(paths.Containers),
	}})
	transformer := selected("transformer", "inferenceservice", &v1.SpecDefinition{
		PodSpecPath:  ptr.To(".spec.transformer"),
		MetadataPath: ptr.To(".spec.transformer"),
	})
	transformer.ScaleDefinition = &v1.ScaleDefinition{MinReplicasPath: ptr.String(".spec.transformer.minReplicas"), MaxReplicasPath: ptr.String(".spec.transformer.maxReplicas")}
	var children []v1.ComponentDefinition
	children = append(children, predictor)
	children = append(children, transformer)
	k.Spec.StructureDefinition.ChildComponents = children
	return k
}

const image = `.spec.parts[0] | .image`

// App uses constants through pointer helpers.
var App = v1.Karta{
	TypeMeta:   header,
	ObjectMeta: v1.ObjectMeta{Name: "example-com-app-v1"},
	Spec: v1.KartaSpec{StructureDefinition: v1.StructureDefinition{RootComponent: v1.ComponentDefinition{
		Name: "app", Kind: kind("example.com", "v1", "App"), StatusDefinition: phases(),
		SpecDefinition: &v1.SpecDefinition{FragmentedPodSpecDefinition: &v1.FragmentedPodSpecDefinition{
			LabelsPath: ptr.To(paths.Labels),
			ImagePath:  ptr.To(image),
		}},
	}}},
}

// builder collects a definition.
type builder struct{ k v1.Karta }

func newBuilder(name string) *builder {
	return &builder{k: v1.Karta{TypeMeta: header, ObjectMeta: v1.ObjectMeta{Name: name}}}
}

func (b *builder) root(c v1.ComponentDefinition) *builder {
	b.k.Spec.StructureDefinition.RootComponent = c
	return b
}

func (b *builder) child(c v1.ComponentDefinition) *builder {
	b.k.Spec.StructureDefinition.ChildComponents = append(b.k.Spec.StructureDefinition.ChildComponents, c)
	return b
}

// JobSet is built with a builder; its replicas iterate another array than the ids.
func JobSet() *v1.Karta {
	job := v1.ComponentDefinition{
		Name: "replicatedjob", OwnerRef: ptr.To("jobset"), InstanceIdPath: ptr.To(".spec.replicatedJobs[].name"),
		SpecDefinition:  &v1.SpecDefinition{PodTemplateSpecPath: ptr.To(".spec.replicatedJobs[].template.spec.template")},
		ScaleDefinition: &v1.ScaleDefinition{ReplicasPath: ptr.To(".spec.jobs[].replicas")},
		PodSelector:     &v1.PodSelector{ComponentInstanceSelector: &v1.ComponentInstanceSelector{IdPath: `.metadata.labels["jobset.sigs.k8s.io/replicatedjob-name"]`}},
	}
	root := v1.ComponentDefinition{Name: "jobset", Kind: kind("jobset.x-k8s.io", "v1alpha2", "JobSet"), StatusDefinition: phases()}
	b := newBuilder("jobset-x-k8s-io-jobset-v1alpha2").root(root).child(job)
	return &b.k
}

// Deployment has nothing wrong with it.
func Deployment() *v1.Karta {
	replicas := ".spec.replicas"
	return &v1.Karta{TypeMeta: header, ObjectMeta: v1.ObjectMeta{Name: "apps-deployment-v1"}, Spec: v1.KartaSpec{StructureDefinition: v1.StructureDefinition{
		RootComponent: v1.ComponentDefinition{
			Name: "deployment", Kind: kind("apps", "v1", "Deployment"),
			SpecDefinition:  &v1.SpecDefinition{PodTemplateSpecPath: ptr.To(".spec.template")},
			ScaleDefinition: &v1.ScaleDefinition{ReplicasPath: &replicas},
			StatusDefinition: &v1.StatusDefinition{StatusMappings: v1.StatusMappings{Running: []v1.StatusMatcher{{ByExpression: &v1.ExpressionMatcher{
				Expression: "(.status.readyReplicas // 0) > 0", ExpectedResult: "true"}}}}},
		},
	}}}
}

// Suspended has actions on a formula, and a value that is no JSON.
func Suspended() *v1.Karta {
	k := newBuilder("example-com-batch-v1").root(v1.ComponentDefinition{Name: "batch", Kind: kind("example.com", "v1", "Batch"), StatusDefinition: phases()}).k
	k.Spec.StructureDefinition.RootComponent.SuspendDefinition = &v1.SuspendDefinition{
		SuspendActions: []v1.SuspendAction{{Path: ".spec.suspend // false", Value: "true"}},
		ResumeActions:  []v1.SuspendAction{{Path: ".spec.suspend", Value: "no json"}},
	}
	return &k
}

const prefix = ".status"

// Broken has expressions that are joined from constants: one fails on null, one calls what is no function.
func Broken() *v1.Karta {
	status := &v1.StatusDefinition{StatusMappings: v1.StatusMappings{
		Running: []v1.StatusMatcher{{ByExpression: &v1.ExpressionMatcher{Expression: prefix + ".ready * 2 > 1", ExpectedResult: "true"}}},
	}}
	root := v1.ComponentDefinition{Name: "broken", Kind: kind("example.com", "v1", "Broken"), StatusDefinition: status}
	root.SpecDefinition = &v1.SpecDefinition{PodTemplateSpecPath: ptr.To("spec.template")}
	return &newBuilder("example-com-broken-v1").root(root).k
}

// LeaderWorkerSet asks for a reason that is never extracted.
func LeaderWorkerSet() *v1.Karta {
	conditions := &v1.ConditionsDefinition{Path: ".status.conditions", TypeFieldName: "type", StatusFieldName: "status"}
	return &v1.Karta{TypeMeta: header, ObjectMeta: v1.ObjectMeta{Name: "leaderworkerset-x-k8s-io-leaderworkerset-v1"}, Spec: v1.KartaSpec{StructureDefinition: v1.StructureDefinition{
		RootComponent: v1.ComponentDefinition{
			Name: "leaderworkerset", Kind: kind("leaderworkerset.x-k8s.io", "v1", "LeaderWorkerSet"),
			StatusDefinition: &v1.StatusDefinition{ConditionsDefinition: conditions, StatusMappings: v1.StatusMappings{
				Running: []v1.StatusMatcher{{ByConditions: []v1.ExpectedCondition{{Type: "Available", Status: ptr.To("True"), Reason: ptr.To("AllGroupsReady")}}}},
			}},
		},
	}}}
}

// Orphan has a child whose owner does not exist.
func Orphan() *v1.Karta {
	b := newBuilder("example-com-orphan-v1")
	b.root(v1.ComponentDefinition{Name: "orphan", Kind: kind("example.com", "v1", "Orphan"), StatusDefinition: phases()})
	b.child(v1.ComponentDefinition{Name: "part", OwnerRef: ptr.To("orphans"), SpecDefinition: &v1.SpecDefinition{PodSpecPath: ptr.To(".spec.part")}})
	return &b.k
}
