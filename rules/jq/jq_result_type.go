package jq

import (
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/kartalint/kartalint/analyzer"
	"github.com/kartalint/kartalint/catalog"
	"github.com/kartalint/kartalint/catalog/kube"
	"github.com/kartalint/kartalint/rules"
)

var jqResultType = &rules.Rule{
	ID: "KL209", Name: "jq-result-type", Severity: rules.Warning,
	Title: "a result that cannot fit its field",
	What: "A scale path that yields a boolean, an object or a word, a labels path that yields an array, a selector key that yields an object, a status expression that never " +
		"yields its `expectedResult` (a boolean against `\"1\"`).",
	Why:        "The runtime fails to read the value for every object, or the matcher never holds.",
	Mend:       "Yield what the field holds; compare with what the expression can yield.",
	Severities: "note for a scale path on an annotation or a label: a numeric string is read by today's runtime, an older one fails, and a write must put a string",
	Catalog:    "Knative's `minReplicasPath` reads an annotation: a note.",
	SilencedBy: []string{"KL201", "KL202", "KL203", "KL206"},
	Check: func(p *rules.Pass) {
		each(p, func(f *catalog.PathField, e *analyzer.Expr) { checkType(p, f, e) })
		for _, c := range p.Components() {
			for _, m := range c.Matchers {
				checkExpected(p, c, m)
			}
		}
	},
}

// wanted are the types that a field's result may have; the zero value for any.
func wanted(f *catalog.PathField) analyzer.Type {
	switch f.Name {
	case "replicasPath", "minReplicasPath", "maxReplicasPath":
		return analyzer.Number | analyzer.String | analyzer.Null
	case "podTemplateSpecPath", "podSpecPath", "metadataPath", "labelsPath", "annotationsPath", "resourcesPath", "podAffinityPath", "nodeAffinityPath", "containerPath":
		return analyzer.Object | analyzer.Null
	case "containersPath", "resourceClaimsPath":
		return analyzer.Array | analyzer.Null
	case "schedulerNamePath", "priorityClassNamePath", "imagePath":
		return analyzer.String | analyzer.Null
	case "keyPath", "idPath", "instanceIdPath", "groupByKeyPaths":
		return analyzer.String | analyzer.Number | analyzer.Bool | analyzer.Null
	}
	return 0
}

func checkType(p *rules.Pass, f *catalog.PathField, e *analyzer.Expr) {
	want := wanted(f)
	if want == 0 || e.Type == analyzer.None {
		return
	}
	if f.Role == catalog.RoleScale && onAnnotation(e) {
		p.Field(f, fmt.Sprintf("%s reads an annotation or a label, which holds a string: today's runtime reads a numeric one, an older one fails, and a write must put a string such as \"3\"", rules.NameOf(f)), rules.As(rules.Note))
		return
	}
	if e.Type&want == 0 || e.Type&want == analyzer.Null && e.Type != analyzer.Null && e.Type&^(want) != 0 {
		p.Field(f, fmt.Sprintf("%s yields %s, and the field holds %s: the runtime cannot read it; yield what the field holds", rules.NameOf(f), typeWord(e.Type), typeWord(want&^analyzer.Null)))
		return
	}
	if f.Role == catalog.RoleScale && len(e.Values) > 0 {
		for _, v := range e.Values {
			if s, ok := v.(string); ok {
				if _, err := strconv.Atoi(s); err != nil {
					p.Field(f, fmt.Sprintf("%s yields %q, which is no number: the runtime cannot read it; yield a number", rules.NameOf(f), s))
					return
				}
			}
		}
	}
	for _, d := range e.Defaults {
		if s, ok := d.Value.(string); ok && f.Role == catalog.RoleScale {
			if _, err := strconv.Atoi(s); err != nil {
				p.InField(f, d.Span, fmt.Sprintf("%s yields %q where the field is absent, which is no number: the runtime cannot read it; yield a number", rules.NameOf(f), s))
			}
		}
		if _, ok := d.Value.(bool); ok && f.Role == catalog.RoleScale {
			p.InField(f, d.Span, fmt.Sprintf("%s yields %v where the field is absent, which is no number: the runtime cannot read it; yield a number", rules.NameOf(f), d.Value))
		}
	}
}

