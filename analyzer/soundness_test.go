package analyzer

import (
	"context"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"os"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"
)

// pairs is how many pairs of expression and document a run checks; KARTALINT_SOUND_PAIRS asks for more.
func pairs(t *testing.T) int {
	if s := os.Getenv("KARTALINT_SOUND_PAIRS"); s != "" {
		n, err := strconv.Atoi(s)
		if err != nil {
			t.Fatal(err)
		}
		return n
	}
	return 20000
}

// TestSoundness holds what the analysis says of random expressions against what gojq does with them on random documents.
func TestSoundness(t *testing.T) {
	const seed = 7
	r := rand.New(rand.NewPCG(seed, 1))
	n, checked := pairs(t), 0
	for checked < n && !t.Failed() {
		src := (&generator{r: r}).expr(3)
		e, err := Analyze(src)
		if err != nil {
			t.Fatalf("the generator made %q: %v", src, err)
		}
		for range 8 {
			if t.Failed() {
				break
			}
			checkSound(t, e, document(r, 4))
			checked++
		}
	}
	t.Logf("%d pairs, seed %d", checked, seed)
}

// FuzzSound does the same for expressions and documents that the fuzzer makes.
func FuzzSound(f *testing.F) {
	for _, src := range counterexamples {
		f.Add(src, `{"a":[{"b":1},{"b":null,"c":"x"}],"b":{"a":false}}`)
	}
	f.Fuzz(func(t *testing.T, src, doc string) {
		if len(src) > 200 || len(doc) > 2000 || strings.Contains(src, "input") || strings.Contains(src, "now") || strings.Contains(src, "debug") || strings.Contains(src, "halt") {
			t.Skip()
		}
		var v any
		if json.Unmarshal([]byte(doc), &v) != nil {
			t.Skip()
		}
		e, err := Analyze(src)
		if err != nil {
			return
		}
		checkSound(t, e, normalizeDoc(v))
	})
}

// normalizeDoc makes the whole numbers of a decoded document ints, as gojq yields them.
func normalizeDoc(v any) any {
	switch v := v.(type) {
	case map[string]any:
		for k, x := range v {
			v[k] = normalizeDoc(x)
		}
	case []any:
		for i, x := range v {
			v[i] = normalizeDoc(x)
		}
	}
	return v
}

// counterexamples are expressions on which the analysis was wrong once.
var counterexamples = []string{
	".", ".a", ".a.b", ".a[]", ".a[].b", ".a[0]", ".a[-1]", ".a?", "..", ".a // .b", ".a // 1", ".[] | select(.b)", "first(.a[])", "if .a then .b else .c end",
	".a | .b", "(.a)", `.["a"]`, ". as $x | $x.a", ".a as [$x] | $x", "reduce .a[] as $x (0; . + 1)", "[.a[]]", "{a: .b}", "to_entries[] | .key", "keys[]",
	"def f: .a; f", "limit(1; .a[])", "getpath([\"a\",\"b\"])", ".a[1:]", ".a[.b]", "try .a catch .b", "y1", ".a | significand", "label $f | .a, break $f", "recurse(.a[]?)", "-(.a)", ".a.b?", "empty",
	`(.b[])[]?`, `.a[.b]?`, `(.a | keys[]?)`, `.c[0]? | "a"`, `try (.d[]) catch .c`, `(.d as [$p, $q] | .a)`, `last(.d)`, `.a + (.b == .c)`, `.a | select(.b[])`, `.a | last(.d)`, `reduce .b as $x (.a[]; .)`, `(.b >= .c) // .d | .b`, `(.d | to_entries[]? | .key)`,
}

func TestCounterexamples(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 1))
	for _, src := range counterexamples {
		e, err := Analyze(src)
		if err != nil {
			t.Errorf("%s: %v", src, err)
			continue
		}
		for range 300 {
			checkSound(t, e, document(r, 4))
		}
	}
}

