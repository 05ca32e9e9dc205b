package fix_test

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/kartalint/kartalint/catalog"
	"github.com/kartalint/kartalint/rules"
	"github.com/kartalint/kartalint/rules/all"
	"github.com/kartalint/kartalint/rules/fix"
	"github.com/kartalint/kartalint/rules/ruletest"
)

func linter(t testing.TB) *rules.Linter {
	t.Helper()
	l, err := rules.New(all.Rules(), rules.Config{})
	if err != nil {
		t.Fatal(err)
	}
	return l
}

func mend(t testing.TB, name string, src []byte, unsafe bool) *fix.Result {
	t.Helper()
	return fix.File(linter(t), name, src, catalog.Options{}, fix.Options{Unsafe: unsafe, Check: func(before, after *catalog.File, f rules.Finding, x rules.Fix) error {
		_, err := fix.Prove(context.Background(), before, after, f, x, nil)
		return err
	}})
}

const frame = `apiVersion: run.ai/v1alpha1
kind: Karta
metadata:
  name: example-com-app-v1   # the name
spec:
  structureDefinition:
    rootComponent:
      name: app
      kind: {group: example.com, version: v1, kind: App}
      statusDefinition:
        phaseDefinition: {path: .status.phase}
        statusMappings:
          running:
          - byPhase: Running
      specDefinition:
        fragmentedPodSpecDefinition:
          # where the labels stand
          labelsPath: %s
          imagePath: .spec.image # the image
`

func TestAwkwardText(t *testing.T) {
	tests := []struct{ name, value, want string }{
		{"plain", ".spec | .labels   # kept", ".spec.labels   # kept"},
		{"single quotes", "'.spec | .labels'", "'.spec.labels'"},
		{"double quotes", `".spec | .labels"`, `".spec.labels"`},
		{"folded plain", ".spec\n            | .labels", ".spec.labels"},
		{"folded block", ">-\n            .spec\n            | .labels", ".spec.labels"},
		{"literal block", "|\n            .spec\n            | .labels", ".spec.labels"},
		{"a missing dot", "spec.labels", ".spec.labels"},
		{"an anchor", "&a .spec | .labels", "&a .spec | .labels"},
		{"a comment in a folded scalar's header", ">- # why\n            .spec\n            | .labels", ">- # why\n            .spec\n            | .labels"},
	}
	for _, test := range tests {
		for _, newline := range []string{"\n", "\r\n"} {
			src := strings.ReplaceAll(fmt.Sprintf(frame, test.value), "\n", newline)
			want := strings.ReplaceAll(fmt.Sprintf(frame, test.want), "\n", newline)
			res := mend(t, "f.yaml", []byte(src), false)
			if string(res.Source) != want {
				t.Errorf("%s: got\n%q\nwant\n%q\nrefused %v", test.name, res.Source, want, res.Refused)
			}
			if again := mend(t, "f.yaml", res.Source, false); string(again.Source) != string(res.Source) {
				t.Errorf("%s: a second run changes it again", test.name)
			}
		}
	}
}

func TestOtherDocumentsStay(t *testing.T) {
	src := "# head\na:   1 # odd\n---\n" + fmt.Sprintf(frame, ".spec | .labels") + "---\n# tail\nkey: [ x ]\n"
	res := mend(t, "f.yaml", []byte(src), false)
	want := "# head\na:   1 # odd\n---\n" + fmt.Sprintf(frame, ".spec.labels") + "---\n# tail\nkey: [ x ]\n"
	if string(res.Source) != want {
		t.Errorf("got\n%s", res.Source)
	}
}

func TestUnsafeFixes(t *testing.T) {
	src := strings.Replace(fmt.Sprintf(frame, ".spec.labels"), "name: example-com-app-v1", "name: my-app", 1)
	if res := mend(t, "f.yaml", []byte(src), false); string(res.Source) != src || res.Unsafe != 1 {
		t.Errorf("an unsafe fix was applied, or not told: %d\n%s", res.Unsafe, res.Source)
	}
	if res := mend(t, "f.yaml", []byte(src), true); !strings.Contains(string(res.Source), "name: example-com-app-v1   # the name") {
		t.Errorf("got\n%s", res.Source)
	}
}

