package target

import (
	"fmt"
	"strings"

	"github.com/kartalint/kartalint/analyzer"
	"github.com/kartalint/kartalint/catalog"
	"github.com/kartalint/kartalint/rules"
)

var formulaTarget = &rules.Rule{
	ID: "KL301", Name: "formula-target", Severity: rules.Warning,
	Title: "a written field whose expression is a formula",
	What: "A spec field, a suspend or resume action, or a scale field whose expression computes a value: a default (`.a // 1`), " +
		"arithmetic, an object or array construction, a constant, a function such as `to_entries`. Every cause is named and " +
		"pointed at. Navigation that starts at a variable is KL306, a path that is a mere constant KL208.",
	Why: "A formula has no place that a write could land on. A controller that writes through it gets an error, after it may have " +
		"written other fields of the same update; with `//` it gets one only for objects in which the left side is absent, so that a " +
		"test on one object passes.",
	Mend:       "Write the address that the formula reads, and apply the default or the arithmetic where the value is used.",
	Severities: "error in suspend and resume actions, note in scale fields",
	Catalog: "NIMCache's `resourcesPath` builds an object around `.spec.resources`, and a write of resources fails. The scale fields with " +
		"`// 1` are notes: they read well, and an autoscaler cannot write them.",
	SilencedBy: []string{"KL201", "KL202", "KL203", "KL306", "KL208"},
	Check:      checkFormula,
}

func checkFormula(p *rules.Pass) {
	writable(p, func(f *catalog.PathField, e *analyzer.Expr) {
		if e.Class != analyzer.Formula {
			return
		}
		if _, rooted := has(e, analyzer.ReasonVariableRoot); rooted {
			return
		}
		if len(e.Reads) == 0 && len(e.Values) == 1 && f.Role != catalog.RoleSuspend {
			return
		}
		s := rules.Warning
		if f.Role == catalog.RoleSuspend {
			s = rules.Error
		}
		first := e.Reasons[0]
		for _, r := range e.Reasons {
			if r.Kind != analyzer.ReasonConstant && r.Kind != analyzer.ReasonSelect {
				first = r
				break
			}
		}
		message := fmt.Sprintf("%s is a formula and has no place to write to: %s; %s", rules.NameOf(f), causes(e), meant(e))
		p.InField(f, first.Span, message, severity(f, s))
	})
}

// causes names each reason once.
func causes(e *analyzer.Expr) string {
	var list []string
	seen := map[string]bool{}
	for _, r := range e.Reasons {
		text := ""
		switch r.Kind {
		case analyzer.ReasonDefaultLiteral:
			text = fmt.Sprintf("the default %q is no place", r.Text)
		case analyzer.ReasonArithmetic:
			text = fmt.Sprintf("%q computes", r.Name)
		case analyzer.ReasonComparison, analyzer.ReasonLogic:
			text = fmt.Sprintf("%q yields true or false", r.Name)
		case analyzer.ReasonConstruct:
			text = fmt.Sprintf("%q builds a new value", strings.TrimSpace(r.Text))
		case analyzer.ReasonFunction:
			text = fmt.Sprintf("%s computes", r.Name)
		case analyzer.ReasonReduce:
			text = fmt.Sprintf("%s computes", r.Text)
		case analyzer.ReasonAssignment:
			text = fmt.Sprintf("%q yields a changed copy", r.Name)
		case analyzer.ReasonTooComplex:
			text = "it is too complex to be analyzed"
		case analyzer.ReasonAlternative, analyzer.ReasonCondition:
			text = fmt.Sprintf("%q chooses by data", r.Text)
		}
		if text != "" && !seen[text] {
			seen[text] = true
			list = append(list, text)
		}
	}
	if len(list) == 0 {
		return "it yields a constant"
	}
	return strings.Join(list, ", ")
}

// meant names the address that was likely meant.
func meant(e *analyzer.Expr) string {
	switch {
	case len(e.Defaults) == 1 && len(e.Defaults[0].Left) == 1 && len(e.Reads) == 1:
		d := e.Defaults[0]
		return fmt.Sprintf("write %s, and let the reader take %v where it is absent", d.Left[0], literal(d.Value))
	case len(e.Reads) == 1:
		return fmt.Sprintf("write the address that it reads, %s, if that is what should be written", e.Reads[0])
	case len(e.Reads) > 1:
		return "write one of the addresses that it reads (" + join(e.Reads) + ")"
	}
	return "write the address of the field"
}

func literal(v any) string {
	if s, ok := v.(string); ok {
		return fmt.Sprintf("%q", s)
	}
	return fmt.Sprint(v)
}
