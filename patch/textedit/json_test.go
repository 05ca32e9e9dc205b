package textedit_test

import (
	"bytes"
	"encoding/json"
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/kartalint/kartalint/patch/internal/yamlgen"
	"github.com/kartalint/kartalint/patch/textedit"
)

// TestRandomJSON edits random JSON in the formats that tools write. What comes
// out is in the same format throughout, so formatting it again changes nothing.
func TestRandomJSON(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		value := rapid.MapOfN(yamlgen.Key(), yamlgen.Value(2), 1, 4).Draw(t, "value")
		indent := rapid.SampledFrom([]string{"", "  ", "    ", "\t"}).Draw(t, "indent")
		src := writeJSON(t, value, indent)
		op := anOp(t, any(value))
		want := apply(any(value), op, op.Path)
		out, err := textedit.Apply(src, 0, []textedit.Op{op})
		if err != nil {
			t.Fatalf("%v for %v in\n%s", err, op, src)
		}
		decoder := json.NewDecoder(bytes.NewReader(out))
		decoder.UseNumber()
		var got any
		if err := decoder.Decode(&got); err != nil {
			t.Fatalf("%v in\n%s", err, out)
		}
		if diff := cmp.Diff(canonical(want), canonical(got)); diff != "" {
			t.Fatalf("%v in\n%s\n-want +got:\n%s", op, src, diff)
		}
		// On one line alone nothing tells how lines would be indented.
		if again := formatJSON(t, out, indent); bytes.Contains(src, []byte("\n")) == (indent != "") && !bytes.Equal(again, out) {
			t.Fatalf("%v in\n%s\ngives\n%s\nnot\n%s", op, src, out, again)
		}
	})
}

func writeJSON(t *rapid.T, v any, indent string) []byte {
	var b bytes.Buffer
	encoder := json.NewEncoder(&b)
	encoder.SetEscapeHTML(false)
	encoder.SetIndent("", indent)
	if err := encoder.Encode(v); err != nil {
		t.Fatal(err)
	}
	return bytes.TrimSuffix(b.Bytes(), []byte("\n"))
}

func formatJSON(t *rapid.T, src []byte, indent string) []byte {
	var b bytes.Buffer
	format := json.Compact
	if indent != "" {
		format = func(dst *bytes.Buffer, src []byte) error { return json.Indent(dst, src, "", indent) }
	}
	if err := format(&b, src); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// TestRandomFlow edits YAML in brackets, over one or many lines, with comments
// and trailing commas: the value is as wanted and no comment goes but those of
// the removed values.
func TestRandomFlow(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := yamlgen.Plain(t, 2)
		value := rapid.MapOfN(yamlgen.Key(), yamlgen.Value(2), 1, 4).Draw(t, "value")
		var b strings.Builder
		b.WriteString("top: {")
		sep := rapid.SampledFrom([]string{" ", "", "\n  ", " # open\n  "}).Draw(t, "open")
		keys := slices.Sorted(maps.Keys(value))
		for i, key := range keys {
			b.WriteString(sep + p.Key(key) + ": " + p.Flow(value[key]))
			if i+1 < len(keys) || rapid.IntRange(0, 3).Draw(t, "comma") == 0 {
				b.WriteString(",")
			}
			sep = rapid.SampledFrom([]string{" ", "\n  ", " # of " + "member\n  ", "\n  # between\n  "}).Draw(t, "gap")
		}
		b.WriteString(rapid.SampledFrom([]string{"", " ", "\n  ", " # last\n  "}).Draw(t, "close") + "} # end\n")
		src := b.String()
		op := anOp(t, any(value))
		op.Path = append([]any{"top"}, op.Path...)
		whole := map[string]any{"top": any(value)}
		want := apply(any(whole), op, op.Path)
		out, err := textedit.Apply([]byte(src), 0, []textedit.Op{op})
		if err != nil {
			t.Fatalf("%v for %v in\n%s", err, op, src)
		}
		docs, err := textedit.Documents(out)
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(canonical(want), canonical(docs[0].Value)); diff != "" {
			t.Fatalf("%v in\n%s\n-want +got:\n%s", op, src, diff)
		}
		if len(op.Path) == 1 {
			return
		}
		for _, comment := range []string{"# open", "# between", "# end"} {
			if strings.Count(src, comment) != strings.Count(string(out), comment) {
				t.Fatalf("%q is lost: %v in\n%s\ngives\n%s", comment, op, src, out)
			}
		}
	})
}
