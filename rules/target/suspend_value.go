package target

import (
	"encoding/json"
	"fmt"
	"strings"

	"github.com/kartalint/kartalint/catalog"
	"github.com/kartalint/kartalint/rules"
)

var suspendValue = &rules.Rule{
	ID: "KL309", Name: "suspend-value", Severity: rules.Error,
	Title: "an action value that is no JSON",
	What:  "`value` of a suspend or resume action is JSON in a string: `\"true\"`, `\"0\"`, `'\"paused\"'`. A bare word is none.",
	Why:   "The runtime cannot read the value, and the workload is neither suspended nor resumed.",
	Mend:  "Write JSON: a string needs quotes of its own inside the YAML string.",
	Check: func(p *rules.Pass) {
		for _, c := range p.Components() {
			for _, a := range actions(c) {
				if a.Value == nil || a.Value.Kind != catalog.Scalar || a.Value.Tag != "!!str" || json.Valid([]byte(a.Value.Value)) {
					continue
				}
				quoted, _ := json.Marshal(strings.TrimSpace(a.Value.Value))
				p.Node(c, a.Value, listName(a), pointer(c, a)+"/value", fmt.Sprintf("the value %q of the %s action is no JSON, and the runtime cannot write it: write '%s' for the word itself",
					a.Value.Value, verb(a), quoted))
			}
		}
	},
}

// actions are a component's suspend actions, then its resume actions.
func actions(c *catalog.Component) []*catalog.Action {
	return append(append([]*catalog.Action{}, c.SuspendActions...), c.ResumeActions...)
}

func listName(a *catalog.Action) string {
	if a.Resume {
		return "resumeActions"
	}
	return "suspendActions"
}

func verb(a *catalog.Action) string { return strings.TrimSuffix(listName(a), "Actions") }

// pointer is the place of an action in its document.
func pointer(c *catalog.Component, a *catalog.Action) string {
	if a.Path != nil {
		return strings.TrimSuffix(a.Path.Pointer, "/path")
	}
	return fmt.Sprintf("%s/%s/%d", c.Name, listName(a), a.Index)
}
