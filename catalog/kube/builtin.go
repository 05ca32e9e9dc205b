package kube

import (
	"reflect"
	"strings"
	"sync"

	appsv1 "k8s.io/api/apps/v1"
	batchv1 "k8s.io/api/batch/v1"
	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/api/resource"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/util/intstr"

	"github.com/kartalint/kartalint/catalog"
)

// builtins are the built-in kinds by group and version, made at the first question.
var builtins = sync.OnceValue(func() map[string]map[string]reflect.Type {
	scheme := runtime.NewScheme()
	// AddToScheme fails for a type that is no object, which is a mistake of the library's build.
	for _, add := range []func(*runtime.Scheme) error{corev1.AddToScheme, appsv1.AddToScheme, batchv1.AddToScheme} {
		if err := add(scheme); err != nil {
			panic(err)
		}
	}
	known := map[string]map[string]reflect.Type{}
	for gvk, t := range scheme.AllKnownTypes() {
		if gvk.Version == runtime.APIVersionInternal || strings.HasSuffix(gvk.Kind, "List") || strings.HasSuffix(gvk.Kind, "Options") || gvk.Kind == "WatchEvent" {
			continue
		}
		if _, ok := t.FieldByName("ObjectMeta"); !ok {
			continue
		}
		version := gvk.GroupVersion().String()
		if known[version] == nil {
			known[version] = map[string]reflect.Type{}
		}
		known[version][gvk.Kind] = t
	}
	return known
})

// BuiltinWorkloads are the built-in kinds that hold pods, in the order of their names.
func BuiltinWorkloads() []catalog.Kind {
	return []catalog.Kind{{Group: "batch", Version: "v1", Kind: "CronJob"}, {Group: "apps", Version: "v1", Kind: "DaemonSet"}, {Group: "apps", Version: "v1", Kind: "Deployment"},
		{Group: "batch", Version: "v1", Kind: "Job"}, {Version: "v1", Kind: "Pod"}, {Group: "apps", Version: "v1", Kind: "ReplicaSet"}, {Group: "apps", Version: "v1", Kind: "StatefulSet"}}
}

// serverDefaults are the fields of built-in workloads that the server fills in, as their API documentation says
// (https://kubernetes.io/docs/reference/kubernetes-api/workload-resources/).
var serverDefaults = map[reflect.Type]map[string]any{
	reflect.TypeFor[appsv1.DeploymentSpec]():  {"replicas": 1},
	reflect.TypeFor[appsv1.ReplicaSetSpec]():  {"replicas": 1},
	reflect.TypeFor[appsv1.StatefulSetSpec](): {"replicas": 1},
	reflect.TypeFor[batchv1.JobSpec]():        {"parallelism": 1, "suspend": false},
	reflect.TypeFor[batchv1.CronJobSpec]():    {"suspend": false},
}

// Go is the schema of a Go type with JSON tags. It is made once for each type.
func Go(t reflect.Type) *Schema {
	for t.Kind() == reflect.Pointer {
		t = t.Elem()
	}
	if s, ok := goSchemas.Load(t); ok {
		return s.(*Schema)
	}
	s, _ := goSchemas.LoadOrStore(t, goSchema(t))
	return s.(*Schema)
}

var goSchemas sync.Map // reflect.Type to *Schema

// Pod is the schema of a pod.
func Pod() *Schema { return Go(reflect.TypeFor[corev1.Pod]()) }

// PodTemplateSpec is the schema of a pod template.
func PodTemplateSpec() *Schema { return Go(reflect.TypeFor[corev1.PodTemplateSpec]()) }

// PodSpec is the schema of a pod's spec.
func PodSpec() *Schema { return Go(reflect.TypeFor[corev1.PodSpec]()) }

// ObjectMeta is the schema of an object's metadata.
func ObjectMeta() *Schema { return Go(reflect.TypeFor[metav1.ObjectMeta]()) }

func goSchema(t reflect.Type) *Schema {
	switch t {
	case reflect.TypeFor[resource.Quantity](), reflect.TypeFor[intstr.IntOrString]():
		return &Schema{Shape: IntOrString}
	case reflect.TypeFor[metav1.Time](), reflect.TypeFor[metav1.MicroTime](), reflect.TypeFor[metav1.Duration]():
		return &Schema{Shape: String}
	case reflect.TypeFor[metav1.FieldsV1](), reflect.TypeFor[runtime.RawExtension]():
		return anything
	}
	switch t.Kind() {
	case reflect.Struct:
		return &Schema{Shape: Object, load: func(p *parts) {
			p.fields, p.required = map[string]*Schema{}, map[string]bool{}
			structFields(t, p)
		}}
	case reflect.Map:
		return &Schema{Shape: Map, load: func(p *parts) { p.elem = Go(t.Elem()) }}
	case reflect.Slice, reflect.Array:
		if t.Elem().Kind() == reflect.Uint8 {
			return &Schema{Shape: String}
		}
		return &Schema{Shape: List, load: func(p *parts) { p.elem = Go(t.Elem()) }}
	case reflect.String:
		return &Schema{Shape: String}
	case reflect.Bool:
		return &Schema{Shape: Boolean}
	case reflect.Float32, reflect.Float64:
		return &Schema{Shape: Number}
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64, reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64:
		return &Schema{Shape: Integer}
	}
	return anything
}

func structFields(t reflect.Type, p *parts) {
	for i := range t.NumField() {
		f := t.Field(i)
		name, options, _ := strings.Cut(f.Tag.Get("json"), ",")
		switch {
		case name == "" && (f.Anonymous || strings.Contains(options, "inline")):
			inner := f.Type
			for inner.Kind() == reflect.Pointer {
				inner = inner.Elem()
			}
			if inner.Kind() == reflect.Struct {
				structFields(inner, p)
			}
		case name != "" && name != "-":
			p.fields[name] = withDefault(Go(f.Type), serverDefaults[t][name])
			if !strings.Contains(options, "omitempty") && !strings.Contains(options, "omitzero") {
				p.required[name] = true
			}
		}
	}
}

// withDefault is a schema of a scalar with a default; the shared one where there is none.
func withDefault(s *Schema, value any) *Schema {
	if value == nil {
		return s
	}
	return &Schema{Shape: s.Shape, Default: value}
}
