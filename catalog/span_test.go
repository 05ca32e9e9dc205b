package catalog

import (
	"context"
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	"go.yaml.in/yaml/v3"
	"pgregory.net/rapid"

	"github.com/kartalint/kartalint/analyzer"
)

// styles write a text as the value of a key, each in another scalar style; "" where the style cannot hold it.
var styles = map[string]func(string) string{
	"plain": func(s string) string {
		if !plainSafe(s, false) {
			return ""
		}
		return s
	},
	"single": func(s string) string {
		if strings.ContainsAny(s, "\n\t") {
			return ""
		}
		return "'" + strings.ReplaceAll(s, "'", "''") + "'"
	},
	"double":  doubleQuote,
	"escaped": func(s string) string { return escapeAll(s) },
	"literal": func(s string) string { return "|-\n    " + strings.ReplaceAll(s, "\n", "\n    ") },
	"literal indented": func(s string) string {
		return "|2-\n      " + strings.ReplaceAll(s, "\n", "\n      ")
	},
	"folded": func(s string) string {
		if strings.Contains(s, "\n") {
			return ""
		}
		return ">-\n    " + foldAt(s, "\n    ")
	},
	"folded plain": func(s string) string {
		if !plainSafe(s, false) || strings.Contains(s, "\n") {
			return ""
		}
		return foldAt(s, "\n    ")
	},
	"folded double": func(s string) string { return foldQuoted(doubleQuote(s)) },
	"folded single": func(s string) string {
		if strings.ContainsAny(s, "\n\t") {
			return ""
		}
		return foldQuoted("'" + strings.ReplaceAll(s, "'", "''") + "'")
	},
}

// foldAt breaks a text at some of its single blanks.
func foldAt(s, with string) string {
	var b strings.Builder
	for i := 0; i < len(s); i++ {
		if s[i] == ' ' && i > 0 && i+1 < len(s) && s[i-1] != ' ' && s[i+1] != ' ' && s[i+1] != '#' && i%3 == 0 {
			b.WriteString(with)
			continue
		}
		b.WriteByte(s[i])
	}
	return b.String()
}

func foldQuoted(s string) string { return foldAt(s, "\n    ") }

