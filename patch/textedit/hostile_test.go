package textedit_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/kartalint/kartalint/patch/internal/yamlgen"
	"github.com/kartalint/kartalint/patch/textedit"
)

func TestHostileText(t *testing.T) {
	runEdits(t, []editTest{
		{"tabs between tokens", "a:\t1\t# x\nb: 2\t\n", 0, ops(set(5, "a"), set(6, "c")), "a:\t5\t# x\nb: 2\t\nc: 6\n"},
		{"tab in a flow map", "a: {\tb:\t1\t}\n", 0, ops(set(2, "a", "b"), set(3, "a", "c")), "a: {\tb:\t2, c: 3\t}\n"},
		{"CRLF, remove", "a: 1\r\nb: 2\r\nc: 3\r\n", 0, ops(remove("b")), "a: 1\r\nc: 3\r\n"},
		{"CRLF, literal", "a: |\r\n  x\r\n  y\r\nb: 1\r\n", 0, ops(set("u\nv\n", "a")), "a: |\r\n  u\r\n  v\r\nb: 1\r\n"},
		{"CRLF in one line only", "a: 1\r\nb: 2\nc: 3\n", 0, ops(set(m{"x": 1}, "b")), "a: 1\r\nb:\n  x: 1\nc: 3\n"},
		{"BOM", "\ufeffa: 1\nb: 2\n", 0, ops(set(3, "a"), remove("b")), "\ufeffa: 3\n"},
		{"BOM, remove the first line", "\ufeffa: 1\nb: 2\n", 0, ops(remove("a")), "\ufeffb: 2\n"},
		{"BOM before JSON", "\ufeff{\"a\": 1}\n", 0, ops(set(2, "a")), "\ufeff{\"a\": 2}\n"},
		{"comments between keys", "# top\na: 1 # one\n\n# about b\nb: # two\n  # about c\n  c: 3\n# end\n", 0,
			ops(set(4, "b", "d")), "# top\na: 1 # one\n\n# about b\nb: # two\n  # about c\n  c: 3\n  d: 4\n# end\n"},
		{"a hash that is no comment", "a: x#y\nb: 'p # q'\nc: \"r # s\"\n", 0, ops(set(1, "a"), set("z # z", "b")), "a: 1\nb: 'z # z'\nc: \"r # s\"\n"},
		{"second document", "a: 1\n---\na: 1\n---\na: 1\n", 1, ops(set(2, "a"), set(3, "b")), "a: 1\n---\na: 2\nb: 3\n---\na: 1\n"},
		{"last document, end marker", "a: 1\n...\n---\na: 1\n...\n", 1, ops(set(3, "b")), "a: 1\n...\n---\na: 1\nb: 3\n...\n"},
		{"directive", "%YAML 1.1\n---\na: 1\n", 0, ops(set(3, "b")), "%YAML 1.1\n---\na: 1\nb: 3\n"},
		{"comment before the next document", "a:\n  b: 1\n# next\n---\na: 1\n", 0, ops(set(3, "a", "c")), "a:\n  b: 1\n  c: 3\n# next\n---\na: 1\n"},
		{"empty document", "---\n---\na: 1\n", 0, ops(set(3, "b")), "---\nb: 3\n---\na: 1\n"},
		{"empty document with a comment", "--- # none\n", 0, ops(set(3, "b", "c")), "---\nb:\n  c: 3 # none\n"},
		{"quoted keys", "\"a\": 1\n'b c': 2\n", 0, ops(set(3, "a"), remove("b c"), set(4, "d e")), "\"a\": 3\n\"d e\": 4\n"},
		{"keys quoted by habit", "l:\n  \"a\": \"x\"\n  \"b\": \"y\"\n", 0, ops(set("z", "l", "c")), "l:\n  \"a\": \"x\"\n  \"b\": \"y\"\n  \"c\": \"z\"\n"},
		{"values quoted by habit", "l:\n  a: 'x'\n  b: 'y'\n", 0, ops(set("z", "l", "c"), set("1", "l", "d")), "l:\n  a: 'x'\n  b: 'y'\n  c: 'z'\n  d: '1'\n"},
		{"values quoted by need", "l:\n  a: 'yes'\n  b: '1'\n", 0, ops(set("z", "l", "c"), set("on", "l", "d")), "l:\n  a: 'yes'\n  b: '1'\n  c: z\n  d: 'on'\n"},
		{"beside a complex key", "? a\n: 1\nb: 2\n", 0, ops(set(3, "b"), set(4, "c")), "? a\n: 1\nb: 3\nc: 4\n"},
		{"behind a complex key", "b: 2\n? a\n", 0, ops(set(4, "c")), "b: 2\n? a\nc: 4\n"},
		{"beside a merge key", "x: &x {a: 1}\ny:\n  <<: *x\n  b: 2\n", 0, ops(set(3, "y", "b"), set(4, "y", "c"), set(5, "y", "a")),
			"x: &x {a: 1}\ny:\n  <<: *x\n  b: 3\n  c: 4\n  a: 5\n"},
		{"what a merge key gives already", "x: &x {a: 1}\ny:\n  <<: *x\n", 0, ops(set(1, "y", "a")), "x: &x {a: 1}\ny:\n  <<: *x\n"},
		{"an alias replaced", "x: &x 1\ny: *x # z\n", 0, ops(set(2, "y")), "x: &x 1\ny: 2 # z\n"},
		{"an anchor that nothing uses", "x: &x\n  a: 1\ny: &y 1\n", 0, ops(set(2, "x", "a"), set(3, "x", "b"), set("z", "y")), "x: &x\n  a: 2\n  b: 3\ny: &y z\n"},
		{"beside anchors", "x: &x {a: 1}\ny: *x\nz: 1\n", 0, ops(remove("z"), set(1, "w")), "x: &x {a: 1}\ny: *x\nw: 1\n"},
		{"remove an alias", "x: &x {a: 1}\ny: *x\n", 0, ops(remove("y")), "x: &x {a: 1}\n"},
		{"block scalars around", "a: |2\n   x\n  y\nb: >+\n  z\n\nc: 1\n", 0, ops(set(2, "c"), set("e", "d")), "a: |2\n   x\n  y\nb: >+\n  z\n\nc: 2\nd: e\n"},
		{"behind a kept block", "a:\n  b: |+\n    x\n\n", 0, ops(set(2, "a", "c")), "a:\n  b: |+\n    x\n\n  c: 2\n"},
		{"replace a kept block", "b: |+\n    x\n\n\nc: 1\n", 0, ops(set(2, "b")), "b: 2\nc: 1\n"},
		{"a literal before a deep comment", "a: 1\n    # deep\nb: 2\n", 0, ops(set("x\ny\n", "a")), "a: \"x\\ny\\n\"\n    # deep\nb: 2\n"},
		{"a literal left at the end of the file", "a: |\n  x\nb: 1", 0, ops(remove("b")), "a: |\n  x\n"},
		{"version 1.2", "# c\n%YAML 1.2\n---\na: 1\n", 0, ops(set(3, "b")), "# c\n%YAML 1.2\n---\na: 1\nb: 3\n"},
		{"a document at a column", "  a: 1\n  b:\n    - x\n", 0, ops(set(m{"y": 1}, "c"), add("z", "b")), "  a: 1\n  b:\n    - x\n    - z\n  c:\n    \"y\": 1\n"},
		{"a document at a column by another", " x\n", 0, ops(set(m{"a": l{1}, "b": 2})), " a:\n - 1\n b: 2\n"},
		{"a flow member without a value last", "a: {b, c:\n}\n", 0, ops(set(1, "a", "d")), "a: {b, c: , d: 1\n}\n"},
		{"empty maps", "a: {}\nb: { }\nc: []\n", 0, ops(set(1, "a", "x"), set(2, "b", "x"), add(3, "c")), "a:\n  x: 1\nb:\n  x: 2\nc:\n- 3\n"},
		{"empty map with a comment", "a: {} # none\n", 0, ops(set(1, "a", "x")), "a: # none\n  x: 1\n"},
		{"null in flow", "a: {b: ~, c: }\n", 0, ops(set(1, "a", "b", "x"), set(1, "a", "c", "x")), "a: {b: {x: 1}, c: {x: 1}}\n"},
		{"nothing said", "a:\n  b:\n  c: ~\n", 0, ops(set(1, "a", "b", "x"), set(nil, "a", "c")), "a:\n  b:\n    x: 1\n  c: ~\n"},
		{"value below its key", "a:\n  one\nb:\n  # c\n  'two'\n", 0, ops(set("x", "a"), set("y", "b")), "a:\n  x\nb:\n  # c\n  'y'\n"},
		{"map below its key by a scalar", "a: # x\n  # y\n  b: 1\n  c: 2 # gone\nd: 1\n", 0, ops(set(1, "a")), "a: 1 # x\n  # y\nd: 1\n"},
		{"quoted over lines", "a: \"x\n  y\"\nb: 1\n", 0, ops(set("z", "a")), "a: \"z\"\nb: 1\n"},
		{"flow over lines", "a: {b: 1,\n  c: [x,\n    y]}\nd: 1\n", 0, ops(add("z", "a", "c"), set(2, "a", "b")), "a: {b: 2,\n  c: [x,\n    y,\n    z]}\nd: 1\n"},
		{"lists in lists", "- - a\n  - b\n- - c\n", 0, ops(add("z", 0), remove(1, 0), add(l{1, l{2, 3}})), "- - a\n  - b\n  - z\n- []\n- - 1\n  - - 2\n    - 3\n"},
		{"number spelling stays", "a: 1.0\nb: 1e3\nc: 0x1F\nd: 9007199254740993\ne: +1\nf: .5\n", 0, ops(set(1.0, "a"), set(1000, "b"), set(31, "c"), set(json.Number("9007199254740993"), "d"), set(0.5, "f"), set(2, "e")),
			"a: 1.0\nb: 1e3\nc: 0x1F\nd: 9007199254740993\ne: 2\nf: .5\n"},
		{"a float that is no neighbour", "d: 9007199254740993\n", 0, ops(set(float64(9007199254740992), "d")), "d: 9007199254740992\n"},
		{"a number for a reader of YAML 1.1", "d: 1\n", 0, ops(set(json.Number("1e3"), "d")), "d: 1.0e+3\n"},
		{"a string that looks like a number", "a:\n  n: x\n", 0, ops(set("3", "a", "n")), "a:\n  n: \"3\"\n"},
		{"item of a List", "kind: List\nitems:\n- a: 1\n- a: 1\n", 0, ops(set(2, "items", 1, "a"), set(3, "items", 1, "b")), "kind: List\nitems:\n- a: 1\n- a: 2\n  b: 3\n"},
		{"what an earlier operation made", "a: 1\n", 0, ops(set(m{}, "b"), set(l{}, "b", "c"), add(m{"x": 1, "z": 2}, "b", "c"), remove("b", "c", 0, "x")), "a: 1\nb:\n  c:\n  - z: 2\n"},
		{"set and remove", "a: 1\n", 0, ops(set(1, "b"), remove("b")), "a: 1\n"},
		{"the whole document", "# c\na: 1 # d\n---\nb: 1\n", 0, ops(set(m{"a": 1, "e": 2})), "# c\na: 1 # d\ne: 2\n---\nb: 1\n"},
		{"the whole document by a list", "# c\na: 1\n", 0, ops(set(l{1, 2})), "# c\n- 1\n- 2\n"},
		{"emoji and wide characters", "日本: {é: '😀', b: 1} # ü\n", 0, ops(set(2, "日本", "b"), set("ß", "日本", "c")), "日本: {é: '😀', b: 2, c: 'ß'} # ü\n"},
		{"tagged container", "a: !!map\n  b: 1\n", 0, ops(set(2, "a", "b")), "a: !!map\n  b: 2\n"},
		{"tagged string", "a: !!str 1\n", 0, ops(set("2", "a")), "a: !!str \"2\"\n"},
		{"first key of nested elements", "- - a: 1\n    b: 2\n", 0, ops(remove(0, 0, "a")), "- - b: 2\n"},
		{"an anchored element", "- &x\n  a: 1\n- &y b\n- &z\n", 0, ops(set(m{"c": 1, "d": 2}, 1), set("e", 2)), "- &x\n  a: 1\n- &y\n  c: 1\n  d: 2\n- &z e\n"},
	})
}

