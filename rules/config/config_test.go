package config

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/kartalint/kartalint/rules"
)

func TestParse(t *testing.T) {
	const src = `# checked in CI
paths: [catalog]
exclude: ["**/generated/**"]
fail-on: error
writes: fields
rules:
  KL305: off
  KL205: note
overrides:
- paths: ["legacy/**"]
  rules: {KL301: note}
`
	c, err := Parse("x/"+FileName, []byte(src))
	if err != nil {
		t.Fatal(err)
	}
	if c.Paths[0] != "catalog" || c.FailOn != "error" || c.Writes != rules.WritesFields || c.Rules["KL305"] != "off" {
		t.Errorf("read as %+v", c)
	}
	c.Dir = "."
	cfg := rules.Config{Levels: map[string]rules.Severity{"KL205": rules.Error}}
	if err := c.Apply(&cfg); err != nil {
		t.Fatal(err)
	}
	if cfg.Levels["KL205"] != rules.Error {
		t.Error("the file won over the flag")
	}
	if cfg.Levels["KL305"] != rules.Off {
		t.Error("off is lost")
	}
	p := cfg.PathLevels[0]
	if !p.Match("legacy/a/b.yaml") || p.Match("catalog/a.yaml") || p.Severity != rules.Note {
		t.Errorf("override %+v", p)
	}
}

func TestParseMistakes(t *testing.T) {
	tests := []struct{ name, src, want string }{
		{"unknown setting", "path: [a]\n", `f:1:1: unknown setting "path": did you mean "paths"?`},
		{"nothing near", "colour: red\n", `f:1:1: unknown setting "colour": known are paths`},
		{"unknown in an override", "overrides:\n- paths: [a]\n  rule: {}\n", `f:3:3: overrides: unknown setting "rule": did you mean "rules"?`},
		{"a word for a list", "paths: catalog\n", "f:1:8: paths: expected array, but got string"},
		{"a wrong level", "rules:\n  KL305: loud\n", `f:2:10: KL305: value must be one of`},
		{"a wrong id", "rules:\n  K305: off\n", "f:2:3"},
		{"twice", "paths: [a]\npaths: [b]\n", `f:2:1: "paths" stands here twice`},
		{"no YAML", "paths: [a\n", "f:1:1: did not find expected"},
		{"an alias", "paths: &a [x]\nexclude: *a\n", "f:1:8: anchors"},
		{"two documents", "paths: [a]\n---\npaths: [b]\n", "f:1:1: the configuration has more than one document"},
		{"a bad glob", "exclude: ['[']\n", `f:1:11: "[" is no valid glob`},
		{"a list", "- a\n", "f:1:1: expected object, but got array"},
		{"a word", "fail-on: never ever\n", `f:1:10: fail-on: value must be one of "error", "warning", "note", "never"`},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			_, err := Parse("f", []byte(test.src))
			if err == nil || !strings.Contains(err.Error(), test.want) {
				t.Errorf("got %v, want %s", err, test.want)
			}
		})
	}
}

func TestEmpty(t *testing.T) {
	for _, src := range []string{"", "# nothing\n", "---\n", "~\n"} {
		if _, err := Parse("f", []byte(src)); err != nil {
			t.Errorf("%q: %v", src, err)
		}
	}
}

func TestFind(t *testing.T) {
	top := t.TempDir()
	deep := filepath.Join(top, "repo", "a", "b")
	if err := os.MkdirAll(deep, 0o755); err != nil {
		t.Fatal(err)
	}
	write := func(dir string) {
		if err := os.WriteFile(filepath.Join(top, dir, FileName), nil, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	write("")
	write("repo")
	got, err := Find(deep)
	if err != nil || got != filepath.Join(top, "repo", FileName) {
		t.Errorf("found %q, %v", got, err)
	}
	if err := os.Remove(filepath.Join(top, "repo", FileName)); err != nil {
		t.Fatal(err)
	}
	if err := os.Mkdir(filepath.Join(top, "repo", ".git"), 0o755); err != nil {
		t.Fatal(err)
	}
	if got, _ := Find(deep); got != "" {
		t.Errorf("looked above the repository: %q", got)
	}
}

func FuzzParse(f *testing.F) {
	f.Add([]byte("paths: [a]\nrules: {KL301: off}\n"))
	f.Add([]byte("overrides:\n- {paths: ['*'], rules: {KL001: on}}\n"))
	f.Fuzz(func(t *testing.T, src []byte) {
		if len(src) > 1<<16 {
			t.Skip()
		}
		if c, err := Parse("f", src); err == nil {
			if err := c.Apply(&rules.Config{}); err != nil {
				t.Errorf("a valid configuration cannot be applied: %v", err)
			}
		}
	})
}
