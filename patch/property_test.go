package patch_test

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/kartalint/kartalint/catalog"
	"github.com/kartalint/kartalint/patch"
	"github.com/kartalint/kartalint/patch/internal/yamlgen"
	"github.com/kartalint/kartalint/patch/textedit"
)

// layout is a random definition, and how its component lies in an object.
type layout struct {
	shape     string   // template, spec, split or fragments
	base      []string // the way from .spec to the component, or to what is iterated
	instances string   // none, list or map
	inner     []string // the way from an element to the component's place
	def       *catalog.Definition
}

// The ways avoid .metadata and each other; some need quotes in jq or an escape in a JSON pointer.
func drawLayout(t *rapid.T) layout {
	step := rapid.SampledFrom([]string{"encoder", "pods", "a-b", "x/y", "t~z", "kubeflow.org/role", "0"})
	l := layout{
		shape:     rapid.SampledFrom([]string{"template", "spec", "split", "fragments"}).Draw(t, "shape"),
		instances: rapid.SampledFrom([]string{"none", "list", "map"}).Draw(t, "instances"),
		base:      rapid.SliceOfN(step, 1, 3).Draw(t, "base"),
	}
	if l.instances != "none" {
		l.inner = rapid.SliceOfN(step, 0, 2).Draw(t, "inner")
	}
	at := ".spec" + jqPath(l.base)
	ids := ""
	switch l.instances {
	case "list":
		ids, at = "instanceIdPath: "+quoted(at+"[].id")+"\n", at+"[]"
	case "map":
		ids, at = "instanceIdPath: "+quoted(at+" | to_entries[] | .key")+"\n", at+"[]"
	}
	at += jqPath(l.inner)
	field := func(name, tail string) string { return name + ": " + quoted(at+tail) }
	var fields []string
	switch l.shape {
	case "template":
		fields = []string{field("podTemplateSpecPath", "")}
	case "spec":
		fields = []string{field("podSpecPath", "")}
	case "split":
		fields = []string{field("podSpecPath", ""), field("metadataPath", "")}
	case "fragments":
		fields = []string{"fragmentedPodSpecDefinition: {" + strings.Join([]string{field("labelsPath", ".labels"), field("annotationsPath", `["meta data"].annotations`),
			field("schedulerNamePath", ".sched"), field("containersPath", ".containers"), field("nodeAffinityPath", ".place.node")}, ", ") + "}"}
	}
	l.def = definition(t, ids+"specDefinition: {"+strings.Join(fields, ", ")+"}")
	return l
}

func jqPath(steps []string) string {
	s := ""
	for _, k := range steps {
		s += "[" + string(mustJSON(k)) + "]"
	}
	return s
}

func quoted(s string) string { return "'" + strings.ReplaceAll(s, "'", "''") + "'" }

func mustJSON(v any) []byte {
	data, err := json.Marshal(v)
	if err != nil {
		panic(err)
	}
	return data
}

// place is where the model keeps one pod field, seen from the component.
func (l layout) place(part string) []string {
	switch l.shape + " " + part {
	case "fragments labels":
		return []string{"labels"}
	case "fragments annotations":
		return []string{"meta data", "annotations"}
	case "fragments schedulerName":
		return []string{"sched"}
	case "fragments containers":
		return []string{"containers"}
	case "fragments nodeAffinity":
		return []string{"place", "node"}
	}
	isMeta := part == "labels" || part == "annotations"
	where := []string{part}
	if part == "nodeAffinity" {
		where = []string{"affinity", part}
	}
	if l.shape != "template" {
		return where
	}
	if isMeta {
		return append([]string{"metadata"}, where...)
	}
	return append([]string{"spec"}, where...)
}

