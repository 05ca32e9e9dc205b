package patch

import (
	"context"
	"fmt"
	"slices"

	"github.com/kartalint/kartalint/analyzer"
)

// instance is one element of the component's iteration, or the whole component where it does not iterate.
type instance struct {
	id    string
	hasID bool
	place Pointer // of the element
	guard *guard  // where the id stands
}

// theWhole is the one instance of a component that does not iterate.
var theWhole = []instance{{}}

// expand turns an address into the concrete places that it has in an object: lists by index, maps by sorted key, as
// gojq iterates. An absent or null list has none. Steps behind the last [] need not exist.
func expand(root any, steps []any) ([]Pointer, error) {
	places := []Pointer{make(Pointer, 0, len(steps)+4)}
	for i, s := range steps {
		last := !hasEach(steps[i:])
		var next []Pointer
		for _, p := range places {
			v, _ := lookup(root, p)
			more, err := expandStep(p, v, s, last)
			if err != nil {
				return nil, err
			}
			next = append(next, more...)
		}
		places = next
	}
	return places, nil
}

func expandStep(p Pointer, v, step any, tail bool) ([]Pointer, error) {
	switch s := step.(type) {
	case string:
		if !tail && v == nil {
			return nil, nil
		}
		if _, ok := v.(map[string]any); v != nil && !ok {
			return nil, &ConflictError{p.String(), fmt.Sprintf("must be a map to have %q, is %s", s, typeName(v))}
		}
		return []Pointer{p.child(s)}, nil
	case int:
		l, ok := v.([]any)
		if s < 0 {
			s += len(l)
		}
		if !ok || s < 0 || s >= len(l) {
			return nil, &ConflictError{p.String(), fmt.Sprintf("has no element %d; a patch does not lengthen a list by an index", step)}
		}
		return []Pointer{p.child(s)}, nil
	}
	return expandEach(p, v)
}

func expandEach(p Pointer, v any) ([]Pointer, error) {
	var out []Pointer
	switch v := v.(type) {
	case nil:
	case []any:
		for i := range v {
			out = append(out, p.child(i))
		}
	case map[string]any:
		for _, k := range sortedKeys(v) {
			out = append(out, p.child(k))
		}
	default:
		return nil, &ConflictError{p.String(), "must be a list or a map to be iterated, is " + typeName(v)}
	}
	return out, nil
}

// plain is expand for an address without []: one place, no more memory than it needs.
func plain(root any, steps []any) (Pointer, error) {
	for _, s := range steps {
		if _, isKey := s.(string); !isKey {
			places, err := expand(root, steps)
			if err != nil {
				return nil, err
			}
			return places[0], nil
		}
	}
	return steps, nil
}

// instances lists the component's instances, ids and places from one iteration.
func (w *Workload) instances(c *component) ([]instance, error) {
	if c.ids == nil || len(c.iter) == 0 {
		if c.broken != nil {
			return nil, c.broken
		}
		return theWhole, nil
	}
	places, err := expand(w.obj, c.iter)
	if err != nil {
		return nil, err
	}
	out := make([]instance, len(places))
	for i, p := range places {
		out[i].place = p
	}
	if c.ids.err != nil {
		return out, w.evaluateIDs(c, out)
	}
	for i := range out {
		at := append(slices.Clone(out[i].place), c.ids.steps[len(c.iter):]...)
		if v, ok := lookup(w.obj, at); ok && v != nil {
			out[i].id, out[i].hasID, out[i].guard = idText(v), true, &guard{at, v}
		}
	}
	return out, nil
}

// evaluateIDs runs an id formula, which gives one id per element of the iteration, in its order.
func (w *Workload) evaluateIDs(c *component, out []instance) error {
	ids, err := c.ids.expr.Eval(context.Background(), runnable(w.obj), len(out)+1)
	if len(out) == 0 {
		return nil
	}
	if err != nil || len(ids) != len(out) {
		why := fmt.Sprintf("it yields %d ids for %d elements", len(ids), len(out))
		if err != nil {
			why = err.Error()
		}
		e := *c.ids.err
		e.Reason = why
		return &e
	}
	for i, v := range ids {
		if v != nil {
			out[i].id, out[i].hasID = idText(v), true
		}
	}
	return nil
}

func idText(v any) string {
	if s, ok := v.(string); ok {
		return s
	}
	return fmt.Sprint(v)
}

