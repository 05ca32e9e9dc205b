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
	c := checker{at: make([]checkStep, 0, 12)}
	c.value(map[string]any(raw), templateSchema())
	if len(c.problems) > 0 {
		return &InvalidPatchError{c.problems}
	}
	return nil
}

type checker struct {
	problems []FieldProblem
	at       []checkStep
	replaced int // lists around the value that are replaced whole, so that what is empty is a value
}

// checkStep is a step of the way to the value that is looked at: a field or an element of a list.
type checkStep struct {
	name    string
	element bool
	index   int
}

// field is the way as people write it: spec.containers[0].image.
func (c *checker) field() string {
	var b strings.Builder
	for _, s := range c.at {
		switch {
		case s.element:
			fmt.Fprintf(&b, "[%d]", s.index)
		case b.Len() > 0:
			b.WriteString("." + s.name)
		default:
			b.WriteString(s.name)
		}
	}
	if b.Len() == 0 {
		return "patch"
	}
	return b.String()
}

func (c *checker) add(nearest, format string, args ...any) {
	c.problems = append(c.problems, FieldProblem{c.field(), fmt.Sprintf(format, args...), nearest})
}

func (c *checker) value(v any, f *fieldSchema) {
	if v == nil {
		return // deletes
	}
	switch f.shape {
	case shapeObject:
		c.object(v, f)
	case shapeMap:
		c.mapping(v, f)
	case shapeList:
		c.list(v, f)
	default:
		c.scalar(v, f.shape)
	}
}

func (c *checker) object(v any, f *fieldSchema) {
	m, ok := v.(map[string]any)
	if !ok {
		c.add("", "must be a map, is %s", typeName(v))
		return
	}
	for k := range keysOf(m) {
		c.at = append(c.at, checkStep{name: k})
		switch known := f.fields[k]; {
		case known != nil:
			c.value(m[k], known)
		case len(c.at) == 2 && c.at[0].name == "metadata":
			c.add(nearest(k, f.names), "a pod's metadata is written by labels and annotations only")
		default:
			c.add(nearest(k, f.names), "unknown field")
		}
		c.at = c.at[:len(c.at)-1]
	}
}

func (c *checker) mapping(v any, f *fieldSchema) {
	m, ok := v.(map[string]any)
	if !ok {
		c.add("", "must be a map, is %s", typeName(v))
		return
	}
	if len(m) == 0 && c.replaced == 0 {
		c.add("", "an empty map changes nothing: name its keys, or write null to remove the field")
	}
	for k := range keysOf(m) {
		if !utf8.ValidString(k) {
			c.add("", "the key %q is no valid UTF-8", k)
			continue
		}
		c.at = append(c.at, checkStep{name: k})
		c.value(m[k], f.elem)
		c.at = c.at[:len(c.at)-1]
	}
}

func (c *checker) list(v any, f *fieldSchema) {
	l, ok := v.([]any)
	if !ok {
		c.add("", "must be a list, is %s", typeName(v))
		return
	}
	if len(f.list.Keys) == 0 {
		c.replaced++
		defer func() { c.replaced-- }()
	} else if len(l) == 0 && c.replaced == 0 {
		c.add("", "an empty list changes nothing: the list is merged by key; write null to remove the field")
	}
	seen := map[string]bool{}
	for i, e := range l {
		c.at = append(c.at, checkStep{element: true, index: i})
		if e == nil {
			c.add("", "an element cannot be null")
		}
		c.value(e, f.elem)
		if m, ok := e.(map[string]any); ok && len(f.list.Keys) > 0 {
			c.keys(m, f.list, len(l), seen)
		}
		c.at = c.at[:len(c.at)-1]
	}
}

// keys holds the elements of a keyed list apart. The single container may leave out its name: it means the sole one.
func (c *checker) keys(m map[string]any, list ListMerge, n int, seen map[string]bool) {
	key, missing := entryKey(m, list.Keys)
	sole := n == 1 && len(c.at) == 3 && c.at[0].name == "spec" && c.at[1].name == "containers"
	switch {
	case missing != "" && !sole:
		c.add("", "the element needs %s, which tells it from the others", missing)
	case missing == "" && seen[key]:
		c.add("", "the list has %s twice", key)
	}
	seen[key] = true
}

func (c *checker) text(s string) {
	if !utf8.ValidString(s) {
		c.add("", "%q is no valid UTF-8", s)
	}
}

func (c *checker) scalar(v any, want shape) {
	text, isString := v.(string)
	_, isBool := v.(bool)
	switch want {
	case shapeString:
		if !isString {
			c.add("", "must be a string, is %s%s", typeName(v), quoteHint(v))
			return
		}
		c.text(text)
	case shapeBool:
		if !isBool {
			c.add("", "must be true or false, is %s", typeName(v))
		}
	case shapeInteger:
		if !isNumber(v) || !isInteger(v) {
			c.add("", "must be a whole number, is %s", typeName(v))
		}
	case shapeNumber:
		if !isNumber(v) {
			c.add("", "must be a number, is %s", typeName(v))
		}
	case shapeIntOrString:
		if !isString && (!isNumber(v) || !isInteger(v)) {
			c.add("", "must be a whole number or a string, is %s", typeName(v))
		}
		c.text(text)
	case shapeQuantity:
		if isNumber(v) {
			return
		}
		if !isString {
			c.add("", "must be a quantity, is %s", typeName(v))
		} else if _, err := resource.ParseQuantity(text); err != nil {
			c.add("", "%q is no quantity (such as 500m or 2Gi)", text)
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
