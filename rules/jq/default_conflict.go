package jq

import (
	"fmt"
	"reflect"

	"github.com/kartalint/kartalint/analyzer"
	"github.com/kartalint/kartalint/catalog"
	"github.com/kartalint/kartalint/catalog/kube"
	"github.com/kartalint/kartalint/rules"
)

var defaultConflict = &rules.Rule{
	ID: "KL211", Name: "default-conflict", Severity: rules.Warning,
	Title:      "one address with two defaults",
	What:       "An address that has one constant default in one expression of the definition and another in a second: `.spec.replicas // 1` in the scale, `// 0` in the status. And a constant default unlike the one that the type has.",
	Why:        "An object without the field has one replica for the scale and none for the status.",
	Severities: "note for a default unlike that of the type (`--crd`, or a built-in type)",
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
				if server := serverDefault(p, f, d.Left[0]); server != nil && printed(server) != printed(d.Value) {
					p.InField(f, d.Span, fmt.Sprintf("%s takes %v where %s is absent, and the server's default is %v: an object as it was written and as the server keeps it are read in two ways; take the server's",
						rules.NameOf(f), printed(d.Value), key, printed(server)), rules.As(rules.Note), rules.WithKey(key+" server "+f.Pointer))
				}
				other, seen := first[key]
				if !seen {
					first[key] = use{f, d}
					continue
				}
				if !reflect.DeepEqual(other.d.Value, d.Value) {
					p.InField(f, d.Span, fmt.Sprintf("%s takes %v where %s is absent, and %s takes %v: an object without it is read in two ways; take the server's default in both",
						rules.NameOf(f), printed(d.Value), key, rules.NameOf(other.field), printed(other.d.Value)),
						rules.WithRelated(other.field.Node.Offsets(other.d.Span.Start, other.d.Span.End), "the other default"), rules.WithKey(key+" "+f.Pointer))
				}
			}
		})
	},
}

// serverDefault is the default that the type gives a place; nil where none is known.
func serverDefault(p *rules.Pass, f *catalog.PathField, path analyzer.Path) any {
	t := p.Type(f)
	if t.Status != kube.Known {
		return nil
	}
	if at := t.Schema.Walk(path).Schema; at != nil {
		return at.Default
	}
	return nil
}

// empty says whether a default stands for "nothing" rather than for a value.
func empty(v any) bool { return v == nil || v == "" }
