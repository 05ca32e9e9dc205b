package target

import (
	"fmt"

	"github.com/kartalint/kartalint/analyzer"
	"github.com/kartalint/kartalint/catalog"
	"github.com/kartalint/kartalint/rules"
)

var wholeObjectTarget = &rules.Rule{
	ID: "KL304", Name: "whole-object-target", Severity: rules.Warning, Fix: rules.UnsafeFix,
	Title: "a pod path that is the whole object",
	What:  "`.` in `podTemplateSpecPath`, `podSpecPath`, `metadataPath` or another spec field.",
	Why: "A whole-struct write puts the pod template in the place of the object: `apiVersion`, `kind`, `status` and everything else that a pod " +
		"template does not have are gone, and the write reports success.",
	Mend:       "Name the two places: `podSpecPath: .spec` and `metadataPath: .metadata`.",
	Catalog:    "core-pod's `podTemplateSpecPath: .` is the first of the two failures that kartalint was made for.",
	SilencedBy: []string{"KL201", "KL202", "KL203"},
	Check: func(p *rules.Pass) {
		for _, f := range p.Fields {
			e, err := f.Expr()
			if err != nil || f.Role != catalog.RoleSpec || e.Normal != "." {
				continue
			}
			p.Field(f, fmt.Sprintf("%s is the whole object: a whole-struct write puts the pod template in its place and deletes apiVersion, kind and status; "+
				"split it into podSpecPath: .spec and metadataPath: .metadata", rules.NameOf(f)), splitFix(f, e))
		}
	},
}

// splitFix puts the two paths in the place of podTemplateSpecPath, where it is the object itself that is a pod.
func splitFix(f *catalog.PathField, e *analyzer.Expr) rules.Option {
	if f.Name != "podTemplateSpecPath" || f.Component == nil || f.Component.Spec == nil {
		return func(*rules.Finding) {}
	}
	edit, err := f.Component.Spec.ReplaceMember(f.Name, "podSpecPath: .spec", "metadataPath: .metadata")
	if err != nil {
		return func(*rules.Finding) {}
	}
	return rules.WithFix("split it into podSpecPath: .spec and metadataPath: .metadata", false, edit)
}
