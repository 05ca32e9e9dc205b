package types

import (
	"fmt"
	"strings"

	"github.com/kartalint/kartalint/analyzer"
	"github.com/kartalint/kartalint/catalog"
	"github.com/kartalint/kartalint/catalog/kube"
	"github.com/kartalint/kartalint/rules"
)

var lossyTarget = &rules.Rule{
	ID: "KL805", Name: "lossy-target", Severity: rules.Warning,
	Title: "a pod target with fields that a whole-struct write deletes",
	What: "A `podTemplateSpecPath`, `podSpecPath` or `metadataPath` at whose place the type has fields that the Go struct written there does not have (`minReplicas` and `predictor` " +
		"settings beside a pod spec). They are named, those of a template's `spec` too.",
	Why:        "Today's controllers read the struct, change it and write it back: every field that the struct does not know is deleted.",
	Mend:       "Give each pod field its own path (`fragmentedPodSpecDefinition`), or write fields instead of structs.",
	Severities: "silent under field writes (`writes: fields`)",
	Needs:      rules.NeedsTypes,
	SilencedBy: append(silencers[:len(silencers):len(silencers)], "KL304", "KL401", "KL802"),
	Check: func(p *rules.Pass) {
		if p.Settings.Writes == rules.WritesFields {
			return
		}
		eachField(p, func(f *catalog.PathField, e *analyzer.Expr, t *kube.Schema) {
			path, ok := written(e)
			into := rules.StructOf(f.Name)
			if !ok || f.Role != catalog.RoleSpec || into.Schema == nil || into.Schema.Shape != kube.Object {
				return
			}
			found := t.Walk(path)
			if found.Schema == nil || found.Schema.Shape != kube.Object {
				return
			}
			lost := lacks(into.Schema, found.Schema, "")
			if f.Name == "podTemplateSpecPath" && found.Schema.Has("spec") {
				lost = append(lost, lacks(kube.PodSpec(), found.Schema.Field("spec"), "spec.")...)
			}
			if len(lost) > 0 {
				p.Field(f, fmt.Sprintf("%s: %s of %s has fields that %s lacks, and a whole-struct write deletes them: %s; give the pod fields their own paths",
					rules.NameOf(f), path, object(p, f), into.Name, list(lost)))
			}
		})
	},
}

// lacks are the fields of a schema that a struct does not have, with a prefix.
func lacks(into, schema *kube.Schema, prefix string) []string {
	var lost []string
	for _, name := range schema.Fields() {
		if !into.Has(name) {
			lost = append(lost, prefix+name)
		}
	}
	return lost
}

// maxListed is how many names a message lists.
const maxListed = 12

func list(names []string) string {
	if len(names) > maxListed {
		return fmt.Sprintf("%s and %d more", strings.Join(names[:maxListed], ", "), len(names)-maxListed)
	}
	return strings.Join(names, ", ")
}
