package patch

import (
	"fmt"
	"strings"
)

// ParseField makes a patch of a dotted field of the pod spec and its value as text: schedulerName=kai,
// nodeSelector.disk=ssd, containers=[{"name":"m","image":"i"}]. The field's type says how the text is read: strings and
// quantities as they are, the rest as JSON, in which null deletes. Below a map everything is one key.
func ParseField(field, value string) (Raw, error) {
	s := templateSchema().fields["spec"]
	names := []string{"spec"}
	rest := field
	for rest != "" {
		if s.shape == shapeMap {
			names, s, rest = append(names, rest), s.elem, ""
			break
		}
		name, more, _ := strings.Cut(rest, ".")
		next := s.fields[name]
		if next == nil {
			return nil, &InvalidPatchError{[]FieldProblem{{Field: strings.Join(append(names, name), "."),
				Message: "unknown field", Nearest: nearest(name, s.names)}}}
		}
		names, s, rest = append(names, name), next, more
	}
	if len(names) == 1 {
		return nil, &InvalidPatchError{[]FieldProblem{{Field: "spec", Message: "name a field of the pod spec"}}}
	}
	switch s.shape {
	case shapeString, shapeQuantity:
		return nest(value, names...), nil
	}
	v, err := decode([]byte(value))
	if err != nil && s.shape == shapeIntOrString {
		return nest(value, names...), nil
	}
	if err != nil {
		return nil, &InvalidPatchError{[]FieldProblem{{Field: strings.Join(names, "."), Message: fmt.Sprintf("%q is no JSON: %v", value, err)}}}
	}
	return nest(v, names...), nil
}

// With is both patches in one: maps are joined by key, lists of containers one behind the other. Two values for one
// field are an error.
func (r Raw) With(more Raw) (Raw, error) {
	v, err := joinRaw("", copyValue(map[string]any(r)), copyValue(map[string]any(more)))
	if err != nil {
		return nil, err
	}
	return v.(map[string]any), nil
}

func joinRaw(field string, a, b any) (any, error) {
	m, isMap := a.(map[string]any)
	n, alsoMap := b.(map[string]any)
	if isMap && alsoMap {
		for _, k := range sortedKeys(n) {
			v := n[k]
			if old, ok := m[k]; ok {
				var err error
				if v, err = joinRaw(join(field, k), old, v); err != nil {
					return nil, err
				}
			}
			m[k] = v
		}
		return m, nil
	}
	l, isList := a.([]any)
	k, alsoList := b.([]any)
	if isList && alsoList && (field == "spec.containers" || field == "spec.initContainers") {
		return joinContainers(field, l, k)
	}
	if Equal(a, b) {
		return a, nil
	}
	return nil, &InvalidPatchError{[]FieldProblem{{Field: field, Message: "is given two values"}}}
}

// joinContainers puts what is asked of one container into one element.
func joinContainers(field string, l, k []any) (any, error) {
	for _, e := range k {
		i := sameName(l, e)
		if i < 0 {
			l = append(l, e)
			continue
		}
		v, err := joinRaw(fmt.Sprintf("%s[%d]", field, i), l[i], e)
		if err != nil {
			return nil, err
		}
		l[i] = v
	}
	return l, nil
}

func sameName(l []any, e any) int {
	m, _ := e.(map[string]any)
	for i, have := range l {
		if n, ok := have.(map[string]any); ok && n["name"] == m["name"] {
			return i
		}
	}
	return -1
}