// A wrong fix is taken back: one that is called safe and changes a result, one that leaves its finding.
func TestWrongFixesAreTakenBack(t *testing.T) {
	for name, text := range map[string]string{"changes a result": ".spec.other", "leaves its finding": ".spec|.labels", "breaks the file": "[", "changes nothing": ".spec | .labels"} {
		wrong := &rules.Rule{ID: "KL305", Name: "wrong", Severity: rules.Warning, Check: func(p *rules.Pass) {
			for _, f := range p.Fields {
				if strings.Contains(f.Expression, "|") {
					span := f.Node.Span()
					p.Field(f, "wrong", rules.WithFix("wrong", true, catalog.Edit{Span: span, New: text}))
				}
			}
		}}
		l, err := rules.New([]*rules.Rule{wrong}, rules.Config{})
		if err != nil {
			t.Fatal(err)
		}
		src := []byte(fmt.Sprintf(frame, ".spec | .labels"))
		res := fix.File(l, "f.yaml", src, catalog.Options{}, fix.Options{Check: func(before, after *catalog.File, f rules.Finding, x rules.Fix) error {
			_, err := fix.Prove(context.Background(), before, after, f, x, nil)
			return err
		}})
		if string(res.Source) != string(src) || len(res.Refused) != 1 {
			t.Errorf("%s: %d refused, got\n%s", name, len(res.Refused), res.Source)
		}
	}
}

// Safe fixes of random respelled, dotted and variable-rooted paths keep every read on the objects that they are proved on.
func TestFixesKeepReads(t *testing.T) {
	rapid.Check(t, func(r *rapid.T) {
		key := rapid.SampledFrom([]string{".a", ".b", ".labels", `["x/y"]`, ".items[]", ".items[]?"})
		keys := rapid.SliceOfN(key, 2, 4).Draw(r, "keys")
		base := ".spec"
		expr := base
		switch rapid.IntRange(0, 2).Draw(r, "kind") {
		case 0:
			for _, k := range keys {
				if k[0] == '[' {
					k = "." + k
				}
				expr += " | " + k
			}
		case 1:
			expr = "(" + base + keys[0] + ")" + strings.Join(keys[1:], "")
		case 2:
			first := keys[0]
			if first[0] == '[' {
				first = "." + first
			}
			expr = base + " as $t | $t" + strings.TrimPrefix(first, "") + strings.Join(keys[1:], "")
		}
		src := []byte(fmt.Sprintf(frame, "'"+strings.ReplaceAll(expr, "'", "''")+"'"))
		res := mend(t, "f.yaml", src, false)
		for _, refused := range res.Refused {
			r.Fatalf("%s: a fix was taken back: %s", expr, refused.Reason)
		}
		if len(res.Applied) == 0 {
			r.Fatalf("%s: nothing was mended", expr)
		}
	})
}

// On the reference catalog every respelled address becomes one, and nothing else changes.
func TestReferenceCatalog(t *testing.T) {
	files, _ := filepath.Glob(filepath.Join(ruletest.Shared(t), "catalog", "*.yaml"))
	fixes := 0
	for _, file := range files {
		src, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		res := mend(t, file, src, false)
		fixes += len(res.Applied)
		before, after := strings.Split(string(src), "\n"), strings.Split(string(res.Source), "\n")
		changed := 0
		for i := range min(len(before), len(after)) {
			if before[i] != after[i] {
				changed++
			}
		}
		if len(before) != len(after) || changed != len(res.Applied) || len(res.Refused) > 0 {
			t.Errorf("%s: %d lines changed by %d fixes, %d refused", filepath.Base(file), changed, len(res.Applied), len(res.Refused))
		}
	}
	if fixes != 20 {
		t.Errorf("%d fixes, want 20", fixes)
	}
}
