package textedit_test

import (
	"errors"
	"fmt"

	"github.com/kartalint/kartalint/patch/textedit"
)

func Example() {
	src := []byte(`# the pod of the demo
kind: Pod
metadata:
  name: 'demo'   # do not rename
spec:
  containers:
    - {name: main, image: "nginx:1.27"}
`)
	out, err := textedit.Apply(src, 0, []textedit.Op{
		{Kind: textedit.Set, Path: []any{"metadata", "labels", "team"}, Value: "ml"},
		{Kind: textedit.Set, Path: []any{"spec", "containers", 0, "image"}, Value: "nginx:1.28"},
		{Kind: textedit.Append, Path: []any{"spec", "containers"}, Value: map[string]any{"name": "sidecar"}},
	})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Print(string(out))
	// Output:
	// # the pod of the demo
	// kind: Pod
	// metadata:
	//   name: 'demo'   # do not rename
	//   labels:
	//     team: 'ml'
	// spec:
	//   containers:
	//     - {name: main, image: "nginx:1.28"}
	//     - name: sidecar
}

func ExampleFile_Documents() {
	src := []byte("kind: Service\n---\nkind: Deployment\nspec:\n  replicas: 1\n")
	file, err := textedit.Parse(src)
	if err != nil {
		fmt.Println(err)
		return
	}
	for i, doc := range file.Documents() {
		if doc.Err != nil || doc.Value.(map[string]any)["kind"] != "Deployment" {
			continue
		}
		out, err := file.Apply(i, []textedit.Op{{Kind: textedit.Set, Path: []any{"spec", "replicas"}, Value: 3}})
		if err != nil {
			fmt.Println(err)
			return
		}
		fmt.Print(string(out))
	}
	// Output:
	// kind: Service
	// ---
	// kind: Deployment
	// spec:
	//   replicas: 3
}

func ExampleFile_Edits() {
	file, err := textedit.Parse([]byte("a: 1\nb: [x]\n"))
	if err != nil {
		fmt.Println(err)
		return
	}
	edits, err := file.Edits(0, []textedit.Op{
		{Kind: textedit.Set, Path: []any{"a"}, Value: 2},
		{Kind: textedit.Append, Path: []any{"b"}, Value: "z"},
	})
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, e := range edits {
		fmt.Printf("%d-%d %q\n", e.Start, e.End, e.Text)
	}
	// Output:
	// 3-4 "2"
	// 10-10 ","
	// 10-10 " z"
}

func ExampleRefusedError() {
	src := []byte("base: &base {tier: web}\nlabels: *base\n")
	_, err := textedit.Apply(src, 0, []textedit.Op{{Kind: textedit.Set, Path: []any{"labels", "tier"}, Value: "db"}})
	if refused, ok := errors.AsType[*textedit.RefusedError](err); ok {
		fmt.Println(refused)
	}
	// Output:
	// line 2, column 9: .labels is the alias *base: a change through it would change the value at line 1 as well
}