// choose picks the instances asked for, all by default.
func (c *component) choose(all []instance, ids []string, asked bool) ([]instance, error) {
	if len(all) == 0 && !asked {
		return nil, &ComponentAbsentError{c.name, stepsString(c.iter)}
	}
	if !asked {
		return all, nil
	}
	var chosen []instance
	var missing []string
	for _, id := range sortedUnique(slices.Clone(ids)) {
		found := matching(all, id)
		switch len(found) {
		case 0:
			missing = append(missing, id)
		case 1:
			chosen = append(chosen, found[0])
		default:
			return nil, &AmbiguousInstanceError{c.name, id, places(found)}
		}
	}
	if len(missing) == 0 && len(chosen) > 0 {
		return chosen, nil
	}
	return nil, &UnknownInstanceError{c.name, missing, knownIDs(all)}
}

func matching(all []instance, id string) []instance {
	var out []instance
	for _, i := range all {
		if i.hasID && i.id == id {
			out = append(out, i)
		}
	}
	return out
}

func knownIDs(all []instance) []string {
	var ids []string
	for _, i := range all {
		if i.hasID {
			ids = append(ids, i.id)
		}
	}
	return sortedUnique(ids)
}

func places(of []instance) []string {
	out := make([]string, len(of))
	for i, in := range of {
		out[i] = in.place.String()
	}
	return out
}

// place is where a field of one instance stands. A filter is resolved by gojq on the original object.
func (w *Workload) place(c *component, t *target, in instance) (Pointer, error) {
	if t.err != nil {
		return w.filterPlace(c, t, in)
	}
	if c.ids != nil {
		if in.place == nil {
			return plain(w.obj, t.steps)
		}
		rest, err := plain(valueAt(w.obj, in.place), t.steps[len(c.iter):])
		if err != nil {
			return nil, err
		}
		return append(slices.Clone(in.place), rest...), nil
	}
	if !hasEach(t.steps) {
		return plain(w.obj, t.steps)
	}
	found, err := expand(w.obj, t.steps)
	return only(c, t, found, err)
}

func only(c *component, t *target, found []Pointer, err error) (Pointer, error) {
	switch {
	case err != nil:
		return nil, err
	case len(found) == 1:
		return found[0], nil
	case len(found) == 0:
		return nil, &ComponentAbsentError{c.name, t.field.Expression}
	}
	texts := make([]string, len(found))
	for i, p := range found {
		texts[i] = p.String()
	}
	return nil, &AmbiguousInstanceError{Component: c.name, Places: texts}
}

func (w *Workload) filterPlace(c *component, t *target, in instance) (Pointer, error) {
	found, err := w.filterPlaces(t)
	if err != nil {
		return nil, err
	}
	var mine []Pointer
	for _, p := range found {
		if p.hasPrefix(in.place) {
			mine = append(mine, p)
		}
	}
	if len(mine) == 0 {
		e := *t.err
		e.Reason = "it matches nothing in the object"
		return nil, &e
	}
	return only(c, t, mine, nil)
}

func (w *Workload) filterPlaces(t *target) ([]Pointer, error) {
	if found, ok := w.filtered[t]; ok {
		return found, nil
	}
	if t.expr.Class != analyzer.Filter {
		return nil, t.err
	}
	raw, err := t.expr.Places(context.Background(), runnable(w.obj), 0)
	if err != nil {
		e := *t.err
		e.Reason = err.Error()
		return nil, &e
	}
	found := make([]Pointer, 0, len(raw))
	for _, place := range raw {
		for _, s := range place {
			if _, isKey := s.(string); isKey {
				continue
			}
			if _, isIndex := s.(int); !isIndex {
				e := *t.err
				e.Reason = "it yields a range of a list"
				return nil, &e
			}
		}
		found = append(found, Pointer(place))
	}
	if w.filtered == nil {
		w.filtered = map[*target][]Pointer{}
	}
	w.filtered[t] = found
	return found, nil
}

func valueAt(root any, p Pointer) any {
	v, _ := lookup(root, p)
	return v
}

// present refuses an instance whose own place is absent.
func (w *Workload) present(c *component, in instance) error {
	base := c.base
	var root any = w.obj
	if in.place != nil {
		root, base = valueAt(w.obj, in.place), base[len(c.iter):]
	}
	found := []Pointer{base}
	if hasEach(base) {
		var err error
		if found, err = expand(root, base); err != nil {
			return err
		}
	}
	if len(found) == 0 {
		return &ComponentAbsentError{c.name, stepsString(c.base)}
	}
	for _, p := range found {
		if v, ok := lookup(root, p); !ok || v == nil {
			return &ComponentAbsentError{c.name, stepsString(c.base)}
		} else if _, isMap := v.(map[string]any); !isMap {
			return &ConflictError{Pointer(append(slices.Clone(in.place), p...)).String(), "must be a map, is " + typeName(v)}
		}
	}
	return nil
}
