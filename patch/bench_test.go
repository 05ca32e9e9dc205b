package patch_test

import (
	"encoding/json"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/itchyny/gojq"
	corev1 "k8s.io/api/core/v1"

	"github.com/kartalint/kartalint/patch"
)

const deploymentDefinition = `apiVersion: run.ai/v1alpha1
kind: Karta
metadata: {name: apps-deployment-v1}
spec:
  structureDefinition:
    rootComponent:
      name: deployment
      kind: {group: apps, version: v1, kind: Deployment}
      statusDefinition: {}
      specDefinition: {podTemplateSpecPath: .spec.template}
`

func deployment(t testing.TB) map[string]any {
	t.Helper()
	src, err := os.ReadFile(filepath.Join("testdata", "deployment.yaml"))
	if err != nil {
		t.Fatal(err)
	}
	return native(read(t, string(src))).(map[string]any)
}

// native turns the numbers of a text into those of an unstructured object.
func native(v any) any {
	switch v := v.(type) {
	case map[string]any:
		for k, e := range v {
			v[k] = native(e)
		}
	case []any:
		for i, e := range v {
			v[i] = native(e)
		}
	case json.Number:
		if n, err := v.Int64(); err == nil {
			return n
		}
		f, _ := v.Float64()
		return f
	}
	return v
}

// One label on an object in memory: by the engine, by a gojq assignment, by a round trip through the typed struct.
// The ratio is reported by the engine's own benchmark.
func BenchmarkLabel(b *testing.B) {
	obj := deployment(b)
	engine := labelEngine(b, obj)
	jq, typed := labelJQ(b, obj), labelTyped(b, obj)
	b.Run("engine", func(b *testing.B) { run(b, engine) })
	b.Run("gojq", func(b *testing.B) { run(b, jq) })
	b.Run("typed", func(b *testing.B) { run(b, typed) })
	b.Run("ratio", func(b *testing.B) {
		e, j, s := perRun(engine), perRun(jq), perRun(typed)
		for b.Loop() {
			engine()
		}
		b.ReportMetric(s/e, "times-typed")
		b.ReportMetric(j/e, "times-gojq")
	})
}

func run(b *testing.B, f func()) {
	b.ReportAllocs()
	for b.Loop() {
		f()
	}
}

// perRun is the mean time of a call, in nanoseconds.
func perRun(f func()) float64 {
	const n = 5000
	start := time.Now()
	for range n {
		f()
	}
	return float64(time.Since(start).Nanoseconds()) / n
}

func labelEngine(t testing.TB, obj map[string]any) func() {
	def, err := patch.Compile(parse(t, deploymentDefinition))
	if err != nil {
		t.Fatal(err)
	}
	return func() {
		w, err := def.Open(obj)
		if err != nil {
			t.Fatal(err)
		}
		plan, err := w.Patch("deployment", patch.Pod{Labels: map[string]string{"team": "ml"}})
		if err != nil {
			t.Fatal(err)
		}
		if plan.Apply() == nil {
			t.Fatal("nothing")
		}
	}
}

func labelJQ(t testing.TB, obj map[string]any) func() {
	data, err := json.Marshal(obj)
	if err != nil {
		t.Fatal(err)
	}
	var doc any
	if err := json.Unmarshal(data, &doc); err != nil {
		t.Fatal(err)
	}
	return func() {
		q, err := gojq.Parse(`.spec.template.metadata.labels["team"] = "ml"`)
		if err != nil {
			t.Fatal(err)
		}
		code, err := gojq.Compile(q)
		if err != nil {
			t.Fatal(err)
		}
		if v, _ := code.Run(doc).Next(); v == nil {
			t.Fatal("nothing")
		}
	}
}

func labelTyped(t testing.TB, obj map[string]any) func() {
	spec := obj["spec"].(map[string]any)
	return func() {
		data, err := json.Marshal(spec["template"])
		if err != nil {
			t.Fatal(err)
		}
		var template corev1.PodTemplateSpec
		if err := json.Unmarshal(data, &template); err != nil {
			t.Fatal(err)
		}
		template.Labels["team"] = "ml"
		if data, err = json.Marshal(template); err != nil {
			t.Fatal(err)
		}
		var back map[string]any
		if err := json.Unmarshal(data, &back); err != nil {
			t.Fatal(err)
		}
	}
}

// The engine's cost without a clock: a bound that keeps it from growing.
func TestLabelAllocations(t *testing.T) {
	engine := labelEngine(t, deployment(t))
	if n := testing.AllocsPerRun(100, engine); n > 30 {
		t.Errorf("one label allocates %.0f objects, more than 30", n)
	}
}
