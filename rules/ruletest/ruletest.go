// Package ruletest runs rules over example definitions and compares what they find with what the examples say.
//
// An example is a YAML file; each comment line `# expect: RULE COMPONENT FIELD` names a finding that must be there (`-`
// for any component or field). No other finding of severity error may be there; an example without such a line has no
// finding of severity warning or above.
package ruletest

import (
	"context"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/kartalint/kartalint/catalog"
	"github.com/kartalint/kartalint/internal/shared"
	"github.com/kartalint/kartalint/rules"
)

var update = flag.Bool("update", false, "write the golden files anew")

// Findings lints one source with the rules, under the default settings.
func Findings(t testing.TB, source string, list ...*rules.Rule) []rules.Finding {
	t.Helper()
	return FindingsWith(t, source, rules.Settings{}, list...)
}

// FindingsWith lints one source with the rules under the settings.
func FindingsWith(t testing.TB, source string, settings rules.Settings, list ...*rules.Rule) []rules.Finding {
	t.Helper()
	path := filepath.Join(t.TempDir(), "definition.yaml")
	if err := os.WriteFile(path, []byte(source), 0o600); err != nil {
		t.Fatal(err)
	}
	found := lint(t, path, settings, list)
	for i := range found {
		found[i].At.File = "definition.yaml"
	}
	return found
}

func lint(t testing.TB, path string, settings rules.Settings, list []*rules.Rule) []rules.Finding {
	t.Helper()
	linter, err := rules.New(list, rules.Config{Settings: settings})
	if err != nil {
		t.Fatal(err)
	}
	c, err := catalog.Load(context.Background(), []string{path}, catalog.Options{})
	if err != nil {
		t.Fatal(err)
	}
	return linter.Lint(c).Findings
}

// Run checks every example under testdata/<rule id>/ with the rules of a family: each rule has a bad.yaml that it finds
// something in and a good.yaml, and what is said of a bad*.yaml stands in the .out file beside it.
func Run(t *testing.T, list []*rules.Rule) {
	for _, rule := range list {
		t.Run(rule.ID, func(t *testing.T) {
			dir := filepath.Join("testdata", rule.ID)
			for _, must := range []string{"bad.yaml", "good.yaml"} {
				if _, err := os.Stat(filepath.Join(dir, must)); err != nil {
					t.Errorf("%s has no example: %v", rule.ID, err)
				}
			}
			files, _ := filepath.Glob(filepath.Join(dir, "*.yaml"))
			for _, file := range files {
				t.Run(filepath.Base(file), func(t *testing.T) { example(t, file, rule, list) })
			}
		})
	}
}

func example(t *testing.T, file string, rule *rules.Rule, list []*rules.Rule) {
	src, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	found := lint(t, file, rules.ExampleSettings(src), list)
	Compare(t, file, found)
	if strings.HasPrefix(filepath.Base(file), "good") {
		for _, f := range found {
			if f.Rule == rule && f.Severity > rules.Note {
				t.Errorf("a good example is reported: %s", Line(f))
			}
		}
		return
	}
	var out strings.Builder
	for _, f := range found {
		if f.Rule == rule {
			fmt.Fprintln(&out, Line(f))
		}
	}
	if out.Len() == 0 {
		t.Errorf("%s finds nothing in its bad example", rule.ID)
	}
	golden(t, strings.TrimSuffix(file, ".yaml")+".out", out.String())
}

func golden(t *testing.T, path, got string) {
	t.Helper()
	if *update {
		if err := os.WriteFile(path, []byte(got), 0o600); err != nil {
			t.Fatal(err)
		}
		return
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatalf("%v: run go test with -update", err)
	}
	if diff := cmp.Diff(string(want), got); diff != "" {
		t.Errorf("%s differs (-want +got), go test -update renews it:\n%s", path, diff)
	}
}

// Line is a finding as golden files hold it.
func Line(f rules.Finding) string {
	s := fmt.Sprintf("%s:%d:%d: %s: %s [%s %s]", filepath.Base(f.At.File), f.At.Start.Line, f.At.Start.Column,
		f.Severity, f.Message, f.Rule.ID, f.Rule.Name)
	for _, r := range f.Related {
		s += fmt.Sprintf("\n    %d:%d: %s", r.At.Start.Line, r.At.Start.Column, r.Message)
	}
	for _, fix := range f.Fixes {
		s += fmt.Sprintf("\n    fix (safe: %v): %s", fix.Safe, fix.Title)
	}
	return s
}

// expectation is one `# expect:` line.
type expectation struct{ rule, component, field string }

func (e expectation) matches(f rules.Finding) bool {
	return e.rule == f.Rule.ID && (e.component == "-" || e.component == f.Component) && (e.field == "-" || e.field == f.Field)
}

// Compare holds findings against the `# expect:` lines of a file.
func Compare(t *testing.T, file string, found []rules.Finding) {
	t.Helper()
	want := expectations(t, file)
	for _, e := range want {
		met := false
		for _, f := range found {
			met = met || e.matches(f)
		}
		if !met {
			t.Errorf("%s: expected %s %s %s, which was not found", filepath.Base(file), e.rule, e.component, e.field)
		}
	}
	limit := rules.Error
	if len(want) == 0 {
		limit = rules.Warning
	}
	for _, f := range found {
		expected := false
		for _, e := range want {
			expected = expected || e.matches(f)
		}
		if !expected && f.Severity >= limit && f.Suppressed == nil {
			t.Errorf("not expected: %s (component %q, field %q)", Line(f), f.Component, f.Field)
		}
	}
}

func expectations(t *testing.T, file string) []expectation {
	t.Helper()
	src, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	var list []expectation
	for line := range strings.Lines(string(src)) {
		rest, ok := strings.CutPrefix(line, "# expect:")
		if !ok {
			continue
		}
		words := strings.Fields(rest)
		if len(words) != 3 {
			t.Fatalf("%s: %q is no `# expect: RULE COMPONENT FIELD`", file, strings.TrimSpace(line))
		}
		list = append(list, expectation{words[0], words[1], words[2]})
	}
	return list
}

// RunShared checks the shared cases that expect nothing but the given rules.
func RunShared(t *testing.T, list []*rules.Rule) {
	dir := Shared(t)
	files, _ := filepath.Glob(filepath.Join(dir, "cases", "*.yaml"))
	known := map[string]bool{}
	for _, r := range list {
		known[r.ID] = true
	}
	for _, file := range files {
		want, all := expectations(t, file), true
		for _, e := range want {
			all = all && known[e.rule]
		}
		if all {
			t.Run(filepath.Base(file), func(t *testing.T) { Compare(t, file, lint(t, file, rules.Settings{}, list)) })
		}
	}
}

// Shared is the folder of shared material; the test is skipped where it is absent.
func Shared(t testing.TB) string {
	t.Helper()
	return shared.Dir(t)
}
