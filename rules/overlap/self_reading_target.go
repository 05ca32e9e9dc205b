package overlap

import (
	"fmt"

	"github.com/kartalint/kartalint/analyzer"
	"github.com/kartalint/kartalint/catalog"
	"github.com/kartalint/kartalint/rules"
)

var selfReadingTarget = &rules.Rule{
	ID: "KL405", Name: "self-reading-target", Severity: rules.Warning,
	Title:      "a filter that reads what the same path writes",
	What:       "A written filter whose condition looks at the place that it writes, or below it: `.cs[] | select(.name == \"main\") | .name`, `.a | select(.x)` that writes `.a`'s `x`.",
	Why:        "After the write the filter matches something else, or nothing: reading back what was written gives another value, and a second write lands elsewhere.",
	Mend:       "Filter by what no writer changes, such as a name, and write below it.",
	Severities: "note in scale fields",
	SilencedBy: []string{"KL201", "KL202", "KL203"},
	Check: func(p *rules.Pass) {
		for _, f := range p.Fields {
			e, err := f.Expr()
			if err != nil || f.Access == catalog.AccessReadOnly || e.Class != analyzer.Filter {
				continue
			}
			for _, r := range e.Reasons {
				if read, ok := readsWrite(r, e.Writes, f); ok {
					s := rules.Warning
					if f.Access == catalog.AccessWish {
						s = rules.Note
					}
					p.InField(f, r.Span, fmt.Sprintf("%s chooses by %s, which the same path writes: after a write it matches something else; choose by what no writer changes", rules.NameOf(f), read), rules.As(s))
					break
				}
			}
		}
	},
}

// readsWrite finds an address that a condition reads and the path writes itself. What stands inside a struct that is
// written by fields is only concerned where it is the field itself.
func readsWrite(r analyzer.Reason, writes []analyzer.Path, f *catalog.PathField) (analyzer.Path, bool) {
	if r.Kind != analyzer.ReasonSelect {
		return nil, false
	}
	for _, read := range r.Paths {
		for _, w := range writes {
			rel := read.Relation(w)
			if rel == analyzer.Equal && rules.StructOf(f.Name).Schema == nil {
				return read, true
			}
			if rel == analyzer.Within && rules.StructOf(f.Name).Schema != nil && changes(f, read[len(w):]) {
				return read, true
			}
		}
	}
	return nil, false
}

// changes says whether a writer of the field changes the place below it: the name of a container is what it is known by.
func changes(f *catalog.PathField, rest analyzer.Path) bool {
	if len(rest) == 0 {
		return false
	}
	return rules.StructOf(f.Name).Keeps(rest) && rest[0].Name != "name"
}
