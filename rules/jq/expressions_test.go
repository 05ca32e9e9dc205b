package jq

import (
	"slices"
	"strconv"
	"testing"

	"github.com/kartalint/kartalint/rules/ruletest"
)

// definition holds one field of a root component: a scale path, which any rule of the family looks at.
func definition(field, expression string) string {
	return `apiVersion: run.ai/v1alpha1
kind: Karta
metadata: {name: example-com-app-v1}
spec:
  structureDefinition:
    rootComponent:
      name: app
      kind: {group: example.com, version: v1, kind: App}
      ` + map[string]string{
		"replicasPath": "scaleDefinition: {replicasPath: ",
		"labelsPath":   "specDefinition: {fragmentedPodSpecDefinition: {labelsPath: ",
		"metadataPath": "specDefinition: {podSpecPath: .spec.pod, metadataPath: ",
	}[field] + strconv.Quote(expression) + map[string]string{"labelsPath": "}"}[field] + "}\n"
}

// ids are the rules that a field's expression is found by, each once.
func ids(t *testing.T, field, expression string) []string {
	t.Helper()
	var list []string
	for _, f := range ruletest.Findings(t, definition(field, expression), Rules...) {
		if f.Field != field || f.Component != "app" {
			t.Errorf("%s: the finding is on %q of %q", ruletest.Line(f), f.Field, f.Component)
		}
		list = append(list, f.Rule.ID)
	}
	slices.Sort(list)
	return slices.Compact(list)
}

func TestRefusedConstructs(t *testing.T) {
	places := map[string]string{
		"top":             "%",
		"function body":   "def f: %; f",
		"argument":        "first(%)",
		"interpolation":   `"a\(%)"`,
		"object key":      "{(% | tostring): 1}",
		"object value":    "{a: (%)}",
		"array":           "[%]",
		"if condition":    "if (%) then 1 else 2 end",
		"then":            "if .a then (%) else 2 end",
		"else":            "if .a then 1 else (%) end",
		"elif":            "if .a then 1 elif (%) then 2 else 3 end",
		"try body":        "try (%)",
		"catch":           "try .a catch (%)",
		"reduce source":   "reduce (%) as $x (0; . + 1)",
		"reduce start":    "reduce .a[] as $x (%; . + 1)",
		"reduce update":   "reduce .a[] as $x (0; (%))",
		"foreach source":  "foreach (%) as $x (0; . + 1)",
		"foreach start":   "foreach .a[] as $x (%; . + 1)",
		"foreach update":  "foreach .a[] as $x (0; (%))",
		"foreach extract": "foreach .a[] as $x (0; . + 1; (%))",
		"slice start":     ".a[(%):2]",
		"slice end":       ".a[1:(%)]",
		"suffix index":    ".a[(%)]",
		"as source":       "(%) as $x | $x",
		"as body":         ".a as $x | (%)",
		"pattern key":     ".a as {(% | tostring): $x} | $x",
		"alternative":     ".a as [$x] ?// $x | (%)",
		"limit":           "limit(3; %)",
		"label":           "label $out | (%)",
		"optional":        "(%)?",
		"minus":           "-(%)",
		"pipe":            ".a | (%)",
		"comma":           ".a, (%)",
		"format":          `@text "a\(%)"`,
	}
	constructs := []string{
		".b = 1", ".b |= 1", ".b += 1", ".b -= 1", ".b *= 2", ".b /= 2", ".b %= 2", ".b //= 2",
		"del(.b)", "..", "range(3)", "paths", "recurse", "walk(.)", "repeat(1)",
	}
	for name, place := range places {
		for _, construct := range constructs {
			expression := ""
			for _, c := range place {
				if c == '%' {
					expression += "(" + construct + ")"
				} else {
					expression += string(c)
				}
			}
			if got := ids(t, "replicasPath", expression); !slices.Contains(got, "KL203") {
				t.Errorf("%s: %s gives %v, not KL203", name, expression, got)
			}
		}
	}
}

