package overlap

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/kartalint/kartalint/analyzer"
	"github.com/kartalint/kartalint/catalog"
	"github.com/kartalint/kartalint/rules"
)

var foreignFieldInTarget = &rules.Rule{
	ID: "KL404", Name: "foreign-field-in-target", Severity: rules.Warning,
	Title: "another field of the definition inside a pod target that does not know it",
	What: "A scale path or an instance id that stands below a spec field's place and is no field of the struct that is written there " +
		"(`.spec.transformer.minReplicas` in `.spec.transformer`). An annotation inside a pod template survives and is not found.",
	Why:        "A whole-struct write deletes it: the autoscaler's floor is gone after a label was added.",
	Mend:       "Give the pod fields their own paths (`fragmentedPodSpecDefinition`), or write fields instead of structs.",
	Severities: "note under field writes (`writes: fields`), which keep it",
	Catalog:    "KServe's transformer: `minReplicas` and `maxReplicas` stand in the object that `podSpecPath` replaces.",
	SilencedBy: []string{"KL201", "KL202", "KL203"},
	Check: func(p *rules.Pass) {
		for _, c := range p.Components() {
			list := targets(c)
			slices.SortStableFunc(list, func(a, b target) int { return cmp.Compare(podFirst(a), podFirst(b)) })
			for _, f := range c.Fields {
				if f.Role == catalog.RoleScale || f.Role == catalog.RoleInstance {
					checkForeign(p, list, f)
				}
			}
		}
	},
}

// podFirst orders a pod before its metadata, which is written at the same place at times.
func podFirst(t target) int {
	if t.field.Name == "metadataPath" {
		return 1
	}
	return 0
}

func checkForeign(p *rules.Pass, list []target, f *catalog.PathField) {
	e, err := f.Expr()
	if err != nil {
		return
	}
	for _, outer := range list {
		for _, r := range e.Reads {
			if len(outer.path) == 0 || rules.StructOf(outer.field.Name).Schema == nil || !lost(outer, r) {
				continue
			}
			severity, effect := rules.Warning, "a whole-struct write through it deletes the field"
			if p.Settings.Writes == rules.WritesFields {
				severity, effect = rules.Note, "field writes keep it, a whole-struct write through it would delete it"
			}
			p.Field(f, fmt.Sprintf("%s reads %s, which stands in the target %s of %s and is no field of %s: %s; give the pod fields their own paths",
				rules.NameOf(f), r, outer.path, outer.field.Name, rules.StructOf(outer.field.Name).Name, effect),
				rules.As(severity), rules.WithRelated(outer.field.Node.Span(), "%s writes the object around it", outer.field.Name))
			return
		}
	}
}

// lost says whether a whole-struct write deletes a place.
func lost(outer target, r analyzer.Path) bool {
	rest, ok := below(outer.path, r)
	return ok && !rules.StructOf(outer.field.Name).Keeps(rest)
}
