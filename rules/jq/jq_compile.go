package jq

import (
	"github.com/kartalint/kartalint/analyzer"
	"github.com/kartalint/kartalint/rules"
)

var jqCompile = &rules.Rule{
	ID: "KL202", Name: "jq-compile", Severity: rules.Error, Fix: rules.SafeFix,
	Title: "an expression that parses and does not compile",
	What: "An unknown function, a wrong number of arguments, an unbound variable, a module. `spec.template` without its leading dot is a call of a " +
		"function `spec`; `.labels.app-name` is `.labels.app` minus a function `name`.",
	Why:  "A validator that only parses lets it pass; the runtime then refuses it for every object.",
	Mend: "Write the leading dot, quote the key (`.labels[\"app-name\"]`), or correct the name; the first two have a fix.",
	Check: func(p *rules.Pass) {
		invalid(p, func(k analyzer.ErrorKind) bool { return k != analyzer.ErrorSyntax && k != analyzer.ErrorTooComplex })
	},
}
