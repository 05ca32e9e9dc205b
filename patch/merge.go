package patch

import (
	"fmt"
	"slices"
	"strings"
)

// writer turns wishes at concrete places into operations. It reads the original object only, so no write can change
// where the next one lands.
type writer struct {
	root     map[string]any
	lists    MergeSchema
	allowAdd bool
	ops      []Op
	guards   []guard
}

// guard is a value that tells a list element from the others, where the plan found it.
type guard struct {
	place Pointer
	value any
}

// write merges a patch into what stands at a place. Missing maps on the way come with it.
func (wr *writer) write(place Pointer, patch any, s *fieldSchema) error {
	var v any = wr.root
	for i, step := range place {
		next, ok := lookup(v, Pointer{step})
		if _, isIndex := step.(int); !ok && (isIndex || !mapOrNull(v)) {
			return &ConflictError{place[:i].String(), fmt.Sprintf("must be a map to have %v, is %s", step, typeName(v))}
		}
		if !ok || next == nil && i < len(place)-1 {
			return wr.create(place, i+1, ok, patch, s)
		}
		v = next
	}
	return wr.merge(place, v, patch, s)
}

func mapOrNull(v any) bool {
	_, ok := v.(map[string]any)
	return ok || v == nil
}

// create puts a value where the first n steps of the place name something absent, or null.
func (wr *writer) create(place Pointer, n int, isNull bool, patch any, s *fieldSchema) error {
	v, effect, err := wr.build(place, patch, s)
	if err != nil || !effect {
		return err
	}
	for i := len(place) - 1; i >= n; i-- {
		v = map[string]any{place[i].(string): v}
	}
	kind := Add
	if isNull {
		kind = Replace
	}
	wr.emit(kind, place[:n], nil, v)
	return nil
}

func (wr *writer) emit(kind Kind, place Pointer, from, to any) {
	wr.ops = append(wr.ops, Op{Kind: kind, Path: slices.Clip(place), Old: from, New: to})
}

// build is what a patch makes where nothing stands. effect is false where it only deletes.
func (wr *writer) build(place Pointer, patch any, s *fieldSchema) (v any, effect bool, err error) {
	switch p := patch.(type) {
	case nil:
		return nil, false, nil
	case map[string]any:
		out := make(map[string]any, len(p))
		for k := range keysOf(p) {
			e := p[k]
			v, effect, err := wr.build(place.child(k), e, member(s, k))
			if err != nil {
				return nil, false, err
			}
			if effect {
				out[k] = v
			}
		}
		return out, len(out) > 0 || len(p) == 0, nil
	case []any:
		if m := wr.listMerge(place, s); !m.Atomic && !wr.allowAdd && len(p) > 0 {
			return nil, false, &MissingEntryError{Pointer: place.String(), Entry: entryText(p[0], m.Keys)}
		}
	}
	return withoutNulls(patch), true, nil
}

func (wr *writer) merge(place Pointer, old, patch any, s *fieldSchema) error {
	switch p := patch.(type) {
	case nil:
		wr.emit(Remove, place, old, nil)
		return nil
	case map[string]any:
		if old == nil {
			return wr.create(place, len(place), true, patch, s)
		}
		m, ok := old.(map[string]any)
		if !ok {
			return &ConflictError{place.String(), "must be a map, is " + typeName(old)}
		}
		return wr.mergeMap(place, m, p, s)
	case []any:
		return wr.mergeList(place, old, p, s)
	}
	if !Equal(old, patch) {
		wr.emit(Replace, place, old, copyValue(patch))
	}
	return nil
}

