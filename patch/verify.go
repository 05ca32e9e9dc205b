package patch

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/kartalint/kartalint/catalog"
	"github.com/kartalint/kartalint/patch/textedit"
)

// The laws that Verify holds.
const (
	LawPutGet = "PutGet" // get(put(o,v)) = v
	LawGetPut = "GetPut" // put(o, get(o)) = o, byte for byte
	LawPutPut = "PutPut" // put(put(o,v),w) = put(o,w)
	LawFrame  = "Frame"  // put(o,v) differs from o at the field's own place only
	LawText   = "Text"   // the edited text holds the changed object
	LawWhole  = "Whole"  // of Replay: the whole-struct write-back differs at the changed field only
)

// Object is a workload to verify writes on.
type Object struct {
	Name   string         // of the file, or of what made it
	Source []byte         // the text that it was read from; nil for none
	Value  map[string]any //
}

// Result is one law tried on one field of one object.
type Result struct {
	Definition string `json:"definition"`
	Component  string `json:"component"`
	Field      string `json:"field"`
	Object     string `json:"object"`
	Instance   string `json:"instance,omitempty"`
	Law        string `json:"law"`
	OK         bool   `json:"ok"`
	Difference
	Message string `json:"message,omitempty"`
}

const first, second = "canary-v", "canary-w"

// hands carry out a plan. Verify trusts them with nothing.
type hands struct {
	memory func(*Plan) map[string]any
	text   func(*Plan, []byte) ([]byte, error)
}

var ownHands = hands{(*Plan).Apply, (*Plan).ApplyText}

// Verify holds the lens laws of every written and scale field of a definition, and of its suspend and resume actions,
// against an object of its kind, per instance, in memory and, where the object has a Source, in its text. What is read
// back is read by jq, not by this package. skipped counts the fields that could not be tried: unwritable paths, absent
// components.
func Verify(ctx context.Context, def *catalog.Definition, obj Object) (results []Result, skipped int, err error) {
	return verify(ctx, def, obj, ownHands)
}

func verify(ctx context.Context, def *catalog.Definition, obj Object, by hands) (results []Result, skipped int, err error) {
	d, err := Compile(def)
	if err != nil {
		return nil, 0, err
	}
	w, err := d.Open(obj.Value)
	if err != nil {
		return nil, 0, err
	}
	before := copyValue(obj.Value)
	for _, c := range d.components {
		for _, t := range c.order {
			if err := ctx.Err(); err != nil {
				return nil, 0, err
			}
			v := &verifier{ctx: ctx, by: by, def: d, w: w, c: c, t: t, obj: obj}
			v.run()
			results = append(results, v.results...)
			skipped += v.skipped
		}
	}
	for _, list := range actionLists {
		v := &verifier{ctx: ctx, by: by, def: d, w: w, obj: obj}
		v.actions(list)
		results = append(results, v.results...)
		skipped += v.skipped
	}
	if !Equal(before, obj.Value) {
		results = append(results, Result{Definition: d.name, Object: obj.Name, Law: LawFrame, Message: "the input was changed"})
	}
	return results, skipped, nil
}

// verifier tries one field on one object.
type verifier struct {
	ctx     context.Context
	by      hands
	def     *Definition
	w       *Workload
	c       *component
	t       *target
	list    actionList // where no field is tried
	obj     Object
	results []Result
	skipped int
}

func (v *verifier) run() {
	if v.t.err != nil {
		v.skipped++
		return
	}
	all, err := v.w.instances(v.c)
	if err != nil || len(all) == 0 {
		v.skipped++
		return
	}
	for i, in := range all {
		if in.place != nil && (!in.hasID || len(matching(all, in.id)) > 1) || v.w.present(v.c, in) != nil {
			v.skipped++
			continue
		}
		v.instance(in, i)
	}
}

func (v *verifier) add(in instance, law string, d Difference, message string) {
	ok := message == "" && d.Empty()
	if !ok && message == "" {
		message = describe(d)
	}
	component, field := v.def.components[0].name, v.list.name
	if v.t != nil {
		component, field = v.c.name, v.t.field.Name
	}
	v.results = append(v.results, Result{v.def.name, component, field, v.obj.Name, in.id, law, ok, d, message})
}

func describe(d Difference) string {
	var parts []string
	for _, p := range []struct {
		what   string
		places []string
	}{{"lost", d.Lost}, {"injected", d.Injected}, {"changed", d.Changed}} {
		if len(p.places) > 0 {
			parts = append(parts, p.what+" "+strings.Join(p.places, ", "))
		}
	}
	return strings.Join(parts, "; ")
}

// put writes a probe into one instance.
func (v *verifier) put(w *Workload, in instance, p probe, value string) (*Plan, error) {
	var opts []Option
	if in.hasID {
		opts = append(opts, Instances(in.id))
	}
	if p.patch == nil {
		return w.Scale(v.c.name, v.scale(value), opts...)
	}
	if p.add {
		opts = append(opts, AllowAdd())
	}
	place, err := w.place(v.c, v.t, in)
	if err != nil {
		return nil, err
	}
	raw := p.patch(valueAt(w.obj, place), value)
	if raw == nil {
		return nil, errNothing
	}
	return w.Patch(v.c.name, raw, opts...)
}

var errNothing = errors.New("nothing to try")

func (v *verifier) scale(value string) Scale {
	n := count(value)
	switch v.t.field.Name {
	case "replicasPath":
		return Scale{Replicas: &n}
	case "minReplicasPath":
		return Scale{Min: &n}
	}
	return Scale{Max: &n}
}

func count(value string) int64 {
	if value == first {
		return 7
	}
	return 8
}

