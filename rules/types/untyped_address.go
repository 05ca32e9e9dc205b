package types

import (
	"fmt"

	"github.com/kartalint/kartalint/analyzer"
	"github.com/kartalint/kartalint/catalog"
	"github.com/kartalint/kartalint/catalog/kube"
	"github.com/kartalint/kartalint/rules"
)

var untypedAddress = &rules.Rule{
	ID: "KL803", Name: "untyped-address", Severity: rules.Note,
	Title: "an address that the type says nothing about",
	What: "A place below a field for which the type says no more than that anything may stand there (`x-kubernetes-preserve-unknown-fields`, an object without properties). Told once a " +
		"field, where the path leaves the type.",
	Why:        "Nothing can tell whether the path is spelt right; and below an object without properties that does not preserve unknown fields the API server drops what is written.",
	Mend:       "Compare the path with recorded objects (`--objects`).",
	Needs:      rules.NeedsTypes,
	SilencedBy: append(silencers[:len(silencers):len(silencers)], "KL801", "KL807"),
	Check: func(p *rules.Pass) {
		eachField(p, func(f *catalog.PathField, e *analyzer.Expr, t *kube.Schema) {
			for _, path := range addresses(e) {
				found := t.Walk(path)
				if found.Broken >= 0 || found.Untyped < 0 || found.Untyped == 0 || dataChosen(path) {
					continue
				}
				report(p, f, e, path, min(found.Untyped, len(path)-1), fmt.Sprintf("%s: the type of %s does not say what stands below %s, so that %s cannot be checked; try it on recorded objects",
					rules.NameOf(f), object(p, f), path[:found.Untyped], path))
				return
			}
		})
	},
}

// dataChosen says whether a path has a step that only the data decides.
func dataChosen(path analyzer.Path) bool {
	for _, s := range path {
		if s.Kind == analyzer.AnyKey || s.Kind == analyzer.Descend {
			return true
		}
	}
	return false
}