func TestHiddenSafety(t *testing.T) {
	for _, c := range []struct{ expression, want string }{
		{"(.spec.x = 1)", "KL203"},
		{"[.a[] | del(.b)]", "KL203"},
		{"{a: (.b = 1)}", "KL203"},
		{"if true then (.a |= 1) else . end", "KL203"},
		{"[.. | .x]", "KL203"},
		{".a | (..)", "KL203"},
		{"reduce .a[] as $x (.; .b += $x)", "KL203"},
		{"[limit(3; repeat(1))]", "KL203"},
		{"$ENV.HOME", "KL204"},
		{"env.HOME", "KL204"},
		{".a[] as $x | $y", "KL202"},
		// neighbours of their kinds
		{"def f(g): g; f(.a |= 2)", "KL203"},
		{"def f(del): 1; del(.x)", "KL203"},
		{"def f: def range: 1; range; [range(5)]", "KL203"},
		{".a | first(env | .HOME)", "KL204"},
		{"reduce .a[] as $x (0; $y)", "KL202"},
	} {
		if got := ids(t, "replicasPath", c.expression); !slices.Contains(got, c.want) {
			t.Errorf("%s gives %v, not %s", c.expression, got, c.want)
		}
	}
}

func TestExpressions(t *testing.T) {
	for _, c := range []struct {
		field, expression, rule string
		found                   bool
	}{
		{"replicasPath", ".spec.replicas", "KL208", false},
		{"replicasPath", ".spec.replicas |", "KL201", true},
		{"replicasPath", ".spec[", "KL201", true},
		{"replicasPath", `.spec["a`, "KL201", true},
		{"metadataPath", "spec.meta", "KL202", true},
		{"labelsPath", ".spec.svcs | keys_unsorted[]", "KL202", true},
		{"labelsPath", ".metadata.labels.app-name", "KL202", true},
		{"replicasPath", ".status.pods-length", "KL212", true},
		{"replicasPath", ".status.pods/first", "KL212", true},
		{"replicasPath", ".status.pods - 1", "KL212", false},
		{"replicasPath", ".spec.jobs[] | .replicas * .parallelism", "KL205", true},
		{"replicasPath", "(.spec.a // 1) * (.spec.b // 1)", "KL205", false},
		{"labelsPath", ".spec.text | fromjson", "KL205", true},
		{"replicasPath", ".spec.flag // true", "KL206", true},
		{"replicasPath", ".spec.replicas // 1", "KL206", false},
		{"replicasPath", "1", "KL208", true},
		{"replicasPath", `"one"`, "KL209", true},
		{"replicasPath", ".a == .b", "KL209", true},
		{"replicasPath", ".a // 1", "KL209", false},
		{"labelsPath", "[.spec.a]", "KL209", true},
		{"labelsPath", "{a: .spec.a}", "KL209", false},
		{"replicasPath", "now", "KL204", true},
		{"replicasPath", "[limit(3; .a | while(true; .))] | length", "KL204", true},
		{"replicasPath", "[.a[] | .b] | length", "KL204", false},
	} {
		if got := ids(t, c.field, c.expression); slices.Contains(got, c.rule) != c.found {
			t.Errorf("%s: %s gives %v; %s found should be %v", c.field, c.expression, got, c.rule, c.found)
		}
	}
}

func TestFixes(t *testing.T) {
	for _, c := range []struct{ field, expression, rule, want string }{
		{"metadataPath", "spec.meta", "KL202", ".spec.meta"},
		{"labelsPath", ".metadata.labels.app-name", "KL202", `.metadata.labels["app-name"]`},
		{"replicasPath", ".status.pods-length", "KL212", `.status["pods-length"]`},
	} {
		var fixed []string
		for _, f := range ruletest.Findings(t, definition(c.field, c.expression), Rules...) {
			if f.Rule.ID == c.rule {
				for _, fix := range f.Fixes {
					fixed = append(fixed, fix.Edits[0].New)
				}
			}
		}
		quoted := strconv.Quote(c.want)
		if len(fixed) != 1 || fixed[0] != c.want && fixed[0] != quoted && fixed[0] != "'"+c.want+"'" {
			t.Errorf("%s: the fixes are %q, not %s", c.expression, fixed, c.want)
		}
	}
}

func FuzzRules(f *testing.F) {
	for _, s := range []string{".a // true", ".a-length", "spec.x", "def f(del): 1; del(.x)", ".[] as [$a] ?// $a | $a", "\"\\(..)\"", ""} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, expression string) {
		for _, found := range ruletest.Findings(t, definition("replicasPath", expression), Rules...) {
			if found.Message == "" || found.At.Start.Line < 1 {
				t.Errorf("%q: an empty finding of %s", expression, found.Rule.ID)
			}
		}
	})
}
