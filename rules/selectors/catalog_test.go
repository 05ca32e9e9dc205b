package selectors

import (
	"context"
	"path/filepath"
	"testing"

	"github.com/kartalint/kartalint/catalog"
	"github.com/kartalint/kartalint/rules"
	"github.com/kartalint/kartalint/rules/ruletest"
)

// TestCatalogs holds the family to what the two catalogs are known to give at warning or above.
func TestCatalogs(t *testing.T) {
	t.Run("builtin", func(t *testing.T) {
		for _, f := range loud(t, "../../catalog/builtin/definitions") {
			t.Errorf("not expected: %s", ruletest.Line(f))
		}
	})
	t.Run("reference", func(t *testing.T) {
		unselected := 0
		for _, f := range loud(t, filepath.Join(ruletest.Shared(t), "catalog")) {
			if f.Rule.ID == "KL706" && f.Definition == "milvus-io-milvus-v1beta1" {
				unselected++
				continue
			}
			t.Errorf("not expected: %s", ruletest.Line(f))
		}
		if unselected != 6 {
			t.Errorf("KL706 on Milvus %d times, want 6", unselected)
		}
	})
}

func loud(t *testing.T, dir string) []rules.Finding {
	t.Helper()
	c, err := catalog.Load(context.Background(), []string{dir}, catalog.Options{})
	if err != nil {
		t.Fatal(err)
	}
	l, err := rules.New(Rules, rules.Config{})
	if err != nil {
		t.Fatal(err)
	}
	var list []rules.Finding
	for _, f := range l.Lint(c).Findings {
		if f.Severity > rules.Note {
			list = append(list, f)
		}
	}
	return list
}
