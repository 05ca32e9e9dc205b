package kube

import (
	"os"
	"testing"

	"github.com/kartalint/kartalint/analyzer"
)

// FuzzCRD reads any text as CRDs and steps to a few places: never a panic, never a loop.
func FuzzCRD(f *testing.F) {
	widgets, err := os.ReadFile("testdata/widgets.yaml")
	if err != nil {
		f.Fatal(err)
	}
	f.Add(widgets)
	f.Add([]byte("kind: List\nitems:\n- kind: CustomResourceDefinition\n  spec: {group: a, names: {kind: B}, versions: [{name: v1, schema: {openAPIV3Schema: {properties: {spec: {}}}}}]}\n"))
	f.Add([]byte("{{- if x }}\nkind: CustomResourceDefinition\n{{ end }}\n"))
	f.Add([]byte("kind: CustomResourceDefinition\nspec: &a\n  group: x\n  names: *a\n"))
	paths := []analyzer.Path{{{Kind: analyzer.Key, Name: "spec"}, {Kind: analyzer.Key, Name: "roles"}, {Kind: analyzer.Each}, {Kind: analyzer.Key, Name: "name"}},
		{{Kind: analyzer.Key, Name: "metadata"}, {Kind: analyzer.Key, Name: "lables"}}}
	f.Fuzz(func(t *testing.T, src []byte) {
		types, _ := Parse("crd.yaml", src)
		for _, c := range types.crds {
			for _, v := range c.versions {
				if v.schema == nil {
					continue
				}
				s := v.schema()
				for _, p := range paths {
					if found := s.Walk(p); found.Broken >= 0 {
						s.Near(p, found.Broken)
					}
					s.Optional(p)
				}
			}
		}
	})
}