func TestHostileJSON(t *testing.T) {
	runEdits(t, []editTest{
		{"escapes stay", `{"a": "\/\u00e9", "b": 1}`, 0, ops(set(2, "b")), `{"a": "\/\u00e9", "b": 2}`},
		{"long keys", `{"` + strings.Repeat("k", 2000) + `": 1, "b": 1}`, 0, ops(set(2, "b")), `{"` + strings.Repeat("k", 2000) + `": 1, "b": 2}`},
		{"separators", "{\"a\":1 ,\n \"b\" : 2}", 0, ops(set(3, "b")), "{\"a\":1 ,\n \"b\" : 3}"},
		{"line separators in strings", "{\"a\":\"x\u2028y\",\"b\":1}", 0, ops(set("p\u2028\nq", "b")), "{\"a\":\"x\u2028y\",\"b\":\"p\\u2028\\nq\"}"},
		{"CRLF", "{\r\n  \"a\": 1\r\n}\r\n", 0, ops(set(m{"x": l{}}, "b")), "{\r\n  \"a\": 1,\r\n  \"b\": {\r\n    \"x\": []\r\n  }\r\n}\r\n"},
		{"numbers", `{"a": 1.0, "b": 1E3, "c": 9007199254740993}`, 0, ops(set(1, "a"), set(1000, "b"), set(json.Number("9007199254740993"), "c")), `{"a": 1.0, "b": 1E3, "c": 9007199254740993}`},
		{"append to an inline list of a pretty file", "{\n  \"a\": [1, 2],\n  \"b\": []\n}\n", 0, ops(add(3, "a"), add(4, "b")), "{\n  \"a\": [1, 2, 3],\n  \"b\": [\n    4\n  ]\n}\n"},
		{"list of maps", "[\n  {\n    \"a\": 1\n  }\n]\n", 0, ops(add(m{"a": 2}), remove(0)), "[\n  {\n    \"a\": 2\n  }\n]\n"},
		{"remove all", "{\n  \"a\": {\n    \"b\": 1,\n    \"c\": 2\n  }\n}\n", 0, ops(remove("a", "b"), remove("a", "c")), "{\n  \"a\": {}\n}\n"},
		{"several values", "{\"a\": 1}\n{\"a\": 1}\n", 1, ops(set(2, "a")), "{\"a\": 1}\n{\"a\": 2}\n"},
		{"null grows", `{"a": null}`, 0, ops(set("x", "a", "b", "c")), `{"a": {"b": {"c": "x"}}}`},
		{"no JSON but YAML", "{a: 1, # x\n b: 2}\n", 0, ops(set(3, "b")), "{a: 1, # x\n b: 3}\n"},
	})
}

