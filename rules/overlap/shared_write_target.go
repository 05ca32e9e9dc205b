package overlap

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/kartalint/kartalint/analyzer"
	"github.com/kartalint/kartalint/catalog"
	"github.com/kartalint/kartalint/catalog/kube"
	"github.com/kartalint/kartalint/rules"
)

var sharedWriteTarget = &rules.Rule{
	ID: "KL401", Name: "shared-write-target", Severity: rules.Error, Fix: rules.UnsafeFix,
	Title: "two written paths of one component with the same target",
	What:  "Two spec fields of a component that write the same place, typically `podSpecPath` and `metadataPath`, or two fragments. Found at the later one.",
	Why: "A whole-struct write through one path replaces the object that the other owns: what the other holds, and everything that neither " +
		"struct knows, is deleted, and the write reports success. A field write keeps it, as long as the two fields are not the same.",
	Mend:       "Give each field its own path (`fragmentedPodSpecDefinition`); the fix lists them.",
	Catalog:    "KServe's transformer: `podSpecPath` and `metadataPath` are both `.spec.transformer`, the second of the two failures that kartalint was made for.",
	Severities: "warning under field writes (`writes: fields`) where the two fields hold different things",
	SilencedBy: []string{"KL201", "KL202", "KL203"},
	Check: func(p *rules.Pass) {
		for _, c := range p.Components() {
			list := targets(c)
			for i, later := range list {
				for _, first := range list[:i] {
					if first.path.Relation(later.path) == analyzer.Equal {
						reportShared(p, first, later)
						break
					}
				}
			}
		}
	},
}

func reportShared(p *rules.Pass, a, b target) {
	// The finding stands at metadataPath where one of the two is it: it is the one that is too many.
	at, other := b, a
	if a.field.Name == "metadataPath" {
		at, other = a, b
	}
	severity := rules.Error
	effect := fmt.Sprintf("a whole-struct write through %s deletes %s", other.field.Name, loses(other.field, at.field))
	if p.Settings.Writes == rules.WritesFields && a.field.Name != b.field.Name {
		severity = rules.Warning
		effect = "field writes keep both, but " + effect
	}
	opts := []rules.Option{rules.As(severity), rules.WithRelated(other.field.Node.Span(), "%s writes the same place", other.field.Name)}
	if edit, ok := fragments(p, at.field); ok {
		opts = append(opts, rules.WithFix("list the fields one by one in fragmentedPodSpecDefinition", false, edit))
	}
	p.Field(at.field, fmt.Sprintf("%s and %s of %s both write %s: %s; give each field its own path in fragmentedPodSpecDefinition",
		at.field.Name, other.field.Name, component(at.field), at.path, effect), opts...)
}

func component(f *catalog.PathField) string {
	if f.Component == nil || f.Component.Name == "" {
		return "the component"
	}
	return f.Component.Name
}

// loses says what a whole-struct write through one field deletes of another at the same place.
func loses(through, of *catalog.PathField) string {
	kept, held := rules.StructOf(through.Name), rules.StructOf(of.Name)
	if kept.Schema == nil || held.Schema == nil {
		return "what the other wrote"
	}
	var lost []string
	for _, name := range held.Schema.Fields() {
		if !kept.Schema.Has(name) {
			lost = append(lost, name)
		}
	}
	if of.Name == "metadataPath" {
		lost = slices.DeleteFunc(lost, func(s string) bool { return s != "labels" && s != "annotations" })
	}
	if len(lost) == 0 {
		return "what the other wrote"
	}
	if len(lost) > 4 {
		lost = append(lost[:4:4], "more")
	}
	return strings.Join(lost, ", ") + " and every field that " + kept.Name + " does not know"
}

// fragmentNames are the fragments that a pod spec and its metadata have in common, each with its place below them.
var fragmentNames = []struct{ field, below string }{
	{"labelsPath", ".labels"}, {"annotationsPath", ".annotations"}, {"schedulerNamePath", ".schedulerName"},
	{"priorityClassNamePath", ".priorityClassName"}, {"nodeAffinityPath", ".affinity.nodeAffinity"}, {"podAffinityPath", ".affinity.podAffinity"},
	{"resourceClaimsPath", ".resourceClaims"}, {"containersPath", ".containers"},
}

// shown says whether the type or a recorded object has a place, or nothing tells.
func shown(p *rules.Pass, f *catalog.PathField, path analyzer.Path) bool {
	told := false
	if t := p.Type(f); t.Status == kube.Known {
		if t.Schema.Walk(path).Broken < 0 {
			return true
		}
		told = true
	}
	at, err := analyzer.Analyze(path.String())
	if err != nil || p.Root == nil || p.Root.Kind == nil {
		return !told
	}
	for _, o := range p.Settings.Evidence.Objects(*p.Root.Kind) {
		told = true
		results, err := at.Eval(context.Background(), o.Value, 0)
		if err == nil && slices.ContainsFunc(results, func(v any) bool { return v != nil }) {
			return true
		}
	}
	return !told
}

// fragments is the edit that puts one path a field in the place of podSpecPath and metadataPath: those that the type or a
// recorded object shows, where there is one.
func fragments(p *rules.Pass, f *catalog.PathField) (catalog.Edit, bool) {
	spec := f.Component.Spec
	if spec == nil || len(spec.Members) != 2 || spec.Key("podSpecPath") == nil || spec.Key("metadataPath") == nil {
		return catalog.Edit{}, false
	}
	e, err := f.Expr()
	if err != nil {
		return catalog.Edit{}, false
	}
	base := strings.TrimSuffix(e.Normal, ".")
	lines := []string{"fragmentedPodSpecDefinition:"}
	for _, fr := range fragmentNames {
		if path, err := analyzer.ParsePath(base + fr.below); err == nil && shown(p, f, path) {
			lines = append(lines, "  "+fr.field+": "+base+fr.below)
		}
	}
	if len(lines) == 1 {
		return catalog.Edit{}, false
	}
	edit, err := spec.ReplaceAll(lines...)
	return edit, err == nil
}
