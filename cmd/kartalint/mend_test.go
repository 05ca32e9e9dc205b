package main

import (
	"bytes"
	"context"
	"encoding/json"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"github.com/kartalint/kartalint/analyzer"
	"github.com/kartalint/kartalint/catalog"
	"github.com/kartalint/kartalint/internal/shared"
)

// kartalint runs a command and returns its status and what it printed.
func kartalint(args ...string) (status int, stdout, stderr string) {
	var out, errs bytes.Buffer
	status = run(args, &out, &errs)
	return status, out.String(), errs.String()
}

// copyOf copies a shared folder's files.
func copyOf(t *testing.T, folder string) string {
	t.Helper()
	dir := filepath.Join(t.TempDir(), folder)
	if err := os.CopyFS(dir, os.DirFS(filepath.Join(shared.Dir(t), folder))); err != nil {
		t.Fatal(err)
	}
	return dir
}

func breakdownOf(t *testing.T, dir string) (b struct {
	Addresses int
	Classes   map[string]int
}) {
	t.Helper()
	_, out, _ := kartalint("paths", "--format", "json", dir)
	if err := json.Unmarshal([]byte(out), &b); err != nil {
		t.Fatal(err)
	}
	return b
}

// TestMendReferenceCatalog: the safe fixes leave at least 252 addresses and none respelled, a second run changes nothing, and
// the laws hold afterwards.
func TestMendReferenceCatalog(t *testing.T) {
	dir := copyOf(t, "catalog")
	if status, _, errs := kartalint("fix", dir); status != exitClean || !strings.Contains(errs, "20 fixes in 2 files") {
		t.Errorf("%d %s", status, errs)
	}
	if b := breakdownOf(t, dir); b.Addresses < 252 || b.Classes["respelled"] != 0 {
		t.Errorf("%d addresses, %d respelled", b.Addresses, b.Classes["respelled"])
	}
	if status, _, errs := kartalint("fix", "--check", dir); status != exitClean {
		t.Errorf("a second run would change files: %s", errs)
	}
	if status, out, errs := kartalint("verify", "--objects", filepath.Join(shared.Dir(t), "objects"), dir); status != exitClean {
		t.Errorf("%s%s", out, errs)
	}
}

// TestMendSeeds mends the two failures that started the project, and sends their patches through the mended definitions.
func TestMendSeeds(t *testing.T) {
	dir, objects := copyOf(t, "catalog"), filepath.Join(shared.Dir(t), "objects")
	pod, kserve := filepath.Join(dir, "core-pod-v1.yaml"), filepath.Join(dir, "serving-kserve-io-inferenceservice-v1beta1.yaml")
	for _, file := range []string{pod, kserve} {
		if status, _, errs := kartalint("fix", "--unsafe", "--rule", "KL304,KL401", "--verify", "--objects", objects, "--crd", filepath.Join(shared.Dir(t), "crds"), file); status != exitClean || !strings.Contains(errs, "1 fix in 1 file") {
			t.Fatalf("%d %s", status, errs)
		}
	}
	text, err := os.ReadFile(kserve)
	if err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(string(text), "labelsPath: .spec.transformer.labels") || !strings.Contains(string(text), "schedulerNamePath: .spec.transformer.schedulerName") {
		t.Errorf("the transformer has no paths of its own:\n%s", text)
	}
	object := filepath.Join(objects, "pod.yaml")
	src, err := os.ReadFile(object)
	if err != nil {
		t.Fatal(err)
	}
	status, out, errs := kartalint("patch", "--definition", pod, "--object", object, "--label", "team=ml")
	if status != exitClean || !onlyAdds(string(src), out, "team: ml") {
		t.Errorf("%d %s\n%s", status, errs, out)
	}
	// The whole-struct write-back through the mended paths keeps what is not the pod's.
	for _, lost := range []string{"/apiVersion", "/kind", "/status"} {
		if _, out, _ := kartalint("verify", "--writer", "whole", "--objects", object, pod); strings.Contains(out, lost+",") || strings.Contains(out, lost+" ") {
			t.Errorf("%s is still lost:\n%s", lost, out)
		}
	}
	service := filepath.Join(t.TempDir(), "service.yaml")
	source := "apiVersion: serving.kserve.io/v1beta1\nkind: InferenceService\nmetadata: {name: a}\nspec:\n  transformer:\n    labels: {app: a}\n    minReplicas: 2\n    vendor: {x: 1}\n    containers:\n    - name: main\n      image: x\n"
	if err := os.WriteFile(service, []byte(source), 0o600); err != nil {
		t.Fatal(err)
	}
	status, out, errs = kartalint("patch", "--definition", kserve, "--object", service, "--component", "transformer", "--set", "schedulerName=gang")
	if status != exitClean || !onlyAdds(source, out, "schedulerName: gang") {
		t.Errorf("%d %s\n%s", status, errs, out)
	}
}

// onlyAdds says whether a text is another one with lines added, one of which says what was wanted.
func onlyAdds(before, after, want string) bool {
	rest := strings.Split(after, "\n")
	for line := range strings.SplitSeq(before, "\n") {
		i := 0
		for i < len(rest) && rest[i] != line {
			i++
		}
		if i == len(rest) {
			return false
		}
		rest = rest[i+1:]
	}
	return strings.Contains(after, want) && strings.Count(after, "\n") <= strings.Count(before, "\n")+2
}

