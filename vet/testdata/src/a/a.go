package a

import (
	v1 "example.com/karta/pkg/api/runai/v1alpha1"
	"example.com/ptr"
)

const labels = ".spec | .labels" // want `KL305 respelled-address: labelsPath of app`

// CorePod is built in one literal.
func CorePod() *v1.Karta {
	return &v1.Karta{
		ObjectMeta: v1.ObjectMeta{Name: "core-pod-v1"},
		Spec: v1.KartaSpec{StructureDefinition: v1.StructureDefinition{
			RootComponent: v1.ComponentDefinition{
				Name:             "pod",
				Kind:             &v1.GroupVersionKind{Version: "v1", Kind: "Pod"},
				SpecDefinition:   &v1.SpecDefinition{PodTemplateSpecPath: ptr.To(".")}, // want `KL304 whole-object-target: podTemplateSpecPath of pod is the whole object`
				StatusDefinition: running(),
			},
		}},
	}
}

func running() *v1.StatusDefinition {
	return &v1.StatusDefinition{
		PhaseDefinition: &v1.PhaseDefinition{Path: ".status.phase"},
		StatusMappings:  v1.StatusMappings{Running: []v1.StatusMatcher{{ByPhase: "Running"}}, Failed: []v1.StatusMatcher{{ByPhase: "Failed"}}},
	}
}

// component is a helper with parameters.
func component(name, owner, path string) v1.ComponentDefinition {
	c := v1.ComponentDefinition{Name: name, SpecDefinition: &v1.SpecDefinition{PodSpecPath: ptr.String(path), MetadataPath: &path}}
	c.OwnerRef = ptr.To(owner)
	c.PodSelector = &v1.PodSelector{ComponentTypeSelector: &v1.ComponentTypeSelector{KeyPath: `.metadata.labels["example.com/role"]`, Value: ptr.To(name)}}
	return c
}

// Service is built by a helper, append and assignments.
func Service() v1.Karta {
	k := v1.Karta{}
	k.Name = "serving-example-com-service-v1"
	root := v1.ComponentDefinition{Name: "service", Kind: &v1.GroupVersionKind{Group: "serving.example.com", Version: "v1", Kind: "Service"}, StatusDefinition: running()}
	k.Spec.StructureDefinition.RootComponent = root
	var children []v1.ComponentDefinition
	children = append(children, component("encoder", "service", ".spec.encoder")) // want `KL401 shared-write-target: metadataPath and podSpecPath of encoder both write .spec.encoder`
	k.Spec.StructureDefinition.ChildComponents = children
	return k
}

// App uses a constant through a pointer helper, and a raw literal with a filter.
var App = v1.Karta{
	ObjectMeta: v1.ObjectMeta{Name: "example-com-app-v1"},
	Spec: v1.KartaSpec{StructureDefinition: v1.StructureDefinition{RootComponent: v1.ComponentDefinition{
		Name: "app", Kind: &v1.GroupVersionKind{Group: "example.com", Version: "v1", Kind: "App"}, StatusDefinition: running(),
		SpecDefinition: &v1.SpecDefinition{FragmentedPodSpecDefinition: &v1.FragmentedPodSpecDefinition{
			LabelsPath: ptr.To(labels),
			ImagePath:  ptr.To(`.spec.parts[0] | .image`), // want `KL307 positional-target` `KL305 respelled-address`
		}},
	}}},
}

// unknownOwner is left out, not guessed: nothing is said of an owner that comes from outside.
func unknownOwner(owner string) v1.Karta {
	return v1.Karta{ObjectMeta: v1.ObjectMeta{Name: "example-com-thing-v1"}, Spec: v1.KartaSpec{StructureDefinition: v1.StructureDefinition{
		RootComponent:   v1.ComponentDefinition{Name: "thing", Kind: &v1.GroupVersionKind{Group: "example.com", Version: "v1", Kind: "Thing"}, StatusDefinition: running()},
		ChildComponents: []v1.ComponentDefinition{{Name: "part", OwnerRef: ptr.To(owner), SpecDefinition: &v1.SpecDefinition{PodTemplateSpecPath: ptr.To(".spec.part // {}")}}}, // want `KL301 formula-target: podTemplateSpecPath of part`
	}}}
}
