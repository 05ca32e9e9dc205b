package rules

import (
	"github.com/kartalint/kartalint/catalog"
	"github.com/kartalint/kartalint/patch"
)

// Evidence are recorded objects. A nil *Evidence holds none.
type Evidence struct {
	all    []patch.Object
	byKind map[catalog.Kind][]patch.Object
}

// NewEvidence sorts objects by their kind. An object without apiVersion or kind is of the kind with empty names.
func NewEvidence(objects []patch.Object) *Evidence {
	e := &Evidence{all: objects, byKind: map[catalog.Kind][]patch.Object{}}
	for _, o := range objects {
		k := kindOf(o.Value)
		e.byKind[k] = append(e.byKind[k], o)
	}
	return e
}

func kindOf(object map[string]any) catalog.Kind {
	apiVersion, _ := object["apiVersion"].(string)
	kind, _ := object["kind"].(string)
	return catalog.ParseKind(apiVersion, kind)
}

// Objects are the recorded objects of a kind, in the order in which they were read.
func (e *Evidence) Objects(kind catalog.Kind) []patch.Object {
	if e == nil {
		return nil
	}
	kind.Node = nil
	return e.byKind[kind]
}

// Pods are the recorded pods that belong to an object: its own, or those of objects that it owns, by owner references.
func (e *Evidence) Pods(owner map[string]any) []patch.Object {
	if e == nil {
		return nil
	}
	owned := map[string]bool{uid(owner): true}
	delete(owned, "")
	for grown := len(owned) > 0; grown; {
		grown = false
		for _, o := range e.all {
			if id := uid(o.Value); id != "" && !owned[id] && ownedBy(o.Value, owned) {
				owned[id], grown = true, true
			}
		}
	}
	var pods []patch.Object
	for _, o := range e.byKind[catalog.Kind{Version: "v1", Kind: "Pod"}] {
		if ownedBy(o.Value, owned) {
			pods = append(pods, o)
		}
	}
	return pods
}

func uid(object map[string]any) string {
	meta, _ := object["metadata"].(map[string]any)
	id, _ := meta["uid"].(string)
	return id
}

func ownedBy(object map[string]any, owners map[string]bool) bool {
	meta, _ := object["metadata"].(map[string]any)
	refs, _ := meta["ownerReferences"].([]any)
	for _, r := range refs {
		ref, _ := r.(map[string]any)
		if id, _ := ref["uid"].(string); id != "" && owners[id] {
			return true
		}
	}
	return false
}
