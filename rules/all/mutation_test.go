package all

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"go.yaml.in/yaml/v3"

	"github.com/kartalint/kartalint/catalog"
	"github.com/kartalint/kartalint/rules"
)

// place is one field of a definition that a mutation can change.
type place struct {
	component string
	key       string     // the member's key
	parent    *yaml.Node // the mapping that it stands in
	value     *yaml.Node
	// asksReason says whether a matcher of the component asks for a reason.
	asksReason bool
}

// mutant is a definition with one mistake in it.
type mutant struct {
	text             []byte
	component, field string
}

// mutation makes a mistake of one kind at every place where it can be made.
type mutation struct {
	name  string
	rules []string // one of them must be found
	field string   // where it must be found; "" for the place's own key
	// apply changes the place and says whether it is one of the mutation's.
	apply func(place) bool
}

func on(keys string, change func(string) string) func(place) bool {
	return func(p place) bool {
		for key := range strings.FieldsSeq(keys) {
			if p.key == key && p.value.Kind == yaml.ScalarNode {
				old := p.value.Value
				p.value.SetString(change(old))
				return p.value.Value != old
			}
		}
		return false
	}
}

const written = "podTemplateSpecPath podSpecPath metadataPath labelsPath annotationsPath schedulerNamePath priorityClassNamePath imagePath resourcesPath"

func remove(p place) {
	for i := 0; i+1 < len(p.parent.Content); i += 2 {
		if p.parent.Content[i].Value == p.key {
			p.parent.Content = append(p.parent.Content[:i:i], p.parent.Content[i+2:]...)
			return
		}
	}
}

func removal(key string, when func(place) bool) func(place) bool {
	return func(p place) bool {
		if p.key != key || when != nil && !when(p) {
			return false
		}
		remove(p)
		return true
	}
}

func get(n *yaml.Node, key string) *yaml.Node {
	if n == nil || n.Kind != yaml.MappingNode {
		return nil
	}
	for i := 0; i+1 < len(n.Content); i += 2 {
		if n.Content[i].Value == key {
			return n.Content[i+1]
		}
	}
	return nil
}

func plainString(s string) *yaml.Node {
	n := &yaml.Node{}
	n.SetString(s)
	return n
}

// usesReason says whether a matcher of the definition asks for a reason: elsewhere the name of its field is no mistake to
// leave out.
func usesReason(p place) bool {
	return p.key == "reasonFieldName" && p.asksReason
}

// lastKey splits .a.b.c into .a.b and .c.
func lastKey(s string) (string, string) {
	i := strings.LastIndexByte(s, '.')
	return s[:i], s[i:]
}

