package textedit_test

import (
	"encoding/json"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/kartalint/kartalint/patch/textedit"
)

func set(value any, path ...any) textedit.Op {
	return textedit.Op{Kind: textedit.Set, Path: path, Value: value}
}

func remove(path ...any) textedit.Op {
	return textedit.Op{Kind: textedit.Remove, Path: path}
}

func add(value any, path ...any) textedit.Op {
	return textedit.Op{Kind: textedit.Append, Path: path, Value: value}
}

type m = map[string]any
type l = []any

type editTest struct {
	name string
	src  string
	doc  int
	ops  []textedit.Op
	want string
}

func runEdits(t *testing.T, tests []editTest) {
	t.Helper()
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got, err := textedit.Apply([]byte(tt.src), tt.doc, tt.ops)
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(tt.want, string(got)); diff != "" {
				t.Errorf("-want +got:\n%s", diff)
			}
		})
	}
}

func ops(list ...textedit.Op) []textedit.Op { return list }

func TestBlockMap(t *testing.T) {
	runEdits(t, []editTest{
		{"replace a scalar", "a: 1\nb: 2 # c\nd: 3\n", 0, ops(set("x", "b")), "a: 1\nb: x # c\nd: 3\n"},
		{"keep quotes", "a: 'x'\nb: \"y\"\n", 0, ops(set("u'v", "a"), set(`w"`, "b")), "a: 'u''v'\nb: \"w\\\"\"\n"},
		{"add", "a: 1\nb:\n  c: 1\n", 0, ops(set("x", "d")), "a: 1\nb:\n  c: 1\nd: x\n"},
		{"add to a nested map and to the outer one", "b:\n  c: 1\n", 0, ops(set(1, "d"), set(2, "b", "e")), "b:\n  c: 1\n  e: 2\nd: 1\n"},
		{"add missing parents", "metadata:\n    name: x\nspec: {}\n", 0, ops(set("ml", "metadata", "labels", "team")), "metadata:\n    name: x\n    labels:\n        team: ml\nspec: {}\n"},
		{"add into an empty map", "metadata:\n  labels: {}\n  x: 1\n", 0, ops(set("ml", "metadata", "labels", "team")), "metadata:\n  labels:\n    team: ml\n  x: 1\n"},
		{"add into null", "a: ~\nb:\nc: null # why\n", 0, ops(set(1, "a", "x"), set(1, "b", "x"), set(1, "c", "x")), "a:\n  x: 1\nb:\n  x: 1\nc: # why\n  x: 1\n"},
		{"remove", "a: 1\n# about b\nb: 2 # gone\nc: 3\n", 0, ops(remove("b")), "a: 1\n# about b\nc: 3\n"},
		{"remove the first", "a: 1\nb: 2\n", 0, ops(remove("a")), "b: 2\n"},
		{"remove the first two", "a: 1\nb: 2\nc: 3\n", 0, ops(remove("a"), remove("b")), "c: 3\n"},
		{"remove the last of a map", "a:\n  # note\n  b: 1\nc: 2\n", 0, ops(remove("a", "b")), "a: {}\n  # note\nc: 2\n"},
		{"remove all of the root", "a: 1\nb: 2\n", 0, ops(remove("a"), remove("b")), "{}\n"},
		{"replace the only member by another", "a:\n  b: 1\n", 0, ops(remove("a", "b"), set(2, "a", "c")), "a:\n  c: 2\n"},
		{"remove without a final newline", "a: 1\nb: 2", 0, ops(remove("b")), "a: 1"},
		{"add without a final newline", "a: 1", 0, ops(set(2, "b")), "a: 1\nb: 2"},
		{"map by scalar", "a:\n  b: 1\n  c: 2\nd: 3\n", 0, ops(set(5, "a")), "a: 5\nd: 3\n"},
		{"scalar by map", "a: 1 # x\nd: 3\n", 0, ops(set(m{"b": 1, "c": l{1, m{"x": 1, "z": 2}}}, "a")), "a: # x\n  b: 1\n  c:\n  - 1\n  - x: 1\n    z: 2\nd: 3\n"},
		{"scalar by literal", "a: 1\nd: 3\n", 0, ops(set("x\ny\n", "a")), "a: |\n  x\n  y\nd: 3\n"},
		{"literal by literal", "a: | # note\n    x\n\n    y\n\n# c\nd: 3\n", 0, ops(set("u\nv", "a")), "a: |- # note\n  u\n  v\n\n# c\nd: 3\n"},
		{"literal by plain", "a: >-\n  x\n  y\nd: 3\n", 0, ops(set("u", "a")), "a: u\nd: 3\n"},
		{"literal at the end of the file", "a: 1", 0, ops(set("u\nv\n", "a")), "a: \"u\\nv\\n\""},
		{"trailing comments of the outer level", "a:\n  b: 1\n  # inner\n# outer\nc: 1\n", 0, ops(set(2, "a", "d")), "a:\n  b: 1\n  # inner\n  d: 2\n# outer\nc: 1\n"},
		{"no-op", "a: 1.0\nb: 0x10\nc: 'yes'\nd: 9007199254740993\n", 0, ops(set(1, "a"), set(16, "b"), set("yes", "c"), set(json.Number("9007199254740993"), "d")), "a: 1.0\nb: 0x10\nc: 'yes'\nd: 9007199254740993\n"},
		{"CRLF", "a: 1\r\nb:\r\n  c: 1\r\n", 0, ops(set(m{"x": l{1}}, "b", "d")), "a: 1\r\nb:\r\n  c: 1\r\n  d:\r\n    x:\r\n    - 1\r\n"},
		{"multi-line plain", "a: one\n  two\nb: 1\n", 0, ops(set("x", "a")), "a: x\nb: 1\n"},
		{"map over map", "a:\n  x: 1 # one\n  y: 2\n", 0, ops(set(m{"x": 1, "z": 3}, "a")), "a:\n  x: 1 # one\n  z: 3\n"},
	})
}

