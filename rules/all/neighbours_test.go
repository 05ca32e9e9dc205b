package all

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/kartalint/kartalint/rules"
	"github.com/kartalint/kartalint/rules/ruletest"
)

// statusFrame is a definition around a statusDefinition.
const statusFrame = `apiVersion: run.ai/v1alpha1
kind: Karta
metadata: {name: example-com-app-v1}
spec:
  structureDefinition:
    rootComponent:
      name: app
      kind: {group: example.com, version: v1, kind: App}
      statusDefinition:
        %s
        statusMappings:
          %s
`

const (
	conditionsNamed = `conditionsDefinition: {path: .status.conditions, typeFieldName: type, statusFieldName: status, reasonFieldName: reason}`
	conditionsBare  = `conditionsDefinition: {path: .status.conditions, typeFieldName: type, statusFieldName: status}`
	phaseOnly       = `phaseDefinition: {path: .status.phase}`
)

// TestNeighboursOfStatusMistakes holds public mistakes about the status, rewritten, and neighbours of their kind; where
// silent is set, one that looks like it and is right.
func TestNeighboursOfStatusMistakes(t *testing.T) {
	for _, test := range []struct{ name, source, mappings, rule, silent string }{
		{"a reason that is never read", conditionsBare, `running: [{byConditions: [{type: Up, status: "True", reason: AllReady}]}]`, "KL602", ""},
		{"a reason alone", conditionsBare, `failed: [{byConditions: [{type: Up, reason: Crashed}]}]`, "KL602", ""},
		{"a reason in the second condition", conditionsBare, `failed: [{byConditions: [{type: Up, status: "False"}, {type: Bad, status: "True", reason: Crashed}]}]`, "KL602", ""},
		{"a reason that is read", conditionsNamed, `running: [{byConditions: [{type: Up, status: "True", reason: AllReady}]}]`, "", "KL602"},

		{"alternatives joined", conditionsNamed, `failed: [{byConditions: [{type: EncoderReady, status: "False"}, {type: GatewayReady, status: "False"}]}]`, "KL608", ""},
		{"three alternatives joined", conditionsNamed, `degraded: [{byConditions: [{type: A, status: "False"}, {type: B, status: "False"}, {type: C, status: "False"}]}]`, "KL608", ""},
		{"alternatives joined in the second matcher", conditionsNamed, `failed: [{byConditions: [{type: Done, status: "False"}]}, {byConditions: [{type: A, status: "False"}, {type: B, status: "False"}]}]`, "KL608", ""},
		{"one matcher each", conditionsNamed, `failed: [{byConditions: [{type: A, status: "False"}]}, {byConditions: [{type: B, status: "False"}]}]`, "", "KL608"},

		{"an empty matcher", phaseOnly, `failed: [{}]`, "KL603", ""},
		{"an empty matcher beside a full one", phaseOnly, `running: [{byPhase: Running}, {}]`, "KL603", ""},
		{"a condition that asks for nothing", conditionsNamed, `running: [{byConditions: [{type: Up}]}]`, "KL603", ""},
		{"a phase without its source", conditionsNamed, `running: [{byPhase: Running}]`, "KL601", ""},
		{"conditions without their source", phaseOnly, `running: [{byConditions: [{type: Up, status: "True"}]}]`, "KL601", ""},

		{"suspended beside a phase that stays", phaseOnly, "running: [{byPhase: Running}]\n          suspended: [{byExpression: {expression: .spec.suspend == true, expectedResult: \"true\"}}]", "KL605", ""},
		{"one phase under two statuses", phaseOnly, "running: [{byPhase: Running}]\n          degraded: [{byPhase: Running}]", "KL605", ""},
		{"one condition under two statuses", conditionsNamed, "running: [{byConditions: [{type: Up, status: \"True\"}]}]\n          completed: [{byConditions: [{type: Up, status: \"True\"}]}]", "KL605", ""},
		{"two phases under two statuses", phaseOnly, "running: [{byPhase: Running}]\n          degraded: [{byPhase: Degraded}]", "", "KL605"},
		{"an event alone", conditionsNamed, "initializing: [{byConditions: [{type: Created, status: \"True\"}]}]\n          running: [{byConditions: [{type: Running, status: \"True\"}]}]", "KL609", ""},
		{"an event by an older name", conditionsNamed, "initializing: [{byConditions: [{type: JOB_CREATED, status: \"True\"}]}]\n          running: [{byConditions: [{type: Running, status: \"True\"}]}]", "KL609", ""},

		{"False of a condition that is not there yet", conditionsNamed, `initializing: [{byConditions: [{type: Progressing, status: "True"}, {type: Available, status: "False"}]}]`, "KL606", ""},
		{"False of a condition alone", conditionsNamed, `degraded: [{byConditions: [{type: Ready, status: "False"}]}]`, "KL606", ""},
		{"False of two", conditionsNamed, `initializing: [{byConditions: [{type: A, status: "True"}, {type: B, status: "False"}, {type: C, status: "False"}]}]`, "KL606", ""},
		{"True mapped and nothing else", conditionsNamed, `running: [{byConditions: [{type: Ready, status: "True"}]}]`, "KL609", ""},
		{"True mapped of one of two", conditionsNamed, "running: [{byConditions: [{type: Ready, status: \"True\"}]}]\n          failed: [{byConditions: [{type: Other, status: \"False\"}]}]", "KL609", ""},
		{"Unknown mapped too", conditionsNamed, "running: [{byConditions: [{type: Ready, status: \"True\"}]}]\n          initializing: [{byConditions: [{type: Ready, status: Unknown}]}]", "", "KL609"},

		{"an expression that takes the status down", conditionsNamed, "running: [{byConditions: [{type: Ready, status: \"True\"}]}]\n          failed: [{byExpression: {expression: '.status.jobs[] | .failed > 0', expectedResult: \"true\"}}]", "KL205", ""},
		{"a product that takes the status down", phaseOnly, `running: [{byExpression: {expression: .status.ready * 2 > 1, expectedResult: "true"}}]`, "KL205", ""},
		{"a text that takes the status down", phaseOnly, `running: [{byExpression: {expression: (.status.detail | fromjson | .ok), expectedResult: "true"}}]`, "KL205", ""},
	} {
		found := ruletest.Findings(t, fmt.Sprintf(statusFrame, test.source, test.mappings), Rules()...)
		has := func(id string) bool {
			return slices.ContainsFunc(found, func(f rules.Finding) bool { return f.Rule.ID == id })
		}
		if test.rule != "" && !has(test.rule) || test.silent != "" && has(test.silent) {
			var got []string
			for _, f := range found {
				got = append(got, ruletest.Line(f))
			}
			t.Errorf("%s: want %q, not %q:\n%s", test.name, test.rule, test.silent, strings.Join(got, "\n"))
		}
	}
}
