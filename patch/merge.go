package patch

import (
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// writer turns wishes at concrete places into operations. It reads the original object only, so no write can change
// where the next one lands.
type writer struct {
	root     map[string]any
	lists    MergeSchema
	allowAdd bool
	at       Pointer // where the value stands that is being written; what keeps it copies it
	ops      []Op
	guards   []guard
}

// verbatim is a value that is written as it is, in which null is a value too.
type verbatim struct{ value any }

// guard is a value that tells a list element from the others, where the plan found it.
type guard struct {
	place Pointer
	value any
}

// write merges a patch into what stands at a place. Missing maps on the way come with it.
func (wr *writer) write(place Pointer, patch any, s *fieldSchema) error {
	wr.at = append(wr.at[:0], place...)
	var v any = wr.root
	for i, step := range place {
		next, ok := lookup(v, place[i:i+1])
		if _, isIndex := step.(int); !ok && (isIndex || !mapOrNull(v)) {
			return &ConflictError{place[:i].String(), fmt.Sprintf("must be a map to have %v, is %s", step, typeName(v))}
		}
		if !ok || next == nil && i < len(place)-1 {
			return wr.create(i+1, ok, patch, s)
		}
		v = next
	}
	return wr.merge(v, patch, s)
}

func mapOrNull(v any) bool {
	_, ok := v.(map[string]any)
	return ok || v == nil
}

func (wr *writer) enter(step any) { wr.at = append(wr.at, step) }

func (wr *writer) leave() { wr.at = wr.at[:len(wr.at)-1] }

// create puts a value where the first n steps of the place name something absent, or null.
func (wr *writer) create(n int, isNull bool, patch any, s *fieldSchema) error {
	v, effect, err := wr.build(patch, s)
	if err != nil || !effect {
		return err
	}
	for i := len(wr.at) - 1; i >= n; i-- {
		v = map[string]any{wr.at[i].(string): v}
	}
	kind := Add
	if isNull {
		kind = Replace
	}
	wr.emit(kind, wr.at[:n], nil, v)
	return nil
}

func (wr *writer) emit(kind Kind, place Pointer, from, to any) {
	wr.ops = append(wr.ops, Op{Kind: kind, Path: slices.Clone(place), Old: from, New: to})
}

// build is what a patch makes where nothing stands. effect is false where it only deletes.
func (wr *writer) build(patch any, s *fieldSchema) (v any, effect bool, err error) {
	switch p := patch.(type) {
	case nil:
		return nil, false, nil
	case map[string]any:
		out := make(map[string]any, len(p))
		for k := range keysOf(p) {
			wr.enter(k)
			v, effect, err := wr.build(p[k], member(s, k))
			wr.leave()
			if err != nil {
				return nil, false, err
			}
			if effect {
				out[k] = v
			}
		}
		return out, len(out) > 0 || len(p) == 0, nil
	case verbatim:
		return copyValue(p.value), true, nil
	case []any:
		if err := wr.buildable(p, s); err != nil {
			return nil, false, err
		}
	}
	return withoutNulls(patch), true, nil
}

// buildable refuses a keyed list whose elements may not be added, or lack their keys.
func (wr *writer) buildable(list []any, s *fieldSchema) error {
	m := wr.listMerge(s)
	if m.Atomic {
		return nil
	}
	f := finder{place: wr.at, keys: m.Keys, sole: len(list) == 1 && s == podContainers()}
	for _, e := range list {
		if _, err := f.find(e); err != nil {
			return err
		}
		if !wr.allowAdd {
			return &MissingEntryError{Pointer: wr.at.String(), Entry: entryText(e, m.Keys)}
		}
	}
	return nil
}

func (wr *writer) merge(old, patch any, s *fieldSchema) error {
	switch p := patch.(type) {
	case nil:
		wr.emit(Remove, wr.at, old, nil)
		return nil
	case map[string]any:
		if old == nil {
			return wr.create(len(wr.at), true, patch, s)
		}
		m, ok := old.(map[string]any)
		if !ok {
			return &ConflictError{wr.at.String(), "must be a map, is " + typeName(old)}
		}
		return wr.mergeMap(m, p, s)
	case []any:
		return wr.mergeList(old, p, s)
	}
	if !Equal(old, patch) {
		wr.emit(Replace, wr.at, old, copyValue(patch))
	}
	return nil
}

func (wr *writer) mergeMap(m, patch map[string]any, s *fieldSchema) error {
	for k := range keysOf(patch) {
		e := patch[k]
		old, ok := m[k]
		if !ok && e == nil {
			continue
		}
		f := member(s, k)
		wr.enter(stepTo(f, k))
		err := wr.mergeMember(old, ok, e, f)
		wr.leave()
		if err != nil {
			return err
		}
	}
	return nil
}

func (wr *writer) mergeMember(old any, present bool, patch any, s *fieldSchema) error {
	if present {
		return wr.merge(old, patch, s)
	}
	return wr.create(len(wr.at), false, patch, s)
}

func member(s *fieldSchema, k string) *fieldSchema {
	switch {
	case s == nil:
		return nil
	case s.fields != nil:
		return s.fields[k]
	}
	return s.elem
}

func stepTo(f *fieldSchema, k string) any {
	if f != nil && f.step != nil {
		return f.step
	}
	return k
}

func (wr *writer) listMerge(s *fieldSchema) ListMerge {
	if wr.lists != nil {
		if m, known := wr.lists.List(slices.Clone(wr.at)); known {
			m.Atomic = m.Atomic || len(m.Keys) == 0
			return m
		}
	}
	if s == nil || len(s.list.Keys) == 0 {
		return atomic
	}
	return s.list
}

func (wr *writer) mergeList(old any, patch []any, s *fieldSchema) error {
	m := wr.listMerge(s)
	if m.Atomic {
		if !Equal(old, patch) {
			wr.emit(Replace, wr.at, old, withoutNulls(patch))
		}
		return nil
	}
	if old == nil {
		return wr.create(len(wr.at), true, patch, s)
	}
	list, ok := old.([]any)
	if !ok {
		return &ConflictError{wr.at.String(), "must be a list, is " + typeName(old)}
	}
	added := 0
	f := finder{place: wr.at, list: list, keys: m.Keys, sole: len(patch) == 1 && s == podContainers()}
	for _, e := range patch {
		i, err := f.find(e)
		if err != nil {
			return err
		}
		if i < 0 {
			if err := wr.append(list, len(list)+added, e, m.Keys, s); err != nil {
				return err
			}
			added++
			continue
		}
		wr.enter(i)
		wr.guard(list[i], m.Keys)
		err = wr.merge(list[i], withoutKeys(e, m.Keys), elemOf(s))
		wr.leave()
		if err != nil {
			return err
		}
	}
	return nil
}

func elemOf(s *fieldSchema) *fieldSchema {
	if s == nil {
		return nil
	}
	return s.elem
}

// guard remembers the keys that a matched element has.
func (wr *writer) guard(element any, keys []MergeKey) {
	m := element.(map[string]any)
	for _, k := range keys {
		if v, ok := m[k.Name]; ok {
			wr.guards = append(wr.guards, guard{wr.at.child(k.Name), v})
		}
	}
}

func (wr *writer) append(list []any, index int, e any, keys []MergeKey, s *fieldSchema) error {
	if !wr.allowAdd {
		return &MissingEntryError{Pointer: wr.at.String(), Entry: entryText(e, keys), Known: entryTexts(list, keys)}
	}
	wr.enter(index)
	defer wr.leave()
	v, _, err := wr.build(e, elemOf(s))
	if err != nil {
		return err
	}
	wr.emit(Add, wr.at, nil, v)
	return nil
}

// finder finds the elements of a keyed list that the elements of a patch mean.
type finder struct {
	place Pointer
	list  []any
	keys  []MergeKey
	sole  bool           // an element without a key means the only one
	index map[string]int // by the text of the keys; twice where several have them
}

const twice = -2

// find is the index of the one element that is meant; -1 where there is none.
func (f *finder) find(e any) (int, error) {
	m, ok := e.(map[string]any)
	if !ok {
		return 0, &ConflictError{f.place.String(), "is a list of maps told apart by key; the patch has " + typeName(e) + " in it"}
	}
	wanted, missing := entryKey(m, f.keys)
	if missing != "" {
		return f.only(missing)
	}
	if f.index == nil {
		f.read()
	}
	i, ok := f.index[wanted]
	switch {
	case !ok:
		return -1, nil
	case i == twice:
		return 0, &ConflictError{f.place.String(), "has " + wanted + " twice: which one is meant cannot be told"}
	}
	return i, nil
}

// only is the sole element of the list, for a patch that does not say which one it means.
func (f *finder) only(missing string) (int, error) {
	if !f.sole {
		return 0, &ConflictError{f.place.String(), "the patch has an entry without " + missing + ", which tells it from the others"}
	}
	if len(f.list) == 1 && mapOrNull(f.list[0]) && f.list[0] != nil {
		return 0, nil
	}
	return 0, &ConflictError{f.place.String(), fmt.Sprintf("has %d entries (%s): name the one that is meant", len(f.list),
		some(entryTexts(f.list, f.keys)))}
}

func (f *finder) read() {
	f.index = make(map[string]int, len(f.list))
	for i, e := range f.list {
		m, ok := e.(map[string]any)
		if !ok {
			continue
		}
		key, _ := entryKey(m, f.keys)
		if _, ok := f.index[key]; ok {
			i = twice
		}
		f.index[key] = i
	}
}

// entryKey is the text of an element's keys; missing names the first one that it lacks.
func entryKey(m map[string]any, keys []MergeKey) (text, missing string) {
	var b strings.Builder
	for i, k := range keys {
		v := m[k.Name]
		if v == nil {
			v = k.Default
		}
		if v == nil && missing == "" {
			missing = k.Name
		}
		if i > 0 {
			b.WriteByte(' ')
		}
		b.WriteString(k.Name + "=" + keyText(v, len(keys) > 1))
	}
	return b.String(), missing
}

// keyText is a key's value; strings that would run into the next key are quoted.
func keyText(v any, several bool) string {
	switch v := v.(type) {
	case string:
		if several && strings.ContainsAny(v, ` ="`) {
			return strconv.Quote(v)
		}
		return v
	case json.Number:
		if n, err := v.Int64(); err == nil {
			return strconv.FormatInt(n, 10)
		}
		return string(v)
	}
	return fmt.Sprint(v)
}

func entryText(e any, keys []MergeKey) string {
	m, _ := e.(map[string]any)
	text, _ := entryKey(m, keys)
	return text
}

func entryTexts(list []any, keys []MergeKey) []string {
	out := make([]string, len(list))
	for i, e := range list {
		out[i] = entryText(e, keys)
	}
	return out
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
