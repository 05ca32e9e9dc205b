package patch

import (
	"errors"
	"fmt"
)

// actionList is the suspend or the resume actions of a definition.
type actionList struct {
	name string
	of   func(*component) []action
	plan func(*Workload) (*Plan, error)
}

var actionLists = []actionList{
	{"suspendActions", func(c *component) []action { return c.suspend }, (*Workload).Suspend},
	{"resumeActions", func(c *component) []action { return c.resume }, (*Workload).Resume},
}

// actions holds the laws of a list of actions, which is one write: its places are those of all its paths.
func (v *verifier) actions(list actionList) {
	v.list = list
	tried := v.triedActions()
	if len(tried) == 0 {
		return
	}
	plan, err := list.plan(v.w)
	switch {
	case errors.Is(err, ErrNotSupported), err != nil && untestable(err):
		v.skipped++
		return
	case err != nil:
		v.add(instance{}, LawPutGet, Difference{}, err.Error())
		return
	}
	changed := v.by.memory(plan)
	v.actionsFrame(tried, changed)
	v.actionsPutGet(tried, changed)
	v.actionsPutPut(changed)
	v.text(instance{}, plan, changed)
}

// triedActions are the actions of the components that are in the object.
func (v *verifier) triedActions() []action {
	var out []action
	for _, c := range v.def.components {
		for _, a := range v.list.of(c) {
			if !v.w.spared(c, a) {
				out = append(out, a)
			}
		}
	}
	return out
}

func (v *verifier) actionsFrame(tried []action, changed map[string]any) {
	var targets []Pointer
	for _, a := range tried {
		places, err := a.expr.Places(v.ctx, runnable(v.obj.Value), 0)
		if err != nil {
			v.add(instance{}, LawFrame, Difference{}, err.Error())
			return
		}
		for _, p := range places {
			targets = append(targets, Pointer(p))
		}
	}
	v.add(instance{}, LawFrame, compare(v.obj.Value, changed, targets), "")
}

// actionsPutGet reads every path again. Of several actions on one path the last one counts.
func (v *verifier) actionsPutGet(tried []action, changed map[string]any) {
	last := map[string]any{}
	for _, a := range tried {
		last[a.field.Expression] = a.value
	}
	message := ""
	for _, a := range tried {
		got, err := a.expr.Eval(v.ctx, runnable(changed), 0)
		if err != nil {
			message = err.Error()
		}
		for _, g := range got {
			if want := last[a.field.Expression]; !Equal(g, want) {
				message = fmt.Sprintf("%s reads %s, not %s", a.field.Expression, compact(g), compact(want))
			}
		}
	}
	v.add(instance{}, LawPutGet, Difference{}, message)
}

func (v *verifier) actionsPutPut(changed map[string]any) {
	w, err := v.def.Open(changed)
	if err != nil {
		v.add(instance{}, LawPutPut, Difference{}, err.Error())
		return
	}
	again, err := v.list.plan(w)
	if err != nil {
		v.add(instance{}, LawPutPut, Difference{}, err.Error())
		return
	}
	v.add(instance{}, LawPutPut, compare(changed, v.by.memory(again), nil), "")
}
