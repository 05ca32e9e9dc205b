package patch

import (
	"fmt"
	"strings"

	"github.com/kartalint/kartalint/analyzer"
	"github.com/kartalint/kartalint/catalog"
)

// Definition is a definition made ready for writes: its paths are analyzed once. It is immutable and may be shared
// between goroutines.
type Definition struct {
	name       string
	kind       catalog.Kind
	components []*component
}

// component is what a write needs to know of one component.
type component struct {
	name    string
	targets map[string]*target // the written and scale fields, by field name
	order   []*target          // the same in document order
	suspend []action
	resume  []action
	ids     *target
	iter    []any // steps up to and with the last [] of instanceIdPath; nil without instances
	base    []any // the component's own place
	broken  *NotAddressableError
}

// target is a path field that could be written through.
type target struct {
	field *catalog.PathField
	expr  *analyzer.Expr
	steps []any                // of an address: string keys, int indexes, each
	err   *NotAddressableError // why it cannot be written; nil for an address
}

type action struct {
	*target
	value any
	bad   error
}

// each is the step [] of an address.
type each struct{}

// Compile makes a definition ready for writes. A path that cannot be written is no error here; it is one when a patch
// asks for it.
func Compile(def *catalog.Definition) (*Definition, error) {
	switch {
	case def == nil || def.Root == nil || def.Root.Kind == nil || def.Root.Kind.Kind == "":
		return nil, fmt.Errorf("the definition has no root kind")
	case def.CEL:
		return nil, fmt.Errorf("definition %s is written in CEL, not in jq: %w", def.Name, ErrNotSupported)
	}
	d := &Definition{name: def.Name, kind: *def.Root.Kind}
	for _, c := range def.Components() {
		d.components = append(d.components, compileComponent(c))
	}
	return d, nil
}

// Name is the definition's metadata.name.
func (d *Definition) Name() string { return d.name }

// Matches says whether an object is of the definition's kind.
func (d *Definition) Matches(obj map[string]any) bool { return d.kindError(obj) == nil }

func (d *Definition) kindError(obj map[string]any) error {
	apiVersion, _ := obj["apiVersion"].(string)
	kind, _ := obj["kind"].(string)
	group, version, found := strings.Cut(apiVersion, "/")
	if !found {
		group, version = "", apiVersion
	}
	if group == d.kind.Group && kind == d.kind.Kind && version == d.kind.Version {
		return nil
	}
	want := d.kind.Version
	if d.kind.Group != "" {
		want = d.kind.Group + "/" + want
	}
	return &KindError{Want: want + " " + d.kind.Kind, Got: strings.TrimSpace(apiVersion + " " + kind)}
}

func (d *Definition) component(name string) (*component, error) {
	for _, c := range d.components {
		if c.name == name {
			return c, nil
		}
	}
	known := make([]string, len(d.components))
	for i, c := range d.components {
		known[i] = c.name
	}
	return nil, &UnknownComponentError{Component: name, Known: sortedUnique(known), Nearest: nearest(name, known)}
}

func compileComponent(c *catalog.Component) *component {
	out := &component{name: c.Name, targets: map[string]*target{}}
	for _, f := range c.Fields {
		switch f.Role {
		case catalog.RoleInstance:
			out.ids = newTarget(f)
		case catalog.RoleSpec, catalog.RoleScale:
			t := newTarget(f)
			out.targets[f.Name] = t
			out.order = append(out.order, t)
		}
	}
	out.suspend, out.resume = actions(c.SuspendActions), actions(c.ResumeActions)
	out.iterate()
	out.base = out.ownPlace()
	return out
}

func newTarget(f *catalog.PathField) *target {
	t := &target{field: f}
	if t.expr, _ = f.Expr(); t.expr == nil {
		t.expr, _ = analyzer.Analyze(f.Expression) // of a definition made in code
	}
	if t.expr.Class > analyzer.Respelled {
		t.refuse(whyNot(t.expr))
		return t
	}
	path, err := analyzer.ParsePath(t.expr.Normal)
	if err != nil {
		t.refuse("its normal form cannot be read: " + err.Error())
		return t
	}
	for _, s := range path {
		switch s.Kind {
		case analyzer.Key:
			t.steps = append(t.steps, s.Name)
		case analyzer.Index:
			t.steps = append(t.steps, s.Index)
		case analyzer.Each:
			t.steps = append(t.steps, each{})
		default:
			t.refuse("which places it means depends on the data")
			return t
		}
	}
	return t
}

func (t *target) refuse(why string) {
	component := ""
	if t.field.Component != nil {
		component = t.field.Component.Name
	}
	t.err = &NotAddressableError{Component: component, Field: t.field.Name, Expression: t.field.Expression, Class: t.expr.Class, Reason: why}
}

