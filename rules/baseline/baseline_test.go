package baseline

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/kartalint/kartalint/rules"
)

var rule = &rules.Rule{ID: "KL301"}

func finding(print string) rules.Finding { return rules.Finding{Rule: rule, Fingerprint: print} }

func TestMarkCounts(t *testing.T) {
	b := Of([]rules.Finding{finding("a"), finding("a"), finding("b"), finding("gone")})
	now := []rules.Finding{finding("a"), finding("a"), finding("a"), finding("new"), finding("b")}
	stale := b.Mark(now)
	var hidden []string
	for _, f := range now {
		if f.Suppressed != nil {
			hidden = append(hidden, f.Fingerprint)
		}
	}
	if got := strings.Join(hidden, " "); got != "a a b" {
		t.Errorf("hidden %q: two known findings must not hide a third", got)
	}
	if len(stale) != 1 || stale[0].Fingerprint != "gone" || stale[0].Count != 1 {
		t.Errorf("stale %+v", stale)
	}
}

func TestOfLeavesCommentsOut(t *testing.T) {
	f := finding("a")
	f.Suppressed = &rules.Suppression{Reason: "known"}
	if b := Of([]rules.Finding{f}); len(b.Entries) != 0 {
		t.Errorf("took in what a comment hides: %+v", b.Entries)
	}
}

func TestUpdate(t *testing.T) {
	path := filepath.Join(t.TempDir(), "baseline.json")
	if left, err := Update(path, []rules.Finding{finding("a"), finding("b")}, false); err != nil || left != 0 {
		t.Fatalf("left %d, %v", left, err)
	}
	left, err := Update(path, []rules.Finding{finding("a"), finding("a"), finding("new")}, false)
	if err != nil || left != 2 {
		t.Fatalf("left %d, %v: want the second a and new", left, err)
	}
	b, err := Read(path)
	if err != nil || len(b.Entries) != 1 || b.Entries[0].Count != 1 {
		t.Fatalf("kept %+v, %v", b, err)
	}
	if _, err := Update(path, []rules.Finding{finding("new")}, true); err != nil {
		t.Fatal(err)
	}
	if b, _ := Read(path); len(b.Entries) != 1 || b.Entries[0].Fingerprint != "new" {
		t.Errorf("accepted %+v", b.Entries)
	}
}

func TestBroken(t *testing.T) {
	for name, src := range map[string]string{
		"empty": "", "no JSON": "{", "another version": `{"version": 2, "findings": []}`, "unknown key": `{"version":1,"entries":[]}`,
		"no count": `{"version":1,"findings":[{"fingerprint":"a"}]}`, "a tail": `{"version":1,"findings":[]} {}`,
	} {
		path := filepath.Join(t.TempDir(), "b.json")
		if err := os.WriteFile(path, []byte(src), 0o600); err != nil {
			t.Fatal(err)
		}
		if _, err := Read(path); err == nil || !strings.Contains(err.Error(), "is broken") {
			t.Errorf("%s: %v", name, err)
		}
		if _, err := Update(path, nil, false); err == nil {
			t.Errorf("%s: written over a broken baseline", name)
		}
	}
	if _, err := Read(filepath.Join(t.TempDir(), "none")); err == nil {
		t.Error("a missing baseline is no error")
	}
}

func FuzzParse(f *testing.F) {
	f.Add([]byte(`{"version":1,"findings":[{"fingerprint":"a","count":1,"rule":"KL301"}]}`))
	f.Fuzz(func(t *testing.T, src []byte) {
		b, err := Parse(src)
		if err == nil {
			b.Mark([]rules.Finding{finding("a")})
		}
	})
}
