package target

import (
	"fmt"

	"github.com/kartalint/kartalint/analyzer"
	"github.com/kartalint/kartalint/catalog"
	"github.com/kartalint/kartalint/rules"
)

var serverOwnedTarget = &rules.Rule{
	ID: "KL308", Name: "server-owned-target", Severity: rules.Error,
	Title: "a write into what the API server or the controller owns",
	What: "A write target in `.status`, `.apiVersion`, `.kind`, or in the object's own `.metadata.name`, `.namespace`, `.uid`, `.resourceVersion`, " +
		"`.generation`, `.creationTimestamp`, `.deletionTimestamp`, `.managedFields`, `.selfLink`.",
	Why:        "The API server refuses the write or drops it, or the controller overwrites it: nothing of it stays.",
	Mend:       "Write the field of the spec that the value comes from.",
	Severities: "warning in scale fields",
	SilencedBy: []string{"KL201", "KL202", "KL203"},
	Check: func(p *rules.Pass) {
		writable(p, func(f *catalog.PathField, e *analyzer.Expr) {
			for _, w := range e.Writes {
				if owned := owner(w); owned != "" {
					p.Field(f, fmt.Sprintf("%s writes %s, which is %s: the write is refused or overwritten; write the field of the spec that it comes from", rules.NameOf(f), w, owned),
						severity(f, rules.Error))
					return
				}
			}
		})
	},
}

// serverMetadata are the members of metadata that only the server sets, or that identify the object.
var serverMetadata = map[string]bool{"name": true, "namespace": true, "uid": true, "resourceVersion": true, "generation": true, "creationTimestamp": true,
	"deletionTimestamp": true, "managedFields": true, "selfLink": true, "deletionGracePeriodSeconds": true, "generateName": true}

// owner says who owns a place; "" where a writer may write.
func owner(w analyzer.Path) string {
	if len(w) == 0 || w[0].Kind != analyzer.Key {
		return ""
	}
	switch w[0].Name {
	case "status":
		return "written by the workload's controller"
	case "apiVersion", "kind":
		return "what the object is"
	case "metadata":
		if len(w) > 1 && w[1].Kind == analyzer.Key && serverMetadata[w[1].Name] {
			return "owned by the API server"
		}
	}
	return ""
}
