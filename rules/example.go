package rules

import (
	"bytes"
	"slices"

	"github.com/kartalint/kartalint/catalog/kube"
	"github.com/kartalint/kartalint/patch"
)

// ExampleSettings are the settings of an example that brings its outside inputs along: CRDs and recorded objects in
// documents beside the definition's. A text that cannot be read brings none.
func ExampleSettings(source []byte) Settings {
	s := Settings{Types: kube.Builtin()}
	if !bytes.Contains(source, []byte("\n---")) {
		return s
	}
	types, problems := kube.Parse("example.yaml", source)
	objects, err := patch.Objects("example.yaml", source)
	if err != nil || len(problems) > 0 {
		return s
	}
	s.Types = types
	objects = slices.DeleteFunc(objects, func(o patch.Object) bool {
		kind, _ := o.Value["kind"].(string)
		return slices.Contains([]string{"CustomResourceDefinition", "Karta", "ResourceInterface"}, kind)
	})
	if len(objects) > 0 {
		s.Evidence = NewEvidence(objects)
	}
	return s
}
