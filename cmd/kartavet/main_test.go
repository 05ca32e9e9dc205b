package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/kartalint/kartalint/catalog"
	"github.com/kartalint/kartalint/rules"
	"github.com/kartalint/kartalint/rules/all"
)

// tool is kartavet, built once.
var tool string

func TestMain(m *testing.M) {
	dir, err := os.MkdirTemp("", "kartavet")
	if err == nil {
		tool = filepath.Join(dir, "kartavet")
		var out []byte
		if out, err = exec.Command("go", "build", "-o", tool, ".").CombinedOutput(); err != nil {
			fmt.Fprintf(os.Stderr, "%s", out)
		}
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	status := m.Run()
	_ = os.RemoveAll(dir)
	os.Exit(status)
}

// module is a copy of the stand-in module, with the stand-in API and pointer helpers of package vet in it.
func module(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	for _, from := range []string{"testdata/module", "../../vet/testdata/src/example.com"} {
		if err := os.CopyFS(dir, os.DirFS(from)); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.Rename(filepath.Join(dir, "go.mod.txt"), filepath.Join(dir, "go.mod")); err != nil {
		t.Fatal(err)
	}
	return dir
}

// command runs a command in the module and returns its status and what it printed.
func command(t *testing.T, dir, name string, args ...string) (status int, stdout, stderr string) {
	t.Helper()
	cmd := exec.Command(name, args...)
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), "GOFLAGS=-mod=mod", "GOWORK=off")
	var out, errs bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &errs
	if err := cmd.Run(); err != nil && cmd.ProcessState == nil {
		t.Fatal(err)
	}
	return cmd.ProcessState.ExitCode(), out.String(), errs.String()
}

// diagnostic is one of go vet's.
type diagnostic struct {
	Category, Posn, Message string
	SuggestedFixes          []struct{ Message string } `json:"suggested_fixes"`
}

// vetted are the diagnostics of go vet -json on packages, in its order.
func vetted(t *testing.T, dir string, args ...string) []diagnostic {
	t.Helper()
	_, stdout, stderr := command(t, dir, "go", append([]string{"vet", "-vettool=" + tool, "-json"}, args...)...)
	var list []diagnostic
	// packages come one JSON object each, under a comment line with the package's name
	dec := json.NewDecoder(strings.NewReader(withoutComments(stdout + "\n" + stderr)))
	for dec.More() {
		var packages map[string]map[string][]diagnostic
		if err := dec.Decode(&packages); err != nil {
			t.Fatalf("%v in\n%s%s", err, stdout, stderr)
		}
		for _, analyzers := range packages {
			for _, found := range analyzers {
				list = append(list, found...)
			}
		}
	}
	return list
}

func withoutComments(s string) string {
	var out []string
	for line := range strings.Lines(s) {
		if !strings.HasPrefix(line, "#") {
			out = append(out, line)
		}
	}
	return strings.Join(out, "")
}

// TestSameAsLint: go vet reports of the definitions that the builders make what kartalint lint reports of the documents that
// they become: the same rules with the same words on the same fields.
func TestSameAsLint(t *testing.T) {
	dir := module(t)
	var vet []string
	for _, d := range vetted(t, dir, "./catalog") {
		vet = append(vet, d.Message)
	}
	status, documents, errs := command(t, dir, "go", "run", "./dump")
	if status != 0 {
		t.Fatal(errs)
	}
	linter, err := rules.New(all.Rules(), rules.Config{})
	if err != nil {
		t.Fatal(err)
	}
	var results []*rules.FileResult
	n := 0
	for line := range strings.Lines(documents) {
		file := catalog.Parse(fmt.Sprintf("%02d.json", n), []byte(line), catalog.Options{})
		n += len(file.Definitions)
		results = append(results, linter.File(file))
	}
	if n < 8 {
		t.Fatalf("%d definitions", n)
	}
	var lint []string
	seen := map[string]bool{}
	for _, f := range linter.Collect(results).Findings {
		if f.Severity >= rules.Warning {
			lint = append(lint, f.Rule.ID+" "+f.Rule.Name+": "+f.Message)
			seen[f.Rule.ID] = true
		}
	}
	slices.Sort(vet)
	slices.Sort(lint)
	if diff := cmp.Diff(lint, vet); diff != "" {
		t.Errorf("lint (-) and vet (+) differ:\n%s", diff)
	}
	for _, id := range []string{"KL103", "KL202", "KL205", "KL301", "KL302", "KL304", "KL305", "KL309", "KL401", "KL404", "KL502", "KL602"} {
		if !seen[id] {
			t.Errorf("the catalog has no %s", id)
		}
	}
}

