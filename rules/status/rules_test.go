package status

import (
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/kartalint/kartalint/catalog"
	"github.com/kartalint/kartalint/rules"
	"github.com/kartalint/kartalint/rules/ruletest"
)

// TestExamples leaves out the rule that is silent without objects, which TestStatusGap runs.
func TestExamples(t *testing.T) {
	ruletest.Run(t, slices.DeleteFunc(slices.Clone(Rules), func(r *rules.Rule) bool { return r.Needs == rules.NeedsObjects }))
}

func TestSharedCases(t *testing.T) { ruletest.RunShared(t, Rules) }

// recorded are objects that stand for those of any kind.
type recorded []map[string]any

func (r recorded) Objects(catalog.Kind) []map[string]any { return r }

func TestStatusGap(t *testing.T) {
	objects := recorded{{"status": map[string]any{"phase": "Running"}}, {"status": map[string]any{"phase": "Paused"}}, {}}
	for name, want := range map[string]int{"bad": 1, "good": 0} {
		src, err := os.ReadFile("testdata/KL607/" + name + ".yaml")
		if err != nil {
			t.Fatal(err)
		}
		found := ruletest.FindingsWith(t, string(src), rules.Settings{Evidence: objects}, statusGap)
		if len(found) != want || want == 1 && !strings.Contains(found[0].Message, "names: Paused;") {
			t.Errorf("%s: %v", name, found)
		}
		if silent := ruletest.Findings(t, string(src), statusGap); len(silent) > 0 {
			t.Errorf("%s: reported without objects", name)
		}
	}
}
