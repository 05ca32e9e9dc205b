package instances

import (
	"slices"
	"strings"
	"testing"

	"github.com/kartalint/kartalint/rules"
	"github.com/kartalint/kartalint/rules/ruletest"
)

// definition holds an owner group with a count of its own and a child part of it.
func definition(group, part string) string {
	return `apiVersion: run.ai/v1alpha1
kind: Karta
metadata: {name: example-com-app-v1}
spec:
  structureDefinition:
    rootComponent:
      name: app
      kind: {group: example.com, version: v1, kind: App}
    childComponents:
    - {name: group, ownerRef: app, scaleDefinition: {replicasPath: '` + group + `'}}
    - {name: part, ownerRef: group, ` + part + "}\n"
}

func TestInstances(t *testing.T) {
	const none = rules.Severity(255)
	scale := func(id, replicas string) string {
		s := "scaleDefinition: {replicasPath: '" + replicas + "'}"
		if id != "" {
			s += ", instanceIdPath: '" + id + "'"
		}
		return s
	}
	template := func(id, path string) string {
		s := "specDefinition: {podTemplateSpecPath: '" + path + "'}"
		if id != "" {
			s += ", instanceIdPath: '" + id + "'"
		}
		return s
	}
	for name, c := range map[string]struct {
		part, rule string
		severity   rules.Severity
		says       string
	}{
		"no ids, written":        {template("", ".spec.gs[].template"), "KL501", rules.Error, ".spec.gs[]"},
		"no ids, optional":       {template("", ".spec.gs[]?.template"), "KL501", rules.Error, ".spec.gs[]"},
		"no ids, only counted":   {scale("", ".spec.gs[].n"), "KL501", rules.Warning, ".spec.gs[]"},
		"no ids, a filter":       {template("", ".spec.gs[] | select(.on) | .template"), "KL501", rules.Warning, ""},
		"no ids, no iteration":   {template("", ".spec.template"), "KL501", none, ""},
		"copied ids":             {template(".spec.gs[].name", ".spec.cluster.gs[].template"), "KL502", rules.Error, ".spec.cluster.gs[]"},
		"copied ids, optional":   {template(".spec.gs[]?.name", ".spec.cluster.gs[]?.template"), "KL502", rules.Error, ""},
		"copied ids by keys":     {template(".spec.gs | keys[]", ".spec.hs[].template"), "KL502", rules.Error, ""},
		"ids by keys":            {template(".spec.gs | keys[]", ".spec.gs[].template"), "KL502", none, ""},
		"ids by entries":         {template(".spec.gs | to_entries[] | .key", ".spec.gs | .[] | .template"), "KL502", none, ""},
		"deeper":                 {template(".spec.gs[].name", ".spec.gs[].parts[].template"), "KL503", rules.Error, ""},
		"shallower":              {template(".spec.gs[].parts[].name", ".spec.gs[].template"), "KL503", rules.Error, ""},
		"not at all":             {scale(".spec.gs[].name", ".spec.n"), "KL503", rules.Error, ""},
		"as deep":                {template(".spec.gs[].parts[].name", ".spec.gs[].parts[].template"), "KL503", none, ""},
		"a filter of the ids":    {template(".spec.gs[] | select(.on) | .name", ".spec.gs[].template"), "KL504", rules.Error, ".on"},
		"two filters":            {template(".spec.gs[] | select(.on) | .name", ".spec.gs[] | select(.off) | .template"), "KL504", rules.Error, ".off"},
		"one filter, two styles": {template(".spec.gs[] | select(.on) | .name", ".spec.gs[]|select( .on )|.template"), "KL504", none, ""},
		"a filter of the path":   {template(".spec.gs[].name", ".spec.gs[] | select(.on) | .template"), "KL506", rules.Warning, ".on"},
		"empty":                  {scale(".spec.gs[].name", ".spec.gs[] | (.n // empty)"), "KL506", rules.Warning, "empty"},
		"null for nothing":       {scale(".spec.gs[].name", ".spec.gs[] | (.n // null)"), "KL506", none, ""},
		"default of the stream":  {scale(".spec.gs[].name", ".spec.gs[].n // 1"), "KL507", rules.Warning, ".spec.gs[] | (.n // 1)"},
		"the same in a product":  {scale(".spec.gs[].name", "(.spec.r // 1) * (.spec.gs[].n // 1)"), "KL507", rules.Warning, ".spec.gs[] | (.n // 1)"},
		"default of the element": {scale(".spec.gs[].name", ".spec.gs[] | (.n // 1)"), "KL507", none, ""},
		"silent default": {"instanceIdPath: '.spec.gs[].name', scaleDefinition: {replicasPath: '.spec.gs[].n // 1', minReplicasPath: '.spec.gs[].min'}",
			"KL507", rules.Warning, "silently"},
		"multiplies by its owner's": {scale("", "(.spec.size // 1) * 2"), "KL508", rules.Warning, ".spec.size"},
		"the same as its owner's":   {scale("", ".spec.size"), "KL508", rules.Warning, ".spec.size"},
		"a count of its own":        {scale("", ".spec.n"), "KL508", none, ""},
	} {
		t.Run(name, func(t *testing.T) {
			found := ruletest.Findings(t, definition(".spec.size", c.part), Rules...)
			i := slices.IndexFunc(found, func(f rules.Finding) bool { return f.Rule.ID == c.rule })
			if (i >= 0) != (c.severity != none) {
				t.Fatalf("%s found should be %v: %+v", c.rule, c.severity != none, found)
			}
			if i < 0 {
				return
			}
			if f := found[i]; f.Severity != c.severity || !strings.Contains(f.Message, c.says) || f.Component != "part" {
				t.Errorf("%s: not a %s on part that says %q", ruletest.Line(f), c.severity, c.says)
			}
		})
	}
}

func TestOutlier(t *testing.T) {
	for sched, want := range map[string]bool{".spec.parts.b.pod.sched": true, ".spec.parts.a.pod.sched": false} {
		part := "specDefinition: {fragmentedPodSpecDefinition: {labelsPath: .spec.parts.a.pod.labels, annotationsPath: .spec.parts.a.pod.notes, " +
			"imagePath: .spec.parts.a.pod.image, schedulerNamePath: " + sched + "}}"
		found := ruletest.Findings(t, definition(".spec.size", part), outlierPath)
		if (len(found) == 1 && found[0].Field == "schedulerNamePath") != want {
			t.Errorf("schedulerNamePath %s: found should be %v: %+v", sched, want, found)
		}
	}
}

func TestCollapsingDefaultFix(t *testing.T) {
	found := ruletest.Findings(t, definition(".spec.size", "instanceIdPath: '.spec.gs[].name', scaleDefinition: {replicasPath: '.spec.gs[].n // 1'}"), collapsingDefault)
	if len(found) != 1 || len(found[0].Fixes) != 1 || found[0].Fixes[0].Safe || !strings.Contains(found[0].Fixes[0].Edits[0].New, ".spec.gs[] | (.n // 1)") {
		t.Errorf("not one finding with the unsafe fix: %+v", found)
	}
}
