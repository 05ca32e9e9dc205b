package builtin_test

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/kartalint/kartalint/analyzer"
	"github.com/kartalint/kartalint/catalog"
	"github.com/kartalint/kartalint/catalog/builtin"
	"github.com/kartalint/kartalint/catalog/kube"
	"github.com/kartalint/kartalint/internal/shared"
	"github.com/kartalint/kartalint/patch"
	"github.com/kartalint/kartalint/rules"
	"github.com/kartalint/kartalint/rules/all"
)

// definitions are all of them.
func definitions(t *testing.T) []*catalog.Definition {
	t.Helper()
	var out []*catalog.Definition
	for _, name := range builtin.Names() {
		file := builtin.File(name)
		if len(file.Definitions) != 1 || len(file.Problems) > 0 || file.Definitions[0].Name != name {
			t.Fatalf("%s: %d definitions, problems %v", name, len(file.Definitions), file.Problems)
		}
		out = append(out, file.Definitions[0])
	}
	return out
}

// objects are those of a folder.
func objects(t *testing.T, dir string) []patch.Object {
	t.Helper()
	files, _ := filepath.Glob(filepath.Join(dir, "*.yaml"))
	var out []patch.Object
	for _, file := range files {
		src, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		list, err := patch.Objects(file, src)
		if err != nil {
			t.Fatal(err)
		}
		out = append(out, list...)
	}
	return out
}

func TestKinds(t *testing.T) {
	kinds := map[string]bool{}
	for _, d := range definitions(t) {
		kinds[d.Root.Kind.Kind] = true
	}
	for _, kind := range strings.Fields(`Pod Deployment StatefulSet DaemonSet ReplicaSet Job CronJob JobSet LeaderWorkerSet PyTorchJob TFJob MPIJob XGBoostJob JAXJob TrainJob
		RayCluster RayJob RayService InferenceService Service Workflow SparkApplication Notebook SeldonDeployment Milvus NIMService PodCliqueSet`) {
		if !kinds[kind] {
			t.Errorf("no definition of %s", kind)
		}
	}
	if n := len(builtin.Names()); n < 28 {
		t.Errorf("%d definitions", n)
	}
	if _, ok := builtin.Text("../builtin"); ok {
		t.Error("a name leads out of the catalog")
	}
}

// TestClean lints the catalog: nothing of note, and with the CRDs and objects that are there nothing of warning or above.
func TestClean(t *testing.T) {
	check := func(t *testing.T, settings rules.Settings, limit rules.Severity) {
		linter, err := rules.New(all.Rules(), rules.Config{Settings: settings})
		if err != nil {
			t.Fatal(err)
		}
		var results []*rules.FileResult
		for _, name := range builtin.Names() {
			results = append(results, linter.File(builtin.File(name)))
		}
		for _, f := range linter.Collect(results).Findings {
			if f.Suppressed == nil && f.Severity >= limit {
				t.Errorf("%s:%d: %s %s", f.At.File, f.At.Start.Line, f.Rule.ID, f.Message)
			}
		}
	}
	t.Run("alone", func(t *testing.T) { check(t, rules.Settings{}, rules.Note) })
	t.Run("with objects", func(t *testing.T) {
		check(t, rules.Settings{Evidence: rules.NewEvidence(objects(t, "../../testdata/objects"))}, rules.Warning)
	})
	t.Run("with CRDs and recorded objects", func(t *testing.T) {
		dir := shared.Dir(t)
		types, problems, err := kube.Load([]string{filepath.Join(dir, "crds")})
		if err != nil || len(problems) > 0 {
			t.Fatal(err, problems)
		}
		check(t, rules.Settings{Types: types, Evidence: rules.NewEvidence(objects(t, filepath.Join(dir, "objects")))}, rules.Warning)
	})
}

// TestWrittenRolesAreAddresses: a filter is allowed where the file says why.
func TestWrittenRolesAreAddresses(t *testing.T) {
	for _, d := range definitions(t) {
		for _, f := range d.Fields {
			e, err := f.Expr()
			if err != nil {
				t.Errorf("%s %s: %v", d.Name, f.Name, err)
			}
			if f.Access != catalog.AccessReadOnly && e.Class != analyzer.Address {
				t.Errorf("%s: %s is a %v: %s", d.Name, f.Name, e.Class, f.Expression)
			}
		}
	}
}

// TestVerify holds the lens laws on every sample and recorded object, per instance.
func TestVerify(t *testing.T) {
	list := objects(t, "../../testdata/objects")
	t.Run("samples", func(t *testing.T) { verify(t, list, true) })
	t.Run("recorded", func(t *testing.T) { verify(t, objects(t, filepath.Join(shared.Dir(t), "objects")), false) })
}

