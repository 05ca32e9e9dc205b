package textedit_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/kartalint/kartalint/patch/textedit"
)

// hardStrings are those that some reader of YAML takes for something else.
var hardStrings = []string{
	"", "~", "null", "Null", "yes", "No", "on", "OFF", "y", "n", "true", "FALSE", "012", "0o14", "0x1F", "0b11", "1_000", "1e3", "1.", ".5",
	"-.inf", ".NaN", "+1", "12:30:45", "2024-01-02", "2024-01-02T03:04:05Z", "=", "<<", "---", "--- a", "...", "-", "- a", "-a", "?", "? a", ":", ": a",
	"a: b", "a:", "a:b", "a #b", "a#b", "#a", "&a", "*a", "!a", "|", ">", "@a", "`a", "%a", "'", "\"", "a'b", `a"b`, `a\b`, "[a", "{a", "a]", "a,b", " a", "a ",
	"\ta", "a\tb", "a\t", "a\nb", "a\nb\n", "a\n\n", "\na", " a\nb", "a\n b\n", "a\n\nb", "\n", "a\r\nb", "a\u0085b", "a\u2028b", "\ufeffa", "é", "日本", "😀", "\u00a0", "a\x00b", "\x7f",
	"9007199254740993", "1.0", "app.kubernetes.io/name", "nginx:1.2", "http://x/y?z=1&w", "--flag=x", "key: |", "a: {b}", "0.1.2", "10.0.0.1",
}

func aString() *rapid.Generator[string] {
	return rapid.OneOf(
		rapid.SampledFrom([]string{"ml", "nginx", "team", "a b", "x-y"}),
		rapid.SampledFrom(hardStrings),
		rapid.StringN(0, 8, -1),
	)
}

func aKey() *rapid.Generator[string] {
	return rapid.OneOf(
		rapid.SampledFrom([]string{"a", "b", "c", "name", "labels", "spec", "app.kubernetes.io/name"}),
		rapid.SampledFrom(hardStrings),
	)
}

func aScalar() *rapid.Generator[any] {
	return rapid.OneOf(
		rapid.Map(aString(), func(s string) any { return s }),
		rapid.SampledFrom([]any{nil, true, false, json.Number("0"), json.Number("-7"), json.Number("9007199254740993"),
			json.Number("1.0"), json.Number("1e3"), json.Number("1.50"), json.Number("-2.5E-3"), json.Number("123456789012345678901234567890")}),
	)
}

// aValue draws a value, depth levels deep at most.
func aValue(depth int) *rapid.Generator[any] {
	if depth == 0 {
		return aScalar()
	}
	return rapid.Custom(func(t *rapid.T) any {
		switch rapid.IntRange(0, 4).Draw(t, "kind") {
		case 0, 1:
			return aMap(depth).Draw(t, "map")
		case 2:
			return rapid.SliceOfN(aValue(depth-1), 0, 3).Draw(t, "list")
		}
		return aScalar().Draw(t, "scalar")
	})
}

func aMap(depth int) *rapid.Generator[any] {
	return rapid.Map(rapid.MapOfN(aKey(), aValue(depth-1), 0, 4), func(m map[string]any) any { return m })
}

// printer writes values as YAML in a random style.
type printer struct {
	t          *rapid.T
	out        []printed
	step       int
	listOffset int
	gap        int
	notes      int
}

// printed is a line and the path of the value that it belongs to.
type printed struct {
	text    string
	path    []any
	comment bool
}

func (p *printer) roll(n int) bool { return rapid.IntRange(0, n).Draw(p.t, "roll") == 0 }

func (p *printer) line(path []any, text string) {
	p.out = append(p.out, printed{text: text, path: slices.Clone(path)})
}

// between writes blank lines and comments, indented by column.
func (p *printer) between(path []any, column int) {
	if p.roll(8) {
		p.out = append(p.out, printed{"", slices.Clone(path), true})
	}
	if p.roll(5) {
		p.notes++
		p.out = append(p.out, printed{fmt.Sprintf("%s# note %d: x", strings.Repeat(" ", column), p.notes), slices.Clone(path), true})
	}
}

func (p *printer) note() string {
	if !p.roll(5) {
		return ""
	}
	p.notes++
	return fmt.Sprintf(" # note %d", p.notes)
}

// value writes v behind prefix, which ends in ":" or "-" or is empty, and
// stands in a collection at column.
func (p *printer) value(path []any, prefix string, column int, v any, inList bool) {
	switch v := v.(type) {
	case map[string]any:
		if len(v) > 0 && !p.roll(5) {
			p.blockMap(path, prefix, column, v, inList)
			return
		}
	case []any:
		if len(v) > 0 && !p.roll(5) {
			p.blockList(path, prefix, column, v, inList)
			return
		}
	case string:
		if p.literal(path, prefix, column, v) {
			return
		}
	case nil:
		if prefix != "" && p.roll(3) {
			p.line(path, prefix+p.note())
			return
		}
	}
	if prefix != "" {
		prefix += strings.Repeat(" ", rapid.IntRange(1, 3).Draw(p.t, "space"))
	}
	p.line(path, prefix+p.flow(v, false)+p.note())
}

