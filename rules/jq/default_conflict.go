package jq

import (
	"fmt"
	"reflect"

	"github.com/kartalint/kartalint/analyzer"
	"github.com/kartalint/kartalint/catalog"
	"github.com/kartalint/kartalint/rules"
)

var defaultConflict = &rules.Rule{
	ID: "KL211", Name: "default-conflict", Severity: rules.Warning,
	Title:      "one address with two defaults",
	What:       "An address that has one constant default in one expression of the definition and another in a second: `.spec.replicas // 1` in the scale, `// 0` in the status.",
	Why:        "An object without the field has one replica for the scale and none for the status.",
	Mend:       "Take the default that the API server has, everywhere.",
	SilencedBy: []string{"KL201", "KL202", "KL203"},
	Check: func(p *rules.Pass) {
		type use struct {
			field *catalog.PathField
			d     analyzer.Default
		}
		first := map[string]use{}
		each(p, func(f *catalog.PathField, e *analyzer.Expr) {
			if f.Side == catalog.SidePod {
				return
			}
			for _, d := range e.Defaults {
				if len(d.Left) != 1 || empty(d.Value) {
					continue
				}
				key := d.Left[0].String()
				other, seen := first[key]
				if !seen {
					first[key] = use{f, d}
					continue
				}
				if !reflect.DeepEqual(other.d.Value, d.Value) {
					p.InField(f, d.Span, fmt.Sprintf("%s takes %v where %s is absent, and %s takes %v: an object without it is read in two ways; take the server's default in both",
						of(f), printed(d.Value), key, of(other.field), printed(other.d.Value)),
						rules.WithRelated(other.field.Node.Offsets(other.d.Span.Start, other.d.Span.End), "the other default"), rules.WithKey(key+" "+f.Pointer))
				}
			}
		})
	},
}

// empty says whether a default stands for "nothing" rather than for a value.
func empty(v any) bool { return v == nil || v == "" }
