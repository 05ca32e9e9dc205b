package types

import (
	"fmt"

	"github.com/kartalint/kartalint/analyzer"
	"github.com/kartalint/kartalint/catalog"
	"github.com/kartalint/kartalint/catalog/kube"
	"github.com/kartalint/kartalint/rules"
)

var unknownAddress = &rules.Rule{
	ID: "KL801", Name: "unknown-address", Severity: rules.Error,
	Title: "an address that the type does not have",
	What: "A place in any expression, written or read, that no object of the type can have: a misspelt field (`.spec.tempalte`), a segment missing in a copied path, a field at " +
		"another level, a list without `[]`. Formulas and status expressions are looked at too: `.status.redyReplicas // 0` yields 0 for ever. The finding stands on the segment where the path breaks off. " +
		"Pod-side paths are compared with the Pod; what a Pod has nothing like is KL701.",
	Why:        "The path yields null for every object: nothing is scheduled, counted or selected, and a write puts the value where nobody reads it (the API server drops unknown fields).",
	Mend:       "Write the field's name as the type has it; the message names the nearest one.",
	Needs:      rules.NeedsTypes,
	SilencedBy: append(silencers[:len(silencers):len(silencers)], "KL807"),
	Check: func(p *rules.Pass) {
		eachField(p, func(f *catalog.PathField, e *analyzer.Expr, t *kube.Schema) {
			if f.Role == catalog.RoleSuspend {
				return // KL807
			}
			seen := map[string]bool{}
			for _, path := range addresses(e) {
				found := t.Walk(path)
				if found.Broken < 0 {
					continue
				}
				broken := path[:found.Broken+1].String()
				if seen[broken] {
					continue
				}
				seen[broken] = true
				report(p, f, e, path, found.Broken, fmt.Sprintf("%s: %s; it is null on every object%s", rules.NameOf(f), breaks(p, f, path, found), mend(t, path, found.Broken)), rules.WithKey(broken))
			}
		})
	},
}

// breaks says where a path leaves the type.
func breaks(p *rules.Pass, f *catalog.PathField, path analyzer.Path, found kube.Found) string {
	head, step := path[:found.Broken], path[found.Broken]
	whole := object(p, f)
	switch {
	case step.Kind == analyzer.Key && found.Parent.Shape == kube.Object && found.Broken == 0:
		return fmt.Sprintf("%s has no field %s", whole, step.Name)
	case step.Kind == analyzer.Key && found.Parent.Shape == kube.Object:
		return fmt.Sprintf("%s of %s has no field %s", head, whole, step.Name)
	}
	return fmt.Sprintf("%s of %s is %s, so that %s is no place in it", head, whole, found.Parent.Shape, analyzer.Path{step})
}

// mend is the way out, "" where none is near.
func mend(t *kube.Schema, path analyzer.Path, broken int) string {
	if near := t.Near(path, broken); near != nil {
		return ": did you mean " + near.String() + "?"
	}
	return "; write the field as the type has it"
}