var mutations = []mutation{
	{"a missing leading dot", []string{"KL202"}, "", on(written+" replicasPath minReplicasPath", func(s string) string { return strings.TrimPrefix(s, ".") })},
	{"a broken expression", []string{"KL201"}, "", on(written, func(s string) string { return s + " | [" })},
	{"a default in a written field", []string{"KL301"}, "", on(written, func(s string) string { return s + ` // "x"` })},
	{"an alternative in a written field", []string{"KL303"}, "", on("podTemplateSpecPath podSpecPath labelsPath schedulerNamePath", func(s string) string { return s + " // .spec.common" })},
	{"a pipe in an address", []string{"KL305"}, "", on(written, func(s string) string {
		head, tail := lastKey(s)
		if head == "" {
			return s
		}
		return head + " | " + tail
	})},
	{"a numeric index", []string{"KL307"}, "", on("podTemplateSpecPath podSpecPath labelsPath", func(s string) string {
		head, tail := lastKey(s)
		if head == "" || strings.HasSuffix(head, "]") {
			return s
		}
		return head + "[0]" + tail
	})},
	{"a write into the status", []string{"KL308"}, "", on("labelsPath annotationsPath schedulerNamePath", func(string) string { return ".status.labels" })},
	{"a hidden assignment", []string{"KL203"}, "", on("replicasPath minReplicasPath podTemplateSpecPath", func(s string) string { return "if true then " + s + " else (.spec.x |= 1) end" })},
	{"a deletion in a function", []string{"KL203"}, "", on("replicasPath expression", func(s string) string { return "def f: del(.x); f | " + s })},
	{"an unknown owner", []string{"KL103"}, "", on("ownerRef", func(s string) string { return s + "x" })},
	{"no owner", []string{"KL103"}, "-", removal("ownerRef", nil)},
	{"a misspelt key", []string{"KL002"}, "", func(p place) bool {
		for i := 0; i+1 < len(p.parent.Content); i += 2 {
			if k := p.parent.Content[i]; k.Value == p.key && strings.HasSuffix(p.key, "Path") && p.key != "path" {
				k.Value = strings.TrimSuffix(p.key, "Path") + "Paht"
				return true
			}
		}
		return false
	}},
	{"no status", []string{"KL102"}, "-", removal("statusDefinition", nil)},
	{"a kind in part", []string{"KL101"}, "-", removal("version", nil)},
	{"no instance selector", []string{"KL106"}, "-", removal("componentInstanceSelector", nil)},
	{"no instance ids", []string{"KL106", "KL501"}, "-", removal("instanceIdPath", nil)},
	{"ids of another array", []string{"KL502"}, "-", on("instanceIdPath", func(s string) string {
		i := strings.Index(s, "[]")
		return s[:i] + "Extra" + s[i:]
	})},
	{"a default on a stream", []string{"KL507"}, "", on("replicasPath", func(s string) string {
		if !strings.Contains(s, "[]") {
			return s
		}
		return s + " // 1"
	})},
	{"a selector on the workload", []string{"KL701"}, "", on("idPath", func(string) string { return ".spec.items[].name" })},
	{"a selector key that is none", []string{"KL703"}, "", on("keyPath", func(string) string { return `.metadata.labels["no such/key/at all"]` })},
	{"a reason that is not read", []string{"KL602"}, "-", func(p place) bool { return usesReason(p) && removal("reasonFieldName", nil)(p) }},
	{"no source of the phase", []string{"KL601"}, "-", removal("phaseDefinition", nil)},
	{"no source of the conditions", []string{"KL601"}, "-", removal("conditionsDefinition", nil)},
	{"an empty matcher", []string{"KL603"}, "-", func(p place) bool {
		if p.key != "running" || p.value.Kind != yaml.SequenceNode {
			return false
		}
		p.value.Content = append(p.value.Content, &yaml.Node{Kind: yaml.MappingNode, Tag: "!!map"})
		return true
	}},
	{"a matcher twice", []string{"KL604"}, "-", func(p place) bool {
		if p.key != "running" || len(p.value.Content) == 0 {
			return false
		}
		p.value.Content = append(p.value.Content, p.value.Content[0])
		return true
	}},
	{"a suspend value that is no JSON", []string{"KL309"}, "suspendActions", func(p place) bool {
		if p.key != "suspendActions" {
			return false
		}
		get(p.value.Content[0], "value").SetString("paused")
		return true
	}},
	{"a resume that touches something else", []string{"KL310"}, "resumeActions", func(p place) bool {
		if p.key != "resumeActions" {
			return false
		}
		get(p.value.Content[0], "path").SetString(".spec.resumed")
		return true
	}},
	{"a suspend action on a formula", []string{"KL301"}, "suspendActions", func(p place) bool {
		if p.key != "suspendActions" {
			return false
		}
		path := get(p.value.Content[0], "path")
		path.SetString(path.Value + " // false")
		return true
	}},
	{"one place for pod spec and metadata", []string{"KL401"}, "metadataPath", func(p place) bool {
		if p.key != "podSpecPath" {
			return false
		}
		remove(place{parent: p.parent, key: "metadataPath"})
		p.parent.Content = append(p.parent.Content, plainString("metadataPath"), plainString(p.value.Value))
		return true
	}},
	{"metadata without a pod spec", []string{"KL105"}, "-", func(p place) bool {
		if p.key != "podTemplateSpecPath" {
			return false
		}
		p.parent.Content = append(p.parent.Content, plainString("metadataPath"), plainString(".spec.other.metadata"))
		return true
	}},
	{"a gang member that is no component", []string{"KL107"}, "", on("componentName", func(s string) string { return "no-" + s })},
	{"an expression that needs its fields", []string{"KL205"}, "", on("expression", func(s string) string { return "(.status.jobs[] | .failed > 0) or (" + s + ")" })},
	{"a result that never comes", []string{"KL209"}, "-", func(p place) bool {
		if p.key != "expectedResult" {
			return false
		}
		p.value.SetString("1")
		return true
	}},
	{"false taken for absent", []string{"KL206"}, "", on("expression", func(s string) string { return "(.spec.enabled // true) and (" + s + ")" })},
	{"a jq path for a name", []string{"KL104"}, "-", func(p place) bool {
		if p.key != "name" || p.component == "" || get(p.parent, "ownerRef") == nil {
			return false
		}
		p.value.SetString("")
		return true
	}},
}

