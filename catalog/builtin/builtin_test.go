package builtin_test

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
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

// files are read once for all tests.
var files = sync.OnceValue(func() (all []*catalog.File) {
	for _, name := range builtin.Names() {
		all = append(all, builtin.File(name))
	}
	return all
})

// definitions are all of them.
func definitions(t *testing.T) []*catalog.Definition {
	t.Helper()
	var out []*catalog.Definition
	for i, name := range builtin.Names() {
		file := files()[i]
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
	files, err := filepath.Glob(filepath.Join(dir, "*.yaml"))
	if err != nil || len(files) == 0 {
		t.Fatalf("no objects in %s (%v)", dir, err)
	}
	var out []patch.Object
	for _, file := range files {
		src, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		list, err := patch.Objects(filepath.Base(file), src)
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

// TestClean lints the catalog: not even a note, by itself, with CRDs, and on objects.
func TestClean(t *testing.T) {
	check := func(t *testing.T, settings rules.Settings) {
		t.Helper()
		linter, err := rules.New(all.Rules(), rules.Config{Settings: settings})
		if err != nil {
			t.Fatal(err)
		}
		var results []*rules.FileResult
		for _, file := range files() {
			results = append(results, linter.File(file))
		}
		for _, f := range linter.Collect(results).Findings {
			if f.Suppressed == nil {
				t.Errorf("%s:%d: %s %s", f.At.File, f.At.Start.Line, f.Rule.ID, f.Message)
			}
		}
	}
	t.Run("alone", func(t *testing.T) { check(t, rules.Settings{}) })
	t.Run("writing fields", func(t *testing.T) { check(t, rules.Settings{Writes: rules.WritesFields}) })
	t.Run("with built-in types", func(t *testing.T) { check(t, rules.Settings{Types: kube.Builtin()}) })
	t.Run("with objects", func(t *testing.T) {
		check(t, rules.Settings{Evidence: rules.NewEvidence(objects(t, "../../testdata/objects"))})
	})
	t.Run("with CRDs and recorded objects", func(t *testing.T) {
		dir := shared.Dir(t)
		types, problems, err := kube.Load([]string{filepath.Join(dir, "crds")})
		if err != nil || len(problems) > 0 {
			t.Fatal(err, problems)
		}
		check(t, rules.Settings{Types: types, Evidence: rules.NewEvidence(objects(t, filepath.Join(dir, "objects")))})
	})
}

// TestWrittenRolesAreAddresses holds the catalog to addresses wherever something is written: no kind needs a filter.
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

func TestLookup(t *testing.T) {
	tests := []struct {
		name string
		want []string
	}{
		{"core-pod-v1", []string{"core-pod-v1"}},
		{"core-pod-v1.yaml", []string{"core-pod-v1"}},
		{"Pod", []string{"core-pod-v1"}},
		{"pod", []string{"core-pod-v1"}},
		{"/Pod", []string{"core-pod-v1"}},
		{"Job", []string{"batch-job-v1", "batch-volcano-sh-job-v1alpha1"}},
		{"batch/Job", []string{"batch-job-v1"}},
		{"apps/Job", nil},
		{"", nil},
	}
	for _, tt := range tests {
		var got []string
		for _, d := range builtin.Lookup(tt.name) {
			got = append(got, d.Name)
		}
		if !slices.Equal(got, tt.want) {
			t.Errorf("Lookup(%q) = %v, want %v", tt.name, got, tt.want)
		}
	}
}