func (wr *writer) mergeMap(place Pointer, m, patch map[string]any, s *fieldSchema) error {
	for k := range keysOf(patch) {
		e := patch[k]
		old, ok := m[k]
		at, f := place.child(k), member(s, k)
		var err error
		switch {
		case ok:
			err = wr.merge(at, old, e, f)
		case e != nil:
			err = wr.create(at, len(at), false, e, f)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

func member(s *fieldSchema, k string) *fieldSchema {
	switch {
	case s == nil || s.schema == nil:
		return nil
	case s.fields != nil:
		return s.fields[k]
	case s.elem != nil:
		return &fieldSchema{schema: s.elem}
	}
	return nil
}

func (wr *writer) listMerge(place Pointer, s *fieldSchema) ListMerge {
	if wr.lists != nil {
		if m, known := wr.lists.List(place); known {
			m.Atomic = m.Atomic || len(m.Keys) == 0
			return m
		}
	}
	if s == nil || len(s.list.Keys) == 0 {
		return atomic
	}
	return s.list
}

func (wr *writer) mergeList(place Pointer, old any, patch []any, s *fieldSchema) error {
	m := wr.listMerge(place, s)
	if m.Atomic {
		if !Equal(old, patch) {
			wr.emit(Replace, place, old, withoutNulls(patch))
		}
		return nil
	}
	if old == nil {
		return wr.create(place, len(place), true, patch, s)
	}
	list, ok := old.([]any)
	if !ok {
		return &ConflictError{place.String(), "must be a list, is " + typeName(old)}
	}
	added := 0
	for _, e := range patch {
		i, err := findEntry(place, list, e, m.Keys)
		if err != nil {
			return err
		}
		if i < 0 {
			if err := wr.append(place, list, len(list)+added, e, m.Keys, s); err != nil {
				return err
			}
			added++
			continue
		}
		at := place.child(i)
		wr.guard(at, list[i], m.Keys)
		if err := wr.merge(at, list[i], withoutKeys(e, m.Keys), &fieldSchema{schema: elemOf(s)}); err != nil {
			return err
		}
	}
	return nil
}

func elemOf(s *fieldSchema) *schema {
	if s == nil || s.schema == nil {
		return nil
	}
	return s.elem
}

// guard remembers the keys that a matched element has.
func (wr *writer) guard(at Pointer, element any, keys []MergeKey) {
	m := element.(map[string]any)
	for _, k := range keys {
		if v, ok := m[k.Name]; ok {
			wr.guards = append(wr.guards, guard{at.child(k.Name), v})
		}
	}
}

func (wr *writer) append(place Pointer, list []any, index int, e any, keys []MergeKey, s *fieldSchema) error {
	if !wr.allowAdd {
		missing := &MissingEntryError{Pointer: place.String(), Entry: entryText(e, keys)}
		for _, have := range list {
			missing.Known = append(missing.Known, entryText(have, keys))
		}
		return missing
	}
	v, _, err := wr.build(place.child(index), e, &fieldSchema{schema: elemOf(s)})
	if err != nil {
		return err
	}
	wr.emit(Add, place.child(index), nil, v)
	return nil
}

// findEntry is the index of the one element that an element of a patch means; -1 where there is none.
func findEntry(place Pointer, list []any, e any, keys []MergeKey) (int, error) {
	wanted, missing := entryKey(e.(map[string]any), keys)
	if missing != "" { // the checker lets only a sole container through
		if len(list) == 1 {
			if _, ok := list[0].(map[string]any); ok {
				return 0, nil
			}
		}
		var names []string
		for _, have := range list {
			names = append(names, entryText(have, keys))
		}
		return 0, &ConflictError{place.String(), fmt.Sprintf("has %d entries (%s): name the one that is meant", len(list), strings.Join(names, ", "))}
	}
	found := -1
	for i, have := range list {
		m, ok := have.(map[string]any)
		if !ok {
			continue
		}
		if key, _ := entryKey(m, keys); key != wanted {
			continue
		}
		if found >= 0 {
			return 0, &ConflictError{place.String(), "has " + wanted + " twice: which one is meant cannot be told"}
		}
		found = i
	}
	return found, nil
}

// entryKey is the text of an element's keys; missing names the first one that it lacks.
func entryKey(m map[string]any, keys []MergeKey) (text, missing string) {
	if len(keys) == 1 {
		if s, ok := m[keys[0].Name].(string); ok {
			return keys[0].Name + "=" + s, ""
		}
	}
	parts := make([]string, 0, len(keys))
	for _, k := range keys {
		v := m[k.Name]
		if v == nil {
			v = k.Default
		}
		if v == nil && missing == "" {
			missing = k.Name
		}
		parts = append(parts, fmt.Sprintf("%s=%v", k.Name, v))
	}
	return strings.Join(parts, " "), missing
}

func entryText(e any, keys []MergeKey) string {
	m, _ := e.(map[string]any)
	text, _ := entryKey(m, keys)
	return text
}

// withoutKeys is an element's patch without the keys that found it: they are there, or are defaults.
func withoutKeys(e any, keys []MergeKey) map[string]any {
	m := e.(map[string]any)
	out := make(map[string]any, len(m))
	for k, v := range m {
		if !slices.ContainsFunc(keys, func(key MergeKey) bool { return key.Name == k }) {
			out[k] = v
		}
	}
	return out
}
