package instances

import (
	"fmt"

	"github.com/kartalint/kartalint/catalog"
	"github.com/kartalint/kartalint/rules"
)

var collapsingDefault = &rules.Rule{
	ID: "KL507", Name: "collapsing-default", Severity: rules.Warning, Fix: rules.UnsafeFix,
	Title: "a default that applies to a whole stream of results",
	What:  "`.xs[].n // 1` in a spec, scale or instance path, alone or as an operand: in jq the default applies to the stream, not to each element. `.xs[] | (.n // 1)` applies it to each.",
	Why: "Elements without the field vanish while any element has it, and the results of the others move to the wrong instance. An empty list yields one result. " +
		"Where a sibling scale path yields the full count the runtime pads the lists, and nothing is said at all.",
	Mend:       "Iterate first, then take the default: `.xs[] | (.n // 1)`; the fix does.",
	Catalog:    "RayJob and RayService workers and both Grove components: a group without `replicas` takes its neighbour's.",
	SilencedBy: []string{"KL201", "KL202", "KL203"},
	Check: func(p *rules.Pass) {
		for _, f := range p.Fields {
			e, err := f.Expr()
			if err != nil || f.Role != catalog.RoleScale && f.Role != catalog.RoleSpec && f.Role != catalog.RoleInstance {
				continue
			}
			for _, d := range e.Defaults {
				if len(d.Collapses) == 0 {
					continue
				}
				effect := "an element without the field vanishes, and the results of the others move to the wrong instance"
				if sibling := fullCount(f); sibling != "" {
					effect += ", silently: " + sibling + " yields the full count, and the runtime pads the lists"
				}
				message := fmt.Sprintf("the default of %s applies to all results of %s at once, not to each: %s", rules.NameOf(f), d.Collapses[0], effect)
				var opts []rules.Option
				if rewritten, ok := e.PerElementDefault(); ok {
					message += "; write " + rewritten
					if edit, err := f.Node.Replace(rewritten); err == nil {
						opts = append(opts, rules.WithFix("apply the default to each element", false, edit))
					}
				} else {
					message += "; iterate first, then take the default"
				}
				p.InField(f, d.Span, message, opts...)
			}
		}
	},
}

// fullCount names a sibling scale path that yields one result for each element; "" where there is none.
func fullCount(f *catalog.PathField) string {
	if f.Component == nil || f.Role != catalog.RoleScale {
		return ""
	}
	for _, s := range f.Component.Fields {
		if e, err := s.Expr(); err == nil && s != f && s.Role == catalog.RoleScale && len(e.Outputs.Iterations) > 0 && e.Outputs.Max == 1 {
			return s.Name
		}
	}
	return ""
}