func TestRefused(t *testing.T) {
	tests := []struct {
		name, src    string
		op           textedit.Op
		line, column int
		why          string
	}{
		{"through an alias", "a: &x\n  b: 1\nc: *x\n", set(2, "c", "b"), 3, 4, "alias"},
		{"through an anchor that is used", "a: &x\n  b: 1\nc: *x\n", set(2, "a", "b"), 1, 4, "anchor"},
		{"an anchored scalar that is used", "a: &x 1\nc: *x\n", set(2, "a"), 1, 4, "anchor"},
		{"an anchor that would be lost", "a:\n  b: &x 1\nc: *x\n", remove("a"), 2, 6, "line 3"},
		{"an anchor in what is replaced", "a:\n  b: &x 1\nc: *x\n", set(5, "a"), 2, 6, "line 3"},
		{"a member of a merge key", "x: &x {a: {b: 1}}\ny:\n  <<: *x\n", set(2, "y", "a", "b"), 3, 3, "merge key"},
		{"remove what a merge key gives", "x: &x {a: 1}\ny:\n  <<: *x\n", remove("y", "a"), 3, 3, "merge key"},
		{"uncover what a merge key gives", "x: &x {a: 1}\ny:\n  <<: *x\n  a: 2\n", remove("y", "a"), 3, 3, "merge key"},
		{"a map without what a merge key gives", "x: &x {a: 1}\ny:\n  <<: *x\n  b: 2\n", set(m{"b": 2}, "y"), 3, 3, "merge key"},
		{"a tag", "a: !!int 1\n", set("x", "a"), 1, 4, "tag"},
		{"a custom tag on the way", "a: !x\n  b: 1\n", set("x", "a", "b"), 1, 4, "tag"},
		{"a complex key", "? a\n: 1\n", set(2, "a"), 1, 1, "? "},
		{"remove a complex key", "b: 1\n? a\n: 1\n", remove("a"), 2, 1, "? "},
		{"a map as a key", "{a: 1}: 2\nb: 1\n", set(2, "b"), 1, 1, "no scalar"},
		{"a duplicate key", "a: 1\nb: 1\na: 2\n", set(2, "b"), 3, 1, "twice"},
		{"a duplicate key beneath", "a: 1\nb:\n  c: 1\n  'c': 2\n", set(2, "a"), 4, 3, "twice"},
		{"a duplicate key in JSON", `{"a": 1, "\u0061": 2}`, set(2, "b"), 1, 10, "twice"},
		{"NEL", "a: 1\nb: x\u0085y\n", set(2, "a"), 2, 5, "U+0085"},
		{"line separator", "a: 1 # x\u2028\n", set(2, "a"), 1, 9, "U+2028"},
		{"paragraph separator", "a: 'é\u2029'\n", set(2, "a"), 1, 6, "U+2029"},
		{"lone carriage return", "a: 1\rb: 2\n", set(2, "a"), 1, 5, "carriage return"},
		{"byte order mark inside", "a: 1\n---\n\ufeffb: 2\n", set(2, "a"), 3, 1, "byte order mark"},
		{"invalid UTF-8", "a: 1\nb: \xff\n", set(2, "a"), 2, 4, "UTF-8"},
		{"a pair in a list", "a: [b: 1]\n", remove("a", 0, "b"), 1, 5, "braces"},
		{"add to a pair in a list", "a: [b: 1]\n", set(2, "a", 0, "c"), 1, 5, "braces"},
		{"an alias inside itself", "a: &x [*x]\n", set(2, "b"), 1, 8, "inside"},
		{"too many values", bomb(), set(2, "z"), 6, 45, "too many"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			out, err := textedit.Apply([]byte(tt.src), 0, ops(tt.op))
			refused, ok := errors.AsType[*textedit.RefusedError](err)
			if !ok || out != nil {
				t.Fatalf("got %q, %v", out, err)
			}
			if refused.Line != tt.line || refused.Column != tt.column || !strings.Contains(refused.Why, tt.why) {
				t.Errorf("got %v", refused)
			}
		})
	}
}

