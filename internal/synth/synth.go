// Package synth builds documents on which jq expressions can be tried: from the places that an expression reads it makes
// objects in which each place is there, absent, null, false, empty, of another type, and in which what is iterated has no
// element, one, or two that differ. It knows paths and nothing of Kubernetes.
package synth

import (
	"fmt"
	"maps"
	"slices"

	"github.com/kartalint/kartalint/analyzer"
)

// maxDocuments bounds the variants of one set of places.
const maxDocuments = 400

// absent stands for a place that is left out.
type absent struct{}

// leaves are the values that a place is tried with.
var leaves = []any{absent{}, nil, false, true, "", "text", 0, 3, map[string]any{}, []any{}, map[string]any{"kartalint": "canary"}, []any{"kartalint"}}

// Documents builds the objects for a set of places, in a fixed order: first the one in which every place is there.
// Fields that no place names stand beside those that one does.
func Documents(paths []analyzer.Path) []any {
	list := []any{build(paths, nil, 2, nil)}
	for _, n := range []int{1, 0} {
		list = append(list, build(paths, nil, n, nil))
	}
	for _, asMap := range []int{2, 1, 0} {
		list = append(list, build(paths, nil, -asMap-1, nil))
	}
	for i := range paths {
		for _, leaf := range leaves {
			list = append(list, build(paths, map[int]any{i: leaf}, 2, nil))
			if iterates(paths[i]) {
				first := 0
				list = append(list, build(paths, map[int]any{i: leaf}, 2, &first))
			}
			if len(list) >= maxDocuments {
				return list
			}
		}
		for cut := 1; cut < len(paths[i]); cut++ {
			short := append(append([]analyzer.Path{}, paths...), paths[i][:cut])
			for _, leaf := range []any{nil, false, map[string]any{}, []any{}} {
				list = append(list, build(short, map[int]any{len(short) - 1: leaf}, 2, nil))
			}
		}
	}
	return append(list, map[string]any{}, nil)
}

func iterates(p analyzer.Path) bool {
	for _, s := range p {
		if s.Kind == analyzer.Each || s.Kind == analyzer.AnyKey {
			return true
		}
	}
	return false
}

// build makes one document. values replaces the value at a path by its index; elements is the length of what is
// iterated, less than zero for an object with -elements-1 members; only, where set, is the one element that gets the
// replaced value.
func build(paths []analyzer.Path, values map[int]any, elements int, only *int) any {
	var doc any = map[string]any{}
	for i, p := range paths {
		value, replaced := values[i]
		b := builder{elements: elements, canary: i}
		if replaced {
			b.value, b.replaced, b.only = value, true, only
		}
		doc = b.put(doc, p, 0)
	}
	return doc
}

type builder struct {
	elements int
	canary   int
	value    any
	replaced bool
	only     *int
}

// put returns v with the place p in it; element is the iteration that it stands in.
func (b builder) put(v any, p analyzer.Path, element int) any {
	if len(p) == 0 {
		if b.replaced && (b.only == nil || *b.only == element) {
			return fresh(b.value)
		}
		if v != nil && !empty(v) {
			return v
		}
		return fmt.Sprintf("canary-%d-%d", b.canary, element)
	}
	switch step := p[0]; step.Kind {
	case analyzer.Key:
		m, ok := v.(map[string]any)
		if !ok {
			m = map[string]any{"kartalint": "extra"}
		}
		b.member(m, step.Name, p[1:], element)
		return m
	case analyzer.Index:
		list, _ := v.([]any)
		at := step.Index
		if at < 0 {
			at = max(0, len(list)+at)
		}
		for len(list) <= min(at, 64) {
			list = append(list, map[string]any{})
		}
		if at < len(list) {
			list[at] = b.keep(list[at], p[1:], element)
		}
		return list
	case analyzer.Each, analyzer.AnyKey:
		return b.each(v, p[1:])
	default:
		return b.put(v, p[1:], element)
	}
}

func (b builder) member(m map[string]any, name string, rest analyzer.Path, element int) {
	next := b.put(m[name], rest, element)
	if _, gone := next.(absent); gone {
		delete(m, name)
		return
	}
	m[name] = next
}

// keep is put for a list's element, which cannot be left out: it is null instead.
func (b builder) keep(v any, rest analyzer.Path, element int) any {
	next := b.put(v, rest, element)
	if _, gone := next.(absent); gone {
		return nil
	}
	return next
}

func (b builder) each(v any, rest analyzer.Path) any {
	if b.elements < 0 {
		m, ok := v.(map[string]any)
		if !ok || m["kartalint"] == "extra" {
			m = map[string]any{}
		}
		for i := range -b.elements - 1 {
			b.member(m, fmt.Sprintf("member%d", i), rest, i)
		}
		return m
	}
	list, ok := v.([]any)
	if !ok {
		list = []any{}
	}
	for len(list) < b.elements {
		list = append(list, map[string]any{})
	}
	for i := range list {
		list[i] = b.keep(list[i], rest, i)
	}
	return list
}

func empty(v any) bool {
	switch v := v.(type) {
	case map[string]any:
		return len(v) == 0
	case []any:
		return len(v) == 0
	}
	return false
}

// fresh copies a leaf, so that no document shares it with another.
func fresh(v any) any {
	switch v := v.(type) {
	case map[string]any:
		return maps.Clone(v)
	case []any:
		return slices.Clone(v)
	}
	return v
}
