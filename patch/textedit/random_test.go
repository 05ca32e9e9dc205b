package textedit_test

import (
	"encoding/json"
	"errors"
	"maps"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/kartalint/kartalint/patch/internal/yamlgen"
	"github.com/kartalint/kartalint/patch/textedit"
)

// aPath draws a path that leads somewhere in v, or one step further.
func aPath(t *rapid.T, v any) (path []any, exists bool) {
	for {
		switch at := v.(type) {
		case map[string]any:
			if len(at) == 0 || rapid.IntRange(0, 4).Draw(t, "leave") == 0 {
				key := yamlgen.Key().Draw(t, "new")
				_, exists = at[key]
				return append(path, key), exists
			}
			key := rapid.SampledFrom(slices.Sorted(maps.Keys(at))).Draw(t, "key")
			path, v = append(path, key), at[key]
		case []any:
			if len(at) == 0 || rapid.IntRange(0, 4).Draw(t, "leave") == 0 {
				return append(path, len(at)), false
			}
			i := rapid.IntRange(0, len(at)-1).Draw(t, "index")
			path, v = append(path, i), at[i]
		default:
			return path, len(path) > 0
		}
		if rapid.IntRange(0, 3).Draw(t, "stop") == 0 {
			return path, true
		}
	}
}

func anOp(t *rapid.T, v any) textedit.Op {
	path, exists := aPath(t, v)
	switch {
	case exists && rapid.Bool().Draw(t, "remove"):
		return remove(path...)
	case len(path) > 1 && path[len(path)-1] != nil && rapid.IntRange(0, 5).Draw(t, "append") == 0:
		if _, isIndex := path[len(path)-1].(int); isIndex {
			return add(yamlgen.Value(2).Draw(t, "new value"), path[:len(path)-1]...)
		}
	}
	return set(yamlgen.Value(2).Draw(t, "new value"), path...)
}

// apply is the plain meaning of an operation; v is not changed.
func apply(v any, op textedit.Op, path []any) any {
	if len(path) == 0 {
		if op.Kind == textedit.Append {
			list, _ := v.([]any)
			return append(slices.Clone(list), op.Value)
		}
		return op.Value
	}
	gone := len(path) == 1 && op.Kind == textedit.Remove
	if key, ok := path[0].(string); ok {
		m, _ := v.(map[string]any)
		m = maps.Clone(m)
		if m == nil {
			m = map[string]any{}
		}
		if gone {
			delete(m, key)
		} else {
			m[key] = apply(m[key], op, path[1:])
		}
		return m
	}
	i := path[0].(int)
	list, _ := v.([]any)
	list = slices.Clone(list)
	switch {
	case gone:
		return slices.Delete(list, i, i+1)
	case i == len(list):
		return append(list, apply(nil, op, path[1:]))
	}
	list[i] = apply(list[i], op, path[1:])
	return list
}

// canonical makes values comparable: numbers by value, empty lists alike.
func canonical(v any) any {
	switch v := v.(type) {
	case map[string]any:
		out := map[string]any{}
		for key, member := range v {
			out[key] = canonical(member)
		}
		return out
	case []any:
		out := make([]any, 0, len(v))
		for _, element := range v {
			out = append(out, canonical(element))
		}
		return out
	case json.Number:
		if f, err := v.Float64(); err == nil && strings.ContainsAny(string(v), ".eE") {
			return "number " + strconv.FormatFloat(f, 'f', -1, 64)
		}
		return "number " + string(v)
	}
	return v
}

// TestRandom edits random documents in random styles: the result holds what
// the operations say, and every line that belongs to another value, and every
// comment outside of a removed value, is still there in order.
func TestRandom(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := yamlgen.Draw(t, yamlgen.Map(3).Draw(t, "value"))
		docs, err := textedit.Documents([]byte(s.Text))
		if err != nil {
			t.Fatalf("%v in\n%s", err, s.Text)
		}
		if diff := cmp.Diff(canonical(s.Value), canonical(docs[s.Doc].Value)); diff != "" || docs[s.Doc].Err != nil {
			t.Fatalf("%v, read from\n%s\n-want +got:\n%s", docs[s.Doc].Err, s.Text, diff)
		}
		want := s.Value
		var list []textedit.Op
		for range rapid.IntRange(1, 3).Draw(t, "operations") {
			op := anOp(t, want)
			list = append(list, op)
			want = apply(want, op, op.Path)
		}
		out, err := textedit.Apply([]byte(s.Text), s.Doc, list)
		if err != nil {
			t.Fatalf("%v for %v in\n%s", err, list, s.Text)
		}
		docs, err = textedit.Documents(out)
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(canonical(want), canonical(docs[s.Doc].Value)); diff != "" {
			t.Fatalf("%v\n-want +got:\n%s", list, diff)
		}
		checkLines(t, s, list, string(out))
	})
}

