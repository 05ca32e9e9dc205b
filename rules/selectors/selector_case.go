package selectors

import (
	"fmt"
	"strings"
	"unicode"

	"github.com/kartalint/kartalint/analyzer"
	"github.com/kartalint/kartalint/catalog"
	"github.com/kartalint/kartalint/rules"
)

var selectorCase = &rules.Rule{
	ID: "KL708", Name: "selector-case", Severity: rules.Note,
	Title: "selector values that differ in their case",
	What:  "Values of one key of which some begin with a capital letter and some do not; a value with capital letters that is spelled like a key of the component's own spec paths (`Chief` beside `.spec.roles.Chief.template`).",
	Why:   "Operators write lower-case label values for roles whose spec keys are capitalized: the selector matches no pod.",
	Mend:  "Look at a pod's label, and write the value as it stands there.",
	Check: func(p *rules.Pass) {
		byKey := map[string][]*catalog.Component{}
		for _, c := range p.Components() {
			s := c.TypeSelector
			if s == nil || s.KeyPath == nil || s.Value.Null() {
				continue
			}
			byKey[normal(s.KeyPath)] = append(byKey[normal(s.KeyPath)], c)
			if step := specKey(c, s.Value.Value); step != "" {
				report(p, c, fmt.Sprintf("the value %q of the selector of %s is spelled like the key %s of the spec: operators write such values in lower case; look at a pod's label", s.Value.Value, c.Name, step))
			}
		}
		for _, c := range p.Components() {
			s := c.TypeSelector
			if s == nil || s.KeyPath == nil || s.Value.Null() || !capital(s.Value.Value) || specKey(c, s.Value.Value) != "" {
				continue
			}
			for _, other := range byKey[normal(s.KeyPath)] {
				if !capital(other.TypeSelector.Value.Value) {
					report(p, c, fmt.Sprintf("the value %q of the selector of %s begins with a capital letter, and %q of %s does not: look at a pod's label", s.Value.Value, c.Name, other.TypeSelector.Value.Value, other.Name))
					break
				}
			}
		}
	},
}

func report(p *rules.Pass, c *catalog.Component, message string) {
	p.Node(c, c.TypeSelector.Value, "value", "/"+c.Name+"/selectorCase", message, rules.WithKey(c.TypeSelector.Value.Value))
}

func capital(s string) bool { return s != "" && unicode.IsUpper([]rune(s)[0]) }

// specKey is the key of the component's spec paths that is spelled like a value with a capital letter; "" where none is.
func specKey(c *catalog.Component, value string) string {
	if strings.ToLower(value) == value {
		return ""
	}
	for _, f := range c.Fields {
		e, err := f.Expr()
		if err != nil || f.Role != catalog.RoleSpec {
			continue
		}
		for _, w := range e.Writes {
			for _, s := range w {
				if s.Kind == analyzer.Key && s.Name == value {
					return s.Name
				}
			}
		}
	}
	return ""
}
