package rules_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/kartalint/kartalint/analyzer"
	"github.com/kartalint/kartalint/catalog"
	"github.com/kartalint/kartalint/rules"
	"github.com/kartalint/kartalint/rules/ruletest"
)

// formula is a rule of a third party: it reports every formula.
var formula = &rules.Rule{
	ID: "XX001", Name: "formula", Severity: rules.Warning,
	Check: func(p *rules.Pass) {
		for _, f := range p.Fields {
			if e, err := f.Expr(); err == nil && e.Class == analyzer.Formula {
				p.Field(f, "a formula")
			}
		}
	},
}

// scale is a second rule on the same fields.
var scale = &rules.Rule{
	ID: "XX002", Name: "scale", Severity: rules.Error, SilencedBy: []string{"XX001"},
	Check: func(p *rules.Pass) {
		for _, f := range p.Fields {
			if f.Role == catalog.RoleScale {
				p.Field(f, "a scale field")
			}
		}
	},
}

const example = `apiVersion: run.ai/v1alpha1
kind: Karta
metadata:
  name: example-com-app-v1
spec:
  structureDefinition:
    rootComponent:
      name: app
      kind: {group: example.com, version: v1, kind: App}
      statusDefinition:
        phaseDefinition: {path: .status.phase}
        statusMappings:
          running:
          - byPhase: Running
      scaleDefinition:
        replicasPath: .spec.replicas // 1
        minReplicasPath: .spec.min
`

func lines(found []rules.Finding) string {
	var b strings.Builder
	for _, f := range found {
		fmt.Fprintf(&b, "%d %s %s %s", f.At.Start.Line, f.Rule.ID, f.Severity, f.Field)
		if f.Suppressed != nil {
			b.WriteString(" suppressed")
		}
		b.WriteString("\n")
	}
	return b.String()
}

func TestSilencing(t *testing.T) {
	got := lines(ruletest.Findings(t, example, formula, scale))
	want := "16 XX001 warning replicasPath\n17 XX002 error minReplicasPath\n"
	if got != want {
		t.Errorf("got\n%swant\n%s", got, want)
	}
	got = lines(ruletest.Findings(t, example, scale))
	if want := "16 XX002 error replicasPath\n17 XX002 error minReplicasPath\n"; got != want {
		t.Errorf("without the other rule: got\n%s", got)
	}
}

func TestLevels(t *testing.T) {
	for name, test := range map[string]struct {
		cfg  rules.Config
		want string
	}{
		"off":  {rules.Config{Levels: map[string]rules.Severity{"XX001": rules.Off}}, "XX002 XX002"},
		"only": {rules.Config{Only: []string{"XX001"}}, "XX001"},
		"path": {rules.Config{PathLevels: []rules.PathLevel{{Match: func(string) bool { return true }, Rule: "XX001", Severity: rules.Off}}}, "XX002 XX002"},
	} {
		t.Run(name, func(t *testing.T) {
			l, err := rules.New([]*rules.Rule{formula, scale}, test.cfg)
			if err != nil {
				t.Fatal(err)
			}
			file := catalog.Parse("a.yaml", []byte(example), catalog.Options{})
			var ids []string
			for _, f := range l.Collect([]*rules.FileResult{l.File(file)}).Findings {
				ids = append(ids, f.Rule.ID)
			}
			if got := strings.Join(ids, " "); got != test.want {
				t.Errorf("got %s, want %s", got, test.want)
			}
		})
	}
}

func TestUnknownIDs(t *testing.T) {
	_, err := rules.New([]*rules.Rule{formula}, rules.Config{Levels: map[string]rules.Severity{"XX002": rules.Off, "formula": rules.Off}})
	if err == nil || !strings.Contains(err.Error(), `"XX002" (nearest: XX001)`) || !strings.Contains(err.Error(), `"formula" (use XX001)`) {
		t.Errorf("got %v", err)
	}
}

func TestFingerprints(t *testing.T) {
	moved := ruletest.Findings(t, "# a line more\n"+strings.Replace(example, ".spec.replicas // 1", "(.spec.replicas)   // 1", 1), formula)
	first := ruletest.Findings(t, example, formula)
	if len(first) != 1 || len(moved) != 1 {
		t.Fatalf("found %d and %d", len(first), len(moved))
	}
	again := ruletest.Findings(t, "# a line more\n"+example, formula)
	if first[0].Fingerprint != again[0].Fingerprint {
		t.Error("a moved line changes the fingerprint")
	}
	if first[0].Fingerprint == moved[0].Fingerprint {
		t.Error("another expression has the same fingerprint")
	}
}

