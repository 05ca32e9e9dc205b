package builtin_test

import (
	"errors"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/aymanbagabas/go-udiff"
	"github.com/google/go-cmp/cmp"

	"github.com/kartalint/kartalint/catalog"
	"github.com/kartalint/kartalint/internal/shared"
	"github.com/kartalint/kartalint/patch"
)

var update = flag.Bool("update", false, "write the golden files anew")

// definitionOf is the definition for an object; nil where there is none.
func definitionOf(t *testing.T, o patch.Object) *catalog.Definition {
	t.Helper()
	for _, d := range definitions(t) {
		k := d.Root.Kind
		apiVersion := strings.TrimPrefix(k.Group+"/"+k.Version, "/")
		if o.Value["apiVersion"] == apiVersion && o.Value["kind"] == k.Kind {
			return d
		}
	}
	return nil
}

// TestSamples: there is one sample a definition.
func TestSamples(t *testing.T) {
	have := map[string]int{}
	for _, o := range objects(t, "../../testdata/objects") {
		if d := definitionOf(t, o); d != nil {
			have[d.Name]++
		} else {
			t.Errorf("%s: no definition is for it", o.Name)
		}
	}
	for _, d := range definitions(t) {
		if have[d.Name] != 1 {
			t.Errorf("%s has %d samples", d.Name, have[d.Name])
		}
	}
}

// TestLaws holds the lens laws of every written field on our samples, on recorded objects, and on made ones; per instance
// where the component has instances.
func TestLaws(t *testing.T) {
	t.Run("samples", func(t *testing.T) {
		tried := map[string]bool{}
		for _, o := range objects(t, "../../testdata/objects") {
			holds(t, definitionOf(t, o), o, tried)
		}
		for _, d := range definitions(t) {
			for _, c := range components(d) {
				if c.Spec != nil && !tried[d.Name+"/"+c.Name] && !absentInSample[d.Name+"/"+c.Name] {
					t.Errorf("%s: %s is in no sample", d.Name, c.Name)
				}
			}
		}
	})
	t.Run("synthetic", func(t *testing.T) {
		tried := map[string]bool{}
		for _, d := range definitions(t) {
			o, err := patch.Synthetic(d)
			if err != nil {
				t.Fatal(err)
			}
			holds(t, d, o, tried)
			for _, c := range components(d) {
				if c.Spec != nil && !tried[d.Name+"/"+c.Name] {
					t.Errorf("%s: %s was not tried", d.Name, c.Name)
				}
			}
		}
	})
	t.Run("recorded", func(t *testing.T) {
		n := 0
		for _, o := range objects(t, filepath.Join(shared.Dir(t), "objects")) {
			if d := definitionOf(t, o); d != nil {
				n++
				holds(t, d, o, map[string]bool{})
			}
		}
		if n < 9 {
			t.Errorf("%d recorded objects have a definition", n)
		}
	})
}

func components(d *catalog.Definition) []*catalog.Component {
	return append([]*catalog.Component{d.Root}, d.Children...)
}

// holds tries the laws and notes the components that were tried.
func holds(t *testing.T, d *catalog.Definition, o patch.Object, tried map[string]bool) {
	t.Helper()
	results, _, err := patch.Verify(t.Context(), d, o)
	if err != nil {
		t.Fatalf("%s: %v", o.Name, err)
	}
	if len(results) == 0 {
		t.Errorf("%s: nothing was tried", o.Name)
	}
	instances := map[string]bool{}
	for _, r := range results {
		tried[d.Name+"/"+r.Component] = true
		instances[r.Component] = instances[r.Component] || r.Instance != ""
		if !r.OK {
			t.Errorf("%s: %s %s %s: %s: %s", o.Name, r.Component, r.Field, r.Instance, r.Law, r.Message)
		}
	}
	for _, c := range components(d) {
		has := slices.ContainsFunc(c.Fields, func(f *catalog.PathField) bool { return f.Role == catalog.RoleInstance })
		if tried, ok := instances[c.Name]; ok && has != tried {
			t.Errorf("%s: %s tried per instance: %v, want %v", o.Name, c.Name, tried, has)
		}
	}
}

