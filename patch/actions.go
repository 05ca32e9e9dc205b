package patch

import (
	"errors"
	"fmt"
	"strconv"
)

// Scale is a wish for a component's counts. A nil count is left alone.
type Scale struct{ Replicas, Min, Max *int64 }

// Scale plans a change of a component's counts. Where a count is kept in an annotation or label, or stands there as a
// string, a string is written.
func (w *Workload) Scale(component string, s Scale, opts ...Option) (*Plan, error) {
	c, err := w.def.component(component)
	if err != nil {
		return nil, err
	}
	o := gather(opts)
	r := router{c: c, filters: o.filters}
	for _, f := range []struct {
		field string
		count *int64
	}{{"replicasPath", s.Replicas}, {"minReplicasPath", s.Min}, {"maxReplicasPath", s.Max}} {
		if f.count == nil {
			continue
		}
		if *f.count < 0 {
			return nil, &InvalidPatchError{[]FieldProblem{{Field: f.field, Message: "a count cannot be negative"}}}
		}
		count := *f.count
		before := len(r.routes)
		r.one(f.field, f.field[:len(f.field)-len("Path")], count, nil)
		if len(r.routes) > before {
			r.routes[before].convert = func(root any, at Pointer) any { return countFor(root, at, count) }
		}
	}
	if len(r.fields) > 0 {
		return nil, &UnsupportedFieldsError{c.name, sortedUnique(r.fields), r.causes}
	}
	if len(r.routes) == 0 {
		return nil, ErrEmptyPatch
	}
	return w.plan(c, r.routes, o)
}

func countFor(root any, at Pointer, count int64) any {
	_, isString := valueAt(root, at).(string)
	if len(at) > 1 {
		parent := at[len(at)-2]
		isString = isString || parent == "annotations" || parent == "labels"
	}
	if isString {
		return strconv.FormatInt(count, 10)
	}
	return count
}

// Suspend plans the suspend actions of all components that have some and are in the object, in order.
func (w *Workload) Suspend() (*Plan, error) {
	return w.act("suspendActions", func(c *component) []action { return c.suspend })
}

// Resume plans the resume actions.
func (w *Workload) Resume() (*Plan, error) {
	return w.act("resumeActions", func(c *component) []action { return c.resume })
}

func (w *Workload) act(list string, of func(*component) []action) (*Plan, error) {
	wr := writer{root: w.obj, lists: w.lists, allowAdd: true}
	found := false
	for _, c := range w.def.components {
		for _, a := range of(c) {
			found = true
			if err := w.actOn(&wr, c, a); err != nil {
				return nil, err
			}
		}
	}
	if !found {
		return nil, fmt.Errorf("definition %s has no %s: %w", w.def.name, list, ErrNotSupported)
	}
	return newPlan(w.obj, wr.ops, wr.guards, true)
}

func (w *Workload) actOn(wr *writer, c *component, a action) error {
	if a.bad != nil {
		return a.bad
	}
	if a.err != nil {
		return a.err
	}
	if w.spared(c, a) {
		return nil
	}
	places, err := expand(w.obj, a.steps)
	if err != nil {
		return err
	}
	for _, p := range places {
		if err := wr.set(p, a.value); err != nil {
			return err
		}
	}
	return nil
}

// spared says whether an action is none of the object's: an optional component that is not there has nothing to suspend.
func (w *Workload) spared(c *component, a action) bool {
	if a.err != nil || c == w.def.components[0] || !stepsHavePrefix(a.steps, c.base) {
		return false
	}
	var absent *ComponentAbsentError
	return errors.As(w.present(&component{name: c.name, base: c.base}, instance{}), &absent)
}

// set writes a value as it is, null and maps too.
func (wr *writer) set(place Pointer, value any) error {
	old, ok := lookup(wr.root, place)
	switch {
	case len(place) == 0:
		return &ConflictError{"", "the whole object cannot be written"}
	case ok: // also where it is equal: an earlier action may have asked for something else
		wr.emit(Replace, place, old, copyValue(value))
		return nil
	}
	if value == nil {
		return &ConflictError{place.String(), "null cannot be written where nothing stands"}
	}
	return wr.write(place, verbatim{value}, nil)
}
