package patch_test

import (
	"errors"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/kartalint/kartalint/catalog"
	"github.com/kartalint/kartalint/patch"
	"github.com/kartalint/kartalint/patch/textedit"
)

// FuzzPatch sends any patch through any path of any object: no panic and no hang, and where a plan comes out the
// input is as it was, memory, JSON Patch, merge patch and text agree, and a second time changes nothing.
func FuzzPatch(f *testing.F) {
	for i, s := range fuzzSeeds {
		f.Add(s.ids, s.path, s.object, s.patch, uint8(i))
	}
	fields := []string{"podTemplateSpecPath", "podSpecPath", "metadataPath", "labelsPath", "schedulerNamePath", "imagePath",
		"resourcesPath", "containerPath", "containersPath", "nodeAffinityPath", "resourceClaimsPath"}
	f.Fuzz(func(t *testing.T, ids, path, object, raw string, choice uint8) {
		if len(ids)+len(path) > 200 || len(object)+len(raw) > 2000 {
			t.Skip() // what long texts do is the parsers' business
		}
		def := fuzzDefinition(fields[int(choice)%len(fields)], ids, path)
		docs, err := textedit.Documents([]byte(object))
		if err != nil || len(docs) == 0 {
			t.Skip()
		}
		obj, ok := docs[0].Value.(map[string]any)
		if !ok || docs[0].Err != nil {
			t.Skip()
		}
		obj["apiVersion"], obj["kind"] = "demo.example/v1", "Demo"
		wish, err := patch.ParseRaw([]byte(raw))
		if err != nil {
			return
		}
		var opts []patch.Option
		if choice&0x40 != 0 {
			opts = append(opts, patch.AllowAdd())
		}
		if choice&0x80 != 0 {
			opts = append(opts, patch.AllowFilters())
		}
		before := clone(obj)
		w, err := patch.Open(def, obj)
		if err != nil {
			t.Fatal(err)
		}
		plan, err := w.Patch("w", wish, opts...)
		if diff := cmp.Diff(before, any(obj)); diff != "" {
			t.Fatalf("the object was changed:\n%s", diff)
		}
		if err != nil {
			checkTyped(t, err)
			return
		}
		checkPlan(t, plan, obj)
		if choice&0x80 == 0 { // a filter may look for what was written
			checkTwice(t, def, wish, plan, opts)
		}
	})
}

func fuzzDefinition(field, ids, path string) *catalog.Definition {
	root := &catalog.Component{Name: "root", Root: true, Kind: &catalog.Kind{Group: "demo.example", Version: "v1", Kind: "Demo"}}
	c := &catalog.Component{Name: "w", Kind: &catalog.Kind{Kind: "W"}}
	c.Fields = append(c.Fields, &catalog.PathField{Component: c, Name: field, Expression: path, Role: catalog.RoleSpec})
	if ids != "" {
		c.Fields = append(c.Fields, &catalog.PathField{Component: c, Name: "instanceIdPath", Expression: ids, Role: catalog.RoleInstance})
	}
	return &catalog.Definition{Name: "fuzz", Root: root, Children: []*catalog.Component{c}}
}

func checkTyped(t *testing.T, err error) {
	t.Helper()
	for _, target := range []any{new(*patch.NotAddressableError), new(*patch.UnsupportedFieldsError), new(*patch.ComponentAbsentError),
		new(*patch.UnknownInstanceError), new(*patch.AmbiguousInstanceError), new(*patch.InvalidPatchError), new(*patch.MissingEntryError),
		new(*patch.ConflictError)} {
		if errors.As(err, target) {
			return
		}
	}
	if !errors.Is(err, patch.ErrEmptyPatch) {
		t.Fatalf("an error of type %T: %v", err, err)
	}
}

