package selectors

import (
	"fmt"

	"github.com/kartalint/kartalint/analyzer"
	"github.com/kartalint/kartalint/catalog"
	"github.com/kartalint/kartalint/rules"
)

var gangKey = &rules.Rule{
	ID: "KL705", Name: "gang-key", Severity: rules.Warning,
	Title:      "a gang key that does not group",
	What:       "A `groupByKeyPaths` entry that can yield many results, is a constant, or repeats another entry. A plain label look-up is fine.",
	Why:        "Every key must yield one value of the pod: with many the grouping fails, with a constant all pods are one gang.",
	Mend:       "Name the label by which the pods of one gang are known.",
	SilencedBy: []string{"KL201", "KL202", "KL203", "KL701"},
	Check: func(p *rules.Pass) {
		seen := map[string]*catalog.PathField{}
		for _, f := range p.Fields {
			e, err := f.Expr()
			if err != nil || f.Name != "groupByKeyPaths" {
				continue
			}
			list := f.Pointer[:len(f.Pointer)-len(lastPart(f.Pointer))] + normal(f)
			switch first := seen[list]; {
			case len(e.Reads) == 0:
				p.Field(f, fmt.Sprintf("%s is the same for every pod: all pods are one gang; name the label that tells gangs apart", rules.NameOf(f)))
			case e.Outputs.Max > 1 || len(e.Outputs.Iterations) > 0:
				p.Field(f, fmt.Sprintf("%s can yield many results, and the grouping fails with more than one: name one label", rules.NameOf(f)))
			case e.Type&^(analyzer.Object|analyzer.Array) == 0:
				p.Field(f, fmt.Sprintf("%s yields no plain value, and cannot group pods: name a label", rules.NameOf(f)))
			case first != nil:
				p.Field(f, fmt.Sprintf("%s repeats an entry before it: remove one", rules.NameOf(f)), rules.WithRelated(first.Node.Span(), "the first"))
			}
			seen[list] = f
		}
	},
}

func lastPart(pointer string) string {
	for i := len(pointer) - 1; i >= 0; i-- {
		if pointer[i] == '/' {
			return pointer[i+1:]
		}
	}
	return pointer
}