func TestMutants(t *testing.T) {
	files, err := filepath.Glob("../../catalog/builtin/definitions/*.yaml")
	if err != nil || len(files) < 10 {
		t.Fatalf("%d definitions, %v", len(files), err)
	}
	registered := map[string]bool{}
	for _, r := range Rules() {
		registered[r.ID] = true
	}
	total, found := 0, 0
	for _, file := range files {
		src, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		for _, f := range lint(t, src) {
			if f.Severity >= rules.Warning {
				t.Errorf("%s is not clean: %s %s", filepath.Base(file), f.Rule.ID, f.Message)
			}
		}
		for _, m := range mutations {
			if !registered[m.rules[0]] {
				continue
			}
			for _, mut := range mutants(t, src, m) {
				total++
				if detected(lint(t, mut.text), m, mut) {
					found++
				} else {
					t.Logf("not found: %s in %s, component %q, field %s", m.name, filepath.Base(file), mut.component, mut.field)
				}
			}
		}
	}
	t.Logf("%d of %d mutants found, %d kinds of mistake, %d definitions", found, total, len(mutations), len(files))
	if found*100 < total*98 {
		t.Errorf("%d of %d mutants found: less than 98 %%", found, total)
	}
}

func lint(t *testing.T, src []byte) []rules.Finding {
	t.Helper()
	linter, err := rules.New(Rules(), rules.Config{})
	if err != nil {
		t.Fatal(err)
	}
	return linter.Collect([]*rules.FileResult{linter.File(catalog.Parse("definition.yaml", src, catalog.Options{}))}).Findings
}

func detected(found []rules.Finding, m mutation, mut mutant) bool {
	for _, f := range found {
		for _, id := range m.rules {
			if f.Rule.ID == id && (m.field == "-" || f.Field == mut.field) && (mut.component == "" || f.Component == "" || f.Component == mut.component) {
				return true
			}
		}
	}
	return false
}

// mutants are all definitions that one mutation makes of a source.
func mutants(t *testing.T, src []byte, m mutation) []mutant {
	t.Helper()
	var list []mutant
	for i := 0; ; i++ {
		var doc yaml.Node
		if err := yaml.Unmarshal(src, &doc); err != nil {
			t.Fatal(err)
		}
		all := places(&doc)
		if i >= len(all) {
			return list
		}
		p := all[i]
		if !m.apply(p) {
			continue
		}
		var out bytes.Buffer
		if err := yaml.NewEncoder(&out).Encode(&doc); err != nil {
			t.Fatal(err)
		}
		field := m.field
		if field == "" {
			field = p.key
			if m.name == "a misspelt key" {
				field = strings.TrimSuffix(p.key, "Path") + "Paht"
			}
		}
		list = append(list, mutant{out.Bytes(), p.component, field})
	}
}

// places lists the members below the structure definition and the optimization instructions, each with its component.
func places(doc *yaml.Node) []place {
	spec := get(doc.Content[0], "spec")
	structure := get(spec, "structureDefinition")
	var list []place
	components := []*yaml.Node{get(structure, "rootComponent")}
	if children := get(structure, "childComponents"); children != nil {
		components = append(components, children.Content...)
	}
	for _, c := range components {
		of := members(c, fmt.Sprint(get(c, "name").Value))
		asks := slices.ContainsFunc(of, func(p place) bool { return p.key == "reason" })
		for i := range of {
			of[i].asksReason = asks
		}
		list = append(list, of...)
	}
	return append(list, members(get(spec, "optimizationInstructions"), "")...)
}

func members(n *yaml.Node, component string) []place {
	if n == nil {
		return nil
	}
	var list []place
	if n.Kind == yaml.SequenceNode {
		for _, item := range n.Content {
			list = append(list, members(item, component)...)
		}
	}
	if n.Kind == yaml.MappingNode {
		for i := 0; i+1 < len(n.Content); i += 2 {
			list = append(list, place{component: component, key: n.Content[i].Value, parent: n, value: n.Content[i+1]})
			list = append(list, members(n.Content[i+1], component)...)
		}
	}
	return list
}
