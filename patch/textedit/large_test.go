package textedit_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/kartalint/kartalint/patch/textedit"
)

const many = 10_000

// largeSources hold many containers, in the styles that differ in cost: a line
// for each value, all of them on one line, and brackets over many lines.
var largeSources = map[string]string{
	"block":  "spec:\n  containers:\n" + strings.Repeat("  - name: c # note\n    image: x:1\n    resources: {limits: {cpu: 1}}\n", many),
	"flow":   "spec: {containers: [" + strings.TrimSuffix(strings.Repeat("{name: c, image: 'x:1'}, ", many), ", ") + "]}\n",
	"json":   `{"spec":{"containers":[` + strings.TrimSuffix(strings.Repeat(`{"name":"c","image":"x:1"},`, many), ",") + `]}}`,
	"pretty": "{\n  \"spec\": {\n    \"containers\": [\n" + strings.TrimSuffix(strings.Repeat("      {\n        \"name\": \"c\",\n        \"image\": \"x:1\"\n      },\n", many), ",\n") + "\n    ]\n  }\n}\n",
}

// largeOps changes, adds and removes something in every container, so that a
// cost that grows with the square of their number shows.
func largeOps() []textedit.Op {
	var list []textedit.Op
	for i := range many {
		list = append(list, set("y:2", "spec", "containers", i, "image"), set(true, "spec", "containers", i, "tty"), remove("spec", "containers", i, "name"))
	}
	return append(list, add(m{"name": "last"}, "spec", "containers"))
}

func TestManyContainers(t *testing.T) {
	for name, src := range largeSources {
		t.Run(name, func(t *testing.T) {
			out, err := textedit.Apply([]byte(src), 0, largeOps())
			if err != nil {
				t.Fatal(err)
			}
			for text, want := range map[string]int{"y:2": many, "x:1": 0, "tty": many, "last": 1, "# note": 0} {
				if got := strings.Count(string(out), text); got != want {
					t.Errorf("%q stands there %d times, not %d", text, got, want)
				}
			}
		})
	}
}

func TestRemoveManyContainers(t *testing.T) {
	for name, src := range largeSources {
		t.Run(name, func(t *testing.T) {
			var list []textedit.Op
			for range many - 1 {
				list = append(list, remove("spec", "containers", 0))
			}
			out, err := textedit.Apply([]byte(src), 0, list)
			if err != nil {
				t.Fatal(err)
			}
			if got := strings.Count(string(out), "image"); got != 1 {
				t.Errorf("%d containers are left", got)
			}
		})
	}
}

// TestManyElements changes every element of one list and every member of one
// map.
func TestManyElements(t *testing.T) {
	src, list := "l:\n"+strings.Repeat("- x\n", many)+"m:\n", []textedit.Op(nil)
	for i := range many {
		src += fmt.Sprintf("  k%d: x\n", i)
		list = append(list, set("changed", "l", i), set("changed", "m", fmt.Sprintf("k%d", i)), set("new", "m", fmt.Sprintf("n%d", i)))
	}
	out, err := textedit.Apply([]byte(src), 0, list)
	if err != nil {
		t.Fatal(err)
	}
	if got := strings.Count(string(out), "changed"); got != 2*many {
		t.Errorf("%d values changed", got)
	}
}

func TestDeepNesting(t *testing.T) {
	for _, open := range []string{"[", "{\"a\": ", "- "} {
		src := strings.Repeat(open, 5_000)
		if open == "[" {
			src += strings.Repeat("]", 5_000)
		}
		if _, err := textedit.Apply([]byte(src), 0, ops(set(1, 0))); err == nil {
			t.Errorf("%q nested 5000 times was edited", open)
		}
	}
	deep := any(1)
	for range 5_000 {
		deep = l{deep}
	}
	if _, err := textedit.Apply([]byte("a: 1\n"), 0, ops(set(deep, "a"))); err == nil {
		t.Error("a value nested 5000 times was written")
	}
}

func BenchmarkOneLabel(b *testing.B) {
	src := []byte("metadata:\n  name: x\nspec:\n  containers:\n" + strings.Repeat("  - name: c\n    image: x:1\n", 10))
	list := ops(set("ml", "metadata", "labels", "team"))
	b.ReportAllocs()
	for b.Loop() {
		if _, err := textedit.Apply(src, 0, list); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkManyContainers(b *testing.B) {
	for _, n := range []int{1_000, many} {
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			src := []byte("containers:\n" + strings.Repeat("- name: c\n  image: x:1\n", n))
			var list []textedit.Op
			for i := range n {
				list = append(list, set("y:2", "containers", i, "image"))
			}
			for b.Loop() {
				if _, err := textedit.Apply(src, 0, list); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
