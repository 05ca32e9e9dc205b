package patch

import (
	"bytes"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
)

// JSONPatchOp is one operation of RFC 6902.
type JSONPatchOp struct {
	Op    string          `json:"op"`
	Path  string          `json:"path"`
	Value json.RawMessage `json:"value,omitempty"`
}

// JSONPatch is the plan in RFC 6902. In front of the changes stand test operations: the keys of the list elements on
// the way, which may have moved meanwhile, and the old values of what is replaced or removed. An empty plan is []. RFC
// 6902 cannot test that a member is absent: where somebody else may add the same member meanwhile, send the object's
// resourceVersion along.
func (p *Plan) JSONPatch() ([]byte, error) {
	out := []JSONPatchOp{}
	for _, g := range p.guardsOnTheWay() {
		v, err := marshal(g.value)
		if err != nil {
			return nil, err
		}
		out = append(out, JSONPatchOp{"test", g.place.String(), v})
	}
	for _, op := range p.ops {
		steps, err := p.jsonPatchOps(op)
		if err != nil {
			return nil, err
		}
		out = append(out, steps...)
	}
	return marshal(out)
}

func (p *Plan) jsonPatchOps(op Op) ([]JSONPatchOp, error) {
	path := op.Path.String()
	if op.Kind == Add {
		if _, ok := op.Path[len(op.Path)-1].(int); ok {
			path = op.Path[:len(op.Path)-1].String() + "/-"
		}
	}
	var out []JSONPatchOp
	if op.Kind != Add {
		old, err := marshal(op.Old)
		if err != nil {
			return nil, err
		}
		out = append(out, JSONPatchOp{"test", path, old})
	}
	step := JSONPatchOp{Op: op.Kind.String(), Path: path}
	if op.Kind != Remove {
		v, err := marshal(op.New)
		if err != nil {
			return nil, err
		}
		step.Value = v
	}
	return append(out, step), nil
}

// guardsOnTheWay are the guards of list elements that an operation goes through, sorted, each once.
func (p *Plan) guardsOnTheWay() []guard {
	var out []guard
	for _, g := range p.guards {
		element := g.place
		for len(element) > 0 {
			if _, ok := element[len(element)-1].(int); ok {
				break
			}
			element = element[:len(element)-1]
		}
		through := slices.ContainsFunc(p.ops, func(o Op) bool { return len(element) > 0 && o.Path.hasPrefix(element) })
		if through {
			out = append(out, g)
		}
	}
	slices.SortFunc(out, func(a, b guard) int { return a.place.compare(b.place) })
	return slices.CompactFunc(out, func(a, b guard) bool { return a.place.compare(b.place) == 0 })
}

// MergePatch is the plan in RFC 7386. It is an error where a merge patch cannot say it: a change inside a list, or a
// null that is to be written.
func (p *Plan) MergePatch() ([]byte, error) {
	out := map[string]any{}
	for _, op := range p.ops {
		m := out
		for i, s := range op.Path {
			key, ok := s.(string)
			if !ok {
				return nil, fmt.Errorf("%s: a merge patch cannot change one element of a list; send the JSON Patch", op.Path)
			}
			if i == len(op.Path)-1 {
				if op.Kind != Remove && hasNull(op.New) {
					return nil, fmt.Errorf("%s: a merge patch cannot write null; send the JSON Patch", op.Path)
				}
				m[key] = replacement(op)
				break
			}
			next, _ := m[key].(map[string]any)
			if next == nil {
				next = map[string]any{}
				m[key] = next
			}
			m = next
		}
	}
	return marshal(out)
}

// replacement is the value of a merge patch that turns the old value into the new one.
func replacement(op Op) any {
	return mergeDifference(op.Old, op.New)
}

func mergeDifference(old, to any) any {
	m, isMap := old.(map[string]any)
	n, alsoMap := to.(map[string]any)
	if !isMap || !alsoMap {
		return to
	}
	out := map[string]any{}
	for k := range m {
		if _, ok := n[k]; !ok {
			out[k] = nil
		}
	}
	for k, v := range n {
		if e, ok := m[k]; !ok || !Equal(e, v) {
			out[k] = mergeDifference(e, v)
		}
	}
	return out
}

func hasNull(v any) bool {
	switch v := v.(type) {
	case nil:
		return true
	case map[string]any:
		for _, e := range v {
			if hasNull(e) {
				return true
			}
		}
	}
	return false
}

// Diff is the plan for people: a line with - for each old value, one with + for each new one. Empty where nothing
// changes.
func (p *Plan) Diff() string {
	var b strings.Builder
	for _, op := range p.ops {
		if op.Kind != Add {
			fmt.Fprintf(&b, "- %s: %s\n", op.Path, compact(op.Old))
		}
		if op.Kind != Remove {
			fmt.Fprintf(&b, "+ %s: %s\n", op.Path, compact(op.New))
		}
	}
	return b.String()
}

func marshal(v any) ([]byte, error) {
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(v); err != nil {
		return nil, err
	}
	return bytes.TrimRight(b.Bytes(), "\n"), nil
}

func compact(v any) string {
	data, err := marshal(v)
	if err != nil {
		return fmt.Sprint(v)
	}
	return string(data)
}