// checkPlan compares what memory, JSON Patch, merge patch and text make of a plan.
func checkPlan(t *testing.T, plan *patch.Plan, obj map[string]any) {
	t.Helper()
	before := clone(obj)
	got := plan.Apply()
	data, err := plan.JSONPatch()
	if err != nil {
		t.Fatal(err)
	}
	patched, err := applyJSONPatch(clone(obj), data)
	if err != nil || !patch.Equal(patched, got) {
		t.Fatalf("%v: %s gives %s, not %s", err, data, mustJSON(patched), mustJSON(got))
	}
	if data, err = plan.MergePatch(); err == nil {
		if merged := applyMergePatch(clone(obj), decodeJSON(t, data)); !patch.Equal(merged, got) {
			t.Fatalf("%s gives %s, not %s", data, mustJSON(merged), mustJSON(got))
		}
	}
	src := mustJSON(obj)
	text, err := plan.ApplyText(src)
	if err != nil {
		t.Fatalf("%v in %s", err, src)
	}
	if !patch.Equal(decodeJSON(t, text), got) {
		t.Fatalf("the text is %s, not %s", text, mustJSON(got))
	}
	if diff := cmp.Diff(before, any(obj)); diff != "" {
		t.Fatalf("the object was changed:\n%s", diff)
	}
}

func checkTwice(t *testing.T, def *catalog.Definition, wish patch.Raw, plan *patch.Plan, opts []patch.Option) {
	t.Helper()
	w, err := patch.Open(def, plan.Apply())
	if err != nil {
		t.Fatal(err)
	}
	again, err := w.Patch("w", wish, opts...)
	if err != nil {
		t.Fatalf("the second time: %v", err)
	}
	if len(again.Ops()) > 0 {
		t.Fatalf("the second time changes %v", again.Ops())
	}
}

// The choice of a seed is its place here: it picks the field.
var fuzzSeeds = []struct{ ids, path, object, patch string }{
	{"", ".spec.template", "spec: {template: {metadata: {labels: {a: b}}, spec: {containers: [{name: m, image: i}]}}}", `{"metadata":{"labels":{"team":"ml","a":null}},"spec":{"containers":[{"image":"k"}]}}`},
	{".spec.gs[].name", ".spec.gs[].pod", "spec: {gs: [{name: a, pod: {schedulerName: d}}, {name: b, pod: {}}]}", `{"spec":{"schedulerName":"k","tolerations":[{"key":"x"}]}}`},
	{"", `.spec["a/b~c"]`, "spec: {a/b~c: {labels: null}}", `{"metadata":{"labels":{"x":"1"}}}`},
	{".spec.gs | to_entries[] | .key", ".spec.gs | .[] | .labels", "spec: {gs: {a: {labels: {}}, b: {}}}", `{"metadata":{"labels":{"x":"1"}}}`},
	{"", ".spec.a // .spec.b", "spec: {b: d}", `{"spec":{"schedulerName":""}}`},
	{"", ".spec.cs[] | select(.name == \"m\") | .image", "spec: {cs: [{name: m, image: i}]}", `{"spec":{"containers":[{"image":"k"}]}}`},
	{"", ".spec.res", "spec: {res: {limits: {cpu: 1}, vendor: 9007199254740993}}", `{"spec":{"containers":[{"resources":{"limits":{"cpu":"1"}}}]}}`},
	{"", ".spec.cs[0]", "spec: {cs: [{name: m, ports: [{containerPort: 80}]}]}", `{"spec":{"containers":[{"name":"m","ports":[{"containerPort":80,"name":"web"}]}]}}`},
	{"", ".spec.cs", "spec: {cs: [{name: m, env: [{name: A, value: '1'}]}, {name: n}]}", `{"spec":{"containers":[{"name":"m","env":[{"name":"A","value":"2"}]},{"name":"n","image":null}]}}`},
	{"", ".spec.aff", "spec: {aff: ~, x: 1}", `{"spec":{"affinity":{"nodeAffinity":{"preferredDuringSchedulingIgnoredDuringExecution":[]}}}}`},
	{"", ".", "spec: {}", `{"spec":{"resourceClaims":[{"name":"a","resourceClaimName":"b"}]}}`},
	{".a[].b[].c", ".a[].b[].d", "a: [{b: [{c: 1}, {c: 2.0}]}, {b: []}]", `{"metadata":{"labels":{"k":null}}}`},
	{".a[1:][].b", ".a[1:][].c", "a: [1, {b: x}]", `{"spec":{}}`},
	{"", ".spec[-1]", "spec: [{}, {image: i}]", `{"spec":{"hostNetwork":true}}`},
}
