package selectors

import (
	"fmt"
	"slices"

	"github.com/kartalint/kartalint/analyzer"
	"github.com/kartalint/kartalint/catalog"
	"github.com/kartalint/kartalint/catalog/kube"
	"github.com/kartalint/kartalint/rules"
)

var wrongSide = &rules.Rule{
	ID: "KL701", Name: "wrong-side", Severity: rules.Error,
	Title: "a path that is evaluated on the other object",
	What: "A pod-side path (`keyPath`, `idPath`, gang keys) that reads what a Pod does not have, such as `.spec.replicatedJobs[]`; a workload-side path that reads what only pods " +
		"have (`.spec.nodeName`, `.status.podIP`, `.status.containerStatuses`), unless the workload is a pod. A misspelt field of the Pod is KL801.",
	Why:        "Selectors are evaluated on pods, everything else on the workload: the path yields null for every object, and nothing is selected.",
	Mend:       "Read the label or annotation of the pod that says the same; workload paths start at the workload.",
	SilencedBy: []string{"KL201", "KL202", "KL203"},
	Check: func(p *rules.Pass) {
		isPod := p.Root != nil && p.Root.Kind != nil && p.Root.Kind.Kind == "Pod" && p.Root.Kind.Group == ""
		for _, f := range p.Fields {
			e, err := f.Expr()
			if err != nil {
				continue
			}
			for _, r := range e.Reads {
				if f.Side == catalog.SidePod {
					if broken := notInPod(r); broken != "" {
						p.Field(f, fmt.Sprintf("%s is evaluated on a pod, and a pod has no %s: it never selects anything; read a label or annotation of the pod", rules.NameOf(f), broken))
						break
					}
				} else if !isPod && onlyPods(r) {
					p.Field(f, fmt.Sprintf("%s is evaluated on the workload, and only pods have %s: it is null for every workload; read the workload's own field", rules.NameOf(f), r))
					break
				}
			}
		}
	},
}

// notInPod is the part of a path that a Pod does not have; "" where the whole path can be there, and where a name is
// only misspelt.
func notInPod(path analyzer.Path) string {
	pod := kube.Pod()
	found := pod.Walk(path)
	if found.Broken < 0 || pod.Near(path, found.Broken) != nil {
		return ""
	}
	return path[:found.Broken+1].String()
}

// podOnly are fields that no workload type has at that place.
var podOnly = []string{".spec.nodeName", ".status.podIP", ".status.podIPs", ".status.hostIP", ".status.containerStatuses", ".status.initContainerStatuses", ".status.qosClass", ".status.nominatedNodeName"}

func onlyPods(r analyzer.Path) bool {
	return len(r) >= 2 && slices.Contains(podOnly, r[:2].String())
}
