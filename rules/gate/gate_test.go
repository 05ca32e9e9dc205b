package gate

import (
	"strings"
	"testing"

	"github.com/kartalint/kartalint/catalog"
	"github.com/kartalint/kartalint/rules"
)

const text = `apiVersion: run.ai/v1alpha1
kind: Karta
metadata: {name: example-com-a-v1}
spec:
  structureDefinition:
    rootComponent:
      name: a
      kind: {group: example.com, version: v1, kind: A}
      specDefinition: {podSpecPath: .spec.pod}
      scaleDefinition: {replicasPath: .spec.x}
      suspendDefinition:
        suspendActions: [{path: .spec.a, value: "1"}, {path: .spec.b, value: "2"}]
`

func take(t *testing.T, edits ...string) []Definition {
	t.Helper()
	src := strings.NewReplacer(edits...).Replace(text)
	var out []Definition
	for _, d := range catalog.Parse("a.yaml", []byte(src), catalog.Options{}).Definitions {
		out = append(out, Take(d))
	}
	return out
}

func TestPaths(t *testing.T) {
	for name, test := range map[string]struct {
		edits []string
		want  string
	}{
		"nothing":                          {nil, ""},
		"an address that is a formula":     {[]string{".spec.x}", ".spec.x // 1}"}, "KL311 replicasPath // 1"},
		"an address that is a filter":      {[]string{".spec.pod}", `'.spec.pods[] | select(.a)'}`}, "KL311 podSpecPath select"},
		"an address that moved":            {[]string{".spec.x}", ".spec.y}"}, "KL312 replicasPath .spec.x .spec.y"},
		"a respelled address":              {[]string{".spec.x}", "(.spec.x)}"}, ""},
		"the second of two actions":        {[]string{".spec.b", ".spec.c"}, "KL312 suspendActions .spec.b .spec.c"},
		"a renamed definition":             {[]string{"example-com-a-v1", "example-com-a", ".spec.x}", ".spec.y}"}, "KL312 replicasPath .spec.x .spec.y"},
		"another kind under a new name":    {[]string{"example-com-a-v1", "other", "kind: A", "kind: B", ".spec.x}", ".spec.y}"}, ""},
		"an expression that is no jq":      {[]string{".spec.x}", "'.spec.x ('}"}, ""}, // KL201 says it
		"a field that is gone":             {[]string{"      scaleDefinition: {replicasPath: .spec.x}\n", ""}, ""},
		"a component that is renamed, too": {[]string{"name: a\n", "name: b\n", ".spec.x}", ".spec.y}"}, ""},
	} {
		base, now := take(t), take(t, test.edits...)
		found := Paths(base, now, Renames(base, now))
		got := ""
		if len(found) == 1 {
			got = found[0].Rule.ID + " " + found[0].Field + " " + found[0].Message
		}
		words := strings.Fields(test.want)
		if test.want == "" && len(found) > 0 || test.want != "" && len(found) != 1 {
			t.Errorf("%s: %v, want %q", name, found, test.want)
			continue
		}
		for _, w := range words {
			if !strings.Contains(got, w) {
				t.Errorf("%s: %q does not say %q", name, got, w)
			}
		}
	}
}

func TestMark(t *testing.T) {
	f := func(definition, key string) rules.Finding {
		f := rules.Finding{Rule: lostAddress, Definition: definition, Key: key}
		f.Fingerprint = rules.FingerprintIn(f, definition)
		return f
	}
	hidden := f("a", "hidden")
	hidden.Suppressed = &rules.Suppression{}
	base := []rules.Finding{f("a", "one"), f("a", "twice"), f("a", "gone"), f("old", "moved"), hidden}
	now := []rules.Finding{f("a", "one"), f("a", "twice"), f("a", "twice"), f("new", "moved"), f("a", "hidden"), hidden}
	solved, unchanged := Mark(base, now, map[string]string{"old": "new"})
	if len(solved) != 1 || solved[0].Key != "gone" || unchanged != 3 {
		t.Errorf("solved %v, unchanged %d", solved, unchanged)
	}
	var known []bool
	for _, f := range now {
		known = append(known, f.Known)
	}
	want := []bool{true, true, false, true, false, false} // a third of a kind, and what is no longer suppressed, are new
	for i := range want {
		if known[i] != want[i] {
			t.Errorf("finding %d: known %v, want %v", i, known[i], want[i])
		}
	}
}
