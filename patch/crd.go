package patch

import (
	"github.com/kartalint/kartalint/analyzer"
	"github.com/kartalint/kartalint/catalog/kube"
)

// FromType takes the list semantics from the type of the whole object, field by field: a list with
// x-kubernetes-list-type map is merged by its keys, with the keys' defaults; every other list of a custom resource is
// atomic, whatever core/v1 says of a field of that name. Where the type does not speak of a list, core/v1 does.
func FromType(schema *kube.Schema) MergeSchema { return crdLists{schema} }

type crdLists struct{ schema *kube.Schema }

// List finds the list in the type.
func (t crdLists) List(place Pointer) (ListMerge, bool) {
	path := make(analyzer.Path, 0, len(place))
	for _, step := range place {
		switch s := step.(type) {
		case string:
			path = append(path, analyzer.Step{Kind: analyzer.Key, Name: s})
		case int:
			path = append(path, analyzer.Step{Kind: analyzer.Index, Index: s})
		}
	}
	list := t.schema.Walk(path).Schema
	if list == nil || list.Shape != kube.List {
		return ListMerge{}, false
	}
	if list.ListType != "map" || len(list.MapKeys) == 0 {
		return atomic, true
	}
	var m ListMerge
	for _, name := range list.MapKeys {
		key := MergeKey{Name: name}
		if field := list.Elem().Field(name); field != nil {
			key.Default = field.Default
		}
		m.Keys = append(m.Keys, key)
	}
	return m, true
}
