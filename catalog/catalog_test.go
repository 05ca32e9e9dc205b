package catalog

import (
	"context"
	"os"
	"path/filepath"
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
