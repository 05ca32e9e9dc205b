package instances

import (
	"fmt"

	"github.com/kartalint/kartalint/analyzer"
	"github.com/kartalint/kartalint/catalog"
	"github.com/kartalint/kartalint/rules"
)

var outlierPath = &rules.Rule{
	ID: "KL505", Name: "outlier-path", Severity: rules.Warning,
	Title:      "one path of a component whose base differs from all its siblings'",
	What:       "Of four or more spec fields of a component all but one start with the same steps (three at least), and one leaves them early: a path that was copied from another component.",
	Why:        "One field is read from, and written to, another component.",
	Mend:       "Correct the base, or say in a comment why the field stands elsewhere and suppress the finding.",
	SilencedBy: []string{"KL201", "KL202", "KL203", "KL502", "KL503", "KL504"},
	Check: func(p *rules.Pass) {
		for _, c := range p.Components() {
			if o, base, ok := outlier(c); ok {
				p.Field(o.field, fmt.Sprintf("%s is at %s, and every other field of %s is below %s: it looks copied from another component; correct the base", rules.NameOf(o.field), o.expr.Writes[0], c.Name, base))
			}
		}
	},
}

func outlier(c *catalog.Component) (path, analyzer.Path, bool) {
	var fields []path
	_, others := split(c)
	for _, o := range others {
		if o.field.Role == catalog.RoleSpec && o.expr.Normal != "" {
			fields = append(fields, o)
		}
	}
	if len(fields) < 4 {
		return path{}, nil, false
	}
	var found path
	var base analyzer.Path
	n := 0
	for i, candidate := range fields {
		var common analyzer.Path
		for j, o := range fields {
			if j == i {
				continue
			}
			if common == nil {
				common = o.expr.Writes[0]
			}
			common = common.CommonPrefix(o.expr.Writes[0])
		}
		if len(common) >= 3 && !candidate.expr.Writes[0].HasPrefix(common) {
			found, base = candidate, common
			n++
		}
	}
	return found, base, n == 1
}
