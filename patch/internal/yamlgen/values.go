package yamlgen

import (
	"encoding/json"

	"pgregory.net/rapid"
)

// HardStrings are those that some reader of YAML takes for something else.
var HardStrings = []string{
	"", "~", "null", "Null", "yes", "No", "on", "OFF", "y", "n", "true", "FALSE", "012", "0o14", "0x1F", "0b11", "1_000", "1e3", "1.", ".5",
	"-.inf", ".NaN", "+1", "12:30:45", "2024-01-02", "2024-01-02T03:04:05Z", "=", "<<", "---", "--- a", "...", "-", "- a", "-a", "?", "? a", ":", ": a",
	"a: b", "a:", "a:b", "a #b", "a#b", "#a", "&a", "*a", "!a", "|", ">", "@a", "`a", "%a", "'", "\"", "a'b", `a"b`, `a\b`, "[a", "{a", "a]", "a,b", " a", "a ",
	"\ta", "a\tb", "a\t", "a\nb", "a\nb\n", "a\n\n", "\na", " a\nb", "a\n b\n", "a\n\nb", "\n", "a\r\nb", "a\u0085b", "a\u2028b", "\ufeffa", "é", "日本", "😀", "\u00a0", "a\x00b", "\x7f",
	"9007199254740993", "1.0", "app.kubernetes.io/name", "nginx:1.2", "http://x/y?z=1&w", "--flag=x", "key: |", "a: {b}", "0.1.2", "10.0.0.1",
}

// String draws texts, many of which some reader of YAML takes for something else.
func String() *rapid.Generator[string] {
	return rapid.OneOf(
		rapid.SampledFrom([]string{"ml", "nginx", "team", "a b", "x-y"}),
		rapid.SampledFrom(HardStrings),
		rapid.StringN(0, 8, -1),
	)
}

// Key draws the names of members.
func Key() *rapid.Generator[string] {
	return rapid.OneOf(
		rapid.SampledFrom([]string{"a", "b", "c", "name", "labels", "spec", "app.kubernetes.io/name"}),
		rapid.SampledFrom(HardStrings),
	)
}

// Scalar draws texts, numbers, booleans and null.
func Scalar() *rapid.Generator[any] {
	return rapid.OneOf(
		rapid.Map(String(), func(s string) any { return s }),
		rapid.SampledFrom([]any{nil, true, false, json.Number("0"), json.Number("-7"), json.Number("9007199254740993"),
			json.Number("1.0"), json.Number("1e3"), json.Number("1.50"), json.Number("-2.5E-3"), json.Number("123456789012345678901234567890")}),
	)
}

// Value draws a value, depth levels deep at most.
func Value(depth int) *rapid.Generator[any] {
	if depth == 0 {
		return Scalar()
	}
	return rapid.Custom(func(t *rapid.T) any {
		switch rapid.IntRange(0, 4).Draw(t, "kind") {
		case 0, 1:
			return Map(depth).Draw(t, "map")
		case 2:
			return rapid.SliceOfN(Value(depth-1), 0, 3).Draw(t, "list")
		}
		return Scalar().Draw(t, "scalar")
	})
}

// Map draws a map, depth levels deep at most.
func Map(depth int) *rapid.Generator[any] {
	return rapid.Map(rapid.MapOfN(Key(), Value(depth-1), 0, 4), func(m map[string]any) any { return m })
}
