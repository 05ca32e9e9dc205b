package patch

import (
	"fmt"
	"maps"
	"slices"
)

// Kind says what an operation does.
type Kind uint8

// The kinds of operations.
const (
	Add Kind = iota
	Replace
	Remove
)

// String is the kind's name in RFC 6902.
func (k Kind) String() string { return [...]string{"add", "replace", "remove"}[k] }

// Op is one concrete change. Operations of one plan touch places of which none lies in another. Old is a part of
// the original object and must not be changed.
type Op struct {
	Kind     Kind
	Path     Pointer // an index equal to the length of a list adds at its end
	Old, New any     // Old is nil for Add, New for Remove

	order int
}

// String is the operation on one line.
func (o Op) String() string {
	switch o.Kind {
	case Add:
		return fmt.Sprintf("add %s %s", o.Path, compact(o.New))
	case Remove:
		return fmt.Sprintf("remove %s %s", o.Path, compact(o.Old))
	}
	return fmt.Sprintf("replace %s %s -> %s", o.Path, compact(o.Old), compact(o.New))
}

// Plan is a patch worked out on one object: nothing is changed yet, and nothing can fail any more.
type Plan struct {
	obj    map[string]any
	ops    []Op
	guards []guard
}

// Ops lists the changes, sorted by place; none where the object already is as wished.
func (p *Plan) Ops() []Op { return p.ops }

// newPlan sorts operations and joins those that lie in each other. Where later is set, a later write to the same
// place wins; else two values for one place are an error.
func newPlan(obj map[string]any, ops []Op, guards []guard, later bool) (*Plan, error) {
	if len(ops) > 1 {
		for i := range ops {
			ops[i].order = i
		}
		slices.SortStableFunc(ops, func(a, b Op) int { return a.Path.compare(b.Path) })
		joined := ops[:1]
		for _, op := range ops[1:] {
			top := &joined[len(joined)-1]
			if !op.Path.hasPrefix(top.Path) {
				joined = append(joined, op)
				continue
			}
			if err := top.join(op, later); err != nil {
				return nil, err
			}
		}
		ops = joined
	}
	ops = slices.DeleteFunc(ops, func(o Op) bool { return o.Kind == Replace && Equal(o.Old, o.New) })
	return &Plan{obj: obj, ops: ops, guards: guards}, nil
}

// join takes an operation at or below o's place into o.
func (o *Op) join(in Op, later bool) error {
	rest := in.Path[len(o.Path):]
	wins := later && in.order > o.order
	if later && !wins {
		return nil
	}
	if in.Kind == Remove || o.Kind == Remove {
		if in.Kind == o.Kind {
			return nil
		}
		if wins && len(rest) == 0 {
			o.Kind, o.New = in.Kind, in.New
			return nil
		}
		return conflict(in)
	}
	v := in.New
	for i := len(rest) - 1; i >= 0; i-- {
		key, isKey := rest[i].(string)
		if !isKey {
			return conflict(in)
		}
		v = map[string]any{key: v}
	}
	merged, ok := union(o.New, v, wins)
	if !ok {
		return conflict(in)
	}
	o.New = merged
	return nil
}

func conflict(op Op) error {
	return &ConflictError{op.Path.String(), "two fields of the patch ask for different values here"}
}

// union is two new values for one place taken together: maps by key, anything else only where it is equal, or where
// the second one wins.
func union(a, b any, wins bool) (any, bool) {
	m, isMap := a.(map[string]any)
	n, alsoMap := b.(map[string]any)
	if !isMap || !alsoMap {
		return b, wins || Equal(a, b)
	}
	for k, v := range n {
		if old, ok := m[k]; ok {
			if v, ok = union(old, v, wins); !ok {
				return nil, false
			}
		}
		m[k] = v
	}
	return m, true
}

// Apply is the changed object. It shares every untouched subtree with the original, which stays as it is; where
// nothing changes it is the original.
func (p *Plan) Apply() map[string]any {
	if len(p.ops) == 0 {
		return p.obj
	}
	return applied(p.obj, p.ops, 0).(map[string]any)
}

// applied is a value with operations done whose paths agree in the first depth steps.
func applied(v any, ops []Op, depth int) any {
	if len(ops[0].Path) == depth {
		return copyValue(ops[0].New)
	}
	switch v := v.(type) {
	case map[string]any:
		out := maps.Clone(v)
		for group := range groups(ops, depth) {
			key := group[0].Path[depth].(string)
			if group[0].Kind == Remove && len(group[0].Path) == depth+1 {
				delete(out, key)
				continue
			}
			out[key] = applied(v[key], group, depth+1)
		}
		return out
	case []any:
		out := slices.Clone(v)
		for group := range groups(ops, depth) {
			i := group[0].Path[depth].(int)
			if i == len(out) {
				out = append(out, nil)
			}
			out[i] = applied(out[i], group, depth+1)
		}
		return out
	}
	return v
}

// groups yields the runs of operations that share the step at depth.
func groups(ops []Op, depth int) func(func([]Op) bool) {
	return func(yield func([]Op) bool) {
		for len(ops) > 0 {
			n := 1
			for n < len(ops) && ops[n].Path[depth] == ops[0].Path[depth] {
				n++
			}
			if !yield(ops[:n]) {
				return
			}
			ops = ops[n:]
		}
	}
}
