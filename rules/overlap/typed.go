package overlap

import (
	"reflect"
	"slices"
	"strings"

	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

	"github.com/kartalint/kartalint/analyzer"
	"github.com/kartalint/kartalint/catalog"
)

// typed is the Go struct that a whole-struct write puts at a field's place; nil for a field that holds no struct.
func typed(f *catalog.PathField) reflect.Type {
	switch f.Name {
	case "podTemplateSpecPath":
		return reflect.TypeFor[corev1.PodTemplateSpec]()
	case "podSpecPath":
		return reflect.TypeFor[corev1.PodSpec]()
	case "metadataPath":
		return reflect.TypeFor[metav1.ObjectMeta]()
	case "containerPath":
		return reflect.TypeFor[corev1.Container]()
	case "containersPath":
		return reflect.TypeFor[[]corev1.Container]()
	case "resourcesPath":
		return reflect.TypeFor[corev1.ResourceRequirements]()
	case "resourceClaimsPath":
		return reflect.TypeFor[[]corev1.PodResourceClaim]()
	case "podAffinityPath":
		return reflect.TypeFor[corev1.PodAffinity]()
	case "nodeAffinityPath":
		return reflect.TypeFor[corev1.NodeAffinity]()
	case "labelsPath", "annotationsPath":
		return reflect.TypeFor[map[string]string]()
	}
	return nil
}

// survives says whether a place below a value is still there after the value went through a Go struct: every step is a
// field of the type.
func survives(t reflect.Type, rest analyzer.Path) bool {
	if len(rest) == 0 {
		return true
	}
	for t.Kind() == reflect.Pointer {
		t = t.Elem()
	}
	step := rest[0]
	switch t.Kind() {
	case reflect.Struct:
		if step.Kind != analyzer.Key {
			return false
		}
		field, ok := fieldOf(t, step.Name)
		return ok && survives(field, rest[1:])
	case reflect.Map:
		return (step.Kind == analyzer.Key || step.Kind == analyzer.Each) && survives(t.Elem(), rest[1:])
	case reflect.Slice, reflect.Array:
		return step.Kind != analyzer.Key && survives(t.Elem(), rest[1:])
	case reflect.Interface:
		return true
	}
	return false
}

// fieldOf is the type of the field with a JSON name.
func fieldOf(t reflect.Type, name string) (reflect.Type, bool) {
	for i := range t.NumField() {
		f := t.Field(i)
		tag, options, _ := strings.Cut(f.Tag.Get("json"), ",")
		if tag == "" && (f.Anonymous || strings.Contains(options, "inline")) {
			if found, ok := fieldOf(f.Type, name); ok {
				return found, true
			}
		}
		if tag == name && name != "" && name != "-" {
			return f.Type, true
		}
	}
	return nil, false
}

// members are the JSON names of a struct's fields, sorted; nil for another type.
func members(t reflect.Type) []string {
	if t == nil || t.Kind() != reflect.Struct {
		return nil
	}
	var names []string
	for i := range t.NumField() {
		f := t.Field(i)
		tag, options, _ := strings.Cut(f.Tag.Get("json"), ",")
		switch {
		case tag == "" && (f.Anonymous || strings.Contains(options, "inline")):
			names = append(names, members(f.Type)...)
		case tag != "" && tag != "-":
			names = append(names, tag)
		}
	}
	slices.Sort(names)
	return names
}