func checkSound(t *testing.T, e *Expr, doc any) {
	t.Helper()
	fail := func(format string, args ...any) {
		t.Helper()
		text, _ := json.Marshal(doc)
		t.Errorf("%s on %s: %s\n class %d normal %q writes %v reads %v type %06b outputs %+v", e.Source, text, fmt.Sprintf(format, args...), e.Class, e.Normal, e.Writes, e.Reads, e.Type, e.Outputs)
	}
	ctx, cancel := context.WithTimeout(context.Background(), time.Second)
	defer cancel()
	places, pathErr := e.Places(ctx, doc, 200)
	values, valueErr := e.Eval(ctx, doc, 200)
	if ctx.Err() != nil {
		return
	}
	if e.Class != Formula {
		for _, p := range places {
			if !covered(e.Writes, p) {
				fail("path() yields %v, which is no write target", p)
			}
		}
	}
	if e.Class == Address || e.Class == Respelled {
		checkNormal(ctx, e, doc, places, pathErr, fail)
	}
	for _, v := range values {
		if typeOf(v)&e.Type == 0 {
			fail("the result %v has a type that is not in the set", v)
		}
		if e.Values != nil && !among(e.Values, v) {
			fail("the result %v is not among the values %v", v, e.Values)
		}
	}
	if len(e.Outputs.Iterations) == 0 && valueErr == nil && (len(values) < e.Outputs.Min || len(values) > e.Outputs.Max) {
		fail("%d results", len(values))
	}
	for _, h := range e.Hazards {
		if h.Safe != "" && h.Safe != e.Source {
			if _, err := Analyze(h.Safe); err != nil {
				fail("the null-safe spelling %q is none: %v", h.Safe, err)
			}
		}
	}
	checkReads(ctx, e, doc, values, valueErr, fail)
	checkNull(ctx, e, fail)
}

func checkNormal(ctx context.Context, e *Expr, doc any, places [][]any, pathErr error, fail func(string, ...any)) {
	n, err := Analyze(e.Normal)
	if err != nil || n.Class != Address {
		fail("the normal form is no address")
		return
	}
	other, err := n.Places(ctx, doc, 200)
	if pathErr == nil && err == nil && !reflect.DeepEqual(places, other) {
		fail("the normal form yields the places %v, the expression %v", other, places)
	}
	if pathErr == nil && err != nil {
		fail("the normal form fails: %v", err)
	}
}

// checkReads changes the document where the expression is said not to look, and wants the same results.
func checkReads(ctx context.Context, e *Expr, doc any, values []any, valueErr error, fail func(string, ...any)) {
	for _, change := range []any{nil, "changed", 42, map[string]any{"a": 7}} {
		other := outside(clone(doc), nil, e.Reads, change)
		got, err := e.Eval(ctx, other, 200)
		if ctx.Err() != nil {
			return
		}
		if (err == nil) != (valueErr == nil) {
			continue // errors depend on the types on the way, which are no reads
		}
		if err == nil && !reflect.DeepEqual(got, values) {
			text, _ := json.Marshal(other)
			fail("another document with the same reads, %s, gives %v instead of %v", text, got, values)
		}
	}
}

// outside replaces what stands at places that no read touches. Containers on the way to a read are kept.
func outside(v any, at []any, reads []Path, change any) any {
	if !touched(reads, at) {
		return change
	}
	switch v := v.(type) {
	case map[string]any:
		for k, x := range v {
			v[k] = outside(x, append(at[:len(at):len(at)], k), reads, change)
		}
	case []any:
		for i, x := range v {
			v[i] = outside(x, append(at[:len(at):len(at)], i), reads, change)
		}
	}
	return v
}

func touched(reads []Path, at []any) bool {
	p := make(Path, len(at))
	for i, k := range at {
		if s, ok := k.(string); ok {
			p[i] = Step{Kind: Key, Name: s}
		} else {
			p[i] = Step{Kind: Index, Index: k.(int)}
		}
	}
	for _, r := range reads {
		if r.Relation(p) != Disjoint {
			return true
		}
	}
	return false
}

func checkNull(ctx context.Context, e *Expr, fail func(string, ...any)) {
	if !e.NullSafe {
		return
	}
	docs := []any{nil}
	if !slices.ContainsFunc(e.Reads, func(p Path) bool { return len(p) > 0 && p[0].Kind != Key }) {
		docs = append(docs, map[string]any{}) // an array is wanted of the document otherwise
	}
	for _, doc := range docs {
		if _, err := e.Eval(ctx, doc, 200); err != nil && ctx.Err() == nil && err != ErrTooManyResults {
			fail("it is said to be null-safe and fails on %v: %v", doc, err)
		}
	}
}

