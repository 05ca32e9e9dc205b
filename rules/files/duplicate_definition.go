package files

import (
	"fmt"

	"github.com/kartalint/kartalint/rules"
)

var duplicateDefinition = &rules.Rule{
	ID: "KL004", Name: "duplicate-definition", Severity: rules.Error,
	Title: "two definitions of one name or one root kind",
	What:  "Two definitions in the files that are checked with the same `metadata.name`, or whose roots have the same group, version and kind. Found at the later one, in the order of file names.",
	Why:   "One replaces the other in the cluster, or the runtime takes one of two answers for a workload.",
	Mend:  "Remove one, or give the second the name and kind that it describes.",
	CheckCatalog: func(p *rules.CatalogPass) {
		byName, byKind := map[string]rules.Summary{}, map[string]rules.Summary{}
		for _, s := range p.Definitions {
			kind := s.Kind.Group + "/" + s.Kind.Version + " " + s.Kind.Kind
			first, twice := byName[s.Name]
			if twice && s.Name != "" {
				p.Report(rules.Finding{Message: fmt.Sprintf("a definition before this one is called %s too: one replaces the other; give each a name of its own", s.Name), At: s.NameAt, Definition: s.Name, Field: "name",
					Related: []rules.Related{{Message: "the first " + s.Name, At: first.NameAt}}, Key: "name"})
			} else {
				byName[s.Name] = s
			}
			other, same := byKind[kind]
			if same && s.Kind.Kind != "" && !twice {
				p.Report(rules.Finding{Message: fmt.Sprintf("%s describes %s too: the runtime takes one of the two for a workload; keep one", other.Name, kind), At: s.KindAt, Definition: s.Name, Component: s.Root, Field: "kind",
					Related: []rules.Related{{Message: other.Name + " describes it here", At: other.KindAt}}, Key: "kind"})
			} else if !same {
				byKind[kind] = s
			}
		}
	},
}
