package all

import (
	"strings"
	"testing"

	"github.com/kartalint/kartalint/rules"
	"github.com/kartalint/kartalint/rules/ruletest"
)

// The structural messages of the runtime's validator, and the mistakes that people made in public, each with neighbours of
// its kind: a change to a clean definition, and the finding that it must give.
const clean = `apiVersion: run.ai/v1alpha1
kind: Karta
metadata:
  name: example-com-train-v1
spec:
  structureDefinition:
    rootComponent:
      name: train
      kind: {group: example.com, version: v1, kind: Train}
      statusDefinition:
        phaseDefinition: {path: .status.phase}
        conditionsDefinition: {path: .status.conditions, typeFieldName: type, statusFieldName: status, reasonFieldName: reason}
        statusMappings:
          running:
          - byPhase: Running
          failed:
          - byConditions:
            - {type: Failed, status: "True"}
    childComponents:
    - name: leader
      ownerRef: train
      specDefinition:
        podTemplateSpecPath: .spec.leader.template
      podSelector:
        componentTypeSelector:
          keyPath: .metadata.labels["example.com/role"]
          value: leader
    - name: worker
      ownerRef: train
      instanceIdPath: .spec.workers[].name
      specDefinition:
        podTemplateSpecPath: .spec.workers[].template
      scaleDefinition:
        replicasPath: .spec.workers[].replicas
      podSelector:
        componentTypeSelector:
          keyPath: .metadata.labels["example.com/role"]
          value: worker
        componentInstanceSelector:
          idPath: .metadata.labels["example.com/worker"]
  optimizationInstructions:
    gangScheduling:
      podGroup:
        name: train
        subGroups:
        - componentName: worker
`

