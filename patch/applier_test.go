package patch_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strconv"
	"strings"

	"github.com/kartalint/kartalint/patch"
)

// applyJSONPatch is RFC 6902 as far as the engine uses it, by the letter: a failing test operation is an error, and an
// object member is removed or replaced only where it is.
func applyJSONPatch(doc any, data []byte) (any, error) {
	dec := json.NewDecoder(bytes.NewReader(data))
	dec.UseNumber()
	var ops []struct {
		Op, Path string
		Value    any
	}
	if err := dec.Decode(&ops); err != nil {
		return nil, err
	}
	for _, op := range ops {
		var steps []string
		if op.Path != "" {
			steps = strings.Split(op.Path, "/")[1:]
		}
		for i, s := range steps {
			steps[i] = strings.NewReplacer("~1", "/", "~0", "~").Replace(s)
		}
		var err error
		if doc, err = applyOne(doc, op.Op, steps, op.Value); err != nil {
			return nil, fmt.Errorf("%s %s: %w", op.Op, op.Path, err)
		}
	}
	return doc, nil
}

func applyOne(doc any, op string, steps []string, value any) (any, error) {
	if len(steps) == 0 {
		if op == "test" && !patch.Equal(doc, value) {
			return nil, fmt.Errorf("the value is %v, not %v", doc, value)
		}
		if op == "test" {
			return doc, nil
		}
		return value, nil
	}
	key, last := steps[0], len(steps) == 1
	switch at := doc.(type) {
	case map[string]any:
		old, ok := at[key]
		switch {
		case !ok && (op != "add" || !last):
			return nil, fmt.Errorf("no member %q", key)
		case last && op == "remove":
			delete(at, key)
			return at, nil
		}
		v, err := applyOne(old, op, steps[1:], value)
		at[key] = v
		return at, err
	case []any:
		if last && op == "add" && key == "-" {
			return append(at, value), nil
		}
		i, err := strconv.Atoi(key)
		if err != nil || i < 0 || i >= len(at) || last && op != "test" && op != "replace" {
			return nil, fmt.Errorf("no element %q for %s", key, op)
		}
		at[i], err = applyOne(at[i], op, steps[1:], value)
		return at, err
	}
	return nil, fmt.Errorf("%T has no %q", doc, key)
}

// applyMergePatch is RFC 7386.
func applyMergePatch(doc, p any) any {
	members, ok := p.(map[string]any)
	if !ok {
		return p
	}
	m, ok := doc.(map[string]any)
	if !ok {
		m = map[string]any{}
	}
	for k, v := range members {
		if v == nil {
			delete(m, k)
			continue
		}
		m[k] = applyMergePatch(m[k], v)
	}
	return m
}
