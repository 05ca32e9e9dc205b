package selectors

import (
	"fmt"
	"reflect"
	"slices"
	"strings"

	corev1 "k8s.io/api/core/v1"

	"github.com/kartalint/kartalint/analyzer"
	"github.com/kartalint/kartalint/catalog"
	"github.com/kartalint/kartalint/rules"
)

var wrongSide = &rules.Rule{
	ID: "KL701", Name: "wrong-side", Severity: rules.Error,
	Title: "a path that is evaluated on the other object",
	What: "A pod-side path (`keyPath`, `idPath`, gang keys) that reads what a Pod does not have, such as `.spec.replicatedJobs[]`; a workload-side path that reads what only pods " +
		"have (`.spec.nodeName`, `.status.podIP`, `.status.containerStatuses`), unless the workload is a pod.",
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
					if broken, near := notInPod(r); broken != "" {
						p.Field(f, fmt.Sprintf("%s is evaluated on a pod, and a pod has no %s%s: it never selects anything; read a label or annotation of the pod", of(f), broken, near))
						break
					}
				} else if !isPod && onlyPods(r) {
					p.Field(f, fmt.Sprintf("%s is evaluated on the workload, and only pods have %s: it is null for every workload; read the workload's own field", of(f), r))
					break
				}
			}
		}
	},
}

// notInPod is the part of a path that a Pod does not have, and a nearest name; "" where the whole path can be there.
func notInPod(path analyzer.Path) (broken, near string) {
	t := reflect.TypeFor[corev1.Pod]()
	for i, s := range path {
		for t.Kind() == reflect.Pointer {
			t = t.Elem()
		}
		switch t.Kind() {
		case reflect.Struct:
			if t.PkgPath() == "k8s.io/apimachinery/pkg/api/resource" || strings.HasPrefix(t.Name(), "Time") || t.Name() == "IntOrString" || t.Name() == "FieldsV1" {
				return "", ""
			}
			if s.Kind != analyzer.Key {
				if s.Kind == analyzer.Index {
					return path[:i+1].String(), ""
				}
				return "", ""
			}
			names := map[string]reflect.Type{}
			fieldTypes(t, names)
			next, ok := names[s.Name]
			if !ok {
				var known []string
				for name := range names {
					known = append(known, name)
				}
				if n := rules.Nearest(s.Name, known); n != "" {
					near = " (did you mean " + n + "?)"
				}
				return path[:i+1].String(), near
			}
			t = next
		case reflect.Map:
			if s.Kind == analyzer.Index {
				return path[:i+1].String(), ""
			}
			t = t.Elem()
		case reflect.Slice:
			if s.Kind == analyzer.Key {
				return path[:i+1].String(), ""
			}
			t = t.Elem()
		default:
			if s.Kind == analyzer.Key || s.Kind == analyzer.Each {
				return path[:i+1].String(), ""
			}
			return "", ""
		}
	}
	return "", ""
}

func fieldTypes(t reflect.Type, into map[string]reflect.Type) {
	for i := range t.NumField() {
		f := t.Field(i)
		name, options, _ := strings.Cut(f.Tag.Get("json"), ",")
		switch {
		case name == "" && (f.Anonymous || strings.Contains(options, "inline")):
			fieldTypes(f.Type, into)
		case name != "" && name != "-":
			into[name] = f.Type
		}
	}
}

// podOnly are fields that no workload type has at that place.
var podOnly = []string{".spec.nodeName", ".status.podIP", ".status.podIPs", ".status.hostIP", ".status.containerStatuses", ".status.initContainerStatuses", ".status.qosClass", ".status.nominatedNodeName"}

func onlyPods(r analyzer.Path) bool {
	return len(r) >= 2 && slices.Contains(podOnly, r[:2].String())
}
