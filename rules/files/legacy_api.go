package files

import (
	"github.com/kartalint/kartalint/rules"
)

var legacyAPI = &rules.Rule{
	ID: "KL003", Name: "legacy-api", Severity: rules.Note, Fix: rules.UnsafeFix,
	Title: "a definition in the older API group",
	What:  "`apiVersion: optimization.nvidia.com/v1alpha1, kind: ResourceInterface`: the older name of the same thing.",
	Why:   "New runtimes read `run.ai/v1alpha1 Karta`; a definition in the older group is not found by them.",
	Mend:  "Write `apiVersion: run.ai/v1alpha1` and `kind: Karta`; the fix does. A runtime that reads the older group only needs the file as it is.",
	Check: func(p *rules.Pass) {
		if !p.Legacy {
			return
		}
		version, kind := p.Definition.Node.Get("apiVersion"), p.Definition.Node.Get("kind")
		var opts []rules.Option
		first, err := version.Replace("run.ai/v1alpha1")
		second, err2 := kind.Replace("Karta")
		if err == nil && err2 == nil {
			opts = append(opts, rules.WithFix("write run.ai/v1alpha1 Karta", false, first, second))
		}
		p.Node(nil, version, "apiVersion", "/apiVersion", "this is the older API group of the same definition: runtimes of today read run.ai/v1alpha1 Karta", opts...)
	},
}
