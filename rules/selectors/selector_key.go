package selectors

import (
	"fmt"
	"strings"

	"k8s.io/apimachinery/pkg/util/validation"

	"github.com/kartalint/kartalint/analyzer"
	"github.com/kartalint/kartalint/catalog"
	"github.com/kartalint/kartalint/rules"
)

var selectorKey = &rules.Rule{
	ID: "KL703", Name: "selector-key", Severity: rules.Error,
	Title:      "a selector that no pod can satisfy",
	What:       "A label or annotation key that Kubernetes refuses, a `value` that can be no label value, `value` without `keyPath`, a `componentTypeSelector` with neither `keyPath` nor `matchLabels`.",
	Why:        "No pod ever carries the key or value: nothing is selected.",
	Mend:       "Correct the key or the value.",
	SilencedBy: []string{"KL201", "KL202", "KL203", "KL701"},
	Check: func(p *rules.Pass) {
		for _, f := range p.Fields {
			if e, err := f.Expr(); err == nil && f.Side == catalog.SidePod {
				checkKey(p, f, e)
			}
		}
		for _, c := range p.Components() {
			if s := c.TypeSelector; s != nil {
				checkSelector(p, c, s)
			}
		}
	},
}

func checkKey(p *rules.Pass, f *catalog.PathField, e *analyzer.Expr) {
	for _, r := range e.Reads {
		if len(r) != 3 || r[0].Name != "metadata" || r[1].Name != "labels" && r[1].Name != "annotations" || r[2].Kind != analyzer.Key {
			continue
		}
		if problems := validation.IsQualifiedName(r[2].Name); len(problems) > 0 {
			p.Field(f, fmt.Sprintf("%s asks for the key %q, which Kubernetes refuses in %s (%s): no pod carries it; correct the key", rules.NameOf(f), r[2].Name, r[1].Name, problems[0]))
			return
		}
	}
}

func checkSelector(p *rules.Pass, c *catalog.Component, s *catalog.TypeSelector) {
	pointer := "/" + c.Name + "/typeSelector/value"
	switch {
	case s.KeyPath == nil && s.Node.Key("keyPath") == nil && s.MatchLabels == nil:
		p.Node(c, c.PodSelector.KeyNode("componentTypeSelector"), "componentTypeSelector", pointer, fmt.Sprintf("componentTypeSelector of %s has neither keyPath nor matchLabels: it selects nothing; add one", c.Name))
		return
	case s.Node.Key("keyPath") == nil && !s.Value.Null():
		p.Node(c, s.Value, "value", pointer, fmt.Sprintf("componentTypeSelector of %s has a value and no keyPath to compare it with: add keyPath, or write matchLabels", c.Name))
		return
	}
	if s.Value.Null() || s.KeyPath == nil {
		return
	}
	e, err := s.KeyPath.Expr()
	if err != nil || !strings.HasPrefix(e.Normal, ".metadata.labels") {
		return
	}
	if problems := validation.IsValidLabelValue(s.Value.Value); len(problems) > 0 {
		p.Node(c, s.Value, "value", pointer, fmt.Sprintf("the value %q of the selector of %s can be no label's value (%s): it matches no pod; correct it", s.Value.Value, c.Name, problems[0]))
	}
}
