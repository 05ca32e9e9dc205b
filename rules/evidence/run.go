package evidence

import (
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/kartalint/kartalint/catalog"
	"github.com/kartalint/kartalint/patch"
	"github.com/kartalint/kartalint/rules"
)

// silencers are the rules whose finding on a field makes one of this family pointless.
var silencers = []string{"KL201", "KL202", "KL203", "KL701", "KL801"}

// objects are the recorded workloads of a definition.
func objects(p *rules.Pass) []patch.Object {
	if p.Root == nil || p.Root.Kind == nil {
		return nil
	}
	return p.Settings.Evidence.Objects(*p.Root.Kind)
}

// values are what a field yields on an object; those before an error come with it.
func values(f *catalog.PathField, object map[string]any) ([]any, error) {
	e, err := f.Expr()
	if err != nil {
		return nil, err
	}
	return e.Eval(context.Background(), object, 0)
}

// something are the results that are not null.
func something(results []any) []any {
	return slices.DeleteFunc(slices.Clone(results), func(v any) bool { return v == nil })
}

// called names an object: its kind, name and file.
func called(o patch.Object) string {
	meta, _ := o.Value["metadata"].(map[string]any)
	name, _ := meta["name"].(string)
	kind, _ := o.Value["kind"].(string)
	return fmt.Sprintf("%s %s (%s)", kind, name, o.Name)
}

// text is a value as expectedResult and selectors compare it: strings bare, everything else as JSON.
func text(v any) string {
	if s, ok := v.(string); ok {
		return s
	}
	return asJSON(v)
}

func asJSON(v any) string {
	b, err := json.Marshal(v)
	if err != nil {
		return fmt.Sprint(v)
	}
	return string(b)
}

// statuses are the statuses whose matchers hold on an object, sorted.
func statuses(c *catalog.Component, object map[string]any) []string {
	held := map[string]bool{}
	for _, m := range c.Matchers {
		if matches(c, m, object) {
			held[m.Status] = true
		}
	}
	return slices.Sorted(maps.Keys(held))
}

// matches says whether all parts of a matcher hold; one without parts never does.
func matches(c *catalog.Component, m *catalog.Matcher, object map[string]any) bool {
	if m.ByPhase == nil && len(m.Conditions) == 0 && m.Expression == nil {
		return false
	}
	if m.ByPhase != nil && !phase(c, m, object) {
		return false
	}
	if m.Expression != nil {
		results, err := values(m.Expression, object)
		if err != nil || m.Expected == nil || len(results) == 0 || text(results[0]) != m.Expected.Value {
			return false
		}
	}
	return !slices.ContainsFunc(m.Conditions, func(want catalog.MatchCondition) bool { return !condition(c, want, object) })
}

func phase(c *catalog.Component, m *catalog.Matcher, object map[string]any) bool {
	if c.Phase == nil {
		return false
	}
	results, _ := values(c.Phase, object)
	return len(results) > 0 && text(results[0]) == m.ByPhase.Value
}

func condition(c *catalog.Component, want catalog.MatchCondition, object map[string]any) bool {
	if c.Conditions == nil || c.Conditions.Path == nil {
		return false
	}
	name := func(given, otherwise string) string {
		if given == "" {
			return otherwise
		}
		return given
	}
	typ, status, reason := name(c.Conditions.TypeFieldName, "type"), name(c.Conditions.StatusFieldName, "status"), name(c.Conditions.ReasonFieldName, "reason")
	results, _ := values(c.Conditions.Path, object)
	for _, r := range results {
		list, ok := r.([]any)
		if !ok {
			list = []any{r}
		}
		for _, item := range list {
			entry, _ := item.(map[string]any)
			if entry[typ] == want.Type && (want.Status == "" || entry[status] == want.Status) && (want.Reason == "" || entry[reason] == want.Reason) && entry != nil {
				return true
			}
		}
	}
	return false
}

// selects says whether a component's type selector finds a pod.
func selects(s *catalog.TypeSelector, pod map[string]any) bool {
	if s.KeyPath != nil {
		results, err := values(s.KeyPath, pod)
		found := something(results)
		if err != nil || len(found) == 0 || s.Value != nil && text(found[0]) != s.Value.Value {
			return false
		}
	}
	if s.MatchLabels != nil {
		meta, _ := pod["metadata"].(map[string]any)
		labels, _ := meta["labels"].(map[string]any)
		for _, m := range s.MatchLabels.Members {
			if v, ok := labels[m.Key.Value].(string); !ok || v != m.Value.Value {
				return false
			}
		}
	}
	return s.KeyPath != nil || s.MatchLabels != nil
}

// short is a list of names of which the first few are told.
func short(names []string) string {
	const told = 4
	if len(names) > told {
		return fmt.Sprintf("%s and %d more", strings.Join(names[:told], ", "), len(names)-told)
	}
	return strings.Join(names, ", ")
}