// drawComponent draws what stands at a component's place: pod fields, some of them, among members nobody knows.
func (l layout) drawComponent(t *rapid.T) map[string]any {
	m := yamlgen.Map(1).Draw(t, "vendor").(map[string]any)
	for _, k := range []string{"metadata", "spec", "labels", "annotations", "meta data", "schedulerName", "sched", "containers", "affinity", "place", "id", "nodeSelector", "tolerations"} {
		delete(m, k)
	}
	some := func() bool { return rapid.IntRange(0, 2).Draw(t, "some") > 0 }
	if some() {
		m["nodeSelector"] = map[string]any{"disk": "ssd"}
	}
	for _, part := range []string{"labels", "annotations"} {
		if some() {
			putAt(m, l.place(part), rapid.MapOfN(labelKeys, rapid.Map(yamlgen.String(), asAny), 0, 3).Draw(t, part))
		}
	}
	if some() {
		putAt(m, l.place("schedulerName"), "default")
	}
	var containers []any
	for _, name := range rapid.SliceOfNDistinct(containerNames, 1, 3, rapid.ID).Draw(t, "containers") {
		c := map[string]any{"name": name, "image": "old", "vendor": yamlgen.Value(1).Draw(t, "vendor")}
		if some() {
			c["env"] = []any{map[string]any{"name": "A", "value": "1"}, map[string]any{"name": "B", "valueFrom": map[string]any{"x": json.Number("9007199254740993")}}}
		}
		containers = append(containers, c)
	}
	putAt(m, l.place("containers"), containers)
	return m
}

func asAny(s string) any { return s }

var containerNames = rapid.SampledFrom([]string{"main", "proxy", "logs"})

var labelKeys = rapid.SampledFrom([]string{"team", "app.kubernetes.io/name", "a~b", "null", "y", "1"})

func putAt(m map[string]any, at []string, v any) {
	for _, k := range at[:len(at)-1] {
		next, ok := m[k].(map[string]any)
		if !ok {
			next = map[string]any{}
			m[k] = next
		}
		m = next
	}
	m[at[len(at)-1]] = v
}

// drawObject draws an object of the layout, its components, and their ids.
func (l layout) drawObject(t *rapid.T) (obj map[string]any, ids []string) {
	spec := yamlgen.Map(2).Draw(t, "spec").(map[string]any)
	delete(spec, l.base[0])
	obj = map[string]any{"apiVersion": "demo.example/v1", "kind": "Demo", "metadata": map[string]any{"name": "x", "generation": json.Number("3")},
		"spec": spec, "status": yamlgen.Value(2).Draw(t, "status")}
	if l.instances == "none" {
		putAt(spec, l.base, l.drawComponent(t))
		return obj, nil
	}
	ids = rapid.SliceOfNDistinct(rapid.SampledFrom([]string{"a", "b", "c/d", "e~f"}), 1, 3, rapid.ID).Draw(t, "ids")
	list, members := []any{}, map[string]any{}
	for _, id := range ids {
		element := map[string]any{"id": id, "own": yamlgen.Scalar().Draw(t, "own")}
		if len(l.inner) == 0 {
			maps.Copy(element, l.drawComponent(t))
		} else {
			putAt(element, l.inner, l.drawComponent(t))
		}
		list, members[id] = append(list, element), element
	}
	if l.instances == "list" {
		putAt(spec, l.base, list)
	} else {
		putAt(spec, l.base, members)
	}
	return obj, ids
}

// component is where the model finds a component in an object.
func (l layout) component(obj map[string]any, id string) map[string]any {
	v := obj["spec"]
	for _, k := range l.base {
		v = v.(map[string]any)[k]
	}
	switch l.instances {
	case "list":
		list := v.([]any)
		v = list[slices.IndexFunc(list, func(e any) bool { return e.(map[string]any)["id"] == id })]
	case "map":
		v = v.(map[string]any)[id]
	}
	for _, k := range l.inner {
		v = v.(map[string]any)[k]
	}
	return v.(map[string]any)
}

// wish is a random patch and what it means for one component, in the plainest words.
type wish struct {
	raw  patch.Raw
	mean []func(component map[string]any)
}

func (l layout) drawWish(t *rapid.T) wish {
	w := wish{raw: patch.Raw{}}
	parts := []string{"schedulerName", "containers", "nodeAffinity"}
	if l.shape != "spec" {
		parts = append(parts, "labels", "annotations")
	}
	for _, part := range rapid.SliceOfNDistinct(rapid.SampledFrom(parts), 1, 3, rapid.ID).Draw(t, "parts") {
		at := l.place(part)
		switch part {
		case "labels", "annotations":
			w.member([]string{"metadata", part}, at, drawStrings(t))
		case "schedulerName":
			w.member([]string{"spec", part}, at, rapid.SampledFrom([]any{"kai", "default", "", nil}).Draw(t, "scheduler"))
		case "nodeAffinity":
			terms := []any{map[string]any{"weight": json.Number("1"), "preference": map[string]any{}}}
			w.member([]string{"spec", "affinity", part}, at, map[string]any{"preferredDuringSchedulingIgnoredDuringExecution": terms})
		case "containers":
			w.container(at, containerNames.Draw(t, "container"), yamlgen.String().Draw(t, "image"))
		}
	}
	return w
}

