package types

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"github.com/kartalint/kartalint/catalog"
	"github.com/kartalint/kartalint/catalog/kube"
	"github.com/kartalint/kartalint/rules"
)

var unknownSuspendField = &rules.Rule{
	ID: "KL807", Name: "unknown-suspend-field", Severity: rules.Error,
	Title:      "a suspend action that the type refuses",
	What:       "A suspend or resume action on an address that the type does not have, or with a value that does not fit it: `\"true\"` in quotes for a boolean, a word that is not in the enum.",
	Why:        "The API server drops an unknown field and refuses a wrong value: the workload is not suspended, and the controller takes it for suspended or fails.",
	Mend:       "Name the field as the type has it, and write a value of its type.",
	Needs:      rules.NeedsTypes,
	SilencedBy: append(silencers[:len(silencers):len(silencers)], "KL301", "KL308", "KL309"),
	Check: func(p *rules.Pass) {
		for _, c := range p.Components() {
			for _, a := range append(c.SuspendActions[:len(c.SuspendActions):len(c.SuspendActions)], c.ResumeActions...) {
				if a.Path != nil {
					checkAction(p, a)
				}
			}
		}
	},
}

func checkAction(p *rules.Pass, a *catalog.Action) {
	e, err := a.Path.Expr()
	t := p.Type(a.Path)
	if err != nil || t.Status != kube.Known {
		return
	}
	for _, path := range addresses(e) {
		found := t.Schema.Walk(path)
		if found.Broken >= 0 {
			report(p, a.Path, e, path, found.Broken, fmt.Sprintf("%s: %s; the API server drops the field, and nothing is suspended%s", rules.NameOf(a.Path), breaks(p, a.Path, path, found), mend(t.Schema, path, found.Broken)))
			return
		}
	}
	path, ok := written(e)
	if !ok || a.Value == nil || a.Value.Kind != catalog.Scalar {
		return
	}
	var value any
	if json.Unmarshal([]byte(a.Value.Value), &value) != nil {
		return
	}
	if want := refused(t.Schema.Walk(path).Schema, value); want != "" {
		p.Node(a.Path.Component, a.Value, a.Path.Name, a.Path.Pointer, fmt.Sprintf("%s: %s of %s is %s, and the value is %s; write a value of its type",
			rules.NameOf(a.Path), path, object(p, a.Path), want, strings.TrimSpace(a.Value.Value)), rules.WithKey(path.String()+" value"))
	}
}

// refused is what a place holds, where a value is not of it; "" where it can be.
func refused(s *kube.Schema, value any) string {
	ok := true
	switch v := value.(type) {
	case nil:
		ok = true // removes the field
	case bool:
		ok = s.Shape == kube.Boolean
	case float64:
		ok = s.Shape == kube.Number || s.Shape == kube.IntOrString || s.Shape == kube.Integer && v == float64(int64(v))
	case string:
		ok = s.Shape == kube.String || s.Shape == kube.IntOrString
		if ok && len(s.Enum) > 0 && !slices.Contains(s.Enum, v) {
			return "one of " + strings.Join(s.Enum, ", ")
		}
	case []any:
		ok = s.Shape == kube.List
	case map[string]any:
		ok = s.Shape == kube.Object || s.Shape == kube.Map
	}
	if ok || s.Shape == kube.Unknown {
		return ""
	}
	return s.Shape.String()
}
