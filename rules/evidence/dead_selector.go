package evidence

import (
	"fmt"
	"strings"

	"github.com/kartalint/kartalint/catalog"
	"github.com/kartalint/kartalint/rules"
)

var deadSelector = &rules.Rule{
	ID: "KL908", Name: "dead-selector", Severity: rules.Warning, Needs: rules.NeedsObjects,
	Title:      "a selector that finds none of the workload's pods, or two that find one",
	What:       "With pods of the workload among the recorded objects: a `componentTypeSelector` that matches none of them, or a pod that the selectors of two components match.",
	Why:        "The component has no pods; or a pod is counted twice.",
	Mend:       "Compare the selector with the labels of a recorded pod.",
	SilencedBy: []string{"KL201", "KL202", "KL203", "KL701", "KL801", "KL702"},
	Check: func(p *rules.Pass) {
		found, pods := map[*catalog.Component]bool{}, 0
		said := map[string]bool{}
		for _, o := range objects(p) {
			for _, pod := range p.Settings.Evidence.Pods(o.Value) {
				pods++
				var by []*catalog.Component
				for _, c := range p.Components() {
					if c.TypeSelector != nil && selects(c.TypeSelector, pod.Value) {
						found[c] = true
						by = append(by, c)
					}
				}
				if len(by) > 1 && !said[by[1].Name] {
					said[by[1].Name] = true
					report(p, by[1], fmt.Sprintf("%s and %s both select %s: the pod is counted twice; make the selectors exclude each other", by[0].Name, by[1].Name, called(pod)))
				}
			}
		}
		for _, c := range p.Components() {
			if pods > 0 && c.TypeSelector != nil && !found[c] {
				report(p, c, fmt.Sprintf("the selector of %s matches none of the %d recorded pods%s; compare it with a pod's labels", c.Name, pods, labels(p, c)))
			}
		}
	},
}

func report(p *rules.Pass, c *catalog.Component, message string) {
	p.Node(c, c.PodSelector.KeyNode("componentTypeSelector"), "componentTypeSelector", "/"+c.Name+"/componentTypeSelector", message)
}

// labels are the values that the selector's key has on the pods, where it has some.
func labels(p *rules.Pass, c *catalog.Component) string {
	if c.TypeSelector.KeyPath == nil {
		return ""
	}
	var seen []any
	for _, o := range objects(p) {
		for _, pod := range p.Settings.Evidence.Pods(o.Value) {
			results, _ := values(c.TypeSelector.KeyPath, pod.Value)
			seen = append(seen, something(results)...)
		}
	}
	if len(seen) == 0 {
		return ", which do not have the key"
	}
	return ", whose values are " + strings.TrimSpace(short(texts(seen)))
}
