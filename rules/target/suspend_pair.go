package target

import (
	"encoding/json"
	"fmt"
	"reflect"

	"github.com/kartalint/kartalint/analyzer"
	"github.com/kartalint/kartalint/catalog"
	"github.com/kartalint/kartalint/rules"
)

var suspendPair = &rules.Rule{
	ID: "KL310", Name: "suspend-pair", Severity: rules.Warning,
	Title: "suspend and resume that do not undo each other",
	What: "A resume action that writes a place which no suspend action writes, or the other way round; both writing the same value to one " +
		"place; an action whose place a later action of the same list overwrites.",
	Why:        "A workload that is resumed stays as the suspension left it, or is changed where it never was suspended.",
	Mend:       "Let each place that suspending writes be written by resuming, with the other value.",
	SilencedBy: []string{"KL201", "KL202", "KL203"},
	Check: func(p *rules.Pass) {
		for _, c := range p.Components() {
			unmatched(p, c, c.ResumeActions, c.SuspendActions, "resume writes %s, which suspend does not touch: resuming changes what was never suspended; let both write the same places")
			unmatched(p, c, c.SuspendActions, c.ResumeActions, "suspend writes %s, which resume does not touch: the workload stays suspended there; let both write the same places")
			overwritten(p, c.SuspendActions)
			overwritten(p, c.ResumeActions)
			sameValue(p, c)
		}
	},
}

// place is where an action writes; ok is false where that is no one address.
func place(a *catalog.Action) (analyzer.Path, bool) {
	if a.Path == nil {
		return nil, false
	}
	e, err := a.Path.Expr()
	if err != nil || len(e.Writes) != 1 || e.Normal == "" {
		return nil, false
	}
	return e.Writes[0], true
}

func unmatched(p *rules.Pass, _ *catalog.Component, list, others []*catalog.Action, message string) {
	for _, a := range list {
		w, ok := place(a)
		if !ok || len(others) == 0 {
			continue
		}
		found, opaque := false, false
		for _, o := range others {
			if ow, ok := place(o); ok {
				found = found || w.Relation(ow) != analyzer.Disjoint
			} else {
				opaque = opaque || readsPlace(o, w)
			}
		}
		if !found && !opaque {
			p.Field(a.Path, fmt.Sprintf(message, w))
		}
	}
}

// readsPlace says whether an action without an address at least speaks of a place.
func readsPlace(a *catalog.Action, w analyzer.Path) bool {
	if a.Path == nil {
		return false
	}
	e, err := a.Path.Expr()
	if err != nil {
		return true
	}
	for _, r := range append(append([]analyzer.Path{}, e.Reads...), e.Writes...) {
		if r.Relation(w) != analyzer.Disjoint {
			return true
		}
	}
	return false
}

func overwritten(p *rules.Pass, list []*catalog.Action) {
	for i, a := range list {
		w, ok := place(a)
		if !ok {
			continue
		}
		for _, later := range list[i+1:] {
			if lw, ok := place(later); ok && (w.Relation(lw) == analyzer.Equal || w.Relation(lw) == analyzer.Within) {
				p.Field(a.Path, fmt.Sprintf("a later action writes %s over what this one writes at %s: remove one of them", lw, w),
					rules.WithRelated(later.Path.Node.Span(), "the later action"))
				break
			}
		}
	}
}

func sameValue(p *rules.Pass, c *catalog.Component) {
	for _, r := range c.ResumeActions {
		rw, ok := place(r)
		if !ok || r.Value == nil {
			continue
		}
		for _, s := range c.SuspendActions {
			if sw, ok := place(s); ok && s.Value != nil && rw.Relation(sw) == analyzer.Equal && equalJSON(r.Value.Value, s.Value.Value) {
				p.Field(r.Path, fmt.Sprintf("resume writes the same value as suspend to %s: the workload stays suspended; write the value that lets it run", rw),
					rules.WithRelated(s.Path.Node.Span(), "suspend writes it here"))
			}
		}
	}
}

func equalJSON(a, b string) bool {
	var x, y any
	return json.Unmarshal([]byte(a), &x) == nil && json.Unmarshal([]byte(b), &y) == nil && reflect.DeepEqual(x, y)
}