// onAnnotation says whether what is read stands in annotations or labels.
func onAnnotation(e *analyzer.Expr) bool {
	for _, r := range e.Reads {
		for _, s := range r {
			if s.Kind == analyzer.Key && (s.Name == "annotations" || s.Name == "labels") {
				return e.Class != analyzer.Address || len(e.Reads) == 1
			}
		}
	}
	return false
}

func typeWord(t analyzer.Type) string {
	var words []string
	for _, x := range []struct {
		t analyzer.Type
		w string
	}{{analyzer.Null, "null"}, {analyzer.Bool, "a boolean"}, {analyzer.Number, "a number"}, {analyzer.String, "a string"}, {analyzer.Array, "an array"}, {analyzer.Object, "an object"}} {
		if t&x.t != 0 {
			words = append(words, x.w)
		}
	}
	return strings.Join(words, " or ")
}

// checkExpected compares what a status expression can yield with what is expected.
func checkExpected(p *rules.Pass, c *catalog.Component, m *catalog.Matcher) {
	if m.Expression == nil || m.Expected == nil || m.Expected.Kind != catalog.Scalar {
		return
	}
	e, err := m.Expression.Expr()
	if err != nil {
		return
	}
	want := m.Expected.Value
	if len(e.Values) > 0 {
		for _, v := range e.Values {
			if printed(v) == want {
				return
			}
		}
		p.Node(c, m.Expected, "expectedResult", m.Pointer+"/byExpression/expectedResult", fmt.Sprintf("the expression of %s yields %s and never %q, so the matcher of %s never holds; expect what it yields",
			c.Name, values(e.Values), want, m.Status))
		return
	}
	if held := heldThere(p, m.Expression, e); held != nil && !slices.Contains(held, want) {
		p.Node(c, m.Expected, "expectedResult", m.Pointer+"/byExpression/expectedResult", fmt.Sprintf("%s holds %s by its type and never %q, so the matcher of %s never holds; expect what it holds",
			e.Normal, strings.Join(held, " or "), want, m.Status))
		return
	}
	if t := typeOf(want); e.Type&(t|analyzer.String) == 0 {
		p.Node(c, m.Expected, "expectedResult", m.Pointer+"/byExpression/expectedResult", fmt.Sprintf("the expression of %s yields %s and never %q, so the matcher of %s never holds; expect what it yields",
			c.Name, typeWord(e.Type), want, m.Status))
	}
}

// heldThere are all values that the type allows at the address that an expression is; nil where it is none, or where there
// are too many to tell. An absent field is null.
func heldThere(p *rules.Pass, f *catalog.PathField, e *analyzer.Expr) []string {
	t := p.Type(f)
	if t.Status != kube.Known || e.Normal == "" {
		return nil
	}
	at := t.Schema.Walk(e.Writes[0]).Schema
	switch {
	case at == nil:
		return nil
	case at.Shape == kube.Boolean:
		return []string{"true", "false", "null"}
	case at.Shape == kube.String && len(at.Enum) > 0:
		return append(slices.Clone(at.Enum), "null")
	}
	return nil
}

func printed(v any) string {
	if s, ok := v.(string); ok {
		return s
	}
	text, err := json.Marshal(v)
	if err != nil {
		return fmt.Sprint(v)
	}
	return string(text)
}

func values(list []any) string {
	var words []string
	for _, v := range list {
		words = append(words, printed(v))
	}
	return strings.Join(words, " or ")
}

func typeOf(text string) analyzer.Type {
	var v any
	if json.Unmarshal([]byte(text), &v) != nil {
		return analyzer.String
	}
	switch v.(type) {
	case nil:
		return analyzer.Null
	case bool:
		return analyzer.Bool
	case float64:
		return analyzer.Number
	case []any:
		return analyzer.Array
	case map[string]any:
		return analyzer.Object
	}
	return analyzer.String
}