func TestMistakesOfStructureStatusAndSelectors(t *testing.T) {
	if found := ruletest.Findings(t, clean, Rules()...); worst(found) > rules.Note {
		t.Fatalf("the clean definition is not: %s", ruletest.Line(found[0]))
	}
	tests := []struct{ name, old, with, want string }{
		// The validator's structural messages.
		{"root without version", "kind: {group: example.com, version: v1, kind: Train}", "kind: {group: example.com, kind: Train}", "KL101 train kind"},
		{"root without group", "kind: {group: example.com, version: v1, kind: Train}", `kind: {group: "", version: v1, kind: Train}`, "KL101 train kind"},
		{"root without kind", "      kind: {group: example.com, version: v1, kind: Train}\n", "", "KL101 train kind"},
		{"root with an owner", "      name: train\n      kind", "      name: train\n      ownerRef: worker\n      kind", "KL103 train ownerRef"},
		{"child without an owner", "    - name: leader\n      ownerRef: train\n", "    - name: leader\n", "KL103 leader ownerRef"},
		{"unknown owner", "    - name: leader\n      ownerRef: train\n", "    - name: leader\n      ownerRef: trian\n", "KL103 leader ownerRef"},
		{"a cycle of two", "    - name: leader\n      ownerRef: train\n", "    - name: leader\n      ownerRef: worker2\n    - name: worker2\n      ownerRef: leader\n", "KL103 leader ownerRef"},
		{"its own owner", "    - name: leader\n      ownerRef: train\n", "    - name: leader\n      ownerRef: leader\n", "KL103 leader ownerRef"},
		{"a name twice", "    - name: worker\n", "    - name: leader\n", "KL104 leader name"},
		{"an empty name", "    - name: leader\n", "    - name: \"\"\n", "KL104  name"},
		{"no name", "    - name: leader\n      ownerRef: train\n", "    - ownerRef: train\n", "KL104  name"},
		{"two shapes", "podTemplateSpecPath: .spec.leader.template", "podTemplateSpecPath: .spec.leader.template\n        podSpecPath: .spec.leader.podSpec", "KL105 leader podSpecPath"},
		{"no shape", "      specDefinition:\n        podTemplateSpecPath: .spec.leader.template\n", "      specDefinition: {}\n", "KL105 leader specDefinition"},
		{"ids without a selector", "        componentInstanceSelector:\n          idPath: .metadata.labels[\"example.com/worker\"]\n", "", "KL106 worker instanceIdPath"},
		{"a selector without ids", "      instanceIdPath: .spec.workers[].name\n", "", "KL106 worker componentInstanceSelector"},
		{"a gang member that is none", "- componentName: worker", "- componentName: wroker", "KL107  componentName"},
		{"the other case", "- componentName: worker", "- componentName: Worker", "KL107  componentName"},
		{"the root's kind for its name", "- componentName: worker", "- componentName: Train", "KL107  componentName"},
		// The schema.
		{"ownerName", "    - name: leader\n      ownerRef: train\n", "    - name: leader\n      ownerName: train\n", "KL002 leader ownerName"},
		{"referencedComponents", "    childComponents:\n", "    referencedComponents:\n", "KL002  referencedComponents"},
		{"Undefined", "          running:\n", "          undefined:\n", "KL002 train undefined"},
		// Matchers.
		{"an empty matcher", "          - byPhase: Running\n", "          - {}\n", "KL603 train running"},
		{"a matcher with wrong indentation", "          - byPhase: Running\n", "          -\n", "KL002 train running"},
		{"a condition without a status", `{type: Failed, status: "True"}`, `{type: Failed}`, "KL603 train byConditions"},
		{"two values at once", `- {type: Failed, status: "True"}`, "- {type: Failed, status: \"True\"}\n            - {type: Failed, status: \"False\"}", "KL604 train -"},
		{"one phase, two statuses", "          failed:\n", "          degraded:\n          - byPhase: Running\n          failed:\n", "KL605 train -"},
		{"suspended beside running", "          failed:\n", "          suspended:\n          - byExpression: {expression: .spec.suspend == true, expectedResult: \"true\"}\n          failed:\n", "KL605 train -"},
		{"no phase to match", "        phaseDefinition: {path: .status.phase}\n", "", "KL601 train byPhase"},
		{"one broken part is not enough", "          - byConditions:\n            - {type: Failed, status: \"True\"}\n", "          - byConditions:\n            - {type: StoreReady, status: \"False\"}\n            - {type: GateReady, status: \"False\"}\n", "KL608 train byConditions"},
		{"three failures at once", "          - byConditions:\n            - {type: Failed, status: \"True\"}\n", "          - byConditions:\n            - {type: PullFailed, status: \"True\"}\n            - {type: RunFailed, status: \"True\"}\n            - {type: DiskError, status: \"True\"}\n", "KL608 train byConditions"},
		{"degraded by two", "          failed:\n          - byConditions:\n            - {type: Failed, status: \"True\"}\n", "          degraded:\n          - byConditions:\n            - {type: AReady, status: \"False\"}\n            - {type: BReady, status: \"False\"}\n", "KL608 train byConditions"},
		{"False before it is written", "          failed:\n", "          initializing:\n          - byConditions:\n            - {type: Progressing, status: \"True\"}\n            - {type: Available, status: \"False\"}\n          failed:\n", "KL606 train -"},
		{"False beside a phase", "          failed:\n", "          initializing:\n          - byConditions:\n            - {type: Scheduled, status: \"True\"}\n            - {type: Pulled, status: \"False\"}\n          failed:\n", "KL606 train -"},
		{"only True is mapped", "          failed:\n", "          completed:\n          - byConditions:\n            - {type: Ready, status: \"True\"}\n          failed:\n", "KL609 train -"},
		{"an event that stays", "          failed:\n", "          initializing:\n          - byConditions:\n            - {type: Created, status: \"True\"}\n          failed:\n", "KL609 train -"},
		{"an event in capitals", "          failed:\n", "          initializing:\n          - byConditions:\n            - {type: JOB_CREATED, status: \"True\"}\n          failed:\n", "KL609 train -"},
		// Selectors.
		{"a comparison and a value", `          keyPath: .metadata.labels["example.com/role"]
          value: leader`, `          keyPath: .metadata.labels.a == .metadata.labels.b
          value: "true"`, "KL707 leader keyPath"},
		{"or and a value", `          keyPath: .metadata.labels["example.com/role"]
          value: leader`, `          keyPath: .metadata.labels.a or .metadata.labels.b
          value: "true"`, "KL707 leader keyPath"},
		{"a selector on the workload", `idPath: .metadata.labels["example.com/worker"]`, "idPath: .spec.workers[].name", "KL701 worker idPath"},
		{"a typo in labels", `idPath: .metadata.labels["example.com/worker"]`, `idPath: .metadata.lables["example.com/worker"]`, "KL801 worker idPath"},
		{"the status of the workload", `idPath: .metadata.labels["example.com/worker"]`, "idPath: .status.workers", "KL701 worker idPath"},
		{"the same pods", "          value: worker\n", "          value: leader\n", "KL702 worker -"},
		{"the same key without a value", "          value: worker\n", "", "KL702 worker -"},
		{"no selector", "      podSelector:\n        componentTypeSelector:\n          keyPath: .metadata.labels[\"example.com/role\"]\n          value: leader\n", "", "KL706 leader -"},
		{"two keys and a value", `          keyPath: .metadata.labels["example.com/role"]
          value: leader`, `          keyPath: .metadata.labels["example.com/role"] // .metadata.labels["old/role"]
          value: leader`, "KL707 leader keyPath"},
		{"a capital letter", "          value: leader\n", "          value: Leader\n", "KL708 leader value"},
		{"a key with two slashes", `keyPath: .metadata.labels["example.com/role"]
          value: leader`, `keyPath: .metadata.labels["example.com/the/role"]
          value: leader`, "KL703 leader keyPath"},
		{"a value with a blank", "          value: leader\n", "          value: the leader\n", "KL703 leader value"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			src := strings.Replace(clean, test.old, test.with, 1)
			if src == clean {
				t.Fatal("the change changes nothing")
			}
			if !gives(ruletest.Findings(t, src, Rules()...), test.want) {
				t.Errorf("%s is not found", test.want)
			}
		})
	}
	both := strings.Replace(strings.Replace(clean, ", reasonFieldName: reason}", "}", 1), `{type: Failed, status: "True"}`, `{type: Failed, status: "True", reason: Backoff}`, 1)
	if !gives(ruletest.Findings(t, both, Rules()...), "KL602 train -") {
		t.Error("a reason that is never read is not found")
	}
}

func worst(found []rules.Finding) rules.Severity {
	s := rules.Off
	for _, f := range found {
		s = max(s, f.Severity)
	}
	return s
}

// gives says whether a finding is there: rule, component and field, - for any.
func gives(found []rules.Finding, want string) bool {
	parts := strings.Split(want, " ")
	for _, f := range found {
		if f.Rule.ID == parts[0] && (parts[1] == "-" || parts[1] == f.Component) && (parts[2] == "-" || parts[2] == f.Field) {
			return true
		}
	}
	return false
}
