package main

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// guides are the documents whose console blocks are run.
var guides = []string{"README.md", "docs/getting-started.md", "docs/writing-a-definition.md", "docs/why-writes-destroy.md", "docs/ci.md", "docs/configuration.md", "docs/patch-library.md"}

// TestGuides runs every console block of the guides, in order, each guide in a folder of its own that looks like a
// clone, and compares what is printed. A line "…" in a block stands for any lines. -update writes the output anew.
func TestGuides(t *testing.T) {
	if _, err := exec.LookPath("bash"); err != nil {
		t.Skip("skipped: no bash")
	}
	for _, guide := range guides {
		t.Run(guide, func(t *testing.T) {
			path := filepath.Join("../..", guide)
			text, err := os.ReadFile(path)
			if err != nil {
				t.Fatal(err)
			}
			dir := t.TempDir()
			likeClone(t, dir)
			got := runGuide(t, dir, string(text))
			if *update {
				if err := os.WriteFile(path, []byte(got), 0o600); err != nil {
					t.Fatal(err)
				}
			} else if !matches(strings.Split(string(text), "\n"), strings.Split(got, "\n")) {
				t.Errorf("%s does not print what it says; with -update it reads\n%s", guide, got)
			}
		})
	}
}

// likeClone makes the folders that a clone of the repository has, of which testdata alone is full: a guide is followed in a
// clone, and what it makes must not meet what is there.
func likeClone(t *testing.T, dir string) {
	t.Helper()
	entries, err := os.ReadDir("../..")
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range entries {
		if e.IsDir() && e.Name() != "testdata" && e.Name() != ".git" {
			if err := os.Mkdir(filepath.Join(dir, e.Name()), 0o755); err != nil {
				t.Fatal(err)
			}
		}
	}
	if err := os.CopyFS(filepath.Join(dir, "testdata"), os.DirFS("../../testdata")); err != nil {
		t.Fatal(err)
	}
	if err := os.Mkdir(filepath.Join(dir, ".git"), 0o755); err != nil { // look-ups end here; in a worktree it is a file
		t.Fatal(err)
	}
}

// runGuide is the guide with what its commands print.
func runGuide(t *testing.T, dir, text string) string {
	t.Helper()
	var out strings.Builder
	console := false
	for line := range strings.Lines(text) {
		bare := strings.TrimRight(line, "\n")
		switch {
		case bare == "```console":
			console = true
		case bare == "```":
			console = false
		case console && strings.HasPrefix(bare, "$ "):
			out.WriteString(line)
			out.WriteString(shell(t, dir, strings.TrimPrefix(bare, "$ ")))
			continue
		case console && (bare != "…" || !*update):
			continue // the output of before
		}
		if !console || bare == "```console" {
			out.WriteString(line)
		}
	}
	return out.String()
}

// shell runs one line. A failing status is what many examples show.
func shell(t *testing.T, dir, command string) string {
	t.Helper()
	cmd := exec.Command("bash", "-c", command)
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), "NO_COLOR=1")
	var out bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &out
	if err := cmd.Run(); err != nil && cmd.ProcessState == nil {
		t.Fatal(err)
	}
	text := out.String()
	if text != "" && !strings.HasSuffix(text, "\n") {
		text += "\n"
	}
	return text
}

// matches compares lines; "…" in want stands for any lines.
func matches(want, got []string) bool {
	if len(want) == 0 {
		return len(got) == 0
	}
	if want[0] == "…" {
		for i := range len(got) + 1 {
			if matches(want[1:], got[i:]) {
				return true
			}
		}
		return false
	}
	return len(got) > 0 && want[0] == got[0] && matches(want[1:], got[1:])
}