func TestBlockList(t *testing.T) {
	runEdits(t, []editTest{
		{"append indentless", "a:\n- x\n- y\nb: 1\n", 0, ops(add("z", "a")), "a:\n- x\n- y\n- z\nb: 1\n"},
		{"append indented", "a:\n  - x\nb: 1\n", 0, ops(add(m{"k": 1, "o": l{1}}, "a")), "a:\n  - x\n  - k: 1\n    o:\n      - 1\nb: 1\n"},
		{"remove element", "a:\n- x\n- y: 1\n  z: 2\n- w\n", 0, ops(remove("a", 1)), "a:\n- x\n- w\n"},
		{"remove last element", "a:\n  - x\nb: 1\n", 0, ops(remove("a", 0)), "a: []\nb: 1\n"},
		{"first key of an element", "a:\n- x: 1\n  y: 2\n", 0, ops(remove("a", 0, "x")), "a:\n- y: 2\n"},
		{"first key of an element, comment between", "a:\n- x: 1 # c\n  # about y\n  y: 2\n", 0, ops(remove("a", 0, "x")), "a:\n-\n  # about y\n  y: 2\n"},
		{"only key of an element", "a:\n- x: 1\n", 0, ops(remove("a", 0, "x")), "a:\n- {}\n"},
		{"set element", "- x\n- y: 1\n  z: 2\n", 0, ops(set(m{"q": 1, "r": m{"s": 1}}, 0), set("p", 1)), "- q: 1\n  r:\n    s: 1\n- p\n"},
		{"shrink from the middle", "a:\n- 1 # one\n- 2\n- 3 # three\n", 0, ops(set(l{1, 3}, "a")), "a:\n- 1 # one\n- 3 # three\n"},
		{"keys in the order of the element before", "a:\n- name: \"x\"\n  image: \"z\"\n", 0, ops(add(m{"args": l{"u"}, "image": "v", "name": "w"}, "a")), "a:\n- name: \"x\"\n  image: \"z\"\n- name: \"w\"\n  image: \"v\"\n  args:\n  - \"u\"\n"},
		{"wide dash", "a:\n-   x: 1\n    y: 2\n", 0, ops(add(m{"x": 2, "w": 3}, "a"), set(9, "a", 0, "z")), "a:\n-   x: 1\n    y: 2\n    z: 9\n-   x: 2\n    w: 3\n"},
	})
}

func TestFlow(t *testing.T) {
	runEdits(t, []editTest{
		{"add", "a: {b: 1, c: 2} # x\n", 0, ops(set("u", "a", "d")), "a: {b: 1, c: 2, d: u} # x\n"},
		{"add to padded", "a: { b: 1 }\n", 0, ops(set(m{"x": "v"}, "a", "d")), "a: { b: 1, d: { x: v } }\n"},
		{"remove", "a: {b: 1, c: 2, d: 3}\n", 0, ops(remove("a", "c")), "a: {b: 1, d: 3}\n"},
		{"remove last", "a: {b: 1, c: 2}\n", 0, ops(remove("a", "c")), "a: {b: 1}\n"},
		{"remove all", "a: { b: 1, c: 2 }\n", 0, ops(remove("a", "c"), remove("a", "b")), "a: {}\n"},
		{"no value", "a: {b, c: }\n", 0, ops(set(1, "a", "b"), set(2, "a", "c")), "a: {b: 1, c: 2}\n"},
		{"trailing comma", "a: [1, 2,]\n", 0, ops(add(3, "a")), "a: [1, 2, 3,]\n"},
		{"over lines", "a: {\n  b: 1, # one\n  c: 2 # two\n}\n", 0, ops(set(3, "a", "d")), "a: {\n  b: 1, # one\n  c: 2, # two\n  d: 3\n}\n"},
		{"over lines, remove", "a: {\n  b: 1, # one\n  c: 2, # two\n  d: 3\n}\n", 0, ops(remove("a", "c")), "a: {\n  b: 1, # one\n  d: 3\n}\n"},
		{"over lines, remove last", "a: {\n  b: 1, # one\n  d: 3 # three\n}\n", 0, ops(remove("a", "d")), "a: {\n  b: 1 # one\n}\n"},
	})
}

func TestJSON(t *testing.T) {
	runEdits(t, []editTest{
		{"pretty", "{\n  \"a\": 1.0,\n  \"m\": {}\n}\n", 0, ops(set("x", "b"), set("y", "m", "k")), "{\n  \"a\": 1.0,\n  \"m\": {\n    \"k\": \"y\"\n  },\n  \"b\": \"x\"\n}\n"},
		{"tabs", "{\n\t\"a\": {\n\t\t\"b\": 1\n\t}\n}", 0, ops(set(l{1, 2}, "a", "c")), "{\n\t\"a\": {\n\t\t\"b\": 1,\n\t\t\"c\": [\n\t\t\t1,\n\t\t\t2\n\t\t]\n\t}\n}"},
		{"compact", `{"a":{"b":1},"u":"\/\ud83d\ude00"}`, 0, ops(set(m{"x": nil, "y": true}, "a", "c")), `{"a":{"b":1,"c":{"x":null,"y":true}},"u":"\/\ud83d\ude00"}`},
		{"remove", "{\n  \"a\": 1,\n  \"b\": 2\n}", 0, ops(remove("b")), "{\n  \"a\": 1\n}"},
		{"remove first", "{\n  \"a\": 1,\n  \"b\": 2\n}", 0, ops(remove("a")), "{\n  \"b\": 2\n}"},
	})
}
