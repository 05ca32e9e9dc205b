package textedit

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math"
	"strconv"
	"unicode/utf8"
)

// float is a float64 of an operation, kept apart from json.Number because it
// equals every text that reads as the same float.
type float float64

// normalValue turns the value of an operation into nil, bool, string,
// json.Number, float, map[string]any and []any. It copies what it keeps.
func normalValue(v any, depth int) (any, error) {
	if depth > maxDepth {
		return nil, fmt.Errorf("the value is nested too deeply")
	}
	switch v := v.(type) {
	case nil, bool:
		return v, nil
	case string:
		if !utf8.ValidString(v) {
			return nil, fmt.Errorf("the value %q is not valid UTF-8", v)
		}
		return v, nil
	case json.Number:
		if !jsonNumber.MatchString(string(v)) {
			return nil, fmt.Errorf("%q is no JSON number", string(v))
		}
		return v, nil
	case int:
		return json.Number(strconv.Itoa(v)), nil
	case int64:
		return json.Number(strconv.FormatInt(v, 10)), nil
	case uint64:
		return json.Number(strconv.FormatUint(v, 10)), nil
	case float64:
		if math.IsInf(v, 0) || math.IsNaN(v) {
			return nil, fmt.Errorf("%v is no JSON number", v)
		}
		return float(v), nil
	case map[string]any:
		out := make(map[string]any, len(v))
		for key, member := range v {
			if !utf8.ValidString(key) {
				return nil, fmt.Errorf("the key %q is not valid UTF-8", key)
			}
			m, err := normalValue(member, depth+1)
			if err != nil {
				return nil, err
			}
			out[key] = m
		}
		return out, nil
	case []any:
		out := make([]any, len(v))
		for i, element := range v {
			e, err := normalValue(element, depth+1)
			if err != nil {
				return nil, err
			}
			out[i] = e
		}
		return out, nil
	}
	return viaJSON(v, depth)
}

// viaJSON takes any other type as encoding/json writes it.
func viaJSON(v any, depth int) (any, error) {
	b, err := json.Marshal(v)
	if err != nil {
		return nil, fmt.Errorf("a value of type %T is not JSON: %w", v, err)
	}
	decoder := json.NewDecoder(bytes.NewReader(b))
	decoder.UseNumber()
	var out any
	if err := decoder.Decode(&out); err != nil {
		return nil, err
	}
	return normalValue(out, depth+1)
}

// sameValue compares two values, the first as read from a text.
func sameValue(a, b any) bool {
	switch a := a.(type) {
	case map[string]any:
		b, ok := b.(map[string]any)
		if !ok || len(a) != len(b) {
			return false
		}
		for key, member := range a {
			other, ok := b[key]
			if !ok || !sameValue(member, other) {
				return false
			}
		}
		return true
	case []any:
		b, ok := b.([]any)
		if !ok || len(a) != len(b) {
			return false
		}
		for i := range a {
			if !sameValue(a[i], b[i]) {
				return false
			}
		}
		return true
	case json.Number:
		switch b := b.(type) {
		case json.Number:
			return sameNumber(a, b)
		case float:
			return sameFloat(a, float64(b))
		}
		return false
	case float64: // an infinity or NaN
		b, ok := b.(float64)
		return ok && (a == b || math.IsNaN(a) && math.IsNaN(b))
	}
	switch b.(type) {
	case map[string]any, []any:
		return false
	}
	return a == b
}