// covered says whether a concrete place is one of the places that paths name.
func covered(paths []Path, place []any) bool {
	for _, p := range paths {
		if matches(p, place) {
			return true
		}
	}
	return false
}

func matches(p Path, place []any) bool {
	if len(p) == 0 {
		return len(place) == 0
	}
	if p[0].Kind == Descend {
		for i := 0; i <= len(place); i++ {
			if matches(p[1:], place[i:]) {
				return true
			}
		}
		return false
	}
	if len(place) == 0 {
		return false
	}
	ok := false
	switch k := place[0].(type) {
	case string:
		ok = p[0].Kind == Key && p[0].Name == k || p[0].Kind == Each || p[0].Kind == AnyKey
	case int:
		ok = p[0].Kind == Index && p[0].Index == k || p[0].Kind == Each || p[0].Kind == AnyKey
	case map[string]any:
		ok = p[0].Kind == Slice || p[0].Kind == AnyKey
	default:
		ok = p[0].Kind == AnyKey || p[0].Kind == Index
	}
	return ok && matches(p[1:], place[1:])
}

func typeOf(v any) Type {
	switch v.(type) {
	case nil:
		return Null
	case bool:
		return Bool
	case string:
		return String
	case []any:
		return Array
	case map[string]any:
		return Object
	}
	return Number
}

func among(list []any, v any) bool {
	for _, x := range list {
		if fmt.Sprint(x) == fmt.Sprint(v) {
			return true
		}
	}
	return false
}

func clone(v any) any {
	switch v := v.(type) {
	case map[string]any:
		m := map[string]any{}
		for k, x := range v {
			m[k] = clone(x)
		}
		return m
	case []any:
		l := make([]any, len(v))
		for i, x := range v {
			l[i] = clone(x)
		}
		return l
	}
	return v
}

// document is a random document over a few names.
func document(r *rand.Rand, depth int) any {
	switch k := r.IntN(10); {
	case depth > 0 && k < 4 || depth == 4:
		m := map[string]any{}
		for range r.IntN(4) + 1 {
			m[string("abcd"[r.IntN(4)])] = document(r, depth-1)
		}
		return m
	case depth > 0 && k < 6:
		l := make([]any, r.IntN(3))
		for i := range l {
			l[i] = document(r, depth-1)
		}
		return l
	}
	return []any{nil, true, false, 0, 1, -3, "", "a", "b", "text"}[r.IntN(10)]
}

// generator writes random expressions of the whole grammar.
type generator struct {
	r    *rand.Rand
	vars []string
}

func (g *generator) name() string { return string("abcd"[g.r.IntN(4)]) }

