package patch_test

import (
	"context"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/kartalint/kartalint/catalog"
	"github.com/kartalint/kartalint/patch"
	"github.com/kartalint/kartalint/patch/textedit"
)

const corePod = `apiVersion: run.ai/v1alpha1
kind: Karta
metadata: {name: core-pod-v1}
spec:
  structureDefinition:
    rootComponent:
      name: pod
      kind: {version: v1, kind: Pod}
      statusDefinition: {}
      specDefinition: {podTemplateSpecPath: .}
`

const podObject = `apiVersion: v1
kind: Pod
metadata:
  name: p # the name
spec:
  containers:
  - {name: m, image: i}
status:
  phase: Running
`

// The first failure: the pod's template is the whole object.
func TestWholeObject(t *testing.T) {
	def := parse(t, corePod)
	w, err := patch.Open(def, read(t, podObject))
	if err != nil {
		t.Fatal(err)
	}
	plan, err := w.Patch("pod", patch.Pod{Labels: map[string]string{"team": "ml"}})
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff([]string{`add /metadata/labels {"team":"ml"}`}, ops(plan)); diff != "" {
		t.Error(diff)
	}
	text, err := plan.ApplyText([]byte(podObject))
	if err != nil {
		t.Fatal(err)
	}
	want := `apiVersion: v1
kind: Pod
metadata:
  name: p # the name
  labels:
    team: ml
spec:
  containers:
  - {name: m, image: i}
status:
  phase: Running
`
	if diff := cmp.Diff(want, string(text)); diff != "" {
		t.Error(diff)
	}
	results, _, err := patch.Replay(def, patch.Object{Name: "pod", Value: read(t, podObject)})
	if err != nil {
		t.Fatal(err)
	}
	if len(results) != 1 || !cmp.Equal(results[0].Lost, []string{"/apiVersion", "/kind", "/status"}) {
		t.Errorf("the replay reports %+v", results)
	}
}

// The second failure: pod spec and metadata are one object, which holds other fields too.
func TestSharedTarget(t *testing.T) {
	def := definition(t, "specDefinition: {podSpecPath: .spec.encoder, metadataPath: .spec.encoder}")
	obj := read(t, "apiVersion: demo.example/v1\nkind: Demo\nspec: {encoder: {minReplicas: 2, labels: {t: x}, containers: [{name: m, image: i}]}}")
	results, _, err := patch.Replay(def, patch.Object{Name: "demo", Value: obj})
	if err != nil {
		t.Fatal(err)
	}
	got := map[string]patch.Difference{}
	for _, r := range results {
		got[r.Field] = r.Difference
	}
	want := map[string]patch.Difference{
		"podSpecPath":  {Lost: []string{"/spec/encoder/labels", "/spec/encoder/minReplicas"}, Injected: []string{"/spec/encoder/containers/0/resources"}},
		"metadataPath": {Lost: []string{"/spec/encoder/containers", "/spec/encoder/minReplicas"}},
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}

// Every written field of the reference catalog on recorded and synthetic objects, and of our own on our own.
func TestVerifyCatalogs(t *testing.T) {
	shared := os.Getenv("KARTALINT_SHARED")
	if shared == "" {
		shared = filepath.Join("..", "..", "shared")
	}
	for _, set := range []struct {
		name, definitions, objects string
		atLeast                    int
	}{
		{"reference", filepath.Join(shared, "catalog"), filepath.Join(shared, "objects"), 150},
		{"built-in", filepath.Join("..", "catalog", "builtin"), filepath.Join("..", "testdata", "objects"), 150},
	} {
		t.Run(set.name, func(t *testing.T) {
			if _, err := os.Stat(set.definitions); err != nil {
				t.Skipf("skipped: no %s", set.definitions)
			}
			cat, err := catalog.Load(context.Background(), []string{set.definitions}, catalog.Options{})
			if err != nil {
				t.Fatal(err)
			}
			objects := recorded(t, set.objects)
			checked, unwritable, synthetic := 0, 0, 0
			for _, def := range cat.Definitions {
				compiled, err := patch.Compile(def)
				if err != nil {
					t.Fatal(err)
				}
				made, err := patch.Synthetic(def)
				if err != nil {
					t.Fatal(err)
				}
				synthetic++
				mine := slices.DeleteFunc(slices.Clone(objects), func(o patch.Object) bool { return !compiled.Matches(o.Value) })
				for _, o := range append(mine, made) {
					results, skipped, err := patch.Verify(context.Background(), def, o)
					if err != nil {
						t.Fatal(err)
					}
					checked += len(results)
					unwritable += skipped
					for _, r := range results {
						if !r.OK {
							t.Errorf("%s %s %s %s %s %s: %s", r.Definition, r.Component, r.Field, r.Instance, r.Object, r.Law, r.Message)
						}
					}
				}
			}
			t.Logf("%d definitions, %d objects, %d checks, %d skipped", synthetic, len(objects), checked, unwritable)
			if checked < set.atLeast {
				t.Errorf("only %d checks", checked)
			}
		})
	}
}

func recorded(t *testing.T, dir string) []patch.Object {
	t.Helper()
	names, err := filepath.Glob(filepath.Join(dir, "*.yaml"))
	if err != nil {
		t.Fatal(err)
	}
	var out []patch.Object
	for _, name := range names {
		src, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		docs, err := textedit.Documents(src)
		if err != nil {
			t.Fatal(err)
		}
		for _, d := range docs {
			if m, ok := d.Value.(map[string]any); ok {
				out = append(out, patch.Object{Name: filepath.Base(name), Source: src, Value: m})
			}
		}
	}
	return out
}
