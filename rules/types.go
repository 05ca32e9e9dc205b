package rules

import (
	"sync"

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
func StructOf(field string) Struct { return structs()[field] }

var structs = sync.OnceValue(func() map[string]Struct {
	pod, labels := kube.PodSpec(), kube.ObjectMeta().Field("labels")
	return map[string]Struct{
		"podTemplateSpecPath": {"v1.PodTemplateSpec", kube.PodTemplateSpec()},
		"podSpecPath":         {"v1.PodSpec", pod},
		"metadataPath":        {"v1.ObjectMeta", kube.ObjectMeta()},
		"containerPath":       {"v1.Container", pod.Field("containers").Elem()},
		"containersPath":      {"[]v1.Container", pod.Field("containers")},
		"resourcesPath":       {"v1.ResourceRequirements", pod.Field("resources")},
		"resourceClaimsPath":  {"[]v1.PodResourceClaim", pod.Field("resourceClaims")},
		"podAffinityPath":     {"v1.PodAffinity", pod.Field("affinity").Field("podAffinity")},
		"nodeAffinityPath":    {"v1.NodeAffinity", pod.Field("affinity").Field("nodeAffinity")},
		"labelsPath":          {"map[string]string", labels},
		"annotationsPath":     {"map[string]string", labels},
	}
})

// Keeps says whether a place below a value is still there after the value went through the struct.
func (s Struct) Keeps(rest analyzer.Path) bool { return s.Schema.Walk(rest).Broken < 0 }

// Type is what is known of the object that a field is evaluated on.
func (p *Pass) Type(f *catalog.PathField) kube.Type {
	if f.Side == catalog.SidePod {
		return kube.Type{Status: kube.Known, Schema: kube.Pod(), Served: true}
	}
	return p.root
}

// rootType is what is known of a definition's root kind.
func (l *Linter) rootType(d *catalog.Definition) kube.Type {
	if d.Root == nil || d.Root.Kind == nil {
		return kube.Type{}
	}
	return l.cfg.Types.Of(*d.Root.Kind)
}
