package evidence

import (
	"github.com/kartalint/kartalint/catalog"
	"github.com/kartalint/kartalint/rules"
)

// Shown is what a definition yields on one object.
type Shown struct {
	Definition string
	Object     string // kind, name and file
	Components []ShownComponent
}

// ShownComponent is a component's part of it.
type ShownComponent struct {
	Name     string
	Fields   []ShownField
	Statuses []string // those whose matchers hold; nil without matchers
	Matchers bool     // the component has some
}

// ShownField is what one path yields.
type ShownField struct {
	Name, Expression string
	Values           []string // as JSON
	Err              error
	Pod              string // the pod that a pod-side path was evaluated on; "" for the workload
}

// Show runs every path of a definition on every recorded object of its kind, and pod-side ones on the object's pods.
func Show(d *catalog.Definition, recorded *rules.Evidence) []Shown {
	if d.Root == nil || d.Root.Kind == nil {
		return nil
	}
	var out []Shown
	for _, o := range recorded.Objects(*d.Root.Kind) {
		shown := Shown{Definition: d.Name, Object: called(o)}
		for _, c := range d.Components() {
			part := ShownComponent{Name: c.Name, Matchers: len(c.Matchers) > 0, Statuses: statuses(c, o.Value)}
			for _, f := range c.Fields {
				if f.Side == catalog.SideWorkload {
					part.Fields = append(part.Fields, showField(f, o.Value, ""))
					continue
				}
				for _, pod := range recorded.Pods(o.Value) {
					part.Fields = append(part.Fields, showField(f, pod.Value, called(pod)))
				}
			}
			shown.Components = append(shown.Components, part)
		}
		out = append(out, shown)
	}
	return out
}

func showField(f *catalog.PathField, object map[string]any, pod string) ShownField {
	results, err := values(f, object)
	s := ShownField{Name: f.Name, Expression: f.Expression, Err: err, Pod: pod}
	for _, v := range results {
		s.Values = append(s.Values, asJSON(v))
	}
	return s
}
