package patch_test

import (
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/kartalint/kartalint/catalog"
	"github.com/kartalint/kartalint/patch"
)

func TestOpen(t *testing.T) {
	def := definition(t, "specDefinition: {podSpecPath: .spec}")
	tests := []struct {
		name string
		obj  any
		err  string
	}{
		{name: "a map", obj: map[string]any{"apiVersion": "demo.example/v1", "kind": "Demo"}},
		{name: "unstructured", obj: &unstructured.Unstructured{Object: map[string]any{"apiVersion": "demo.example/v1", "kind": "Demo"}}},
		{name: "another version", obj: map[string]any{"apiVersion": "demo.example/v2", "kind": "Demo"}, err: "the definition is for demo.example/v1 Demo, the object is demo.example/v2 Demo"},
		{name: "another group", obj: map[string]any{"apiVersion": "v1", "kind": "Demo"}, err: "the object is v1 Demo"},
		{name: "another kind", obj: map[string]any{"apiVersion": "demo.example/v1", "kind": "Demos"}, err: "Demos"},
		{name: "no kind", obj: map[string]any{}, err: "the definition is for demo.example/v1 Demo"},
		{name: "a kind that is no text", obj: map[string]any{"apiVersion": 1, "kind": []any{}}, err: "the definition is for"},
		{name: "nil", obj: nil, err: "not a <nil>"},
		{name: "text", obj: "kind: Demo", err: "not a string"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			_, err := patch.Open(def, tt.obj)
			if tt.err == "" && err != nil || tt.err != "" && !isError(err, errText(tt.err)) {
				t.Errorf("error %v, want %q", err, tt.err)
			}
		})
	}
	if _, err := patch.Open(def, map[string]any{"kind": "Other"}); !isError(err, new(*patch.KindError)) {
		t.Errorf("error %v (%T)", err, err)
	}
}

func TestCompileRefuses(t *testing.T) {
	for name, def := range map[string]*catalog.Definition{
		"nil":     nil,
		"no root": {Name: "x"},
		"no kind": {Name: "x", Root: &catalog.Component{Kind: &catalog.Kind{}}},
		"CEL":     {Name: "x", CEL: true, Root: &catalog.Component{Kind: &catalog.Kind{Kind: "X"}}},
	} {
		if _, err := patch.Compile(def); err == nil {
			t.Errorf("%s: no error", name)
		}
	}
}

func TestUnknownComponent(t *testing.T) {
	w, _ := open(t, "specDefinition: {podSpecPath: .spec}", "spec: {}")
	name := "k"
	_, err := w.Patch("rot", patch.Pod{SchedulerName: &name})
	if want := `no component "rot" (did you mean "root"?); the definition has: root, w`; !isError(err, new(*patch.UnknownComponentError)) || err.Error() != want {
		t.Errorf("error %v, want %s", err, want)
	}
}

func TestInstanceIDs(t *testing.T) {
	tests := []struct {
		name, parts, object string
		want                []string
		err                 any
	}{
		{name: "a list", parts: "instanceIdPath: .spec.gs[].name", object: "spec: {gs: [{name: b}, {name: a}, {}]}", want: []string{"b", "a"}},
		{name: "numbers", parts: "instanceIdPath: .spec.gs[].name", object: "spec: {gs: [{name: 1}, {name: true}]}", want: []string{"1", "true"}},
		{name: "keys of a map", parts: "instanceIdPath: '.spec.gs | keys[]'", object: "spec: {gs: {z: 1, a: 2}}", want: []string{"a", "z"}},
		{name: "entries of a map", parts: "instanceIdPath: '.spec.gs | to_entries[] | .key'", object: "spec: {gs: {z: 1, a: 2}}", want: []string{"a", "z"}},
		{name: "none", parts: "instanceIdPath: .spec.gs[].name", object: "spec: {}"},
		{name: "no ids", parts: "specDefinition: {podSpecPath: .spec}", object: "spec: {}"},
		{name: "a number in place of the list", parts: "instanceIdPath: .spec.gs[].name", object: "spec: {gs: 3}", err: new(*patch.ConflictError)},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			w, _ := open(t, tt.parts, tt.object)
			got, err := w.InstanceIDs("w")
			if tt.err != nil {
				if !isError(err, tt.err) {
					t.Errorf("error %v (%T)", err, err)
				}
				return
			}
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(tt.want, got); diff != "" {
				t.Error(diff)
			}
		})
	}
}

// One definition serves many goroutines: a test for the race detector.
func TestConcurrentUse(t *testing.T) {
	def, err := patch.Compile(definition(t, "instanceIdPath: '.spec.gs | to_entries[] | .key'\n"+fragments+
		"    schedulerNamePath: .spec.gs[].sched\n    imagePath: '.spec.gs[] | select(.image) | .image'\n"))
	if err != nil {
		t.Fatal(err)
	}
	obj := read(t, "apiVersion: demo.example/v1\nkind: Demo\nspec: {gs: {a: {image: i}, b: {image: i}}}")
	var group sync.WaitGroup
	for range 8 {
		group.Go(func() {
			name := "k"
			w, err := def.Open(obj)
			if err != nil {
				t.Error(err)
				return
			}
			plan, err := w.Patch("w", patch.Pod{SchedulerName: &name, Image: &name}, patch.AllowFilters())
			if err != nil || len(plan.Ops()) != 4 {
				t.Errorf("%v, %v", plan, err)
			}
		})
	}
	group.Wait()
}