// TestMendVariableRoots: the written paths of the later grove definition can be assigned after the fix, where gojq's path()
// failed before, and read the same.
func TestMendVariableRoots(t *testing.T) {
	dir := copyOf(t, "catalog-next")
	before := clique(t, dir)
	if status, _, errs := kartalint("fix", dir); status != exitClean {
		t.Fatal(errs)
	}
	after := clique(t, dir)
	doc := map[string]any{"spec": map[string]any{"template": map[string]any{
		"cliques": []any{
			map[string]any{"name": "a", "labels": map[string]any{"x": "1"}, "annotations": map[string]any{}, "spec": map[string]any{"podSpec": map[string]any{"schedulerName": "s", "containers": []any{}}, "replicas": 2}},
			map[string]any{"name": "b", "spec": map[string]any{"podSpec": map[string]any{"priorityClassName": "p"}}},
		}}}}
	mended := 0
	for name, old := range before {
		now := after[name]
		if now == nil {
			t.Fatalf("%s is gone", name)
		}
		if now.Source == old.Source || old.Class != analyzer.Formula {
			continue
		}
		want, err := old.Eval(context.Background(), doc, 0)
		if err != nil {
			t.Fatal(err)
		}
		got, err := now.Eval(context.Background(), doc, 0)
		if err != nil || !reflect.DeepEqual(got, want) {
			t.Errorf("%s reads %v (%v), and %v before", name, got, err, want)
		}
		if _, err := old.Places(context.Background(), doc, 0); err == nil {
			t.Errorf("%s had places before", name)
		}
		if places, err := now.Places(context.Background(), doc, 0); err != nil || len(places) != len(want) {
			t.Errorf("%s has places %v (%v)", name, places, err)
		}
		mended++
	}
	if mended < 8 {
		t.Errorf("%d written paths are mended", mended)
	}
}

// clique are the written paths of the component clique.
func clique(t *testing.T, dir string) map[string]*analyzer.Expr {
	t.Helper()
	c, err := catalog.Load(context.Background(), []string{dir}, catalog.Options{})
	if err != nil {
		t.Fatal(err)
	}
	out := map[string]*analyzer.Expr{}
	for _, d := range c.Definitions {
		for _, f := range d.Fields {
			if f.Access == catalog.AccessWritten && f.Component != nil && f.Component.Name == "clique" {
				out[f.Name], _ = f.Expr()
			}
		}
	}
	return out
}

// TestMendCases: a case whose expected rule has a fix is clean of the rule afterwards.
func TestMendCases(t *testing.T) {
	dir := copyOf(t, "cases")
	fixes := map[string]bool{"KL305": true, "KL202": true, "KL306": true, "KL304": true, "KL401": true, "KL206": true, "KL602": true, "KL507": true, "KL003": true, "KL005": true, "KL108": true}
	files, _ := filepath.Glob(filepath.Join(dir, "*.yaml"))
	mended := 0
	for _, file := range files {
		src, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		expected := map[string]bool{}
		for line := range strings.Lines(string(src)) {
			if rest, ok := strings.CutPrefix(line, "# expect: "); ok && fixes[strings.Fields(rest)[0]] {
				expected[strings.Fields(rest)[0]] = true
			}
		}
		if len(expected) == 0 {
			continue
		}
		if _, _, errs := kartalint("fix", "--unsafe", file); !strings.Contains(errs, "fixed:") {
			t.Errorf("%s: %s", filepath.Base(file), errs)
		}
		_, out, _ := kartalint("lint", file)
		for rule := range expected {
			if strings.Contains(out, "["+rule) {
				t.Errorf("%s still gives %s:\n%s", filepath.Base(file), rule, out)
			}
			mended++
		}
	}
	if mended < 5 {
		t.Errorf("%d cases were mended", mended)
	}
}

// TestFixesInJSON: the edits of the JSON report are those that the fix command applies.
func TestFixesInJSON(t *testing.T) {
	file := filepath.Join(t.TempDir(), "a.yaml")
	source := "apiVersion: run.ai/v1alpha1\nkind: Karta\nmetadata: {name: example-com-a-v1}\nspec:\n  structureDefinition:\n    rootComponent:\n      name: a\n      kind: {group: example.com, version: v1, kind: A}\n" +
		"      specDefinition: {podSpecPath: '.spec | .ä | .pod', metadataPath: .metadata}\n      statusDefinition: {phaseDefinition: {path: .status.phase}, statusMappings: {running: [{byPhase: Up}]}}\n"
	if err := os.WriteFile(file, []byte(strings.ReplaceAll(source, "ä", "b")), 0o600); err != nil {
		t.Fatal(err)
	}
	_, out, _ := kartalint("lint", "--format", "json", file)
	var report struct {
		Findings []struct {
			Fixes []struct {
				Edits []struct {
					Line, Column, EndLine, EndColumn int
					NewText                          string
				}
			}
		}
	}
	if err := json.Unmarshal([]byte(out), &report); err != nil {
		t.Fatal(err)
	}
	if len(report.Findings) != 1 || len(report.Findings[0].Fixes) != 1 {
		t.Fatalf("%s", out)
	}
	lines := strings.Split(strings.ReplaceAll(source, "ä", "b"), "\n")
	for _, e := range report.Findings[0].Fixes[0].Edits {
		if e.Line != e.EndLine {
			t.Fatalf("%+v", e)
		}
		runes := []rune(lines[e.Line-1])
		lines[e.Line-1] = string(runes[:e.Column-1]) + e.NewText + string(runes[e.EndColumn-1:])
	}
	if status, _, errs := kartalint("lint", "--fix", "--fail-on", "never", file); status != exitClean {
		t.Fatal(errs)
	}
	mended, err := os.ReadFile(file)
	if err != nil || string(mended) != strings.Join(lines, "\n") {
		t.Errorf("the command writes\n%s\nand the report says\n%s", mended, strings.Join(lines, "\n"))
	}
}