func (p *printer) literal(path []any, prefix string, column int, s string) bool {
	body, ends := strings.CutSuffix(s, "\n")
	if prefix == "" || !strings.Contains(s, "\n") || body == "" || !allPrint(strings.ReplaceAll(s, "\n", "")) ||
		strings.HasPrefix(s, " ") || strings.HasPrefix(s, "\n") || strings.HasSuffix(body, "\n") || p.roll(2) {
		return false
	}
	header := " |-"
	if ends {
		header = " |"
	}
	p.line(path, prefix+header+p.note())
	for _, line := range strings.Split(body, "\n") {
		if line != "" {
			line = strings.Repeat(" ", column+p.step) + line
		}
		p.line(path, line)
	}
	return true
}

func (p *printer) blockMap(path []any, prefix string, column int, m map[string]any, inList bool) {
	inner, compact := column, ""
	switch {
	case prefix == "":
	case inList && !p.roll(4):
		compact = prefix + strings.Repeat(" ", p.gap)
		inner = len(compact)
	default:
		p.line(path, prefix+p.note())
		inner = column + p.step
	}
	keys := rapid.Permutation(slices.Sorted(maps.Keys(m))).Draw(p.t, "keys")
	for i, key := range keys {
		child := append(slices.Clone(path), key)
		indent := strings.Repeat(" ", inner)
		if i == 0 && compact != "" {
			indent = compact
		} else {
			p.between(path, inner)
		}
		p.value(child, indent+p.key(key)+":", inner, m[key], false)
	}
	if p.roll(4) {
		p.between(path, inner)
	}
}

func (p *printer) blockList(path []any, prefix string, column int, list []any, inList bool) {
	inner, compact := column, ""
	switch {
	case prefix == "":
	case inList && !p.roll(4):
		compact = prefix + strings.Repeat(" ", p.gap)
		inner = len(compact)
	case inList:
		p.line(path, prefix+p.note())
		inner = column + p.step
	default:
		p.line(path, prefix+p.note())
		inner = column + p.listOffset
	}
	for i, element := range list {
		child := append(slices.Clone(path), i)
		indent := strings.Repeat(" ", inner)
		if i == 0 && compact != "" {
			indent = compact
		} else {
			p.between(path, inner)
		}
		p.value(child, indent+"-", inner, element, true)
	}
}

func (p *printer) key(key string) string { return p.text(key, true) }

func (p *printer) text(s string, flow bool) string {
	quoted, _ := json.Marshal(s)
	switch {
	case !allPrint(s):
		return strconv.Quote(s)
	case isWord(s) && !p.roll(3):
		return s
	case p.roll(1):
		return "'" + strings.ReplaceAll(s, "'", "''") + "'"
	}
	return strings.NewReplacer(`\u003c`, "<", `\u003e`, ">", `\u0026`, "&").Replace(string(quoted))
}

func allPrint(s string) bool {
	return strings.IndexFunc(s, func(r rune) bool { return !strconv.IsPrint(r) }) < 0
}

// isWord reports a string that is plain beyond doubt.
func isWord(s string) bool {
	for _, word := range []string{"ml", "nginx", "team", "a b", "x-y", "a", "b", "c", "name", "labels", "spec", "nginx:1.2", "a:b", "a#b", "--flag=x", "é"} {
		if s == word {
			return true
		}
	}
	return false
}

func (p *printer) flow(v any, nested bool) string {
	gap := strings.Repeat(" ", rapid.IntRange(0, 1).Draw(p.t, "gap"))
	var parts []string
	switch v := v.(type) {
	case map[string]any:
		for _, key := range slices.Sorted(maps.Keys(v)) {
			parts = append(parts, p.key(key)+": "+p.flow(v[key], true))
		}
		return "{" + gap + strings.Join(parts, ","+gap) + gap + "}"
	case []any:
		for _, element := range v {
			parts = append(parts, p.flow(element, true))
		}
		return "[" + gap + strings.Join(parts, ","+gap) + gap + "]"
	case string:
		return p.text(v, true)
	case nil:
		return rapid.SampledFrom([]string{"null", "~", "Null"}).Draw(p.t, "null")
	}
	return fmt.Sprint(v)
}

// source is a random file and the value of the document under test.
type source struct {
	text  string
	lines []printed
	doc   int
	value any
}

