package synth

import (
	"encoding/json"
	"testing"

	"github.com/kartalint/kartalint/analyzer"
)

func key(s string) analyzer.Step { return analyzer.Step{Kind: analyzer.Key, Name: s} }

func TestDocuments(t *testing.T) {
	each := analyzer.Step{Kind: analyzer.Each}
	paths := []analyzer.Path{{key("spec"), key("groups"), each, key("replicas")}, {key("spec"), key("groups"), each, key("name")}}
	seen := map[string]bool{}
	for _, doc := range Documents(paths) {
		text, err := json.Marshal(doc)
		if err != nil {
			t.Fatal(err)
		}
		seen[string(text)] = true
	}
	for _, want := range []string{
		`{"spec":{"groups":[{"name":"canary-1-0","replicas":"canary-0-0"},{"name":"canary-1-1","replicas":"canary-0-1"}],"kartalint":"extra"}}`,
		`{"spec":{"groups":[],"kartalint":"extra"}}`,
		`{"spec":{"groups":{"member0":{"kartalint":"extra","name":"canary-1-0","replicas":"canary-0-0"}},"kartalint":"extra"}}`,
		`{"spec":{"groups":[{"name":"canary-1-0"},{"name":"canary-1-1","replicas":"canary-0-1"}],"kartalint":"extra"}}`,
		`{"spec":{"groups":[{"name":"canary-1-0","replicas":false},{"name":"canary-1-1","replicas":false}],"kartalint":"extra"}}`,
		`{}`,
	} {
		if !seen[want] {
			t.Errorf("no document %s", want)
		}
	}
}

func TestHostilePaths(t *testing.T) {
	for _, p := range []analyzer.Path{nil, {{Kind: analyzer.Index, Index: 1 << 40}}, {{Kind: analyzer.Index, Index: -5}}, {{Kind: analyzer.Descend}}, {{Kind: analyzer.Each}, {Kind: analyzer.Each}}} {
		if len(Documents([]analyzer.Path{p})) == 0 {
			t.Errorf("%v gives nothing", p)
		}
	}
}