// TestRandomAnchors edits beside, through and at anchors, aliases and merge keys:
// it is refused, or the value is right and the anchors stand as they stood.
func TestRandomAnchors(t *testing.T) {
	done := 0
	rapid.Check(t, func(t *rapid.T) {
		p := yamlgen.Plain(t, 2)
		p.Line(nil, "base: &base")
		p.Map(nil, "", 2, nonEmptyMap(t, "base value"), false)
		p.Line(nil, "use: *base")
		p.Line(nil, "merged:")
		p.Line(nil, "  <<: *base")
		p.Map(nil, "", 2, nonEmptyMap(t, "own"), false)
		p.Line(nil, "rest:")
		p.Map(nil, "", 2, nonEmptyMap(t, "rest"), false)
		src := ""
		for _, line := range p.Out {
			src += line.Text + "\n"
		}
		docs, err := textedit.Documents([]byte(src))
		if err != nil || docs[0].Err != nil {
			t.Fatalf("%v %v in\n%s", err, docs, src)
		}
		op := anOp(t, docs[0].Value)
		out, err := textedit.Apply([]byte(src), 0, []textedit.Op{op})
		if err != nil {
			if _, ok := errors.AsType[*textedit.RefusedError](err); !ok || len(op.Path) > 0 && op.Path[0] == "rest" {
				t.Fatalf("%v for %v in\n%s", err, op, src)
			}
			return
		}
		done++
		docs, err = textedit.Documents(out)
		if err != nil {
			t.Fatal(err)
		}
		first, err := textedit.Documents([]byte(src))
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(canonical(apply(first[0].Value, op, op.Path)), canonical(docs[0].Value)); diff != "" {
			t.Fatalf("%v in\n%s\n-want +got:\n%s", op, src, diff)
		}
	})
	if done == 0 {
		t.Error("every edit was refused")
	}
}

func nonEmptyMap(t *rapid.T, label string) map[string]any {
	return rapid.MapOfN(yamlgen.Key(), yamlgen.Value(1), 1, 3).Draw(t, label)
}

// checkLines looks for every line that has to stay.
func checkLines(t *rapid.T, s yamlgen.Source, list []textedit.Op, out string) {
	left := strings.Split(out, "\n")
	for _, line := range s.Lines {
		if touched(s, line, list) || line.Text == "" && !strings.HasSuffix(s.Text, "\n") {
			continue // a file without a final line break ends in no blank line
		}
		i := slices.IndexFunc(left, func(l string) bool { return strings.TrimSuffix(strings.TrimPrefix(l, "\ufeff"), "\r") == line.Text })
		if i < 0 {
			t.Fatalf("line %q is gone or moved after %v; from\n%s\nto\n%s", line.Text, list, s.Text, out)
		}
		left = left[i+1:]
	}
	if strings.Contains(s.Text, "\r\n") && strings.Count(out, "\n") != strings.Count(out, "\r\n") {
		t.Fatalf("mixed line ends in %q", out)
	}
	// A literal block that is left as the last value needs its line break.
	if strings.HasSuffix(s.Text, "\n") != strings.HasSuffix(out, "\n") && !strings.Contains(out, "|") {
		t.Fatalf("another end of the file: %q", out)
	}
}

// touched reports whether a line may change: it belongs to the changed value,
// to a key above it, or to an element whose first key goes.
func touched(s yamlgen.Source, line yamlgen.Line, list []textedit.Op) bool {
	for _, op := range list {
		path := op.Path
		if _, isIndex := at(path, len(path)-1).(int); isIndex && op.Kind == textedit.Remove {
			path = path[:len(path)-1] // the indexes behind it move
		}
		if prefixOf(path, line.Path) && !(line.Comment && len(path) > len(line.Path)) {
			return true
		}
		if line.Comment && (line.Text != "" || !inList(path, line.Path)) {
			continue
		}
		if prefixOf(line.Path, path) || len(path) > 0 && prefixOf(path[:len(path)-1], line.Path) && inList(path, line.Path) {
			return true
		}
	}
	return false
}

// inList reports that both paths lead through the same list, where an index
// may have moved or a first key may have joined the line of its dash.
func inList(a, b []any) bool {
	for i := range min(len(a), len(b)) {
		_, isIndex := b[i].(int)
		if isIndex {
			return true
		}
	}
	return false
}

func at(path []any, i int) any {
	if i < 0 {
		return nil
	}
	return path[i]
}

func prefixOf(a, b []any) bool {
	return len(a) <= len(b) && slices.Equal(a, b[:len(a)])
}