func aSource(t *rapid.T) source {
	p := &printer{t: t, step: rapid.IntRange(1, 4).Draw(t, "step"), listOffset: rapid.IntRange(0, 3).Draw(t, "offset"), gap: rapid.IntRange(1, 3).Draw(t, "dash")}
	s := source{value: aMap(3).Draw(t, "value")}
	other := func() {
		p.line(nil, "z: [1 , 2] # other")
		p.out[len(p.out)-1].comment = true
	}
	for range rapid.IntRange(0, 2).Draw(t, "before") {
		other()
		p.out = append(p.out, printed{text: "---", comment: true})
		s.doc++
	}
	p.between(nil, 0)
	from := len(p.out)
	p.value(nil, "", 0, s.value, false)
	if p.roll(2) {
		p.between(nil, 0)
	}
	s.lines = p.out[from:]
	if p.roll(2) {
		p.out = append(p.out, printed{text: "---", comment: true})
		other()
	}
	lineBreak := rapid.SampledFrom([]string{"\n", "\r\n"}).Draw(t, "break")
	for _, line := range p.out {
		s.text += line.text + lineBreak
	}
	if p.roll(3) && !endsInLiteral(p.out) {
		s.text = strings.TrimSuffix(s.text, lineBreak)
	}
	if p.roll(5) {
		s.text = "\ufeff" + s.text
	}
	return s
}

// endsInLiteral reports whether the final line break belongs to a value.
func endsInLiteral(out []printed) bool {
	last := out[len(out)-1]
	return last.text == "" || !last.comment && len(out) > 1 && cmp.Equal(out[len(out)-2].path, last.path)
}

// aPath draws a path that leads somewhere in v, or one step further.
func aPath(t *rapid.T, v any) (path []any, exists bool) {
	for {
		switch at := v.(type) {
		case map[string]any:
			if len(at) == 0 || rapid.IntRange(0, 4).Draw(t, "leave") == 0 {
				key := aKey().Draw(t, "new")
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
			return add(aValue(2).Draw(t, "new value"), path[:len(path)-1]...)
		}
	}
	return set(aValue(2).Draw(t, "new value"), path...)
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
		s := aSource(t)
		docs, err := textedit.Documents([]byte(s.text))
		if err != nil {
			t.Fatalf("%v in\n%s", err, s.text)
		}
		if diff := cmp.Diff(canonical(s.value), canonical(docs[s.doc].Value)); diff != "" || docs[s.doc].Err != nil {
			t.Fatalf("%v, read from\n%s\n-want +got:\n%s", docs[s.doc].Err, s.text, diff)
		}
		want := s.value
		var list []textedit.Op
		for range rapid.IntRange(1, 3).Draw(t, "operations") {
			op := anOp(t, want)
			list = append(list, op)
			want = apply(want, op, op.Path)
		}
		out, err := textedit.Apply([]byte(s.text), s.doc, list)
		if err != nil {
			t.Fatalf("%v for %v in\n%s", err, list, s.text)
		}
		docs, err = textedit.Documents(out)
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(canonical(want), canonical(docs[s.doc].Value)); diff != "" {
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
		p := &printer{t: t, step: 2, gap: 1}
		p.line(nil, "base: &base")
		p.blockMap(nil, "", 2, nonEmptyMap(t, "base value"), false)
		p.line(nil, "use: *base")
		p.line(nil, "merged:")
		p.line(nil, "  <<: *base")
		p.blockMap(nil, "", 2, nonEmptyMap(t, "own"), false)
		p.line(nil, "rest:")
		p.blockMap(nil, "", 2, nonEmptyMap(t, "rest"), false)
		src := ""
		for _, line := range p.out {
			src += line.text + "\n"
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
	return rapid.MapOfN(aKey(), aValue(1), 1, 3).Draw(t, label)
}

// checkLines looks for every line that has to stay.
func checkLines(t *rapid.T, s source, list []textedit.Op, out string) {
	left := strings.Split(out, "\n")
	for _, line := range s.lines {
		if touched(s, line, list) || line.text == "" && !strings.HasSuffix(s.text, "\n") {
			continue // a file without a final line break ends in no blank line
		}
		i := slices.IndexFunc(left, func(l string) bool { return strings.TrimSuffix(strings.TrimPrefix(l, "\ufeff"), "\r") == line.text })
		if i < 0 {
			t.Fatalf("line %q is gone or moved after %v; from\n%s\nto\n%s", line.text, list, s.text, out)
		}
		left = left[i+1:]
	}
	if strings.Contains(s.text, "\r\n") && strings.Count(out, "\n") != strings.Count(out, "\r\n") {
		t.Fatalf("mixed line ends in %q", out)
	}
	// A literal block that is left as the last value needs its line break.
	if strings.HasSuffix(s.text, "\n") != strings.HasSuffix(out, "\n") && !strings.Contains(out, "|") {
		t.Fatalf("another end of the file: %q", out)
	}
}

// touched reports whether a line may change: it belongs to the changed value,
// to a key above it, or to an element whose first key goes.
func touched(s source, line printed, list []textedit.Op) bool {
	for _, op := range list {
		path := op.Path
		if _, isIndex := at(path, len(path)-1).(int); isIndex && op.Kind == textedit.Remove {
			path = path[:len(path)-1] // the indexes behind it move
		}
		if prefixOf(path, line.path) && !(line.comment && len(path) > len(line.path)) {
			return true
		}
		if line.comment && (line.text != "" || !inList(path, line.path)) {
			continue
		}
		if prefixOf(line.path, path) || len(path) > 0 && prefixOf(path[:len(path)-1], line.path) && inList(path, line.path) {
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
