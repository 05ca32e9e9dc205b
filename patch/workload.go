package patch

import (
	"fmt"

	"github.com/kartalint/kartalint/analyzer"
	"github.com/kartalint/kartalint/catalog"
)

// Workload is an object seen through its definition.
type Workload struct {
	def      *Definition
	obj      map[string]any
	lists    MergeSchema
	filtered map[*target][]Pointer
}

// Option is a choice for one call.
type Option func(*options)

type options struct {
	ids                 []string
	asked, filters, add bool
	lists               MergeSchema
}

// Instances picks instances by id; without it a patch goes to all of them.
func Instances(ids ...string) Option {
	return func(o *options) { o.ids, o.asked = append(o.ids, ids...), true }
}

// AllowFilters lets a patch go through filters: their places are resolved on the original object, before the first
// write, and there must be exactly one for each instance.
func AllowFilters() Option { return func(o *options) { o.filters = true } }

// AllowAdd lets a patch add entries to lists that are merged by key. Without it a misspelled container name would
// add a container.
func AllowAdd() Option { return func(o *options) { o.add = true } }

// WithSchema gives the list semantics of the object's own type.
func WithSchema(s MergeSchema) Option { return func(o *options) { o.lists = s } }

// object is what an *unstructured.Unstructured has.
type object interface{ UnstructuredContent() map[string]any }

// Open is Compile and [Definition.Open]. obj is a map[string]any or an *unstructured.Unstructured and is never changed.
func Open(def *catalog.Definition, obj any, opts ...Option) (*Workload, error) {
	d, err := Compile(def)
	if err != nil {
		return nil, err
	}
	return d.Open(obj, opts...)
}

// Open looks at an object, a map[string]any or an *unstructured.Unstructured. One of another kind is a *KindError.
// The object is never changed, and must not be while the workload is in use.
func (d *Definition) Open(obj any, opts ...Option) (*Workload, error) {
	w := &Workload{def: d}
	switch o := obj.(type) {
	case map[string]any:
		w.obj = o
	case object:
		w.obj = o.UnstructuredContent()
	default:
		return nil, fmt.Errorf("an object is a map[string]any or has UnstructuredContent, not a %T", obj)
	}
	if err := d.kindError(w.obj); err != nil {
		return nil, err
	}
	if len(opts) > 0 {
		w.lists = gather(opts).lists
	}
	return w, nil
}

// noOptions is what a call without options has; nothing writes to it.
var noOptions options

func gather(opts []Option) *options {
	if len(opts) == 0 {
		return &noOptions
	}
	var o options
	for _, f := range opts {
		f(&o)
	}
	return &o
}

// Patch plans a change of a component's pods. Every check comes before the first write; an error leaves nothing
// changed.
func (w *Workload) Patch(component string, p Patch, opts ...Option) (*Plan, error) {
	c, err := w.def.component(component)
	if err != nil {
		return nil, err
	}
	raw, err := p.raw()
	if err != nil {
		return nil, err
	}
	if isEmpty(map[string]any(raw)) {
		return nil, ErrEmptyPatch
	}
	if err := checkRaw(raw); err != nil {
		return nil, err
	}
	o := gather(opts)
	r := router{c: c, filters: o.filters}
	if err := r.route(raw); err != nil {
		return nil, err
	}
	return w.plan(c, r.routes, o)
}

// isEmpty says whether a patch has no leaf at all.
func isEmpty(v any) bool {
	m, ok := v.(map[string]any)
	if !ok {
		return false
	}
	for k, e := range m {
		if k != "metadata" && k != "spec" || !isEmpty(e) {
			return false
		}
	}
	return true
}

func (w *Workload) plan(c *component, routes []route, o *options) (*Plan, error) {
	all, err := w.instances(c)
	if err != nil {
		return nil, err
	}
	chosen, err := c.choose(all, o.ids, o.asked)
	if err != nil {
		return nil, err
	}
	wr := writer{root: w.obj, lists: w.lists, allowAdd: o.add, at: make(Pointer, 0, 12)}
	for _, in := range chosen {
		if err := w.writeInstance(&wr, c, in, routes); err != nil {
			return nil, err
		}
	}
	return newPlan(w.obj, wr.ops, wr.guards, false)
}

func (w *Workload) writeInstance(wr *writer, c *component, in instance, routes []route) error {
	if err := w.present(c, in); err != nil {
		return err
	}
	if in.guard != nil {
		wr.guards = append(wr.guards, *in.guard)
	}
	for _, r := range routes {
		place, err := w.place(c, r.target, in)
		if err != nil {
			return err
		}
		if err := r.fits(w.obj, place); err != nil {
			return err
		}
		value := r.patch
		if r.convert != nil {
			value = r.convert(w.obj, place)
		}
		if err := wr.write(place, value, r.schema); err != nil {
			return err
		}
	}
	return nil
}

// Components names the components, the root first.
func (d *Definition) Components() []string {
	names := make([]string, len(d.components))
	for i, c := range d.components {
		names[i] = c.name
	}
	return names
}

// InstanceIDs lists the ids of a component's instances in the order of the object; nil where it has no ids.
func (w *Workload) InstanceIDs(component string) ([]string, error) {
	c, err := w.def.component(component)
	if err != nil {
		return nil, err
	}
	all, err := w.instances(c)
	if err != nil {
		return nil, err
	}
	var ids []string
	for _, in := range all {
		if in.hasID {
			ids = append(ids, in.id)
		}
	}
	return ids, nil
}

// usable says whether a field can be written, and else why not.
func (t *target) usable(filters bool) bool {
	return t != nil && (t.err == nil || filters && t.expr.Class == analyzer.Filter)
}
