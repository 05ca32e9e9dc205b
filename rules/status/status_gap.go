package status

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/kartalint/kartalint/catalog"
	"github.com/kartalint/kartalint/patch"
	"github.com/kartalint/kartalint/rules"
)

// maxPhases is how many phases one finding names, and evalLimit how many results of a phase's path are looked at.
const (
	maxPhases = 10
	evalLimit = 2
)

var statusGap = &rules.Rule{
	ID: "KL607", Name: "status-gap", Severity: rules.Note, Needs: rules.NeedsObjects,
	Title: "phases that recorded objects show and no matcher names",
	What: "With recorded objects: values at the path of the phase that stand in no `byPhase` of the component, and in no text constant " +
		"of its expressions.",
	Why:  "An object in such a phase has no status, unless another matcher happens to hold.",
	Mend: "Map the phase to a status.",
	Check: func(p *rules.Pass) {
		if p.Settings.Evidence == nil || p.Root == nil || p.Root.Kind == nil {
			return
		}
		objects := p.Settings.Evidence.Objects(*p.Root.Kind)
		for _, c := range p.Components() {
			if c.Phase != nil {
				phaseGap(p, c, objects)
			}
		}
	},
}

func phaseGap(p *rules.Pass, c *catalog.Component, objects []patch.Object) {
	e, err := c.Phase.Expr()
	if err != nil {
		return
	}
	gaps := map[string]bool{}
	for _, o := range objects {
		results, err := e.Eval(context.Background(), o.Value, evalLimit)
		if err != nil {
			continue
		}
		for _, r := range results {
			if phase, ok := r.(string); ok && phase != "" && !named(c, phase) {
				gaps[phase] = true
			}
		}
	}
	if len(gaps) == 0 {
		return
	}
	list := slices.Sorted(maps.Keys(gaps))
	text := strings.Join(list[:min(len(list), maxPhases)], ", ")
	p.Field(c.Phase, fmt.Sprintf("%s: recorded objects are in phases that no matcher names: %s; map them to a status", c.Name, text))
}

// named says whether a matcher speaks of a phase.
func named(c *catalog.Component, phase string) bool {
	return slices.ContainsFunc(c.Matchers, func(m *catalog.Matcher) bool {
		return m.ByPhase != nil && m.ByPhase.Value == phase || m.Expression != nil && strings.Contains(m.Expression.Expression, strconv.Quote(phase))
	})
}
