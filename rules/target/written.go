package target

import (
	"fmt"
	"strings"

	"github.com/kartalint/kartalint/analyzer"
	"github.com/kartalint/kartalint/catalog"
	"github.com/kartalint/kartalint/rules"
)

// writable visits the fields that are written, and those that autoscalers write, with what is known of them.
func writable(p *rules.Pass, visit func(f *catalog.PathField, e *analyzer.Expr)) {
	for _, f := range p.Fields {
		if e, err := f.Expr(); err == nil && f.Access != catalog.AccessReadOnly {
			visit(f, e)
		}
	}
}

// severity is a rule's default for written fields and one step less for scale fields.
func severity(f *catalog.PathField, s rules.Severity) rules.Option {
	if f.Access == catalog.AccessWish {
		return rules.As(s.Down())
	}
	return rules.As(s)
}

// join lists addresses, at most four.
func join(paths []analyzer.Path) string {
	var names []string
	for i, p := range paths {
		if i == 4 {
			names = append(names, fmt.Sprintf("%d more", len(paths)-i))
			break
		}
		names = append(names, p.String())
	}
	return strings.Join(names, ", ")
}

// has says whether one of the reasons is of a kind.
func has(e *analyzer.Expr, kinds ...analyzer.ReasonKind) (analyzer.Reason, bool) {
	for _, r := range e.Reasons {
		for _, k := range kinds {
			if r.Kind == k {
				return r, true
			}
		}
	}
	return analyzer.Reason{}, false
}
