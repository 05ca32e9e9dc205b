package patch_test

import (
	"errors"
	"reflect"
	"strings"
	"testing"

	"github.com/kartalint/kartalint/catalog"
	"github.com/kartalint/kartalint/patch"
	"github.com/kartalint/kartalint/patch/textedit"
)

// fataler is what tests, benchmarks and property tests have in common.
type fataler interface {
	Helper()
	Fatal(...any)
	Fatalf(string, ...any)
}

// definition makes a definition of one component, w, of kind demo.example/v1 Demo out of its YAML parts.
func definition(t fataler, parts string) *catalog.Definition {
	t.Helper()
	src := `apiVersion: run.ai/v1alpha1
kind: Karta
metadata: {name: demo-example-demo-v1}
spec:
  structureDefinition:
    rootComponent:
      name: root
      kind: {group: demo.example, version: v1, kind: Demo}
      statusDefinition: {}
    childComponents:
    - name: w
      ownerRef: root
` + indent(parts, "      ")
	return parse(t, src)
}

func parse(t fataler, src string) *catalog.Definition {
	t.Helper()
	f := catalog.Parse("demo.yaml", []byte(src), catalog.Options{})
	if len(f.Definitions) != 1 {
		t.Fatalf("%d definitions: %v", len(f.Definitions), f.Problems)
	}
	return f.Definitions[0]
}

func indent(s, by string) string {
	return by + strings.ReplaceAll(strings.TrimSuffix(s, "\n"), "\n", "\n"+by) + "\n"
}

func read(t testing.TB, src string) map[string]any {
	t.Helper()
	docs, err := textedit.Documents([]byte(src))
	if err != nil {
		t.Fatal(err)
	}
	return docs[0].Value.(map[string]any)
}

func ops(p *patch.Plan) []string {
	var out []string
	for _, o := range p.Ops() {
		out = append(out, o.String())
	}
	return out
}

// errText is a part of a message.
type errText string

// isError says whether an error is the one wanted, of the type that a pointer wants, or has a text in it.
func isError(err error, want any) bool {
	if err == nil {
		return false
	}
	if text, ok := want.(errText); ok {
		return strings.Contains(err.Error(), string(text))
	}
	if e, ok := want.(error); ok {
		return errors.Is(err, e)
	}
	if reflect.TypeOf(want).Kind() != reflect.Pointer {
		return false
	}
	return errors.As(err, want)
}
