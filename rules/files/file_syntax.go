package files

import "github.com/kartalint/kartalint/rules"

var fileSyntax = &rules.Rule{
	ID: "KL001", Name: "file-syntax", Severity: rules.Error,
	Title: "a file that cannot be read as it stands",
	What: "No valid YAML or JSON, a key twice in one mapping, anchors that expand beyond the limit, nesting beyond it, a line break that YAML counts and editors do not, " +
		"a file that cannot be read. Documents after a broken one are still read.",
	Why:  "A reader stops, or silently takes one of two values; what is below is never checked.",
	Mend: "Correct the file at the place.",
	CheckFile: func(p *rules.FilePass) {
		for _, problem := range p.Problems {
			p.Report(rules.Finding{Message: problem.Message, At: problem.At, Field: problem.Field, Key: string(problem.Kind) + problem.Message})
		}
	},
}
