package evidence

import (
	"fmt"

	"github.com/kartalint/kartalint/catalog"
	"github.com/kartalint/kartalint/rules"
)

var runtimeError = &rules.Rule{
	ID: "KL902", Name: "runtime-error", Severity: rules.Error, Needs: rules.NeedsObjects,
	Title:      "an expression that fails on a recorded object",
	What:       "A workload-side expression that ends in an error on a recorded object of the kind, or that exceeds the runtime's limits of time and results; a pod-side one on a recorded pod of the workload.",
	Why:        "The runtime fails on such an object: no status, no instances, no replicas.",
	Mend:       "Write the expression so that it yields null where a field is absent (`?`, `// empty`).",
	SilencedBy: []string{"KL201", "KL202", "KL203"},
	Check: func(p *rules.Pass) {
		for _, f := range p.Fields {
			if _, err := f.Expr(); err != nil {
				continue
			}
			if where, err := fails(p, f); err != nil {
				p.Field(f, fmt.Sprintf("%s fails on %s: %s; write it so that it yields null where a field is absent", rules.NameOf(f), where, oneLine(err.Error())))
			}
		}
	},
}

// fails is the first object that a field fails on.
func fails(p *rules.Pass, f *catalog.PathField) (string, error) {
	for _, o := range objects(p) {
		if f.Side == catalog.SideWorkload {
			if _, err := values(f, o.Value); err != nil {
				return called(o), err
			}
			continue
		}
		for _, pod := range p.Settings.Evidence.Pods(o.Value) {
			if _, err := values(f, pod.Value); err != nil {
				return called(pod), err
			}
		}
	}
	return "", nil
}

// maxError is how much of gojq's message, which holds values of the object, is told.
const maxError = 160

func oneLine(s string) string {
	out := make([]rune, 0, len(s))
	for _, r := range s {
		if r < ' ' {
			r = ' '
		}
		out = append(out, r)
	}
	if len(out) > maxError {
		out = append(out[:maxError], '…')
	}
	return string(out)
}
