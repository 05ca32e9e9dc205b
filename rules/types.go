package rules

import (
	"github.com/kartalint/kartalint/analyzer"
	"github.com/kartalint/kartalint/catalog"
	"github.com/kartalint/kartalint/catalog/kube"
)

// Struct is the Go struct that a whole-struct write puts at a spec field's place.
type Struct struct {
	Name   string // as Go prints it: v1.PodSpec
	Schema *kube.Schema
}

// StructOf is the struct of a spec field by its name; Schema is nil for a field that holds none.
func StructOf(field string) Struct {
	pod := kube.PodSpec()
	switch field {
	case "podTemplateSpecPath":
		return Struct{"v1.PodTemplateSpec", kube.PodTemplateSpec()}
	case "podSpecPath":
		return Struct{"v1.PodSpec", pod}
	case "metadataPath":
		return Struct{"v1.ObjectMeta", kube.ObjectMeta()}
	case "containerPath":
		return Struct{"v1.Container", pod.Field("containers").Elem()}
	case "containersPath":
		return Struct{"[]v1.Container", pod.Field("containers")}
	case "resourcesPath":
		return Struct{"v1.ResourceRequirements", pod.Field("resources")}
	case "resourceClaimsPath":
		return Struct{"[]v1.PodResourceClaim", pod.Field("resourceClaims")}
	case "podAffinityPath":
		return Struct{"v1.PodAffinity", pod.Field("affinity").Field("podAffinity")}
	case "nodeAffinityPath":
		return Struct{"v1.NodeAffinity", pod.Field("affinity").Field("nodeAffinity")}
	case "labelsPath", "annotationsPath":
		return Struct{"map[string]string", kube.ObjectMeta().Field("labels")}
	}
	return Struct{}
}

// Keeps says whether a place below a value is still there after the value went through the struct.
func (s Struct) Keeps(rest analyzer.Path) bool { return s.Schema.Walk(rest).Broken < 0 }

// Type is what is known of the object that a field is evaluated on.
func (p *Pass) Type(f *catalog.PathField) kube.Type {
	if f.Side == catalog.SidePod {
		return kube.Type{Status: kube.Known, Schema: kube.Pod(), Served: true}
	}
	if p.Root == nil || p.Root.Kind == nil {
		return kube.Type{}
	}
	return p.Settings.Types.Of(*p.Root.Kind)
}