// bomb is a document whose aliases stand for a billion values.
func bomb() string {
	var b strings.Builder
	b.WriteString("a0: &a0 [1, 1, 1, 1, 1, 1, 1, 1, 1, 1]\n")
	for i := 1; i < 10; i++ {
		fmt.Fprintf(&b, "a%d: &a%d [%s]\n", i, i, strings.Repeat(fmt.Sprintf("*a%d, ", i-1), 10))
	}
	return b.String()
}

func TestOpErrors(t *testing.T) {
	tests := []struct {
		name string
		op   textedit.Op
		want string
	}{
		{"absent key", remove("x"), "operation 0 at .x: there is nothing to remove"},
		{"absent parent", remove("x", "y"), "operation 0 at .x: there is nothing to remove"},
		{"past the end", set(1, "l", 2), "operation 0 at .l[2]: the list has 1 elements"},
		{"negative", remove("l", -1), "operation 0 at .l[-1]: there is nothing to remove"},
		{"through a scalar", set(1, "s", "x"), "operation 0 at .s: line 1 has a single value here, not a map"},
		{"key of a list", set(1, "l", "x"), "operation 0 at .l: line 3 has a list here, not a map"},
		{"index of a map", set(1, "m", 0), "operation 0 at .m: line 4 has a map here, not a list"},
		{"append to a map", add(1, "m"), "operation 0 at .m: line 4 has a map here, not a list"},
		{"the document", remove(), "operation 0 at .: the whole document cannot be removed"},
		{"no JSON", set(func() {}, "m", "a/b"), "operation 0 at .m[\"a/b\"]: a value of type func() is not JSON: json: unsupported type: func()"},
		{"no number", set(json.Number("0x1"), "m"), `operation 0 at .m: "0x1" is no JSON number`},
		{"no UTF-8", set("\xff", "m"), `operation 0 at .m: the value "\xff" is not valid UTF-8`},
		{"no step", set(1, 1.5), "operation 0 at .: a path step of type float64"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			out, err := textedit.Apply([]byte("s: 1\nl:\n- 1\nm: {a: 1}\n"), 0, ops(tt.op))
			if _, ok := errors.AsType[*textedit.OpError](err); !ok || out != nil {
				t.Fatalf("got %q, %v", out, err)
			}
			if err.Error() != tt.want {
				t.Errorf("got  %v\nwant %v", err, tt.want)
			}
		})
	}
}

