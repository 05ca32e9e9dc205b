package structure

import (
	"fmt"
	"strings"

	"github.com/kartalint/kartalint/rules"
)

var podSpecShape = &rules.Rule{
	ID: "KL105", Name: "pod-spec-shape", Severity: rules.Error,
	Title: "a specDefinition of more than one shape",
	What:  "More than one of `podTemplateSpecPath`, `podSpecPath` and `fragmentedPodSpecDefinition`; `metadataPath` without `podSpecPath`, which is ignored; none of them.",
	Why:   "The runtime refuses more than one shape, and never reads a metadata path that stands alone.",
	Mend:  "Keep one shape; `metadataPath` goes with `podSpecPath`.",
	Check: func(p *rules.Pass) {
		for _, c := range p.Components() {
			if c.Spec == nil {
				continue
			}
			var shapes []string
			for _, name := range []string{"podTemplateSpecPath", "podSpecPath", "fragmentedPodSpecDefinition"} {
				if c.Spec.Key(name) != nil {
					shapes = append(shapes, name)
				}
			}
			pointer := "/" + c.Name + "/specDefinition"
			key := c.Node.KeyNode("specDefinition")
			switch {
			case len(shapes) > 1:
				p.Node(c, c.Spec.KeyNode(shapes[1]), shapes[1], pointer, fmt.Sprintf("specDefinition of %s has %s, and the runtime refuses more than one shape: keep one", called(c), strings.Join(shapes, " and ")),
					rules.WithRelated(c.Spec.KeyNode(shapes[0]).Span(), "the first shape"))
			case c.Spec.Key("metadataPath") != nil && c.Spec.Key("podSpecPath") == nil:
				p.Node(c, c.Spec.KeyNode("metadataPath"), "metadataPath", pointer, fmt.Sprintf("metadataPath of %s stands without podSpecPath and is ignored: add podSpecPath, or remove it", called(c)))
			case len(shapes) == 0:
				p.Node(c, key, "specDefinition", pointer, fmt.Sprintf("specDefinition of %s has no path: the runtime refuses it; write podTemplateSpecPath, podSpecPath or fragmentedPodSpecDefinition", called(c)))
			}
		}
	},
}