func (v *verifier) instance(in instance, index int) {
	p, isPod := probeOf(v.t.field.Name)
	plan, err := v.put(v.w, in, p, first)
	if err != nil {
		if errors.Is(err, errNothing) || untestable(err) {
			v.skipped++
			return
		}
		v.add(in, LawPutGet, Difference{}, err.Error())
		return
	}
	changed := v.by.memory(plan)
	v.frame(in, index, p, changed)
	v.putGet(in, index, p, changed, isPod)
	v.putPut(in, p, changed)
	if isPod {
		v.getPut(in, index)
	}
	v.text(in, plan, changed)
}

// untestable says whether an object has no place for a probe: no container, several of them.
func untestable(err error) bool {
	var missing *MissingEntryError
	var conflict *ConflictError
	return errors.As(err, &missing) || errors.As(err, &conflict)
}

// landing is where jq says that the probe lands.
func (v *verifier) landing(index int, p probe) (Pointer, error) {
	places, err := v.t.expr.Places(v.ctx, runnable(v.obj.Value), 0)
	if err != nil {
		return nil, err
	}
	if index >= len(places) {
		return nil, fmt.Errorf("jq finds %d places", len(places))
	}
	return append(Pointer(slices.Clone(places[index])), p.sub...), nil
}

func (v *verifier) frame(in instance, index int, p probe, changed map[string]any) {
	at, err := v.landing(index, p)
	if err != nil {
		v.add(in, LawFrame, Difference{}, err.Error())
		return
	}
	v.add(in, LawFrame, compare(v.obj.Value, changed, []Pointer{at}), "")
}

func (v *verifier) putGet(in instance, index int, p probe, changed map[string]any, isPod bool) {
	got, err := v.t.expr.Eval(v.ctx, runnable(changed), 0)
	if err != nil || index >= len(got) {
		v.add(in, LawPutGet, Difference{}, fmt.Sprintf("jq reads %d values: %v", len(got), err))
		return
	}
	value, _ := lookup(got[index], p.sub)
	message := ""
	switch {
	case !isPod:
		if n := count(first); !Equal(value, n) && value != fmt.Sprint(n) {
			message = fmt.Sprintf("reads %s, not %d", compact(value), n)
		}
	case p.value != nil && !Equal(value, p.value(first)):
		message = fmt.Sprintf("reads %s, not %s", compact(value), compact(p.value(first)))
	case p.value == nil && !strings.Contains(compact(value), first):
		message = fmt.Sprintf("reads %s, without the written value", compact(value))
	}
	v.add(in, LawPutGet, Difference{}, message)
}

func (v *verifier) putPut(in instance, p probe, changed map[string]any) {
	again, err := v.def.Open(changed)
	if err != nil {
		v.add(in, LawPutPut, Difference{}, err.Error())
		return
	}
	twice, err := v.put(again, in, p, second)
	if err != nil {
		v.add(in, LawPutPut, Difference{}, err.Error())
		return
	}
	once, err := v.put(v.w, in, p, second)
	if err != nil {
		v.add(in, LawPutPut, Difference{}, err.Error())
		return
	}
	v.add(in, LawPutPut, compare(v.by.memory(once), v.by.memory(twice), nil), "")
}

func (v *verifier) getPut(in instance, index int) {
	got, err := v.t.expr.Eval(v.ctx, runnable(v.obj.Value), 0)
	if err != nil || index >= len(got) {
		v.add(in, LawGetPut, Difference{}, fmt.Sprintf("jq reads %d values: %v", len(got), err))
		return
	}
	raw := asPatch(v.t.field.Name, got[index])
	if raw == nil {
		return // nothing is there to be written back
	}
	var opts []Option
	if in.hasID {
		opts = append(opts, Instances(in.id))
	}
	plan, err := v.w.Patch(v.c.name, raw, opts...)
	var invalid *InvalidPatchError
	switch {
	case errors.As(err, &invalid), err != nil && untestable(err):
		v.skipped++ // the object itself holds what its type refuses, such as two entries of one name
		return
	case err != nil:
		v.add(in, LawGetPut, Difference{}, err.Error())
		return
	}
	v.add(in, LawGetPut, compare(v.obj.Value, v.by.memory(plan), nil), "")
	if v.obj.Source != nil {
		if text, err := v.by.text(plan, v.obj.Source); err != nil || !bytes.Equal(text, v.obj.Source) {
			v.add(in, LawGetPut, Difference{}, fmt.Sprintf("the text changes (%v)", err))
		}
	}
}

func (v *verifier) text(in instance, plan *Plan, changed map[string]any) {
	if v.obj.Source == nil {
		return
	}
	got, err := v.by.text(plan, v.obj.Source)
	if err != nil {
		v.add(in, LawText, Difference{}, err.Error())
		return
	}
	again, err := v.reread(plan, got)
	if err != nil {
		v.add(in, LawText, Difference{}, err.Error())
		return
	}
	v.add(in, LawText, compare(changed, again, nil), "")
}

// reread is what an edited text holds where the original held the plan's object.
func (v *verifier) reread(plan *Plan, text []byte) (any, error) {
	original, err := textedit.Parse(v.obj.Source)
	if err != nil {
		return nil, err
	}
	doc, prefix, err := plan.find(original)
	if err != nil {
		return nil, err
	}
	edited, err := textedit.Parse(text)
	if err != nil {
		return nil, err
	}
	if got, want := len(edited.Documents()), len(original.Documents()); got != want {
		return nil, fmt.Errorf("the text has %d documents, not %d", got, want)
	}
	return valueAt(edited.Documents()[doc].Value, prefix), nil
}
