package status

import (
	"strings"
	"testing"

	"github.com/itchyny/gojq"
	"pgregory.net/rapid"

	"github.com/kartalint/kartalint/analyzer"
)

var subjects = []string{"phase", "status of condition A", ".x"}

func conjunctions() *rapid.Generator[[]fact] {
	ops := []gojq.Operator{gojq.OpEq, gojq.OpNe, gojq.OpLt, gojq.OpLe, gojq.OpGt, gojq.OpGe}
	return rapid.SliceOfN(rapid.Custom(func(t *rapid.T) fact {
		return fact{subject: rapid.SampledFrom(subjects).Draw(t, "subject"), op: rapid.SampledFrom(ops).Draw(t, "op"),
			value: rapid.SampledFrom([]any{false, 1, 2, "a"}).Draw(t, "value")}
	}), 1, 3)
}

// in says whether a conjunction holds in a world that gives each subject a value.
func (a facts) in(world map[string]any) bool {
	for _, f := range a {
		if !f.holds(gojq.Compare(world[f.subject], f.value)) {
			return false
		}
	}
	return true
}

func TestAlgebra(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		c, d := facts(conjunctions().Draw(t, "c")), facts(conjunctions().Draw(t, "d"))
		world := map[string]any{}
		for _, s := range subjects {
			world[s] = rapid.SampledFrom([]any{nil, false, true, 0, 1, 1.5, 2, 3, "a", "b"}).Draw(t, s)
		}
		if c.implies(d) && c.in(world) && !d.in(world) {
			t.Fatalf("%v is said to imply %v, and in %v it does not", c, d, world)
		}
		if c.contradicts(d) && c.in(world) && d.in(world) {
			t.Fatalf("%v is said to contradict %v, and in %v both hold", c, d, world)
		}
		if !c.implies(c) {
			t.Fatalf("%v does not imply itself", c)
		}
	})
}

// TestExpressions holds the reading of expressions: what two ask for, against each other.
func TestExpressions(t *testing.T) {
	for _, test := range []struct{ a, b, want string }{
		{`.a == 1`, `1 == .a`, "equal"},
		{`.a == "x" and .b > 3`, `.b > 2`, "implies"},
		{`(.spec.suspend // false) != true`, `.spec.suspend == true`, "contradicts"},
		{`(.a // 0) > 0 and (.b // 0) == 0`, `(.b // 0) > 0`, "contradicts"},
		{`(.a // 1) > 0`, `(.a // 0) > 0`, ""}, // absent is 1 in one and 0 in the other
		{`(.a // 1) == 1`, `.a == 1`, ""},
		{`.a == 1 or .a == 2`, `.a > 0`, "implies"},
		{`.a == .b`, `.a==.b`, "equal"},
		{`.a == .b`, `.b == .a`, ""},
		{`.xs[] == 1`, `.xs[] == 2`, ""}, // two elements can differ
		{`.a > 1 and .a < 2`, `.a > 1`, "implies"},
	} {
		a, b := read(t, test.a), read(t, test.b)
		var got []string
		switch {
		case a.implies(b) && b.implies(a):
			got = append(got, "equal")
		case a.implies(b):
			got = append(got, "implies")
		}
		if a.contradicts(b) {
			got = append(got, "contradicts")
		}
		if s := strings.Join(got, " "); s != test.want {
			t.Errorf("%s and %s: %q, want %q", test.a, test.b, s, test.want)
		}
	}
}

func read(t *testing.T, source string) matches {
	t.Helper()
	e, err := analyzer.Analyze(source)
	if err != nil {
		t.Fatal(err)
	}
	m := expected(e, "true")
	if m == nil {
		t.Fatalf("%s is not understood", source)
	}
	return m
}