// TestPlaces: each mistake stands on its cause, at its line and column, once.
func TestPlaces(t *testing.T) {
	dir := module(t)
	var got []string
	for _, d := range vetted(t, dir, "./writes", "./catalog") {
		file, place, _ := strings.Cut(filepath.Base(d.Posn), ":")
		id, _, _ := strings.Cut(d.Message, ":")
		got = append(got, file+":"+place+" "+id)
	}
	slices.Sort(got)
	for _, want := range []struct{ file, text, token, id string }{
		{"writes/writes.go", `const labels = ".spec | .labels"`, "| .labels", "KL305 respelled-address"},
		{"writes/writes.go", "select(.name", "select(.name", "KL302 filter-target"},
		{"writes/writes.go", "return c.UpdatePodTemplateSpec", "UpdatePodTemplateSpec", "kartawrite"},
		{"writes/writes.go", `".spec.replicas // 1"`, "// 1", "KL301 formula-target"},
		{"catalog/catalog.go", `MetadataPath: ptr.To(".spec.transformer")`, `.spec.transformer"`, "KL401 shared-write-target"},
		{"catalog/catalog.go", `PodTemplateSpecPath: ptr.To(".")`, `.")`, "KL304 whole-object-target"},
		{"catalog/catalog.go", `".spec.suspend // false"`, "// false", "KL301 formula-target"},
	} {
		line, column := find(t, filepath.Join(dir, want.file), want.text, want.token)
		at := fmt.Sprintf("%s:%d:%d %s", filepath.Base(want.file), line, column, want.id)
		if n := count(got, at); n != 1 {
			t.Errorf("%s is reported %d times in\n%s", at, n, strings.Join(got, "\n"))
		}
	}
	if len(slices.Compact(slices.Clone(got))) != len(got) {
		t.Errorf("a mistake is reported twice:\n%s", strings.Join(got, "\n"))
	}
	if slices.ContainsFunc(got, func(s string) bool { return strings.Contains(s, "annotations") }) {
		t.Error("a suppressed mistake is reported")
	}
}

// find is the place of a token behind the first occurrence of a text's start, columns in bytes as go/token counts them.
func find(t *testing.T, file, text, token string) (line, column int) {
	t.Helper()
	src, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	at := strings.Index(string(src), text)
	if at < 0 {
		t.Fatalf("%s does not hold %q", file, text)
	}
	at += strings.Index(string(src[at:]), token)
	line = 1 + strings.Count(string(src[:at]), "\n")
	return line, at - strings.LastIndex(string(src[:at]), "\n")
}

func count(list []string, s string) int {
	n := 0
	for _, x := range list {
		if x == s {
			n++
		}
	}
	return n
}

// TestCleanCode: nothing is said of clean code, and generated files are skipped by flag only.
func TestCleanCode(t *testing.T) {
	dir := module(t)
	if status, out, errs := command(t, dir, "go", "vet", "-vettool="+tool, "./clean"); status != 0 {
		t.Errorf("%d %s%s", status, out, errs)
	}
	if found := vetted(t, dir, "./plain"); len(found) != 1 {
		t.Errorf("%d findings in a generated file", len(found))
	}
	if found := vetted(t, dir, "-kartadef.generated=false", "./plain"); len(found) != 0 {
		t.Errorf("%v in a generated file that is skipped", found)
	}
}

// TestProtocol: the tool speaks what go vet asks, works alone, mends, and writes JSON and SARIF.
func TestProtocol(t *testing.T) {
	dir := module(t)
	if status, out, _ := command(t, dir, tool, "-V=full"); status != 0 || !strings.HasPrefix(out, "kartavet version ") && !strings.Contains(out, " version ") {
		t.Errorf("-V=full: %d %q", status, out)
	}
	status, out, errs := command(t, dir, tool, "-flags")
	var flags []struct{ Name string }
	if status != 0 || json.Unmarshal([]byte(out), &flags) != nil || !slices.ContainsFunc(flags, func(f struct{ Name string }) bool { return f.Name == "kartadef.disable" }) {
		t.Errorf("-flags: %d %s%s", status, out, errs)
	}
	if status, _, errs := command(t, dir, "go", "vet", "-vettool="+tool, "./writes"); status == 0 || !strings.Contains(errs, "KL301 formula-target") {
		t.Errorf("go vet: %d %s", status, errs)
	}
	if status, _, errs := command(t, dir, tool, "./writes"); status == 0 || !strings.Contains(errs, "KL301 formula-target") {
		t.Errorf("alone: %d %s", status, errs)
	}
	if _, _, errs := command(t, dir, "go", "vet", "-vettool="+tool, "-kartadef.disable=KL301,KL302", "./writes"); strings.Contains(errs, "KL301") || strings.Contains(errs, "KL302") {
		t.Errorf("rules that are off are reported: %s", errs)
	}
	if status, _, errs := command(t, dir, "go", "vet", "-vettool="+tool, "-kartadef.disable=KL999", "./catalog"); status == 0 || !strings.Contains(errs, "unknown rule") {
		t.Errorf("an unknown rule: %d %s", status, errs)
	}
	if status, out, errs := command(t, dir, tool, "-json", "./writes"); status != 0 || !strings.Contains(out, `"category": "KL301"`) {
		t.Errorf("-json: %d %s%s", status, out, errs)
	}
}

// TestFix: -fix writes the safe fixes, once and for all.
func TestFix(t *testing.T) {
	dir := module(t)
	command(t, dir, tool, "-fix", "./...")
	for file, want := range map[string]string{"writes/writes.go": `const labels = ".spec.labels"`, "catalog/catalog.go": "const image = `.spec.parts[0].image`"} {
		text, err := os.ReadFile(filepath.Join(dir, file))
		if err != nil {
			t.Fatal(err)
		}
		if !strings.Contains(string(text), want) {
			t.Errorf("%s is not mended: no %s", file, want)
		}
	}
	if status, out, errs := command(t, dir, "go", "build", "./..."); status != 0 {
		t.Errorf("%s%s", out, errs)
	}
	// A constant of another package is mended where it stands, and a driver leaves generated files alone.
	for _, d := range vetted(t, dir, "./...") {
		if d.Category == "KL305" && len(d.SuggestedFixes) > 0 && !strings.Contains(d.Posn, "generated.go") {
			t.Errorf("still there: %s %s", d.Posn, d.Message)
		}
	}
}
