package main

import (
	"bytes"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/kartalint/kartalint/catalog"
	"github.com/kartalint/kartalint/catalog/kube"
	"github.com/kartalint/kartalint/internal/shared"
	"github.com/kartalint/kartalint/rules"
	"github.com/kartalint/kartalint/rules/all"
)

// TestDrafts drafts a definition from each shared CRD and each built-in workload: it lints without errors against its own
// type, and the pod paths of four kinds are those of the reference catalog.
func TestDrafts(t *testing.T) {
	dir := shared.Dir(t)
	files, _ := filepath.Glob(filepath.Join(dir, "crds", "*.yaml"))
	for _, file := range files {
		draft := drafted(t, "--crd", file)
		types, _, err := kube.Load([]string{file})
		if err != nil {
			t.Fatal(err)
		}
		noErrors(t, file, draft, types)
	}
	for _, k := range kube.BuiltinWorkloads() {
		noErrors(t, k.Kind, drafted(t, "--kind", k.Kind), kube.Builtin())
	}
	for crd, reference := range map[string]string{"jobset": "jobset-x-k8s-io-jobset-v1alpha2", "leaderworkerset": "leaderworkerset-x-k8s-io-leaderworkerset-v1",
		"pytorchjob": "kubeflow-org-pytorchjob-v1", "rayjob": "ray-io-rayjob-v1"} {
		ours := podPaths(t, drafted(t, "--crd", filepath.Join(dir, "crds", crd+".yaml")))
		src, err := os.ReadFile(filepath.Join(dir, "catalog", reference+".yaml"))
		if err != nil {
			t.Fatal(err)
		}
		for _, want := range podPaths(t, src) {
			if !slices.Contains(ours, want) {
				t.Errorf("%s: the draft has %v, and not %s", crd, ours, want)
			}
		}
	}
}

func drafted(t *testing.T, args ...string) []byte {
	t.Helper()
	var out, errs bytes.Buffer
	if status := run(append([]string{"new"}, args...), &out, &errs); status != exitClean {
		t.Fatalf("new %v: %d %s", args, status, errs.String())
	}
	return out.Bytes()
}

func noErrors(t *testing.T, name string, draft []byte, types *kube.Types) {
	t.Helper()
	linter, err := rules.New(all.Rules(), rules.Config{Settings: rules.Settings{Types: types}})
	if err != nil {
		t.Fatal(err)
	}
	file := catalog.Parse("draft.yaml", draft, catalog.Options{})
	if len(file.Definitions) != 1 {
		t.Fatalf("%s: %d definitions", name, len(file.Definitions))
	}
	for _, f := range linter.Collect([]*rules.FileResult{linter.File(file)}).Findings {
		if f.Severity == rules.Error {
			t.Errorf("%s: %s", name, f.Message)
		}
	}
}

func podPaths(t *testing.T, src []byte) []string {
	t.Helper()
	var out []string
	for _, d := range catalog.Parse("x.yaml", src, catalog.Options{}).Definitions {
		for _, f := range d.Fields {
			if strings.HasPrefix(f.Name, "pod") && f.Role == catalog.RoleSpec {
				e, _ := f.Expr()
				out = append(out, e.Normal)
			}
		}
	}
	return out
}