func (g *generator) expr(depth int) string {
	if depth == 0 {
		return g.leaf()
	}
	x := func() string { return g.expr(depth - 1) }
	switch g.r.IntN(40) {
	case 0, 1, 2, 3:
		return x() + " | " + x()
	case 4, 5:
		return "(" + x() + " // " + x() + ")"
	case 6:
		return "(" + x() + ", " + x() + ")"
	case 7:
		return "(" + x() + " " + []string{"+", "-", "*", "/", "%"}[g.r.IntN(5)] + " " + x() + ")"
	case 8:
		return "(" + x() + " " + []string{"==", "!=", "<", "<=", ">", ">="}[g.r.IntN(6)] + " " + x() + ")"
	case 9:
		return "(" + x() + " " + []string{"and", "or"}[g.r.IntN(2)] + " " + x() + ")"
	case 10, 11:
		return "(" + x() + " | select(" + x() + "))"
	case 12:
		return "if " + x() + " then " + x() + " else " + x() + " end"
	case 13:
		return "if " + x() + " then " + x() + " end"
	case 14:
		return "try (" + x() + ")"
	case 15:
		return "try (" + x() + ") catch " + g.leaf()
	case 16, 17:
		v := "$" + string("xyz"[g.r.IntN(3)])
		source := x()
		g.vars = append(g.vars, v)
		body := x()
		g.vars = g.vars[:len(g.vars)-1]
		return "(" + source + " as " + v + " | " + body + ")"
	case 18:
		g.vars = append(g.vars, "$p", "$q")
		body := x()
		g.vars = g.vars[:len(g.vars)-2]
		return "(" + g.leaf() + " as " + []string{"[$p, $q]", "{a: $p, b: $q}", "{a: [$p], $b, c: $q}"}[g.r.IntN(3)] + " | " + body + ")"
	case 19:
		return "[" + x() + "]"
	case 20:
		return "{a: (" + x() + "), b: (" + x() + ")}"
	case 21:
		return "(" + x() + ")[" + x() + "]?"
	case 22:
		return "(" + x() + ")[]?"
	case 23:
		return "(" + x() + ")[" + strconv.Itoa(g.r.IntN(3)-1) + ":]?"
	case 24:
		return []string{"first", "last", "isempty"}[g.r.IntN(3)] + "(" + x() + ")"
	case 25:
		return []string{"limit", "skip", "nth"}[g.r.IntN(3)] + "(" + strconv.Itoa(g.r.IntN(3)) + "; " + x() + ")"
	case 26:
		return "(" + x() + " | " + []string{"length", "keys", "to_entries", "tostring", "type", "not", "values", "nulls", "objects", "arrays", "strings", "numbers", "booleans", "scalars", "iterables",
			"tojson", "add", "any", "all", "min", "max", "reverse", "sort", "unique", "flatten", "first", "last", "from_entries", "ascii_downcase", "tonumber", "floor", "explode", "transpose"}[g.r.IntN(33)] + ")?"
	case 27:
		return "(" + x() + " | " + []string{"map", "any", "all", "sort_by", "group_by", "min_by", "unique_by", "with_entries"}[g.r.IntN(8)] + "(" + x() + "))?"
	case 28:
		return []string{"any", "all"}[g.r.IntN(2)] + "(" + x() + "; " + x() + ")"
	case 29:
		return "reduce (" + x() + ") as $x (" + g.leaf() + "; " + x() + ")"
	case 30:
		return "[limit(5; foreach (" + x() + ") as $x (" + g.leaf() + "; " + x() + "))]"
	case 31:
		return "(" + x() + " | to_entries[]? | " + []string{".key", ".value", ".value.a"}[g.r.IntN(3)] + ")"
	case 32:
		return "(" + x() + " | keys[]?)"
	case 33:
		return "(def f: " + x() + "; (f | " + g.leaf() + "))"
	case 34:
		return "(def f(g): " + g.leaf() + " | g; f(" + x() + "))"
	case 35:
		return "(" + x() + " as [$x] ?// $x | " + x() + ")"
	case 36:
		return `"p\(` + x() + `)"`
	case 37:
		return "getpath([\"" + g.name() + "\", " + []string{"0", `"a"`, ".b"}[g.r.IntN(3)] + "])?"
	case 38:
		return "[limit(4; " + []string{"..", "recurse", "recurse(.[]?)", "recurse(.a?; . != null)"}[g.r.IntN(4)] + ")]"
	}
	return g.leaf()
}

func (g *generator) leaf() string {
	if len(g.vars) > 0 && g.r.IntN(3) == 0 {
		v := g.vars[g.r.IntN(len(g.vars))]
		return v + []string{"", ".a?", "[]?", ".b?"}[g.r.IntN(4)]
	}
	switch g.r.IntN(14) {
	case 0:
		return "."
	case 1:
		return []string{"1", `"a"`, "null", "true", "false", "0", "[]", "{}"}[g.r.IntN(8)]
	case 2:
		return "." + g.name() + "[]"
	case 3:
		return "." + g.name() + "[]?." + g.name() + "?"
	case 4:
		return "." + g.name() + "[" + strconv.Itoa(g.r.IntN(4)-2) + "]?"
	case 5:
		return `.["` + g.name() + `"]`
	case 6:
		return "." + g.name() + "." + g.name()
	case 7:
		return "empty"
	case 8:
		return "." + g.name() + "[]"
	}
	return "." + g.name()
}
