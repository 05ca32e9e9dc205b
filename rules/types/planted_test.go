package types

import (
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/kartalint/kartalint/catalog/kube"
	"github.com/kartalint/kartalint/rules"
	"github.com/kartalint/kartalint/rules/ruletest"
)

// sharedTypes are the CRDs of the shared folder.
func sharedTypes(t *testing.T) *kube.Types {
	t.Helper()
	types, problems, err := kube.Load([]string{filepath.Join(ruletest.Shared(t), "crds")})
	if err != nil || len(problems) > 0 {
		t.Fatal(err, problems)
	}
	return types
}

// TestPlantedMistakes puts single mistakes into definitions of kinds with a CRD.
func TestPlantedMistakes(t *testing.T) {
	types := sharedTypes(t)
	definition := func(kind, spec string) string {
		return "apiVersion: run.ai/v1alpha1\nkind: Karta\nmetadata: {name: x}\nspec:\n  structureDefinition:\n    rootComponent:\n      name: root\n      kind: " + kind +
			"\n      statusDefinition: {statusMappings: {}}\n" + spec
	}
	child := "    childComponents:\n    - name: worker\n      ownerRef: root\n"
	for name, test := range map[string]struct {
		source, rule, text, message string
	}{
		"a misspelt segment": {definition("{group: jobset.x-k8s.io, version: v1alpha2, kind: JobSet}", child+"      specDefinition: {podTemplateSpecPath: '.spec.replicatedJobs[].template.spec.tempalte'}\n"),
			"KL801", "tempalte", "did you mean .spec.replicatedJobs[].template.spec.template?"},
		"a number that is a word": {definition("{group: leaderworkerset.x-k8s.io, version: v1, kind: LeaderWorkerSet}", "      scaleDefinition: {replicasPath: .spec.rolloutStrategy.type}\n"),
			"KL802", ".spec.rolloutStrategy.type", "is a string"},
		"a version that is not": {definition("{group: milvus.io, version: v1beta9, kind: Milvus}", ""), "KL804", "v1beta9", "use v1alpha1 or v1beta1"},
		"a level that is missing": {definition("{group: ray.io, version: v1, kind: RayJob}", child+"      instanceIdPath: '.spec.workerGroupSpecs[].groupName'\n"),
			"KL801", "workerGroupSpecs", "did you mean .spec.rayClusterSpec.workerGroupSpecs?"},
		"labels that are a list": {definition("{group: jobset.x-k8s.io, version: v1alpha2, kind: JobSet}", "      specDefinition: {fragmentedPodSpecDefinition: {labelsPath: .spec.replicatedJobs}}\n"),
			"KL802", ".spec.replicatedJobs", "a map of strings"},
	} {
		found := ruletest.FindingsWith(t, test.source, rules.Settings{Types: types}, Rules...)
		at := slices.IndexFunc(found, func(f rules.Finding) bool { return f.Rule.ID == test.rule })
		if at < 0 {
			t.Errorf("%s: %s is not found: %v", name, test.rule, found)
			continue
		}
		f := found[at]
		if text := test.source[f.At.Start.Offset:f.At.End.Offset]; text != test.text {
			t.Errorf("%s stands on %q, not on %q", name, text, test.text)
		}
		if !strings.Contains(f.Message, test.message) {
			t.Errorf("%s: %q does not say %q", name, f.Message, test.message)
		}
	}
}