// absentInSample are components that the samples leave out: what a patch of them does is seen there too.
var absentInSample = map[string]bool{
	"kubeflow-org-tfjob-v1/evaluator":     true,
	"milvus-io-milvus-v1beta1/standalone": true, // a cluster has none
}

// containers are the main containers of components that name theirs, one for all instances or one an instance.
var containers = map[string]string{
	"cronjob/cronjob":               "nightly",
	"daemonset/daemonset":           "web",
	"deployment/deployment":         "web",
	"inferenceservice/predictor":    "proxy",
	"inferenceservice/transformer":  "kserve-container",
	"jaxjob/worker":                 "jax",
	"job/job":                       "train",
	"jobset/replicatedjob":          "learner actor",
	"knativeservice/knativeservice": "user-container",
	"leaderworkerset/leader":        "leader",
	"leaderworkerset/worker":        "worker",
	"mpijob/launcher":               "mpi-launcher",
	"mpijob/worker":                 "mpi-worker",
	"notebook/notebook":             "lab",
	"pod/pod":                       "main",
	"podcliqueset/clique":           "prefill decode",
	"pytorchjob/master":             "pytorch",
	"pytorchjob/worker":             "pytorch",
	"raycluster/head":               "ray-head",
	"raycluster/worker":             "ray-worker",
	"rayjob/head":                   "ray-head",
	"rayjob/worker":                 "ray-worker",
	"rayservice/head":               "ray-head",
	"rayservice/worker":             "ray-worker",
	"replicaset/replicaset":         "web",
	"seldondeployment/graph":        "classifier encoder classifier-next",
	"statefulset/statefulset":       "web",
	"tfjob/chief":                   "tensorflow",
	"tfjob/ps":                      "tensorflow",
	"tfjob/worker":                  "tensorflow",
	"volcanojob/task":               "mpimaster mpiworker",
	"xgboostjob/master":             "xgboost",
	"xgboostjob/worker":             "xgboost",
}

// unsupported are the wishes that are refused. A definition that names the pod's fields one by one has no path for
// tolerations; why it does not name the pod spec stands in its comments.
var unsupported = map[string]string{
	"inferenceservice/predictor":    "toleration",
	"inferenceservice/transformer":  "toleration",
	"knativeservice/knativeservice": "toleration",
	"milvus/datanode":               "toleration",
	"milvus/indexnode":              "toleration",
	"milvus/mixcoord":               "toleration",
	"milvus/proxy":                  "toleration",
	"milvus/querynode":              "toleration",
	"milvus/streamingnode":          "toleration",
	"nimservice/nimservice":         "toleration image",
	"notebook/notebook":             "label",
	"podcliqueset/clique":           "toleration",
	"sparkapplication/driver":       "toleration",
	"sparkapplication/executor":     "toleration",
	"trainjob/trainjob":             "scheduler toleration",
	"workflow/workflow":             "toleration image",
}

// wish is what a platform asks of every pod, and how its lines look in a sample.
type wish struct {
	name, raw string
	lines     *regexp.Regexp
	opts      []patch.Option
}

func wishes(sample, component string, ids []string) []wish {
	list := []wish{
		{"scheduler", `{"spec": {"schedulerName": "kai-scheduler"}}`, regexp.MustCompile(`schedulerName: `), nil},
		{"label", `{"metadata": {"labels": {"team": "vision"}}}`, regexp.MustCompile(`team: vision|[lL]abels:|metadata:`), nil},
		{"toleration", `{"spec": {"tolerations": [{"key": "gpu", "operator": "Exists"}]}}`, regexp.MustCompile(`tolerations:|key: gpu|operator: Exists`), nil},
	}
	image := func(name string, opts ...patch.Option) {
		raw := fmt.Sprintf(`{"spec": {"containers": [{"name": %q, "image": "registry.example/patched:2"}]}}`, name)
		if name == "" {
			raw = `{"spec": {"containers": [{"image": "registry.example/patched:2"}]}}`
		}
		list = append(list, wish{"image", raw, regexp.MustCompile(`image: `), opts})
	}
	names := strings.Fields(containers[sample+"/"+component])
	switch {
	case len(names) == 0:
		image("")
	case len(names) == 1:
		image(names[0])
	default:
		for i, name := range names {
			image(name, patch.Instances(ids[i]))
		}
	}
	return list
}

