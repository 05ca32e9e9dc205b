package catalog

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// shared is the folder of shared material; the test is skipped where it is absent.
func shared(t testing.TB) string {
	t.Helper()
	dir := os.Getenv("KARTALINT_SHARED")
	if dir == "" {
		dir = "../../shared"
	}
	if _, err := os.Stat(filepath.Join(dir, "catalog")); err != nil {
		t.Skipf("skipped: no shared folder at %s", dir)
	}
	return dir
}

func TestReferenceCatalog(t *testing.T) {
	c, err := Load(context.Background(), []string{filepath.Join(shared(t), "catalog")}, Options{})
	if err != nil {
		t.Fatal(err)
	}
	single, all := 0, 0
	counts := map[string]int{}
	for _, d := range c.Definitions {
		for _, p := range d.Problems {
			t.Errorf("%s:%d: %s", p.At.File, p.At.Start.Line, p.Message)
		}
		for _, f := range d.Fields {
			all++
			if !f.Single {
				continue
			}
			single++
			e, _ := f.Expr()
			counts[[]string{"address", "respelled", "filter", "formula", "invalid"}[e.Class]]++
		}
	}
	if len(c.Definitions) != 20 || single != 283 || all != 340 {
		t.Errorf("%d definitions, %d single paths, %d paths: want 20, 283, 340", len(c.Definitions), single, all)
	}
	if counts["address"] != 232 || counts["respelled"] != 20 || counts["filter"] != 5 || counts["formula"] != 26 {
		t.Errorf("classes %v", counts)
	}
}

// Every scalar's text, cut out of the source byte by byte, is the scalar's value.
func TestLayoutOfSharedFiles(t *testing.T) {
	files, _ := filepath.Glob(filepath.Join(shared(t), "*", "*.yaml"))
	for _, file := range files {
		src, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		if len(src) > 500000 {
			continue
		}
		f := Parse(file, src, Options{})
		for _, d := range f.Definitions {
			checkLayout(t, d.Node)
		}
	}
}

func checkLayout(t *testing.T, n *Node) {
	t.Helper()
	for _, m := range n.Members {
		checkLayout(t, m.Key)
		checkLayout(t, m.Value)
	}
	for _, item := range n.Items {
		checkLayout(t, item)
	}
	if n.Kind == Scalar && n.Value != "" && n.end == 0 {
		if s := n.layout(); len(s.starts) != len(n.Value) {
			t.Errorf("%s: %q is not followed in the source", n.file.Name, n.Value)
		}
	}
}

func TestProblems(t *testing.T) {
	many := ""
	for i := range 100 {
		many += "k" + string(rune('a'+i%26)) + string(rune('a'+i/26)) + ": 1\n"
	}
	tests := []struct {
		name, src string
		kind      ProblemKind
		line      int
	}{
		{"a key twice", "a: 1\nb: 2\na: 3\n", ProblemDuplicateKey, 3},
		{"a key twice among many", many + "kaa: 2\n", ProblemDuplicateKey, 101},
		{"twice in a flow mapping", "x: {a: 1, a: 2}\n", ProblemDuplicateKey, 1},
		{"no YAML", "a: [1\n", ProblemSyntax, 1},
		{"the second document", "a: 1\n---\nb: [\n", ProblemSyntax, 3},
		{"no UTF-8", "a: 1\nb: \xff\n", ProblemSyntax, 2},
		{"a next line character", "a: 1\u0085b: 2\n", ProblemLineBreak, 1},
		{"a lone carriage return", "a: 1\rb: 2\n", ProblemLineBreak, 1},
		{"a line separator", "a: \"x\u2028y\"\n", ProblemLineBreak, 1},
		{"an anchor in itself", "a: &a [*a]\n", ProblemLimit, 1},
	}
	for _, test := range tests {
		f := Parse("f.yaml", []byte(test.src), Options{})
		if len(f.Problems) == 0 || f.Problems[0].Kind != test.kind || f.Problems[0].At.Start.Line != test.line {
			t.Errorf("%s: %+v", test.name, f.Problems)
		}
	}
}

func TestLimits(t *testing.T) {
	deep, wide := "", "a: &a [x, x]\nb: ["
	for range 300 {
		deep += "["
		wide += "*a, "
	}
	for name, test := range map[string]struct {
		src  string
		opts Options
	}{
		"size":      {"a: 1\n", Options{MaxFileSize: 3}},
		"depth":     {"a: " + deep + "1" + strings.Repeat("]", 300), Options{}},
		"expansion": {wide + "x]\n", Options{MaxExpansion: 100}},
		"documents": {"a: 1\n---\na: 1\n---\na: 1\n", Options{MaxDocuments: 2}},
	} {
		f := Parse("f.yaml", []byte(test.src), test.opts)
		if len(f.Problems) != 1 || f.Problems[0].Kind != ProblemLimit {
			t.Errorf("%s: %+v", name, f.Problems)
		}
	}
}