func TestSuppression(t *testing.T) {
	all := []*rules.Rule{formula, scale, rules.SuppressionRule()}
	replace := func(old, with string) string { return strings.Replace(example, old, with, 1) }
	const field = "        replicasPath: .spec.replicas // 1\n"
	tests := []struct{ name, src, want string }{
		{"on the line", replace(field, "        replicasPath: .spec.replicas // 1  # kartalint:ignore XX001 -- known\n"),
			"16 XX001 warning replicasPath suppressed\n17 XX002 error minReplicasPath\n"},
		{"above", replace(field, "        # kartalint:ignore XX001 -- known\n"+field),
			"17 XX001 warning replicasPath suppressed\n18 XX002 error minReplicasPath\n"},
		{"above a block", replace(field, "        # kartalint:ignore XX001 -- known\n        replicasPath: |\n          .spec.replicas\n          // 1\n"),
			"18 XX001 warning replicasPath suppressed\n20 XX002 error minReplicasPath\n"},
		{"two comments above", replace(field, "        # kartalint:ignore XX001 -- known\n        # and said why\n"+field),
			"18 XX001 warning replicasPath suppressed\n19 XX002 error minReplicasPath\n"},
		{"at the head", "# kartalint:ignore XX002 -- counts are read elsewhere\n" + example,
			"17 XX001 warning replicasPath\n18 XX002 error minReplicasPath suppressed\n"},
		{"for the document", replace(field, "        # kartalint:ignore-document XX001, XX002 -- both\n"+field),
			"17 XX001 warning replicasPath suppressed\n18 XX002 error minReplicasPath suppressed\n"},
		{"hides nothing", replace("  name: example", "  # kartalint:ignore XX001 -- old\n  name: example"),
			"4 KL007 note \n17 XX001 warning replicasPath\n18 XX002 error minReplicasPath\n"},
		{"no reason", replace(field, field+"        # kartalint:ignore XX002\n"),
			"16 XX001 warning replicasPath\n17 KL007 error \n18 XX002 error minReplicasPath\n"},
		{"no id", replace(field, field+"        # kartalint:ignore -- all of it\n"),
			"16 XX001 warning replicasPath\n17 KL007 error \n18 XX002 error minReplicasPath\n"},
		{"unknown id", replace(field, field+"        # kartalint:ignore XX003 -- typo\n"),
			"16 XX001 warning replicasPath\n17 KL007 error \n18 XX002 error minReplicasPath\n"},
		{"misspelt", replace(field, field+"        # kartalint:ignored XX002 -- typo\n"),
			"16 XX001 warning replicasPath\n17 KL007 error \n18 XX002 error minReplicasPath\n"},
		{"in a string", replace("  name: example-com-app-v1", "  name: example-com-app-v1\n  note: '# kartalint:ignore XX001 -- no comment'"),
			"17 XX001 warning replicasPath\n18 XX002 error minReplicasPath\n"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			if got := lines(ruletest.Findings(t, test.src, all...)); got != test.want {
				t.Errorf("got\n%swant\n%s", got, test.want)
			}
		})
	}
}

func TestSuppressionOfAnotherDocument(t *testing.T) {
	src := "# kartalint:ignore-document XX001 -- first only\n" + example + "---\n" + strings.ReplaceAll(example, "example-com", "other-com")
	found := ruletest.Findings(t, src, formula)
	if len(found) != 2 || found[0].Suppressed == nil || found[1].Suppressed != nil {
		t.Errorf("got\n%s", lines(found))
	}
}

// A rule of a third party is a value; it is run beside the built-in ones by handing both to New.
func ExampleNew() {
	linter, err := rules.New([]*rules.Rule{formula}, rules.Config{})
	if err != nil {
		fmt.Println(err)
		return
	}
	file := catalog.Parse("app.yaml", []byte(example), catalog.Options{})
	for _, f := range linter.Collect([]*rules.FileResult{linter.File(file)}).Findings {
		fmt.Printf("%s:%d:%d: %s: %s [%s]\n", f.At.File, f.At.Start.Line, f.At.Start.Column, f.Severity, f.Message, f.Rule.ID)
	}
	// Output: app.yaml:16:23: warning: a formula [XX001]
}