// TestPatch puts the wishes on every component of every sample, as text: what the type cannot say is refused, and the text
// differs by the lines of the wishes only. The differences stand under testdata/patch.
func TestPatch(t *testing.T) {
	for _, o := range objects(t, "../../testdata/objects") {
		name := strings.TrimSuffix(o.Name, ".yaml")
		t.Run(name, func(t *testing.T) {
			var out strings.Builder
			for _, c := range components(definitionOf(t, o)) {
				if c.Spec != nil {
					out.WriteString(patched(t, o, name, c.Name))
				}
			}
			golden(t, filepath.Join("testdata", "patch", name+".diff"), out.String())
		})
	}
}

// patched puts the wishes on one component, one after the other, and gives the difference; none where it is absent.
func patched(t *testing.T, o patch.Object, sample, component string) string {
	t.Helper()
	w := open(t, o)
	ids, err := w.InstanceIDs(component)
	if err != nil {
		t.Fatal(err)
	}
	text, lines, refused := o, []*regexp.Regexp{}, []string{}
	for _, wish := range wishes(sample, component, ids) {
		raw, err := patch.ParseRaw([]byte(wish.raw))
		if err != nil {
			t.Fatal(err)
		}
		plan, err := open(t, text).Patch(component, raw, wish.opts...)
		var absent *patch.ComponentAbsentError
		switch {
		case errors.As(err, &absent):
			return ""
		case errors.Is(err, patch.ErrNotSupported):
			refused = append(refused, wish.name)
			continue
		case err != nil:
			t.Fatalf("%s of %s: %v", wish.name, component, err)
		}
		lines = append(lines, wish.lines)
		text = apply(t, plan, text)
	}
	if want := unsupported[sample+"/"+component]; strings.Join(refused, " ") != want {
		t.Errorf("%s/%s: refused %q, want %q", sample, component, strings.Join(refused, " "), want)
	}
	diff := udiff.Unified(o.Name, o.Name+" "+component, string(o.Source), string(text.Source))
	for line := range strings.Lines(diff) {
		changed := (line[0] == '+' || line[0] == '-') && !strings.HasPrefix(line, "+++") && !strings.HasPrefix(line, "---")
		if changed && !slices.ContainsFunc(lines, func(r *regexp.Regexp) bool { return r.MatchString(line) }) {
			t.Errorf("%s: nothing that was wished changes this line: %s", component, line)
		}
	}
	return diff
}

func open(t *testing.T, o patch.Object) *patch.Workload {
	t.Helper()
	w, err := patch.Open(definitionOf(t, o), o.Value)
	if err != nil {
		t.Fatal(err)
	}
	return w
}

// apply edits the text of an object and reads it again.
func apply(t *testing.T, plan *patch.Plan, o patch.Object) patch.Object {
	t.Helper()
	text, err := plan.ApplyText(o.Source)
	if err != nil {
		t.Fatal(err)
	}
	again, err := patch.Objects(o.Name, text)
	if err != nil || len(again) != 1 || !patch.Equal(again[0].Value, plan.Apply()) {
		t.Fatalf("%s: the text does not hold the changed object (%v)", o.Name, err)
	}
	again[0].Source = text
	return again[0]
}

func golden(t *testing.T, file, got string) {
	t.Helper()
	if *update {
		if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, []byte(got), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(want), got); diff != "" {
		t.Errorf("%s (renew with -update):\n%s", file, diff)
	}
}