// reasons say why an expression of a kind is no place to write to.
var reasons = map[analyzer.ReasonKind]string{
	analyzer.ReasonSelect:         "which places it means depends on the data",
	analyzer.ReasonAlternative:    "which side it means depends on the data",
	analyzer.ReasonCondition:      "which branch it means depends on the data",
	analyzer.ReasonComma:          "it means several places",
	analyzer.ReasonDescend:        "it means every place below",
	analyzer.ReasonSlice:          "it means a range of a list",
	analyzer.ReasonComputedKey:    "the key is computed",
	analyzer.ReasonDefaultLiteral: "a constant stands in for what is absent",
	analyzer.ReasonArithmetic:     "it computes a number",
	analyzer.ReasonComparison:     "it compares",
	analyzer.ReasonLogic:          "it computes a truth value",
	analyzer.ReasonConstruct:      "it makes a new value",
	analyzer.ReasonConstant:       "it is a constant",
	analyzer.ReasonVariableRoot:   "it starts at a variable",
	analyzer.ReasonFunction:       "a function computes the value",
	analyzer.ReasonReduce:         "it folds many values into one",
	analyzer.ReasonAssignment:     "it changes what it reads",
	analyzer.ReasonTooComplex:     "it is too large to be analyzed",
}

func whyNot(e *analyzer.Expr) string {
	for _, r := range e.Reasons {
		if why, ok := reasons[r.Kind]; ok {
			return fmt.Sprintf("%s (%s)", why, r.Text)
		}
	}
	switch e.Class {
	case analyzer.Filter:
		return "which places it means depends on the data"
	case analyzer.Invalid:
		return "it is no valid jq"
	}
	return "it computes a value"
}

func actions(from []*catalog.Action) []action {
	var out []action
	for _, a := range from {
		if a.Path == nil {
			continue
		}
		act := action{target: newTarget(a.Path)}
		if a.Value == nil {
			act.bad = fmt.Errorf("the action on %s has no value", a.Path.Expression)
		} else if act.value, act.bad = decode([]byte(a.Value.Value)); act.bad != nil {
			act.bad = fmt.Errorf("the value of the action on %s is no JSON: %w", a.Path.Expression, act.bad)
		}
		out = append(out, act)
	}
	return out
}

// iterate finds the iteration that the instance ids and all paths of the component share, and refuses the paths that
// do not share it.
func (c *component) iterate() {
	if c.ids == nil {
		return
	}
	steps := c.ids.steps
	if c.ids.err != nil {
		steps = formulaIteration(c.ids.expr)
	}
	c.iter = upToLastEach(steps)
	if c.iter == nil {
		if c.ids.err != nil {
			c.broken = c.ids.err
		}
		c.iter = []any{}
	}
	for _, t := range c.order {
		if t.err != nil {
			continue
		}
		if !stepsHavePrefix(t.steps, c.iter) || hasEach(t.steps[len(c.iter):]) {
			t.refuse(fmt.Sprintf("it does not share the iteration of instanceIdPath (%s), so its places cannot be told apart by instance", c.ids.field.Expression))
		}
	}
}

// formulaIteration is the one iteration that yields the ids of a formula such as `.spec.services | to_entries[] |
// .key`, which gives one id per element. nil for any other formula.
func formulaIteration(e *analyzer.Expr) []any {
	o := e.Outputs
	if len(o.Iterations) == 0 || o.Min != 1 || o.Max != 1 || len(o.Conditions) > 0 {
		return nil
	}
	last := o.Iterations[len(o.Iterations)-1]
	for _, it := range o.Iterations {
		if !last.HasPrefix(it) {
			return nil
		}
	}
	var steps []any
	for _, s := range last {
		switch s.Kind {
		case analyzer.Key:
			steps = append(steps, s.Name)
		case analyzer.Each:
			steps = append(steps, each{})
		default:
			return nil
		}
	}
	return steps
}

// ownPlace is where the component stands: the pod template or pod spec itself; of fragments, and of a component with
// scale fields alone, what their parents have in common.
func (c *component) ownPlace() []any {
	for _, name := range []string{"podTemplateSpecPath", "podSpecPath"} {
		if t := c.targets[name]; t != nil && t.err == nil {
			return t.steps
		}
	}
	for _, role := range []catalog.Role{catalog.RoleSpec, catalog.RoleScale} {
		var base []any
		found := false
		for _, t := range c.order {
			if t.field.Role != role || t.err != nil || len(t.steps) == 0 {
				continue
			}
			parent := t.steps[:len(t.steps)-1]
			if !found {
				base, found = parent, true
				continue
			}
			base = commonSteps(base, parent)
		}
		if found {
			return base
		}
	}
	return c.iter
}

func upToLastEach(steps []any) []any {
	for i := len(steps) - 1; i >= 0; i-- {
		if steps[i] == (each{}) {
			return steps[:i+1]
		}
	}
	return nil
}

func hasEach(steps []any) bool { return upToLastEach(steps) != nil }

func commonSteps(a, b []any) []any {
	n := 0
	for n < len(a) && n < len(b) && a[n] == b[n] {
		n++
	}
	return a[:n]
}

func stepsHavePrefix(steps, prefix []any) bool {
	return len(commonSteps(steps, prefix)) == len(prefix)
}

func stepsString(steps []any) string {
	path := make(analyzer.Path, len(steps))
	for i, s := range steps {
		switch s := s.(type) {
		case string:
			path[i] = analyzer.Step{Kind: analyzer.Key, Name: s}
		case int:
			path[i] = analyzer.Step{Kind: analyzer.Index, Index: s}
		default:
			path[i] = analyzer.Step{Kind: analyzer.Each}
		}
	}
	return path.String()
}
