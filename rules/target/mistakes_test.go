package target

import (
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/kartalint/kartalint/rules"
	"github.com/kartalint/kartalint/rules/ruletest"
)

const head = `apiVersion: run.ai/v1alpha1
kind: Karta
metadata: {name: example-com-app-v1}
spec:
  structureDefinition:
    rootComponent:
      name: app
      kind: {group: example.com, version: v1, kind: App}
`

// definition holds one field of a root component.
func definition(field, expression string) string {
	block := map[string]string{
		"replicasPath":        "scaleDefinition: {replicasPath: %}",
		"podTemplateSpecPath": "specDefinition: {podTemplateSpecPath: %}",
		"podSpecPath":         "specDefinition: {podSpecPath: %}",
		"suspendActions":      "suspendDefinition: {suspendActions: [{path: %, value: 'true'}], resumeActions: [{path: .spec.off, value: 'false'}]}",
	}[field]
	if block == "" {
		block = "specDefinition: {fragmentedPodSpecDefinition: {" + field + ": %}}"
	}
	return head + "      " + strings.Replace(block, "%", strconv.Quote(expression), 1) + "\n"
}

func firstOf(list []rules.Finding, id string) *rules.Finding {
	i := slices.IndexFunc(list, func(f rules.Finding) bool { return f.Rule.ID == id })
	if i < 0 {
		return nil
	}
	return &list[i]
}

func TestTargets(t *testing.T) {
	const none = rules.Severity(255)
	for _, c := range []struct {
		field, expression, rule string
		severity                rules.Severity
		says                    string
	}{
		{"schedulerNamePath", ".spec.sched // 1", "KL301", rules.Warning, ".spec.sched"},
		{"replicasPath", ".spec.replicas // 1", "KL301", rules.Note, ".spec.replicas"},
		{"suspendActions", ".spec.off // false", "KL301", rules.Error, ".spec.off"},
		{"resourcesPath", "{requests: .spec.r}", "KL301", rules.Warning, ".spec.r"},
		{"resourcesPath", ".spec.a * .spec.b", "KL301", rules.Warning, "*"},
		{"resourcesPath", ".spec.r", "KL301", none, ""},
		{"imagePath", `.spec.cs[] | select(.name == "main") | .image`, "KL302", rules.Warning, ".spec.cs[].name"},
		{"containerPath", `.spec.enc | (.[]? | select(type == "object" and .uri))`, "KL302", rules.Warning, ""},
		{"imagePath", "first(.spec.cs[]) | .image", "KL302", rules.Warning, ""},
		{"imagePath", "if .spec.a then .spec.b else .spec.c end", "KL302", rules.Warning, ".spec.a"},
		{"schedulerNamePath", ".spec.tasks[].sched // .spec.sched", "KL303", rules.Error, ".spec.sched"},
		{"schedulerNamePath", "(.spec.a // .spec.b).name", "KL303", rules.Error, ".spec.b"},
		{"replicasPath", ".spec.a // .spec.b", "KL303", rules.Warning, ".spec.b"},
		{"schedulerNamePath", ".spec.a // 1", "KL303", none, ""},
		{"podTemplateSpecPath", ".", "KL304", rules.Warning, "podSpecPath: .spec"},
		{"podSpecPath", ".", "KL304", rules.Warning, ""},
		{"podTemplateSpecPath", ".spec", "KL304", none, ""},
		{"labelsPath", ".spec.s | .[] | .labels", "KL305", rules.Warning, ".spec.s[].labels"},
		{"labelsPath", `(.spec["s"]).labels`, "KL305", rules.Warning, ".spec.s.labels"},
		{"replicasPath", "(.spec.replicas)", "KL305", rules.Note, ".spec.replicas"},
		{"labelsPath", `.spec["a/b"]`, "KL305", none, ""},
		{"labelsPath", ".spec as $t | $t.parts[] | .labels", "KL306", rules.Warning, ".spec.parts[].labels"},
		{"replicasPath", ".spec as $t | $t.parts[].n", "KL306", rules.Note, ""},
		{"labelsPath", ".spec.parts[].labels", "KL306", none, ""},
		{"imagePath", ".spec.cs[0].image", "KL307", rules.Warning, ""},
		{"imagePath", ".spec.cs[-1].image", "KL307", rules.Warning, ""},
		{"imagePath", ".spec.cs[].image", "KL307", none, ""},
		{"labelsPath", ".status.labels", "KL308", rules.Error, ".status"},
		{"labelsPath", ".metadata.uid", "KL308", rules.Error, ".metadata.uid"},
		{"labelsPath", ".metadata.labels", "KL308", none, ""},
		{"suspendActions", ".metadata.name", "KL308", rules.Error, ".metadata.name"},
		{"suspendActions", ".spec.other", "KL310", rules.Warning, ""},
		{"suspendActions", ".spec.off", "KL310", none, ""},
	} {
		f := firstOf(ruletest.Findings(t, definition(c.field, c.expression), Rules...), c.rule)
		switch {
		case c.severity == none && f != nil:
			t.Errorf("%s: %s is found: %s", c.field, c.expression, ruletest.Line(*f))
		case c.severity != none && f == nil:
			t.Errorf("%s: %s gives no %s", c.field, c.expression, c.rule)
		case f != nil && f.Severity != c.severity:
			t.Errorf("%s: %s is of severity %s, not %s", c.field, c.expression, f.Severity, c.severity)
		case f != nil && !strings.Contains(f.Message, c.says):
			t.Errorf("%s: %s: %q does not say %q", c.field, c.expression, f.Message, c.says)
		}
	}
}

func TestFixes(t *testing.T) {
	for _, c := range []struct {
		field, expression, rule string
		want                    []string
		safe                    bool
	}{
		{"podTemplateSpecPath", ".", "KL304", []string{"podSpecPath: .spec", "metadataPath: .metadata"}, false},
		{"labelsPath", ".spec.s | .[] | .labels", "KL305", []string{".spec.s[].labels"}, true},
		{"labelsPath", ".spec as $t | $t.parts[] | .labels", "KL306", []string{".spec.parts[].labels"}, true},
	} {
		f := firstOf(ruletest.Findings(t, definition(c.field, c.expression), Rules...), c.rule)
		if f == nil || len(f.Fixes) != 1 || f.Fixes[0].Safe != c.safe {
			t.Errorf("%s: %s has not the one fix: %+v", c.rule, c.expression, f)
			continue
		}
		var text strings.Builder
		for _, e := range f.Fixes[0].Edits {
			text.WriteString(e.New + "\n")
		}
		for _, want := range c.want {
			if !strings.Contains(text.String(), want) {
				t.Errorf("%s: the fix writes %q, which has no %q", c.rule, text.String(), want)
			}
		}
	}
}
