// Package draft writes a first definition of a kind from its type: the pod templates and pod specs that the type shows,
// replica counts, iterations, conditions, phase and suspend, each at its address, with comments on what only an author
// can fill in. It invents no address: what the type (or a given object) does not show is left as a comment.
package draft

import (
	"errors"
	"fmt"
	"regexp"
	"slices"

	"github.com/kartalint/kartalint/analyzer"
	"github.com/kartalint/kartalint/catalog"
	"github.com/kartalint/kartalint/catalog/kube"
)

// ErrNoPods is the error of a type that shows no pod template and no pod spec.
var ErrNoPods = errors.New("the type shows no pod template and no pod spec")

// plain are the characters of a group, a version and a kind: they are written as they are.
var plain = regexp.MustCompile(`^[A-Za-z0-9.-]*$`)

// part is a component to be: pods at one place of the workload.
type part struct {
	name     string
	at       analyzer.Path
	shape    string            // podTemplateSpecPath, podSpecPath, or "" for fragments
	fields   []fragment        // of fragments
	id       string            // of its instances; "" where it does not iterate
	replicas map[string]string // scale fields to their addresses
}

type fragment struct{ field, path string }

// Write is a definition of the kind as YAML. object, a recorded object of the kind, tells the keys of maps that the type
// leaves open; it may be nil. The error is ErrNoPods where there is nothing to define.
func Write(kind catalog.Kind, schema *kube.Schema, object map[string]any) ([]byte, error) {
	for _, word := range []string{kind.Group, kind.Version, kind.Kind} {
		if !plain.MatchString(word) {
			return nil, fmt.Errorf("%q is no name of a group, version or kind", word)
		}
	}
	f := &finder{object: object}
	for _, top := range schema.Fields() {
		if !slices.Contains([]string{"apiVersion", "kind", "metadata", "status"}, top) {
			f.find(schema.Field(top), analyzer.Path{key(top)}, []*kube.Schema{schema})
		}
	}
	if len(f.parts) == 0 {
		return nil, fmt.Errorf("%w below the fields of a %s", ErrNoPods, kind.Kind)
	}
	f.nameParts()
	w := &writer{kind: kind, schema: schema, parts: f.parts, open: f.open}
	return []byte(w.definition()), nil
}

func key(name string) analyzer.Step { return analyzer.Step{Kind: analyzer.Key, Name: name} }
