package analyzer

import (
	"testing"

	"github.com/itchyny/gojq"
)

var grammar = []string{
	".", ".a.b", `.["a"]`, `.a["b/c"][]?`, `."a"."b"`, ".a[0]", ".a[-1]", ".a[1:2]", ".a[:2]", ".a[1:]", "..", "..[]?", ". as $x | $x", "1 + . as $x | $x",
	".a, .b as $x | $x, 2", ". as [$a, {b: $c, $d, \"e\": $f, (1|tostring): $g}] ?// $a | $a", "reduce .[] + [1] as $x (0; . + $x)", "foreach .[] as $x (0; . + $x)",
	"foreach .[] as $x (0; . + $x; [., $x])", "if . then 1 end", "if . then 1 elif 2 then 3 else 4 end", "try error", "try error catch .", "try .a + 1", "label $f | break $f",
	"def f: 1; f", "def f($a; g): $a | g; f(1; 2)", ".a // .b // 1", "1 - 2 - 3", "not and true or false", "-.a + +1", `"a\(.b)c\("d\(.e)")"`, `@base64 "x\(.)"`, "@json",
	"{a, $x: 1, \"b\", \"c\": 2, (.d): 3 | 4, if: 1, @base64 \"x\": 1}", "{}", "[]", "[1,2]", ".a = 1", ".a |= . + 1", ".a //= 1", "$ENV.HOME", "a::b", "$a::b", "1e3", ".5", "1.", "# c\n.a # d\\\n e\n | .b",
	"1 == 2 == 3", ".a = .b = 1", "[.[] | {a: .b | .c}]", "a(b; c | d)", ".[.a]", ".a.[0]", ".a.\"b\"", "?", "", "# only", "def f: 1;", ".a |", "(", "\"\\(\"", "1a", "1.2.3", ".a?//.b", ".a.?", "{a:1,}", "{,}", "[1,]",
	`"\u00e9\n"`, `"\x"`, "é", "é.a", ".foo::bar", "reduce . as $x (1; 2) | .a", "try try 1 catch 2", "{a: 1 + 2}", "{a: (1, 2)}", "{(1): 2}", "{(1)}", "{$x}", "{$__loc__}", "a as $x | b", "-1", "--1", "- 1 as $x | 2", "if 1 then 2 else 3",
	".and", ".a.or", "and", "{and}", ". as {and: $x} | 1", "limit(3; repeat(1))", ".[] as [$a] | 1, 2 | 3", "import \"a\" as b; 1", "def f: def g: 1; g; f", "1, def f: 2; f | 3", "1 | label $x | 2, 3", "reduce range(3) as $i (0; .) + 1",
}

// The parser accepts what gojq's does and builds the same tree.
func TestParserIsGojqs(t *testing.T) {
	for _, src := range grammar {
		comparePparse(t, src)
	}
}

func comparePparse(t *testing.T, src string) {
	t.Helper()
	want, err := gojq.Parse(src)
	got, bad := parse(src)
	if err == nil && len(want.Imports) > 0 || err == nil && want.Term == nil && want.Left == nil || err == nil && want.Meta != nil {
		return // what does not compile without a loader
	}
	switch {
	case err != nil && bad == nil:
		t.Errorf("%q: gojq says %v, parsed as %s", src, err, got.query)
	case err == nil && bad != nil:
		t.Errorf("%q: gojq parses %s, refused at %+v", src, want, bad.at)
	case err == nil && got.query.String() != want.String():
		t.Errorf("%q: gojq parses %s, parsed as %s", src, want, got.query)
	}
}
