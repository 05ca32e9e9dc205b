package files

import (
	"github.com/kartalint/kartalint/catalog"
	"github.com/kartalint/kartalint/rules"
)

var schema = &rules.Rule{
	ID: "KL002", Name: "schema", Severity: rules.Error,
	Title: "what the schema of a definition refuses",
	What: "Unknown fields (`ownerName`, `referencedComponents`), with the nearest real name; missing and mistyped fields; unknown status names; a definition in the newer variant of the " +
		"API with CEL in place of jq, which is said once.",
	Why:  "The API server refuses the definition, or drops the unknown field and with it what it was meant to say.",
	Mend: "Use the name in the message; `kartalint schema` prints the schema, which editors can use.",
	Check: func(p *rules.Pass) {
		for _, problem := range p.Problems {
			if problem.Kind != catalog.ProblemSchema && problem.Kind != catalog.ProblemCEL {
				continue
			}
			p.Report(rules.Finding{Message: problem.Message, At: problem.At, Component: problem.Component, Field: problem.Field,
				Subject: problem.Pointer, Key: problem.Pointer + "/" + problem.Field})
		}
	},
}
