package evidence

import (
	"context"
	"fmt"
	"slices"

	"github.com/kartalint/kartalint/analyzer"
	"github.com/kartalint/kartalint/catalog"
	"github.com/kartalint/kartalint/catalog/kube"
	"github.com/kartalint/kartalint/patch"
	"github.com/kartalint/kartalint/rules"
)

var deadPath = &rules.Rule{
	ID: "KL901", Name: "dead-path", Severity: rules.Warning, Needs: rules.NeedsObjects,
	Title: "a path that yields nothing on any recorded object, while its siblings do",
	What: "A workload-side path of a component that is null on every recorded object of the kind, though another path of the component yields something on one of them. A field that the type " +
		"has, and one that workloads may leave out (labels, annotations, a scheduler, a priority class, affinities, a minimum), may be unset on all of them: it is told only where an object has a name " +
		"beside it that is nearly the same.",
	Why:        "The path is most likely misspelt, or stands at a place that the workload never fills.",
	Mend:       "Compare it with an object (`kartalint lint --objects DIR --show-values`); record an object that has the field where the path is right.",
	SilencedBy: append(silencers[:len(silencers):len(silencers)], "KL902"),
	Check: func(p *rules.Pass) {
		list := objects(p)
		for _, c := range p.Components() {
			var dead []*catalog.PathField
			alive := false
			for _, f := range c.Fields {
				if f.Side != catalog.SideWorkload || f.Role == catalog.RoleSuspend || f.Name == "expression" {
					continue
				}
				if yields(f, list) {
					alive = true
				} else if !mayBeUnset(p, f) {
					dead = append(dead, f)
				}
			}
			for _, f := range dead {
				if alive {
					reportDead(p, f, list)
				}
			}
		}
	},
}

func reportDead(p *rules.Pass, f *catalog.PathField, list []patch.Object) {
	way := "it is misspelt, or the workload never fills the place; compare it with --show-values"
	if near := beside(f, list); near != "" {
		way = "did you mean " + near + "?"
	} else if slices.Contains(optional, f.Name) {
		return
	}
	p.Field(f, fmt.Sprintf("%s is null on every recorded object (%d), while other paths of the component yield values: %s", rules.NameOf(f), len(list), way))
}

// optional are the fields whose place a workload may leave out.
var optional = []string{"schedulerNamePath", "labelsPath", "annotationsPath", "resourcesPath", "resourceClaimsPath", "podAffinityPath", "nodeAffinityPath",
	"priorityClassNamePath", "metadataPath", "minReplicasPath", "maxReplicasPath"}

// beside is the path with the name in the place of its last one that an object has there and that is nearly the same.
func beside(f *catalog.PathField, list []patch.Object) string {
	e, err := f.Expr()
	if err != nil || e.Normal == "" || len(e.Writes[0]) == 0 || e.Writes[0][len(e.Writes[0])-1].Kind != analyzer.Key {
		return ""
	}
	path := e.Writes[0]
	parent, err := analyzer.Analyze(path[:len(path)-1].String())
	if err != nil {
		return ""
	}
	var names []string
	for _, o := range list {
		results, _ := parent.Eval(context.Background(), o.Value, 0)
		for _, r := range results {
			m, _ := r.(map[string]any)
			for name := range m {
				if !used(f, append(path[:len(path)-1:len(path)-1], analyzer.Step{Kind: analyzer.Key, Name: name})) {
					names = append(names, name)
				}
			}
		}
	}
	near := rules.Nearest(path[len(path)-1].Name, names)
	if near == "" {
		return ""
	}
	return append(path[:len(path)-1:len(path)-1], analyzer.Step{Kind: analyzer.Key, Name: near}).String()
}

// used says whether another field of the component speaks of a place.
func used(f *catalog.PathField, place analyzer.Path) bool {
	return slices.ContainsFunc(f.Component.Fields, func(other *catalog.PathField) bool {
		e, err := other.Expr()
		return err == nil && slices.ContainsFunc(e.Reads, func(r analyzer.Path) bool { return r.HasPrefix(place) })
	})
}

func yields(f *catalog.PathField, list []patch.Object) bool {
	return slices.ContainsFunc(list, func(o patch.Object) bool {
		results, err := values(f, o.Value)
		return err != nil || len(something(results)) > 0
	})
}

// mayBeUnset says whether nothing is wrong with a place that no object fills.
func mayBeUnset(p *rules.Pass, f *catalog.PathField) bool {
	e, err := f.Expr()
	if err != nil || len(e.Reads) == 0 {
		return true
	}
	t := p.Type(f)
	for _, path := range e.Reads {
		if t.Status == kube.Known {
			if found := t.Schema.Walk(path); found.Broken < 0 && found.Untyped < 0 {
				return true
			}
		}
		if n := len(path); n > 0 && path[n-1].Kind == analyzer.Key && ordinary(path[n-1].Name) {
			return true
		}
	}
	return false
}

// ordinary says whether a name is one of a field that workloads may leave unset.
func ordinary(name string) bool {
	pod := kube.PodSpec()
	return pod.Has(name) || pod.Field("containers").Elem().Has(name) || pod.Field("affinity").Has(name) || kube.ObjectMeta().Has(name) ||
		slices.Contains([]string{"replicas", "minReplicas", "maxReplicas"}, name)
}
