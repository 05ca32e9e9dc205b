package jq

import (
	"fmt"
	"strings"

	"github.com/kartalint/kartalint/analyzer"
	"github.com/kartalint/kartalint/catalog"
	"github.com/kartalint/kartalint/rules"
)

var jqNullUnsafe = &rules.Rule{
	ID: "KL205", Name: "jq-null-unsafe", Severity: rules.Warning,
	Title:      "an expression that fails when an optional field is absent",
	What:       "Iteration, arithmetic, `fromjson`, `to_entries`, `test` and their like on a field that may be absent. Silent where the type says that the field is there.",
	Why:        "One failing expression takes the whole extraction down; in `byExpression` it takes the whole status down, the matchers that hold included.",
	Mend:       "Spell the expression so that an absent field yields nothing, or a default: the message gives the spelling.",
	Severities: "error in `byExpression`; note for the plain iteration of an address, once for all fields of a component that share it",
	Catalog:    "JobSet multiplies `.replicas` by `.parallelism`, of which the second has no default on the server: a job without it fails every read.",
	SilencedBy: []string{"KL201", "KL202", "KL203"},
	Check: func(p *rules.Pass) {
		told := map[string]bool{} // an iteration that several fields of a component share is one cause
		each(p, func(f *catalog.PathField, e *analyzer.Expr) {
			list := worst(p, f, e)
			if len(list) == 0 {
				return
			}
			h := list[0] // one spelling mends them all
			if key := iterationKey(f, h); key != "" {
				if told[key] {
					return
				}
				told[key] = true
			}
			p.InField(f, h.hazard.Span, message(f, e, h.hazard), rules.As(h.severity))
		})
	},
}

// iterationKey is what the notes on one iteration have in common; "" for a finding of its own.
func iterationKey(f *catalog.PathField, h judged) string {
	if h.severity != rules.Note || f.Component == nil || len(h.hazard.Paths) != 1 {
		return ""
	}
	return f.Component.Name + " " + h.hazard.Paths[0].String()
}

type judged struct {
	hazard   analyzer.Hazard
	severity rules.Severity
}

// worst are the hazards that the type does not rule out, the worst first.
func worst(p *rules.Pass, f *catalog.PathField, e *analyzer.Expr) []judged {
	var list []judged
	for _, h := range e.Hazards {
		s := rules.Warning
		plain := h.Kind == analyzer.HazardIterate
		if plain {
			s = rules.Note
		}
		if h.Kind == analyzer.HazardFunction && (strings.HasPrefix(h.Text, "keys") || h.Text == "to_entries") {
			s = rules.Note // the same iteration, by name
		}
		if required, known := present(p, f, h); known {
			if required {
				continue
			}
			s = rules.Warning
		}
		if f.Name == "expression" {
			s = rules.Error
		}
		j := judged{h, s}
		if len(list) > 0 && s > list[0].severity {
			list = append([]judged{j}, list...)
		} else {
			list = append(list, j)
		}
	}
	return list
}

// present says whether the type requires every field that the hazard needs.
func present(p *rules.Pass, f *catalog.PathField, h analyzer.Hazard) (required, known bool) {
	if p.Root == nil || p.Root.Kind == nil || f.Side != catalog.SideWorkload || len(h.Paths) == 0 {
		return false, false
	}
	for _, path := range h.Paths {
		optional, ok := p.Settings.Types.Optional(*p.Root.Kind, path)
		if !ok {
			return false, false
		}
		if optional {
			return false, true
		}
	}
	return true, true
}

func message(f *catalog.PathField, e *analyzer.Expr, h analyzer.Hazard) string {
	fields := make([]string, 0, len(h.Paths))
	for _, path := range h.Paths {
		fields = append(fields, path.String())
	}
	what := map[analyzer.HazardKind]string{analyzer.HazardIterate: "iterates", analyzer.HazardArithmetic: "computes with", analyzer.HazardKey: "uses as a key"}[h.Kind]
	if what == "" {
		what = "calls " + h.Text + " on"
	}
	where := strings.Join(fields, " and ")
	if where == "" {
		where = "a value"
	}
	m := fmt.Sprintf("%s %s %s and fails where that is absent or null", rules.NameOf(f), what, where)
	if f.Name == "expression" {
		m += ", and with it the whole status"
	}
	if h.Safe != "" {
		return m + "; write " + strings.Join(strings.Fields(h.Safe), " ")
	}
	return m + "; give it a default with //, or make it optional with ?"
}