// drawStrings draws labels to set and to remove.
func drawStrings(t *rapid.T) any {
	if rapid.IntRange(0, 5).Draw(t, "drop") == 0 {
		return nil
	}
	value := rapid.OneOf(rapid.Just[any](nil), rapid.Map(yamlgen.String(), asAny))
	return rapid.MapOfN(labelKeys, value, 1, 3).Draw(t, "strings")
}

func (w *wish) member(field, at []string, v any) {
	putAt(w.raw, field, v)
	w.mean = append(w.mean, func(component map[string]any) { mergeAt(component, at, v) })
}

func (w *wish) container(at []string, name, image string) {
	env := []any{map[string]any{"name": "A", "value": "2"}}
	putAt(w.raw, []string{"spec", "containers"}, []any{map[string]any{"name": name, "image": image, "env": env}})
	w.mean = append(w.mean, func(component map[string]any) {
		for _, k := range at[:len(at)-1] {
			component = component[k].(map[string]any)
		}
		list := component[at[len(at)-1]].([]any)
		for _, c := range list {
			c := c.(map[string]any)
			if c["name"] != name {
				continue
			}
			c["image"] = image
			if own, ok := c["env"].([]any); ok {
				own[0].(map[string]any)["value"] = "2"
			} else {
				c["env"] = env
			}
			return
		}
		component[at[len(at)-1]] = append(list, map[string]any{"name": name, "image": image, "env": env})
	})
}

// mergeAt is RFC 7386 at a place, which makes no maps where it only deletes.
func mergeAt(m map[string]any, at []string, v any) {
	if len(at) == 0 {
		return
	}
	next, isMap := m[at[0]].(map[string]any)
	switch {
	case len(at) > 1 && !isMap && deletes(v):
	case len(at) > 1:
		if !isMap {
			next = map[string]any{}
			m[at[0]] = next
		}
		mergeAt(next, at[1:], v)
	case v == nil:
		delete(m, at[0])
	default:
		values, alsoMap := v.(map[string]any)
		if !alsoMap {
			m[at[0]] = v
			return
		}
		if !isMap && deletes(v) {
			return
		}
		if !isMap {
			next = map[string]any{}
			m[at[0]] = next
		}
		for k, e := range values {
			mergeAt(next, []string{k}, e)
		}
	}
}

func deletes(v any) bool {
	m, isMap := v.(map[string]any)
	if !isMap {
		return v == nil
	}
	for _, e := range m {
		if !deletes(e) {
			return false
		}
	}
	return len(m) > 0
}

func clone(v any) any {
	switch v := v.(type) {
	case map[string]any:
		out := make(map[string]any, len(v))
		for k, e := range v {
			out[k] = clone(e)
		}
		return out
	case []any:
		out := make([]any, len(v))
		for i, e := range v {
			out[i] = clone(e)
		}
		return out
	}
	return v
}

// TestRandomPatches tries random patches through random definitions on random objects, read from random YAML. What
// comes out is what a plain model makes of the whole object, so that nothing else is lost, injected or changed; the
// input stays as it is; a second time changes nothing; JSON Patch, merge patch, memory and text agree.
func TestRandomPatches(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		l := drawLayout(t)
		made, ids := l.drawObject(t)
		s := yamlgen.Draw(t, any(made))
		docs, err := textedit.Documents([]byte(s.Text))
		if err != nil {
			t.Fatal(err)
		}
		obj := docs[s.Doc].Value.(map[string]any)
		before := clone(obj).(map[string]any)
		chosen := ids
		var opts []patch.Option
		if len(ids) > 0 && rapid.Bool().Draw(t, "pick") {
			chosen = []string{rapid.SampledFrom(ids).Draw(t, "instance")}
			opts = append(opts, patch.Instances(chosen...))
		}
		if ids == nil {
			chosen = []string{""}
		}
		wanted := l.drawWish(t)
		want := clone(obj).(map[string]any)
		for _, id := range chosen {
			for _, mean := range wanted.mean {
				mean(l.component(want, id))
			}
		}
		raw := clone(map[string]any(wanted.raw)).(map[string]any)
		w, err := patch.Open(l.def, obj)
		if err != nil {
			t.Fatal(err)
		}
		plan, err := w.Patch("w", patch.Raw(raw), append(opts, patch.AllowAdd())...)
		if err != nil {
			t.Fatalf("%v for %s on\n%s", err, mustJSON(raw), s.Text)
		}
		got := plan.Apply()
		if diff := cmp.Diff(want, got); diff != "" {
			t.Fatalf("%s on\n%s\n-want +got:\n%s", mustJSON(raw), s.Text, diff)
		}
		if diff := cmp.Diff(before, obj); diff != "" {
			t.Fatalf("the object was changed:\n%s", diff)
		}
		if diff := cmp.Diff(map[string]any(wanted.raw), raw); diff != "" {
			t.Fatalf("the patch was changed:\n%s", diff)
		}
		checkPatches(t, plan, obj, want)
		checkAgain(t, l, raw, opts, got)
		checkText(t, plan, s, want)
	})
}

