package kube

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"go.yaml.in/yaml/v3"
	"pgregory.net/rapid"
)

// compare holds what an outline reads against the YAML library's nodes.
func compare(at string, got reader, want node) error {
	w := want.resolved()
	switch w.Kind {
	case yaml.MappingNode:
		members := got.members()
		if len(members) != len(w.Content)/2 {
			return fmt.Errorf("%s has %d members, not %d", at, len(members), len(w.Content)/2)
		}
		for i, m := range want.members() {
			if members[i].name != m.name {
				return fmt.Errorf("%s has the member %q, not %q", at, members[i].name, m.name)
			}
			if m.name == "description" {
				continue
			}
			if err := compare(at+"."+m.name, members[i].value, m.value.(node)); err != nil {
				return err
			}
		}
	case yaml.SequenceNode:
		items := got.items()
		if len(items) != len(w.Content) {
			return fmt.Errorf("%s has %d items, not %d", at, len(items), len(w.Content))
		}
		for i, item := range items {
			if err := compare(fmt.Sprintf("%s[%d]", at, i), item, node{w.Content[i]}); err != nil {
				return err
			}
		}
	case yaml.ScalarNode:
		// texts over several lines are never asked for
		if got.text() != w.Value && w.Style&(yaml.LiteralStyle|yaml.FoldedStyle) == 0 && !bytes.Contains([]byte(w.Value), []byte(" ")) {
			return fmt.Errorf("%s is %q, not %q", at, got.text(), w.Value)
		}
	}
	return nil
}

// TestOutlineReadsCRDs holds the outline of every CRD against the YAML library.
func TestOutlineReadsCRDs(t *testing.T) {
	files := []string{"testdata/widgets.yaml"}
	shared := os.Getenv("KARTALINT_SHARED")
	if shared == "" {
		shared = "../../../shared"
	}
	found, _ := filepath.Glob(filepath.Join(shared, "crds", "*.yaml"))
	if len(found) == 0 {
		t.Log("no CRDs in ../shared: only our own are read")
	}
	for _, file := range append(files, found...) {
		src, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		for i, doc := range documents(src) {
			if !plainBlocks(doc) {
				t.Errorf("%s: document %d is not read by outline", file, i)
				continue
			}
			var n yaml.Node
			if err := yaml.Unmarshal(doc, &n); err != nil {
				t.Fatal(err)
			}
			if len(n.Content) == 0 {
				continue
			}
			if err := compare("", outlineOf(block{src: doc, end: len(doc)}), node{n.Content[0]}); err != nil {
				t.Errorf("%s: %v", file, err)
			}
		}
	}
}

// TestOutlineReadsRandomBlocks writes random values as a block text in the styles of CRDs, and reads them back.
func TestOutlineReadsRandomBlocks(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var text bytes.Buffer
		enc := yaml.NewEncoder(&text)
		enc.SetIndent(rapid.IntRange(2, 4).Draw(t, "indent"))
		value := drawMapping(t, 3)
		if err := enc.Encode(value); err != nil {
			t.Fatal(err)
		}
		doc := text.Bytes()
		if !plainBlocks(doc) {
			t.Skip()
		}
		var n yaml.Node
		if err := yaml.Unmarshal(doc, &n); err != nil {
			t.Fatal(err)
		}
		if err := compare("", outlineOf(block{src: doc, end: len(doc)}), node{n.Content[0]}); err != nil {
			t.Fatalf("%v in\n%s", err, doc)
		}
	})
}

var names = rapid.SampledFrom([]string{"a", "type", "x-kubernetes-list-type", "b c", "properties", "items", "1", "true", "on", "#", "q: r"})

func drawMapping(t *rapid.T, depth int) map[string]any {
	m := map[string]any{}
	for range rapid.IntRange(1, 4).Draw(t, "members") {
		m[names.Draw(t, "key")] = drawValue(t, depth-1)
	}
	return m
}

func drawValue(t *rapid.T, depth int) any {
	kinds := 4
	if depth > 0 {
		kinds = 6
	}
	switch rapid.IntRange(0, kinds-1).Draw(t, "kind") {
	case 0:
		return rapid.SampledFrom([]string{"object", "it's", "a # b", "- x", "", "null", "y: z", "#", "[]", "\"q\""}).Draw(t, "string")
	case 1:
		return rapid.IntRange(-3, 300).Draw(t, "number")
	case 2:
		return rapid.Bool().Draw(t, "bool")
	case 3:
		return "first\nsecond: line\n  - third\n"
	case 4:
		return drawMapping(t, depth)
	}
	list := make([]any, rapid.IntRange(0, 3).Draw(t, "items"))
	for i := range list {
		list[i] = drawValue(t, depth-1)
	}
	return list
}
