package types

import (
	"fmt"
	"slices"

	"github.com/kartalint/kartalint/analyzer"
	"github.com/kartalint/kartalint/catalog"
	"github.com/kartalint/kartalint/catalog/kube"
	"github.com/kartalint/kartalint/rules"
)

var wrongType = &rules.Rule{
	ID: "KL802", Name: "wrong-type", Severity: rules.Error,
	Title: "what stands at the address cannot be what the field means",
	What: "An address whose type does not fit its field: `replicasPath` on a string, `labelsPath` on no string map, `containersPath` on no list of containers, `podTemplateSpecPath` on what has no " +
		"`spec.containers`, a condition path on no list. A scale path on an annotation or a label is KL209's. Places that the type says nothing about are not judged.",
	Why:        "The runtime fails to read the value of every object, or a write is refused by the API server.",
	Mend:       "Name the place that holds what the field is for.",
	Needs:      rules.NeedsTypes,
	SilencedBy: append(silencers[:len(silencers):len(silencers)], "KL209", "KL304"),
	Check: func(p *rules.Pass) {
		eachField(p, func(f *catalog.PathField, e *analyzer.Expr, t *kube.Schema) {
			path, ok := written(e)
			if !ok {
				return
			}
			found := t.Walk(path)
			if found.Broken >= 0 || found.Untyped >= 0 || f.Role == catalog.RoleScale && inStringMap(t, path) {
				return
			}
			if want := misfit(f.Name, f.Role, found.Schema); want != "" {
				p.Field(f, fmt.Sprintf("%s: %s of %s is %s, and the field wants %s; name the place that holds it", rules.NameOf(f), path, object(p, f), describe(found.Schema), want))
			}
		})
	},
}

// inStringMap says whether a place is a value of an annotation-like map.
func inStringMap(t *kube.Schema, path analyzer.Path) bool {
	return len(path) > 0 && t.Walk(path[:len(path)-1]).Schema.Shape == kube.Map
}

// describe is a shape, and of an object its first fields.
func describe(s *kube.Schema) string {
	if s.Shape != kube.Object {
		return s.Shape.String()
	}
	fields := s.Fields()
	if len(fields) > 3 {
		return fmt.Sprintf("an object with %s, %s, %s and more", fields[0], fields[1], fields[2])
	}
	return "an object with " + fmt.Sprint(fields)
}

// misfit is what a field wants, where a schema is not it; "" where it can be.
func misfit(field string, role catalog.Role, s *kube.Schema) string {
	fits, want := true, ""
	switch field {
	case "replicasPath", "minReplicasPath", "maxReplicasPath":
		fits, want = slices.Contains([]kube.Shape{kube.Integer, kube.Number, kube.IntOrString}, s.Shape), "a number of replicas"
	case "labelsPath", "annotationsPath":
		fits, want = s.Shape == kube.Map && s.Elem().Shape <= kube.String, "a map of strings"
	case "podTemplateSpecPath":
		fits, want = holds(s, "spec") && (s.Field("spec").Shape == kube.Unknown || isPodSpec(s.Field("spec"))), "a pod template, with spec.containers"
	case "podSpecPath":
		fits, want = isPodSpec(s), "a pod spec, with containers"
	case "metadataPath":
		fits, want = holds(s, "labels") || holds(s, "annotations"), "metadata, with labels or annotations"
	case "containersPath":
		fits, want = s.Shape == kube.List && isContainer(s.Elem()), "a list of containers"
	case "containerPath":
		fits, want = isContainer(s), "a container"
	case "resourcesPath":
		fits, want = holds(s, "limits") || holds(s, "requests") || s.Shape == kube.Map, "resources, with limits and requests"
	case "resourceClaimsPath":
		fits, want = s.Shape == kube.List, "a list of resource claims"
	case "podAffinityPath", "nodeAffinityPath":
		fits, want = holds(s, "requiredDuringSchedulingIgnoredDuringExecution") || holds(s, "preferredDuringSchedulingIgnoredDuringExecution"), "an affinity"
	case "schedulerNamePath", "priorityClassNamePath", "imagePath":
		fits, want = s.Shape == kube.String, "a string"
	case "instanceIdPath", "idPath", "keyPath", "groupByKeyPaths":
		fits, want = s.Shape.Scalar(), "a name or a number"
	case "path":
		if role != catalog.RoleStatus {
			return ""
		}
		// the phase is a word, the conditions are a list; which of the two it is shows on the type alone
		fits, want = s.Shape == kube.List && holds(s.Elem(), "type") || s.Shape == kube.String, "a phase (a string) or conditions (a list of objects with type)"
	default:
		return ""
	}
	if fits || s.Shape == kube.Unknown {
		return ""
	}
	return want
}

// holds says whether an object has a field, or may have it.
func holds(s *kube.Schema, field string) bool {
	return s.Shape == kube.Unknown || s.Shape == kube.Object && (s.Has(field) || s.Open)
}

func isPodSpec(s *kube.Schema) bool {
	return holds(s, "containers") && (s.Field("containers").Shape == kube.Unknown || s.Field("containers").Shape == kube.List)
}

func isContainer(s *kube.Schema) bool {
	return holds(s, "image") && (s.Shape == kube.Unknown || s.Field("image").Shape == kube.Unknown || s.Field("image").Shape == kube.String)
}
