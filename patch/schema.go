package patch

import (
	"encoding/json"
	"reflect"
	"strings"
	"sync"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/api/resource"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/util/intstr"
)

// shape is how a value of a type is written in JSON.
type shape uint8

const (
	shapeAny shape = iota
	shapeObject
	shapeMap
	shapeList
	shapeString
	shapeInteger
	shapeNumber
	shapeBool
	shapeQuantity
	shapeIntOrString
)

// schema is what is known of one Kubernetes type, read from its Go struct.
type schema struct {
	shape  shape
	fields map[string]*fieldSchema // of an object, by JSON name
	names  []string                // of the fields, in order of declaration
	elem   *fieldSchema            // of a map or list
}

// fieldSchema is one field and how a patch merges into it.
type fieldSchema struct {
	*schema
	list ListMerge
	step any // the name as a step of a place, made once; nil for elements
}

// ListMerge says how a list takes a patch.
type ListMerge struct {
	Atomic bool       // replaced whole
	Keys   []MergeKey // what tells two elements apart, where not Atomic
}

// MergeKey is one field that tells elements of a list apart.
type MergeKey struct {
	Name    string
	Default any // what an element without the field counts as having; nil for none
}

// MergeSchema tells how the lists of a custom resource merge. It takes the place of the semantics of core/v1 where
// it knows a list: what a CustomResourceDefinition says in x-kubernetes-list-type.
type MergeSchema interface {
	// List is asked with the concrete place of a list. known is false where the type says nothing about it.
	List(place Pointer) (merge ListMerge, known bool)
}

var atomic = ListMerge{Atomic: true}

// secondKeys are list keys that the API server uses and that the patchMergeKey tag, which holds one key, cannot say.
var secondKeys = map[string]MergeKey{
	"containerPort": {Name: "protocol", Default: "TCP"},
	"topologyKey":   {Name: "whenUnsatisfiable"},
}

// templateSchema is a pod template whose metadata is labels and annotations alone.
var templateSchema = sync.OnceValue(func() *fieldSchema {
	b := builder{}
	strings := &schema{shape: shapeMap, elem: &fieldSchema{schema: &schema{shape: shapeString}}}
	meta := &schema{shape: shapeObject, names: []string{"labels", "annotations"},
		fields: map[string]*fieldSchema{"labels": {schema: strings, step: "labels"}, "annotations": {schema: strings, step: "annotations"}}}
	spec := b.of(reflect.TypeFor[corev1.PodSpec]())
	return &fieldSchema{schema: &schema{shape: shapeObject, names: []string{"metadata", "spec"},
		fields: map[string]*fieldSchema{"metadata": {schema: meta, step: "metadata"}, "spec": {schema: spec, step: "spec"}}}}
})

// podContainers is the list in which one container without a name means the sole one.
var podContainers = sync.OnceValue(func() *fieldSchema { return templateSchema().at("spec", "containers") })

// at follows JSON names from a field; nil where there is no such field.
func (f *fieldSchema) at(names ...string) *fieldSchema {
	for _, n := range names {
		f = f.fields[n]
		if f == nil {
			return nil
		}
	}
	return f
}

type builder map[reflect.Type]*schema

func (b builder) of(t reflect.Type) *schema {
	for t.Kind() == reflect.Pointer {
		t = t.Elem()
	}
	if s := b[t]; s != nil {
		return s
	}
	s := &schema{}
	b[t] = s
	switch t {
	case reflect.TypeFor[resource.Quantity]():
		s.shape = shapeQuantity
		return s
	case reflect.TypeFor[intstr.IntOrString]():
		s.shape = shapeIntOrString
		return s
	case reflect.TypeFor[metav1.Time](), reflect.TypeFor[metav1.MicroTime]():
		s.shape = shapeString
		return s
	case reflect.TypeFor[json.RawMessage]():
		return s
	}
	switch t.Kind() {
	case reflect.Struct:
		s.shape, s.fields = shapeObject, map[string]*fieldSchema{}
		b.addFields(s, t)
	case reflect.Map:
		s.shape, s.elem = shapeMap, &fieldSchema{schema: b.of(t.Elem())}
	case reflect.Slice:
		if t.Elem().Kind() == reflect.Uint8 {
			s.shape = shapeString // base64
			break
		}
		s.shape, s.elem = shapeList, &fieldSchema{schema: b.of(t.Elem())}
	case reflect.String:
		s.shape = shapeString
	case reflect.Bool:
		s.shape = shapeBool
	case reflect.Float32, reflect.Float64:
		s.shape = shapeNumber
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64:
		s.shape = shapeInteger
	}
	return s
}

func (b builder) addFields(s *schema, t reflect.Type) {
	for i := range t.NumField() {
		f := t.Field(i)
		name, _, _ := strings.Cut(f.Tag.Get("json"), ",")
		if name == "-" {
			continue
		}
		if name == "" && f.Anonymous {
			b.addFields(s, f.Type)
			continue
		}
		s.names = append(s.names, name)
		s.fields[name] = &fieldSchema{schema: b.of(f.Type), list: listMerge(f), step: name}
	}
}

func listMerge(f reflect.StructField) ListMerge {
	key := f.Tag.Get("patchMergeKey")
	if key == "" || !strings.Contains(f.Tag.Get("patchStrategy"), "merge") {
		return atomic
	}
	m := ListMerge{Keys: []MergeKey{{Name: key}}}
	if second, ok := secondKeys[key]; ok {
		m.Keys = append(m.Keys, second)
	}
	return m
}
