package analyzer

import "testing"

func TestLocate(t *testing.T) {
	for _, test := range []struct {
		source, path string
		step         int
		want         string // with the token in angle brackets
	}{
		{".spec.tempalte.spec", ".spec.tempalte.spec", 1, ".spec.<tempalte>.spec"},
		{".spec.spec", ".spec.spec", 0, ".<spec>.spec"},
		{".spec.spec", ".spec.spec", 1, ".spec.<spec>"},
		{".a.b + .c.b", ".c.b", 1, ".a.b + .c.<b>"},
		{".a.b + .c.b", ".a.b", 1, ".a.<b> + .c.b"},
		{`.metadata["la/bels"].x`, `.metadata["la/bels"]`, 1, `.metadata[<"la/bels">].x`},
		{".a as $x | $x.b", ".a.b", 1, ".a as $x | $x.<b>"},
		{".a[] | select(.b == 1) | .b.c", ".a[].b.c", 3, ".a[] | select(.b == 1) | .b.<c>"},
		{".a.b[]", ".a.b[]", 2, ".a.b[<]>"},
	} {
		e, err := Analyze(test.source)
		if err != nil {
			t.Fatal(err)
		}
		p, err := ParsePath(test.path)
		if err != nil {
			t.Fatal(err)
		}
		span, ok := e.Locate(p, test.step)
		got := ""
		if ok {
			got = test.source[:span.Start] + "<" + test.source[span.Start:span.End] + ">" + test.source[span.End:]
		}
		if got != test.want {
			t.Errorf("%s step %d of %s: %q, want %q", test.source, test.step, test.path, got, test.want)
		}
	}
	e, _ := Analyze("keys[]")
	if _, ok := e.Locate(Path{{Kind: Key, Name: "absent"}}, 0); ok {
		t.Error("a key that is not written is located")
	}
}
