package textedit

import (
	"strings"
	"testing"
)

// TestCheckCatches hands the self-check results as a faulty splice would make
// them.
func TestCheckCatches(t *testing.T) {
	const src = "a: 1 # one\nb: 2 # two\n---\nc: 3\n"
	at := strings.Index(src, "1")
	set5 := []Op{{Kind: Set, Path: []any{"a"}, Value: 5}}
	good := "a: 5 # one\nb: 2 # two\n---\nc: 3\n"
	tests := []struct{ name, out, why string }{
		{"right", good, ""},
		{"not done", src, "a value beside"},
		{"neighbour changed", strings.Replace(good, "b: 2", "b: 3", 1), "a value beside"},
		{"neighbour of another type", strings.Replace(good, "b: 2", "b: '2'", 1), "a value beside"},
		{"neighbour lost", "a: 5 # one\n---\nc: 3\n", "a value beside"},
		{"neighbour added", strings.Replace(good, "b: 2", "d: 2\nb: 2", 1), "a value beside"},
		{"comment lost", strings.Replace(good, " # two", "", 1), "a comment"},
		{"comment changed", strings.Replace(good, "# two", "# tow", 1), "a comment"},
		{"comment made", strings.Replace(good, "c: 3", "c: 3 # x", 1), "a comment"},
		{"other document changed", strings.Replace(good, "c: 3", "c: 4", 1), "document 1"},
		{"other document respelled", strings.Replace(good, "c: 3", "c: '3'", 1), "document 1"},
		{"document lost", "a: 5 # one\nb: 2 # two\n", "number of documents"},
		{"final line break lost", strings.TrimSuffix(good, "\n"), "end of the file"},
		{"unreadable", good + "]", "could not be read"},
		{"duplicate key", strings.Replace(good, "---", "a: 5\n---", 1), "could not be read"},
	}
	f, err := Parse([]byte(src))
	if err != nil {
		t.Fatal(err)
	}
	ops, err := normalOps(set5)
	if err != nil {
		t.Fatal(err)
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			err := f.check(0, ops, []byte(tt.out), []Edit{{Start: at, End: at + 1, Text: "5"}}, mode{})
			switch {
			case tt.why == "" && err != nil:
				t.Error(err)
			case tt.why != "" && (err == nil || !strings.Contains(err.Error(), tt.why)):
				t.Errorf("got %v", err)
			}
		})
	}
}

func TestSameNumber(t *testing.T) {
	same := [][2]string{{"1", "1.0"}, {"1e3", "1000"}, {"0", "-0.0e7"}, {"1.50", "15e-1"}, {"-2", "-2.000"}, {"1e999999999", "10e999999998"}}
	different := [][2]string{{"9007199254740993", "9007199254740992"}, {"1", "-1"}, {"0.1", "0.10000000000000001"}, {"1e999999999", "1e999999998"}, {"12", "1.2"}}
	for i, pairs := range [][][2]string{same, different} {
		for _, pair := range pairs {
			a, _ := readNumber(pair[0], "!!float")
			b, _ := readNumber(pair[1], "!!float")
			if sameValue(a, b) != (i == 0) {
				t.Errorf("%s and %s: %v", pair[0], pair[1], i != 0)
			}
		}
	}
}

func TestReadNumber(t *testing.T) {
	tests := map[string]string{
		"!!int 0x1F": "31", "!!int 0o17": "15", "!!int 017": "15", "!!int 0b101": "5", "!!int 1_000": "1000", "!!int +5": "5", "!!int -0x10": "-16",
		"!!float .5": "0.5", "!!float -.5": "-0.5", "!!float 5.": "5", "!!float +1.50": "1.50", "!!float 1_0.2_5": "10.25", "!!float 1e3": "1e3", "!!float 01.5": "1.5",
		"!!float 123456789012345678901234567890": "123456789012345678901234567890",
	}
	for in, want := range tests {
		tag, text, _ := strings.Cut(in, " ")
		if got, ok := readNumber(text, tag); !ok || !sameValue(got, any(mustNumber(t, want))) {
			t.Errorf("%s is %v", in, got)
		}
	}
	for _, bad := range []string{"x", "", ".", "1e", "--1"} {
		if got, ok := readNumber(bad, "!!float"); ok {
			t.Errorf("%q is %v", bad, got)
		}
	}
}

func mustNumber(t *testing.T, s string) any {
	t.Helper()
	n, ok := readNumber(s, "!!float")
	if !ok {
		t.Fatalf("%q is no number", s)
	}
	return n
}
