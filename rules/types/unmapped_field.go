package types

import (
	"fmt"

	"github.com/kartalint/kartalint/analyzer"
	"github.com/kartalint/kartalint/catalog"
	"github.com/kartalint/kartalint/catalog/kube"
	"github.com/kartalint/kartalint/rules"
)

var unmappedField = &rules.Rule{
	ID: "KL806", Name: "unmapped-field", Severity: rules.Note, Fix: rules.UnsafeFix,
	Title: "a pod or scale field of the type that the definition does not map",
	What: "Beside the fragments of a component (`fragmentedPodSpecDefinition`) or beside its scale paths the type has another field that a definition can map: `priorityClassName`, `annotations`, " +
		"an autoscaling minimum. Only fields in the same object as a mapped one are told.",
	Why:   "Controllers cannot read or set it, though the workload has it.",
	Mend:  "Add the path; the fix does.",
	Needs: rules.NeedsTypes,
	Check: func(p *rules.Pass) {
		for _, c := range p.Components() {
			if fragments := c.Spec.Get("fragmentedPodSpecDefinition"); fragments != nil {
				unmapped(p, c, fragments, catalog.RoleSpec, fragmentFields)
			}
			if c.Scale != nil {
				unmapped(p, c, c.Scale, catalog.RoleScale, scaleFields)
			}
		}
	},
}

// mapped is a field of a definition and the place that it has below the object that holds a component's fields.
type mapped struct{ field, below string }

var fragmentFields = []mapped{{"schedulerNamePath", "schedulerName"}, {"labelsPath", "labels"}, {"annotationsPath", "annotations"}, {"resourcesPath", "resources"},
	{"resourceClaimsPath", "resourceClaims"}, {"priorityClassNamePath", "priorityClassName"}, {"imagePath", "image"}, {"containersPath", "containers"}}

var scaleFields = []mapped{{"replicasPath", "replicas"}, {"minReplicasPath", "minReplicas"}, {"maxReplicasPath", "maxReplicas"}}

func unmapped(p *rules.Pass, c *catalog.Component, in *catalog.Node, role catalog.Role, fields []mapped) {
	for _, m := range fields {
		if in.Get(m.field) != nil {
			continue
		}
		for _, f := range c.Fields {
			if base, ok := baseOf(p, f, role, fields); ok {
				path := append(base[:len(base):len(base)], analyzer.Step{Kind: analyzer.Key, Name: m.below})
				if taken(c, path) || !offered(p, f, path, m.field) {
					continue
				}
				say(p, c, in, m.field, path)
				break
			}
		}
	}
}

// baseOf is the object that a mapped field stands in, where it stands there under the name that the pod's field has.
func baseOf(p *rules.Pass, f *catalog.PathField, role catalog.Role, fields []mapped) (analyzer.Path, bool) {
	e, err := f.Expr()
	if err != nil || f.Role != role || e.Normal == "" || len(e.Writes[0]) < 2 {
		return nil, false
	}
	path := e.Writes[0]
	for _, m := range fields {
		if m.field == f.Name && path[len(path)-1].Name == m.below {
			return path[:len(path)-1], true
		}
	}
	return nil, false
}

// offered says whether the type has a field of the right kind at a place.
func offered(p *rules.Pass, f *catalog.PathField, path analyzer.Path, field string) bool {
	t := p.Type(f)
	if t.Status != kube.Known {
		return false
	}
	parent := t.Schema.Walk(path[:len(path)-1]).Schema
	return parent != nil && parent.Has(path[len(path)-1].Name) && misfit(field, f.Role, parent.Field(path[len(path)-1].Name)) == ""
}

// taken says whether another field of the component speaks of a place.
func taken(c *catalog.Component, path analyzer.Path) bool {
	for _, f := range c.Fields {
		e, err := f.Expr()
		if err != nil {
			continue
		}
		for _, r := range e.Reads {
			if r.HasPrefix(path) {
				return true
			}
		}
	}
	return false
}

func say(p *rules.Pass, c *catalog.Component, in *catalog.Node, field string, path analyzer.Path) {
	opts := []rules.Option{rules.WithKey(field)}
	if n := len(in.Members); n > 0 {
		last := in.Members[n-1]
		if edit, err := in.InsertAfter(last.Key.Value, field+": "+path.String()); err == nil {
			opts = append(opts, rules.WithFix("add "+field+": "+path.String(), false, edit))
		}
	}
	key := in.Members[0].Key
	p.Node(c, key, field, "/"+c.Name+"/"+field, fmt.Sprintf("%s: the type has %s, and no %s maps it; add it where controllers are to read or set it", c.Name, path, field), opts...)
}