func TestParseErrors(t *testing.T) {
	for _, src := range []string{"a: [", "a: 1\n b: 2\n", "\ta: 1\n", "{\"a\": }}", "a: *x\n", "\x00"} {
		_, err := textedit.Apply([]byte(src), 0, ops(set(1, "a")))
		if _, ok := errors.AsType[*textedit.ParseError](err); !ok {
			t.Errorf("%q: %v", src, err)
		}
	}
	for _, src := range []string{"", "# only a comment\n", "\ufeff"} {
		if _, err := textedit.Apply([]byte(src), 0, ops(set(1, "a"))); err == nil {
			t.Errorf("%q was edited", src)
		}
	}
}

func TestNoSuchDocument(t *testing.T) {
	for _, doc := range []int{-1, 1} {
		if out, err := textedit.Apply([]byte("a: 1\n"), doc, nil); err == nil || out != nil {
			t.Errorf("document %d: %q, %v", doc, out, err)
		}
	}
}

func TestDocuments(t *testing.T) {
	src := "# c\na: 1.50\n---\n---\n- x: !!str 1\n  y: 0o17\n...\n---\na: 1\na: 2\n---\n2024-01-02\n"
	docs, err := textedit.Documents([]byte(src))
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, d := range docs {
		got = append(got, fmt.Sprintf("%d %q %v %v", d.Line, src[d.Start:d.End], d.Value, d.Err))
	}
	want := []string{
		`2 "# c\na: 1.50\n" map[a:1.50] <nil>`,
		`3 "---\n" <nil> <nil>`,
		`4 "---\n- x: !!str 1\n  y: 0o17\n...\n" [map[x:1 y:15]] <nil>`,
		`8 "---\na: 1\na: 2\n" <nil> line 10, column 1: the key "a" stands twice in one map: readers disagree which one counts`,
		`11 "---\n2024-01-02\n" 2024-01-02 <nil>`,
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}

// TestStringsSurvive writes every hard string as a value, a key and in flow
// style, and looks that it is read back as the same string.
func TestStringsSurvive(t *testing.T) {
	for _, s := range yamlgen.HardStrings {
		for _, src := range []string{"k: x\n", "k: 'x'\n", "k: \"x\"\n", "k: |\n  x\nl: 1\n", "k: x", "- k: x\n", "{k: x}\n", "{\"k\": \"x\"}\n", "[[x]]\n"} {
			docs, err := textedit.Documents([]byte(src))
			if err != nil {
				t.Fatal(err)
			}
			var prefix l
			if _, isList := docs[0].Value.([]any); isList {
				prefix = l{0}
			}
			list := ops(set(s, append(prefix, "k")...), set(1, append(prefix, s+"k")...), set(m{s: l{s}}, append(prefix, "m")...))
			if strings.HasPrefix(src, "[[") {
				list = ops(set(s, 0, 0), add(s, 0), add(m{s: s}))
			}
			if _, err := textedit.Apply([]byte(src), 0, list); err != nil {
				t.Errorf("%q in %q: %v", s, src, err)
			}
		}
	}
}

// TestPlainOnlyIfString looks that no string is written plain that some reader
// takes for something else.
func TestPlainOnlyIfString(t *testing.T) {
	quoted := []string{"", "~", "null", "NULL", "y", "N", "yes", "Off", "true", "012", "0o14", "0x1f", "0b1", "1_000", "1,000", "1e3", "1.", ".5", "-.inf", ".NaN", "+1",
		"12:30", "2024-01-02", "2024-01-02 03:04", "=", "<<", "---", "- a", "? a", ": a", "a: b", "a:", "a #b", "#a", "&a", "*a", "!a", "|", ">", "@a", "`a", "%a", "[a", "{a", " a", "a "}
	plain := []string{"a", "nginx:1.2", "a:b", "a#b", "-a", "--flag=x", "1.2.3", "10.0.0.1", "v1", "1Gi", "500m", "a,b", "a b", "it's", "é", "http://x/y?z=1", "x{y}", "/bin/sh", "$(VAR)", "no-one"}
	for _, s := range quoted {
		if got := written(t, s); got != `"`+s+`"` {
			t.Errorf("%q is written %s", s, got)
		}
	}
	for _, s := range plain {
		if got := written(t, s); got != s {
			t.Errorf("%q is written %s", s, got)
		}
	}
}

func written(t *testing.T, s string) string {
	t.Helper()
	out, err := textedit.Apply([]byte("k: word\n"), 0, ops(set(s, "k")))
	if err != nil {
		t.Fatal(err)
	}
	return strings.TrimSuffix(strings.TrimPrefix(string(out), "k: "), "\n")
}

func TestSourceIsNotChanged(t *testing.T) {
	src := []byte("a: 1\nb: 2\n")
	file, err := textedit.Parse(src)
	if err != nil {
		t.Fatal(err)
	}
	for range 2 {
		out, err := file.Apply(0, ops(set(1, "a"), remove("b")))
		if err != nil || string(out) != "a: 1\n" {
			t.Fatalf("%q, %v", out, err)
		}
	}
	same, err := file.Apply(0, ops(set(1, "a")))
	if err != nil || string(same) != "a: 1\nb: 2\n" {
		t.Fatalf("%q, %v", same, err)
	}
	same[0] = 'x'
	if string(src) != "a: 1\nb: 2\n" {
		t.Fatal("the result shares the source")
	}
}

func TestKeyOrder(t *testing.T) {
	op := set(m{"b": 1, "name": 2, "a": 3}, "x")
	op.KeyOrder = func(a, b string) int {
		switch "name" {
		case a:
			return -1
		case b:
			return 1
		}
		return strings.Compare(a, b)
	}
	out, err := textedit.Apply([]byte("y: 1\n"), 0, ops(op))
	if want := "y: 1\nx:\n  name: 2\n  a: 3\n  b: 1\n"; err != nil || string(out) != want {
		t.Fatalf("%q, %v", out, err)
	}
}

// TestTypedValues takes Go values that are not of JSON's own types.
func TestTypedValues(t *testing.T) {
	value := struct {
		Labels map[string]string `json:"labels"`
		Ports  []int32           `json:"ports"`
	}{map[string]string{"a": "b"}, []int32{1}}
	out, err := textedit.Apply([]byte("y: 1\n"), 0, ops(set(value, "x")))
	if want := "y: 1\nx:\n  labels:\n    a: b\n  ports:\n  - 1\n"; err != nil || string(out) != want {
		t.Fatalf("%q, %v", out, err)
	}
}