// escapeAll writes every third letter of a double-quoted text as an escape.
func escapeAll(s string) string {
	var b strings.Builder
	b.WriteByte('"')
	n := 0
	for _, r := range s {
		n++
		switch {
		case r == '\n':
			b.WriteString(`\n`)
		case r == '"' || r == '\\':
			b.WriteString(`\` + string(r))
		case n%3 == 0 && r < 0x80:
			fmt.Fprintf(&b, `\x%02x`, r)
		case n%3 == 1 && r < 0x10000:
			fmt.Fprintf(&b, `\u%04x`, r)
		default:
			b.WriteRune(r)
		}
	}
	b.WriteByte('"')
	return b.String()
}

// layouts put the scalar into files of other shapes.
var layouts = map[string]func(string) string{
	"block":     func(v string) string { return "a: 1\nkey: " + v + "\nafter: x\n" },
	"crlf":      func(v string) string { return strings.ReplaceAll("a: 1\nkey: "+v+"\nafter: x\n", "\n", "\r\n") },
	"non-ascii": func(v string) string { return "\"ä\u00e9𝄞\": {b: \"ü\"}\nkey: " + v + "\n" },
	"bom":       func(v string) string { return "\xef\xbb\xbfkey: " + v + "\n" },
	"end":       func(v string) string { return "key: " + v },
}

func scalarOf(t testing.TB, src string) (*File, *Node) {
	t.Helper()
	f := newFile("f.yaml", []byte(src))
	var y yaml.Node
	if err := yaml.Unmarshal([]byte(src), &y); err != nil {
		return nil, nil
	}
	b := &treeBuilder{file: f, limits: limits{100, 1000}}
	return f, b.build(y.Content[0], 0).Key("key")
}

// checkSpans cuts every part of the value out of the source and wants the same text, but for what the style writes
// otherwise.
func checkSpans(t testing.TB, style, src, want string, spans []analyzer.Span) {
	t.Helper()
	f, n := scalarOf(t, src)
	if n == nil || n.Value != want {
		return // the style does not hold the text
	}
	for _, s := range spans {
		at := n.Offsets(s.Start, s.End)
		got := string(f.Source[at.Start.Offset:at.End.Offset])
		var decoded string
		if strings.HasPrefix(style, "escaped") || strings.Contains(style, "double") {
			_ = yaml.Unmarshal([]byte(`"`+got+`"`), &decoded)
		} else if strings.Contains(style, "single") {
			_ = yaml.Unmarshal([]byte(`'`+got+`'`), &decoded)
		} else {
			decoded = strings.Join(strings.Fields(got), " ")
		}
		token := want[s.Start:s.End]
		if decoded != token && strings.Join(strings.Fields(decoded), " ") != strings.Join(strings.Fields(token), " ") {
			t.Errorf("%s: the span %v of %q cuts out %q, want %q\n%s", style, s, want, got, token, src)
		}
		if p := f.Position(at.Start.Offset); p != at.Start {
			t.Errorf("%s: position %v is not %v", style, p, at.Start)
		}
	}
}

// Every expression of the catalog, in every scalar style and file shape: each token's span cuts out the token.
func TestSpansOfCatalogExpressions(t *testing.T) {
	c, err := Load(context.Background(), []string{filepath.Join(shared(t), "catalog"), filepath.Join(shared(t), "catalog-next")}, Options{})
	if err != nil {
		t.Fatal(err)
	}
	seen := map[string]bool{}
	for _, d := range c.Definitions {
		for _, f := range d.Fields {
			if !seen[f.Expression] {
				seen[f.Expression] = true
				inAllStyles(t, f.Expression)
			}
		}
	}
	if len(seen) < 100 {
		t.Errorf("only %d expressions", len(seen))
	}
}

func inAllStyles(t testing.TB, text string) {
	t.Helper()
	var spans []analyzer.Span
	for _, token := range analyzer.Tokens(text) {
		spans = append(spans, token.Span)
	}
	for style, write := range styles {
		for layout, around := range layouts {
			if v := write(text); v != "" {
				checkSpans(t, style+" in "+layout, around(v), text, spans)
			}
		}
	}
}

// Random texts too: each single character's span cuts out the character.
func TestSpansOfRandomTexts(t *testing.T) {
	rapid.Check(t, func(r *rapid.T) {
		text := rapid.StringMatching(`[ -~éß漢𝄞]{1,3}([ -~éß漢𝄞]| [.|a-z]){0,30}`).Draw(r, "text")
		style := rapid.SampledFrom([]string{"plain", "single", "double", "escaped", "literal", "folded", "folded plain", "folded double", "folded single"}).Draw(r, "style")
		layout := rapid.SampledFrom([]string{"block", "crlf", "non-ascii", "bom", "end"}).Draw(r, "layout")
		var spans []analyzer.Span
		for i, c := range text {
			if c != ' ' {
				spans = append(spans, analyzer.Span{Start: i, End: i + len(string(c))})
			}
		}
		if v := styles[style](text); v != "" {
			checkSpans(t, style+" in "+layout, layouts[layout](v), text, spans)
		}
	})
}

func FuzzParse(f *testing.F) {
	f.Add([]byte("apiVersion: run.ai/v1alpha1\nkind: Karta\nspec: {structureDefinition: {rootComponent: {name: a, instanceIdPath: '.x[].y'}}}\n"))
	f.Add([]byte("a: &a [*a]\n---\nkind: List\nitems: []\n"))
	f.Fuzz(func(t *testing.T, src []byte) {
		if len(src) > 1<<16 {
			t.Skip()
		}
		file := Parse("f.yaml", src, Options{})
		for _, d := range file.Definitions {
			_ = d.Node.Span()
			for _, field := range d.Fields {
				_ = field.Node.Offsets(0, len(field.Expression))
				if edit, err := field.Node.Replace(".spec.x"); err == nil {
					if _, err := ApplyEdits(src, []Edit{edit}); err != nil {
						t.Errorf("an edit does not apply: %v", err)
					}
				}
			}
		}
	})
}
