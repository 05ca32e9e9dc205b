package jq

import (
	"fmt"

	"github.com/kartalint/kartalint/analyzer"
	"github.com/kartalint/kartalint/catalog"
	"github.com/kartalint/kartalint/rules"
)

var jqForbidden = &rules.Rule{
	ID: "KL203", Name: "jq-forbidden", Severity: rules.Error,
	Title: "a construct that the runtime refuses",
	What: "Assignment operators (`=`, `|=`, `+=` and the rest), `del`, `..`, `range`, `paths`, `recurse`, `walk`, `repeat`, wherever they stand: in function " +
		"bodies, arguments, string interpolation, keys and values of objects, `reduce` and `foreach`, `try` and `catch`, bounds of slices, patterns. A function of the expression's own with such a name counts too.",
	Why:  "A path must not change the object or run without end. The runtime's own check looks at the top of the expression only and lets hidden ones through.",
	Mend: "Read the field by its address; let the controller compute.",
	Check: func(p *rules.Pass) {
		each(p, func(f *catalog.PathField, e *analyzer.Expr) {
			if e.Class == analyzer.Address {
				return
			}
			for _, u := range e.Uses() {
				if what := forbidden(u); what != "" {
					p.InField(f, u.Span, fmt.Sprintf("%s uses %s, which the runtime refuses: %s; read the field by its address", rules.NameOf(f), u.Name, what), rules.WithKey(u.Name+" "+f.Expression))
				}
			}
		})
	},
}

// refused are the functions that the runtime refuses, with the reason.
var refused = map[string]string{
	"del": "it changes the object", "delpaths": "it changes the object", "setpath": "it changes the object", "range": "it counts without a bound of the object",
	"paths": "it visits the whole object", "leaf_paths": "it visits the whole object", "recurse": "it visits the whole object", "recurse_down": "it visits the whole object",
	"walk": "it rebuilds the whole object", "repeat": "it has no end",
}

func forbidden(u analyzer.Use) string {
	switch u.Kind {
	case analyzer.UseDescend:
		return "it visits the whole object"
	case analyzer.UseOperator:
		switch u.Name {
		case "=", "|=", "+=", "-=", "*=", "/=", "%=", "//=":
			return "it changes the object"
		}
	case analyzer.UseFunction:
		return refused[u.Name] // by name, so that a local definition of it hides no call of the builtin
	}
	return ""
}
