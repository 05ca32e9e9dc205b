package textedit_test

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/kartalint/kartalint/patch/textedit"
)

// FuzzApply edits any text at any of its places: no panic, only typed errors,
// and what succeeds holds exactly what was asked for.
func FuzzApply(f *testing.F) {
	for i, src := range fuzzSeeds {
		f.Add(src, "x", uint16(0), uint8(i))
		f.Add(src, "line\nline\n", uint16(1), uint8(i+1))
		f.Add(src, "- a: b", uint16(2), uint8(i+2))
	}
	f.Fuzz(func(t *testing.T, src, value string, place uint16, kind uint8) {
		docs, err := textedit.Documents([]byte(src))
		if err != nil {
			checkTyped(t, err)
			return
		}
		for i, doc := range docs {
			if doc.Err != nil {
				checkTyped(t, doc.Err)
				continue
			}
			list := fuzzOps(doc.Value, value, int(place), kind)
			out, err := textedit.Apply([]byte(src), i, list)
			if err != nil {
				checkTyped(t, err)
				continue
			}
			checkLaw(t, docs, i, list, out)
		}
	})
}

// fuzzOps makes two operations of different kinds on places of the value.
func fuzzOps(v any, value string, place int, kind uint8) []textedit.Op {
	paths := append(pathsOf(v, nil), nil)
	slices.SortFunc(paths, func(a, b []any) int {
		return strings.Compare(textedit.PathString(a), textedit.PathString(b))
	})
	var list []textedit.Op
	for n := range 1 + int(kind>>6) {
		path := slices.Clone(paths[(place+7*n)%len(paths)])
		switch (int(kind) + n) % 8 {
		case 0:
			list = append(list, set(value, path...))
		case 1:
			list = append(list, set(m{value: l{value, true}}, path...))
		case 2:
			list = append(list, remove(path...))
		case 3:
			list = append(list, add(value, path...))
		case 4:
			list = append(list, set(value, append(path, "new", value)...))
		case 5:
			list = append(list, set(m{}, path...))
		case 6:
			list = append(list, set(nil, append(path, value)...))
		case 7:
			list = append(list, add(m{"a": l{value}}, path...))
		}
	}
	return list
}

func checkTyped(t *testing.T, err error) {
	t.Helper()
	_, refused := errors.AsType[*textedit.RefusedError](err)
	_, op := errors.AsType[*textedit.OpError](err)
	_, parse := errors.AsType[*textedit.ParseError](err)
	if !refused && !op && !parse {
		t.Fatalf("an error of type %T: %v", err, err)
	}
}

func checkLaw(t *testing.T, docs []textedit.Document, doc int, list []textedit.Op, out []byte) {
	t.Helper()
	after, err := textedit.Documents(out)
	if err != nil || len(after) != len(docs) {
		t.Fatalf("%v, %d documents of %d", err, len(after), len(docs))
	}
	for i := range docs {
		want := docs[i].Value
		if i == doc {
			for _, op := range list {
				want = apply(want, op, op.Path)
			}
		}
		if diff := cmp.Diff(canonical(want), canonical(after[i].Value)); diff != "" {
			t.Fatalf("document %d after %v -want +got:\n%s\n%s", i, list, diff, out)
		}
	}
}

var fuzzSeeds = []string{
	"a: 1\nb:\n- x\n", "{\"a\": {\"b\": [1, 2]}}", "a: &x {b: 1}\nb: *x\n", "a: |\n  x\n---\nb: >-\n y\n", "? a\n: b\n", "a: {b: 1, c}\n", "<<: {a: 1}\nb: 2\n", "a: &a {x: 1}\nb:\n  <<: [*a, {y: 2}]\n  x: 3\nc: *a\n",
	"%YAML 1.1\n---\n!!map\na: !!str 1\n...\n", "\ufeffa: 'x'\r\n", "- a: 1\n  b: 2\n- [a: b]\n", "a:\n  # c\n  b: 1\n", "a:\tb\n", "[{a: 1, # x\n  b: 2,\n}]\n",
	"a: |+\n  x\n\n\nb: 1", "- - - a\n    - b\n  - c\n", "a: \"x\n  y\" # c\n", "--- >\n x\n---\n# c\n", "{\n\t\"a\": [\n\t\t1\n\t]\n}\n", "a:\n  - &a b # c\n  - ! d\n", "'a': {}\n\"b\": []\nc:\n",
}
