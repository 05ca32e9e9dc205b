package patch

import (
	"fmt"
	"strings"
	"unicode/utf8"

	"github.com/agnivade/levenshtein"
	"k8s.io/apimachinery/pkg/api/resource"
)

// checkRaw holds a partial pod template against its type: all problems at once.
func checkRaw(raw Raw) error {
	c := checker{}
	c.value("", map[string]any(raw), templateSchema(), ListMerge{})
	if len(c.problems) > 0 {
		return &InvalidPatchError{c.problems}
	}
	return nil
}

type checker struct {
	problems []FieldProblem
	replaced int // lists around the value that are replaced whole, so that what is empty is a value
}

func (c *checker) add(field, nearest, format string, args ...any) {
	if field == "" {
		field = "patch"
	}
	c.problems = append(c.problems, FieldProblem{field, fmt.Sprintf(format, args...), nearest})
}

func (c *checker) value(field string, v any, s *schema, list ListMerge) {
	if v == nil {
		return // deletes
	}
	switch s.shape {
	case shapeObject:
		c.object(field, v, s)
	case shapeMap:
		c.mapping(field, v, s)
	case shapeList:
		c.list(field, v, s, list)
	default:
		c.scalar(field, v, s.shape)
	}
}

func (c *checker) object(field string, v any, s *schema) {
	m, ok := v.(map[string]any)
	if !ok {
		c.add(field, "", "must be a map, is %s", typeName(v))
		return
	}
	for k := range keysOf(m) {
		c.member(field, k, m[k], s)
	}
}

func (c *checker) member(field, k string, v any, s *schema) {
	f := s.fields[k]
	if f == nil {
		c.unknown(field, k, s)
		return
	}
	c.value(join(field, k), v, f.schema, f.list)
}

func (c *checker) unknown(field, k string, s *schema) {
	if field == "metadata" {
		c.add(join(field, k), nearest(k, s.names), "a pod's metadata is written by labels and annotations only")
		return
	}
	c.add(join(field, k), nearest(k, s.names), "unknown field")
}

func (c *checker) mapping(field string, v any, s *schema) {
	m, ok := v.(map[string]any)
	if !ok {
		c.add(field, "", "must be a map, is %s", typeName(v))
		return
	}
	if len(m) == 0 && c.replaced == 0 {
		c.add(field, "", "an empty map changes nothing: name its keys, or write null to remove the field")
	}
	for k := range keysOf(m) {
		e := m[k]
		if !utf8.ValidString(k) {
			c.add(field, "", "the key %q is no valid UTF-8", k)
		} else if e != nil {
			if _, isString := e.(string); isString && s.elem.shape == shapeString {
				c.text(field, e.(string))
				continue
			}
			c.value(join(field, k), e, s.elem, ListMerge{})
		}
	}
}

func (c *checker) list(field string, v any, s *schema, list ListMerge) {
	l, ok := v.([]any)
	if !ok {
		c.add(field, "", "must be a list, is %s", typeName(v))
		return
	}
	if len(list.Keys) == 0 {
		c.replaced++
		defer func() { c.replaced-- }()
	} else if len(l) == 0 && c.replaced == 0 {
		c.add(field, "", "an empty list changes nothing: the list is merged by key; write null to remove the field")
	}
	seen := map[string]bool{}
	for i, e := range l {
		at := fmt.Sprintf("%s[%d]", field, i)
		if e == nil {
			c.add(at, "", "an element cannot be null")
			continue
		}
		c.value(at, e, s.elem, ListMerge{})
		if m, ok := e.(map[string]any); ok && len(list.Keys) > 0 {
			c.keys(at, m, list, len(l), seen)
		}
	}
}

// keys holds the elements of a keyed list apart. The single container may leave out its name: it means the sole one.
func (c *checker) keys(at string, m map[string]any, list ListMerge, n int, seen map[string]bool) {
	key, missing := entryKey(m, list.Keys)
	sole := n == 1 && strings.HasPrefix(at, "spec.containers[")
	switch {
	case missing != "" && !sole:
		c.add(at, "", "the element needs %s, which tells it from the others", missing)
	case missing == "" && seen[key]:
		c.add(at, "", "the list has %s twice", key)
	}
	seen[key] = true
}

func (c *checker) text(field, s string) {
	if !utf8.ValidString(s) {
		c.add(field, "", "%q is no valid UTF-8", s)
	}
}

func (c *checker) scalar(field string, v any, want shape) {
	text, isString := v.(string)
	_, isBool := v.(bool)
	switch want {
	case shapeString:
		if !isString {
			c.add(field, "", "must be a string, is %s%s", typeName(v), quoteHint(v))
			return
		}
		c.text(field, text)
	case shapeBool:
		if !isBool {
			c.add(field, "", "must be true or false, is %s", typeName(v))
		}
	case shapeInteger:
		if !isNumber(v) || !isInteger(v) {
			c.add(field, "", "must be a whole number, is %s", typeName(v))
		}
	case shapeNumber:
		if !isNumber(v) {
			c.add(field, "", "must be a number, is %s", typeName(v))
		}
	case shapeIntOrString:
		if !isString && (!isNumber(v) || !isInteger(v)) {
			c.add(field, "", "must be a whole number or a string, is %s", typeName(v))
		}
	case shapeQuantity:
		if isNumber(v) {
			return
		}
		if !isString {
			c.add(field, "", "must be a quantity, is %s", typeName(v))
		} else if _, err := resource.ParseQuantity(text); err != nil {
			c.add(field, "", "%q is no quantity (such as 500m or 2Gi)", text)
		}
	}
}

func quoteHint(v any) string {
	if isNumber(v) || v == true || v == false {
		return fmt.Sprintf(" (write %q)", fmt.Sprint(v))
	}
	return ""
}

func join(field, name string) string {
	if field == "" {
		return name
	}
	return field + "." + name
}

// nearest is the known name that a misspelled one likely means; "" where none is near.
func nearest(name string, known []string) string {
	best, bestDistance := "", 1+len(name)/3
	for _, k := range known {
		if d := levenshtein.ComputeDistance(strings.ToLower(name), strings.ToLower(k)); d <= bestDistance && (best == "" || d < bestDistance) {
			best, bestDistance = k, d
		}
	}
	return best
}