func verify(t *testing.T, list []patch.Object, each bool) {
	for _, d := range definitions(t) {
		checked := 0
		for _, o := range list {
			if !compiled(t, d).Matches(o.Value) {
				continue
			}
			results, _, err := patch.Verify(context.Background(), d, o)
			if err != nil {
				t.Fatal(err)
			}
			checked += len(results)
			for _, r := range results {
				if !r.OK {
					t.Errorf("%s on %s: %s %s breaks %s: %s", d.Name, o.Name, r.Component, r.Field, r.Law, r.Message)
				}
			}
		}
		if each && checked == 0 {
			t.Errorf("%s: no sample was checked", d.Name)
		}
	}
}

func compiled(t *testing.T, d *catalog.Definition) *patch.Definition {
	t.Helper()
	c, err := patch.Compile(d)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// TestPatchSamples sets a scheduler, a label, a toleration and an image on every component of every sample, as far as its
// shape has them, and looks at the lines that change.
func TestPatchSamples(t *testing.T) {
	defs := definitions(t)
	done := map[string]int{}
	for _, o := range objects(t, "../../testdata/objects") {
		i := slices.IndexFunc(defs, func(d *catalog.Definition) bool { return compiled(t, d).Matches(o.Value) })
		if i < 0 {
			t.Errorf("%s: no definition", o.Name)
			continue
		}
		changed := 0
		for _, component := range compiled(t, defs[i]).Components() {
			for what, wish := range wishes(o) {
				w, err := compiled(t, defs[i]).Open(o.Value)
				if err != nil {
					t.Fatal(err)
				}
				n := patched(t, w, o, component, wish)
				done[what] += n
				changed += n
			}
		}
		if changed == 0 {
			t.Errorf("%s: nothing could be patched", o.Name)
		}
	}
	t.Logf("patches: %v", done)
	for what, least := range map[string]int{"scheduler": 40, "label": 40, "toleration": 25, "image 1": 20} {
		if done[what] < least {
			t.Errorf("%s: %d patches", what, done[what])
		}
	}
}

var containerName = regexp.MustCompile(`name: ([a-z0-9-]+)`)

// mark stands in every value that is written.
const mark = "example.com/new"

// wishes are the patches of one object: its containers are named by whatever its text calls by a name.
func wishes(o patch.Object) map[string]patch.Raw {
	out := map[string]patch.Raw{
		"scheduler": {"spec": map[string]any{"schedulerName": mark}},
		"label":     {"metadata": map[string]any{"labels": map[string]any{mark: "ml"}}},
	}
	if !strings.Contains(string(o.Source), "tolerations:") { // the list is written as a whole
		out["toleration"] = patch.Raw{"spec": map[string]any{"tolerations": []any{map[string]any{"key": mark, "operator": "Exists"}}}}
	}
	for i, m := range containerName.FindAllStringSubmatch(string(o.Source), -1) {
		what := "image"
		if i > 0 {
			what = fmt.Sprintf("image %d", i)
		}
		out[what] = patch.Raw{"spec": map[string]any{"containers": []any{map[string]any{"name": m[1], "image": mark}}}}
	}
	return out
}

// patched applies a wish to a sample's text: only lines are added, but for what was empty. It is 0 where the component
// cannot express the wish, or is absent.
func patched(t *testing.T, w *patch.Workload, o patch.Object, component string, wish patch.Raw) int {
	t.Helper()
	plan, err := w.Patch(component, wish)
	var absent *patch.ComponentAbsentError
	var missing *patch.MissingEntryError
	switch {
	case errors.Is(err, patch.ErrNotSupported), errors.As(err, &absent), errors.As(err, &missing):
		return 0 // another shape, another component, another container
	case err != nil:
		t.Errorf("%s %s: %v", o.Name, component, err)
		return 0
	}
	text, err := plan.ApplyText(o.Source)
	if err != nil {
		t.Errorf("%s %s: %v", o.Name, component, err)
		return 0
	}
	before, after := lines(o.Source), lines(text)
	for _, line := range before {
		i := slices.Index(after, line)
		if i >= 0 {
			after = slices.Delete(after, i, i+1)
			continue
		}
		if !strings.Contains(line, "{") && !strings.Contains(line, "schedulerName:") && !strings.Contains(line, "image:") {
			t.Errorf("%s %s: the line %q is gone", o.Name, component, line)
		}
	}
	if len(after) > 12 {
		t.Errorf("%s %s: %d lines are new: %v", o.Name, component, len(after), after)
	}
	if !strings.Contains(fmt.Sprint(after), mark) {
		t.Errorf("%s %s: %v is not in the text", o.Name, component, wish)
	}
	return 1
}

func lines(text []byte) []string { return strings.Split(string(text), "\n") }
