package textedit

import (
	"bytes"
	"fmt"
	"maps"
)

// selfCheckError says that an edit would have changed more than was asked.
type selfCheckError struct {
	off int // offset in the source of the first edit
	why string
}

func (e *selfCheckError) Error() string { return e.why }

// check parses the new text and compares it with what was wanted.
func (f *File) check(doc int, ops []Op, out []byte, edits []Edit, mode mode) error {
	fail := func(format string, args ...any) error {
		return &selfCheckError{edits[0].Start, fmt.Sprintf(format, args...)}
	}
	g, err := Parse(out)
	if err != nil {
		return fail("the result could not be read: %v", err)
	}
	if f.json && !g.json {
		return fail("the file would be JSON no more")
	}
	if len(g.docs) != len(f.docs) {
		return fail("the number of documents would change")
	}
	for i := range f.docs {
		if i != doc && !sameNode(f.docs[i].root, g.docs[i].root) {
			return fail("document %d would change", i)
		}
	}
	got, err := g.decode(g.docs[doc].root)
	if err != nil {
		return fail("the result could not be read: %v", err)
	}
	wanted, err := f.decode(f.docs[doc].root)
	if err != nil {
		return err
	}
	for i := range ops {
		if wanted, err = applyToValue(wanted, &ops[i], ops[i].Path); err != nil {
			return fail("operation %d cannot be done: %v", i, err)
		}
	}
	if !sameValue(got, wanted) {
		return fail("it would change a value beside the wanted one")
	}
	if at, ok := f.sameComments(g, edits); !ok {
		return &selfCheckError{at, "it would lose or make a comment"}
	}
	if !mode.endLine && endsLine(f.src) != endsLine(out) {
		return fail("the end of the file would change")
	}
	return nil
}

func endsLine(b []byte) bool { return bytes.HasSuffix(b, []byte("\n")) }

// sameComments compares the comments outside of the edits, moved as the edits
// move them, with those of the result.
func (f *File) sameComments(g *File, edits []Edit) (at int, ok bool) {
	shift, n, i := 0, 0, 0
	for _, c := range f.comments {
		for i < len(edits) && edits[i].End <= c.start {
			shift += len(edits[i].Text) - (edits[i].End - edits[i].Start)
			i++
		}
		if i < len(edits) && edits[i].Start < c.end {
			continue // inside a replaced text
		}
		if n >= len(g.comments) || g.comments[n] != (span{c.start + shift, c.end + shift}) ||
			!bytes.Equal(g.src[c.start+shift:c.end+shift], f.src[c.start:c.end]) {
			return c.start, false
		}
		n++
	}
	return edits[0].Start, n == len(g.comments)
}

// sameNode compares two nodes as written, wherever they stand.
func sameNode(a, b *node) bool {
	if a.kind != b.kind || a.style != b.style || a.tag != b.tag || a.value != b.value ||
		a.anchor != b.anchor || a.tagged != b.tagged || len(a.entries) != len(b.entries) {
		return false
	}
	for i, x := range a.entries {
		y := b.entries[i]
		if (x.key == nil) != (y.key == nil) || x.key != nil && !sameNode(x.key, y.key) || !sameNode(x.val, y.val) {
			return false
		}
	}
	return true
}

// applyToValue does an operation on a decoded value, which it changes. It knows
// nothing of texts, so that it can judge what the text edit did.
func applyToValue(v any, op *Op, path []any) (any, error) {
	if len(path) == 0 {
		if op.Kind != Append {
			return cloneValue(op.Value), nil
		}
		list, ok := v.([]any)
		if !ok && v != nil {
			return nil, fmt.Errorf("no list")
		}
		return append(list, cloneValue(op.Value)), nil
	}
	last := len(path) == 1 && op.Kind != Append
	if key, ok := path[0].(string); ok {
		m, ok := v.(map[string]any)
		if !ok && v != nil {
			return nil, fmt.Errorf("no map")
		}
		return applyToMap(m, key, op, path, last)
	}
	n, _ := path[0].(int)
	list, ok := v.([]any)
	if !ok && v != nil {
		return nil, fmt.Errorf("no list")
	}
	return applyToList(list, n, op, path, last)
}

func applyToMap(m map[string]any, key string, op *Op, path []any, last bool) (any, error) {
	if m == nil {
		m = map[string]any{}
	}
	switch {
	case last && op.Kind == Remove:
		delete(m, key)
	case last:
		m[key] = cloneValue(op.Value)
	default:
		child, err := applyToValue(m[key], op, path[1:])
		if err != nil {
			return nil, err
		}
		m[key] = child
	}
	return m, nil
}

func applyToList(list []any, n int, op *Op, path []any, last bool) (any, error) {
	if n == len(list) && last && op.Kind == Set {
		return append(list, cloneValue(op.Value)), nil
	}
	if n < 0 || n >= len(list) {
		return nil, fmt.Errorf("no element %d", n)
	}
	switch {
	case last && op.Kind == Remove:
		return append(list[:n], list[n+1:]...), nil
	case last:
		list[n] = cloneValue(op.Value)
	default:
		child, err := applyToValue(list[n], op, path[1:])
		if err != nil {
			return nil, err
		}
		list[n] = child
	}
	return list, nil
}

// cloneValue copies a value, so that a later operation does not change the
// value of an earlier one.
func cloneValue(v any) any {
	switch v := v.(type) {
	case map[string]any:
		m := maps.Clone(v)
		for key := range m {
			m[key] = cloneValue(m[key])
		}
		return m
	case []any:
		list := make([]any, len(v))
		for i := range v {
			list[i] = cloneValue(v[i])
		}
		return list
	}
	return v
}