// checkPatches applies the plan's JSON Patch, guards included, and its merge patch where there is one.
func checkPatches(t *rapid.T, plan *patch.Plan, obj, want map[string]any) {
	data, err := plan.JSONPatch()
	if err != nil {
		t.Fatal(err)
	}
	got, err := applyJSONPatch(clone(obj), data)
	if err != nil {
		t.Fatalf("%v in %s", err, data)
	}
	if diff := cmp.Diff(any(want), got); diff != "" {
		t.Fatalf("%s -want +got:\n%s", data, diff)
	}
	if data, err = plan.MergePatch(); err != nil {
		return
	}
	if diff := cmp.Diff(any(want), applyMergePatch(clone(obj), decodeJSON(t, data))); diff != "" {
		t.Fatalf("%s -want +got:\n%s", data, diff)
	}
}

// checkAgain patches the result: nothing is left to be done, and the text of an empty plan is its source.
func checkAgain(t *rapid.T, l layout, raw patch.Raw, opts []patch.Option, got map[string]any) {
	w, err := patch.Open(l.def, got)
	if err != nil {
		t.Fatal(err)
	}
	plan, err := w.Patch("w", raw, append(opts, patch.AllowAdd())...)
	if err != nil {
		t.Fatal(err)
	}
	if len(plan.Ops()) > 0 {
		t.Fatalf("the second time changes %v", plan.Ops())
	}
}

// checkText edits the source: it holds the same object, keeps its comments and line ends, and loses no more lines than
// the old values fill.
func checkText(t *rapid.T, plan *patch.Plan, s yamlgen.Source, want map[string]any) {
	text, err := plan.ApplyText([]byte(s.Text))
	if err != nil {
		t.Fatalf("%v for %v in\n%s", err, plan.Ops(), s.Text)
	}
	docs, err := textedit.Documents(text)
	if err != nil {
		t.Fatal(err)
	}
	if !patch.Equal(docs[s.Doc].Value, want) {
		t.Fatalf("text and memory differ:\n%s", text)
	}
	if len(plan.Ops()) == 0 && string(text) != s.Text {
		t.Fatalf("nothing to do, and the text changed:\n%s", text)
	}
	for _, line := range s.Lines {
		if belongs(plan, line.Path) {
			continue
		}
		if !strings.Contains(string(text), line.Text) {
			t.Fatalf("line %q is gone after %v in\n%s\nwhich gives\n%s", line.Text, plan.Ops(), s.Text, text)
		}
	}
}

// belongs says whether a line is part of a changed value or of a collection that holds one.
func belongs(plan *patch.Plan, line []any) bool {
	for _, op := range plan.Ops() {
		n := min(len(op.Path), len(line))
		if slices.Equal([]any(op.Path[:n]), line[:n]) {
			return true
		}
		if len(line) >= len(op.Path) && slices.Equal([]any(op.Path[:len(op.Path)-1]), line[:len(op.Path)-1]) && op.Kind == patch.Remove {
			return true // the first member of an element may move to the line of its dash
		}
	}
	return false
}

func decodeJSON(t fataler, data []byte) any {
	dec := json.NewDecoder(strings.NewReader(string(data)))
	dec.UseNumber()
	var v any
	if err := dec.Decode(&v); err != nil {
		t.Fatal(fmt.Errorf("%w in %s", err, data))
	}
	return v
}
