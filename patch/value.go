package patch

import (
	"bytes"
	"encoding/json"
	"fmt"
	"iter"
	"math"
	"math/big"
	"slices"
	"sort"
)

// Equal says whether two JSON values are the same. Numbers are compared exactly, whatever Go type holds them.
func Equal(a, b any) bool {
	switch a := a.(type) {
	case map[string]any:
		m, ok := b.(map[string]any)
		if !ok || len(a) != len(m) {
			return false
		}
		for k, v := range a {
			w, ok := m[k]
			if !ok || !Equal(v, w) {
				return false
			}
		}
		return true
	case []any:
		l, ok := b.([]any)
		return ok && slices.EqualFunc(a, l, Equal)
	case string, bool, nil:
		switch b.(type) {
		case string, bool, nil:
			return a == b
		}
		return false
	}
	return equalNumbers(a, b)
}

func equalNumbers(a, b any) bool {
	if x, ok := a.(int64); ok {
		if y, ok := b.(int64); ok {
			return x == y
		}
	}
	x, y := rational(a), rational(b)
	return x != nil && y != nil && x.Cmp(y) == 0 || x == nil && y == nil && fmt.Sprint(a) == fmt.Sprint(b) && isNumber(a) && isNumber(b)
}

// rational is the exact value of a number; nil for what is none, and for exponents that would fill the memory.
func rational(v any) *big.Rat {
	switch v := v.(type) {
	case int:
		return new(big.Rat).SetInt64(int64(v))
	case int32:
		return new(big.Rat).SetInt64(int64(v))
	case int64:
		return new(big.Rat).SetInt64(v)
	case uint64:
		return new(big.Rat).SetUint64(v)
	case float64:
		if math.IsInf(v, 0) || math.IsNaN(v) {
			return nil
		}
		return new(big.Rat).SetFloat64(v)
	case *big.Int:
		return new(big.Rat).SetInt(v)
	case json.Number:
		if len(v) > 400 || hugeExponent(string(v)) {
			return nil
		}
		r, ok := new(big.Rat).SetString(string(v))
		if !ok {
			return nil
		}
		return r
	}
	return nil
}

func hugeExponent(s string) bool {
	i := bytes.IndexAny([]byte(s), "eE")
	return i >= 0 && len(s)-i > 5
}

func isNumber(v any) bool {
	switch v.(type) {
	case int, int32, int64, uint64, float64, *big.Int, json.Number:
		return true
	}
	return false
}

// isInteger says whether a number is a whole one.
func isInteger(v any) bool {
	switch v.(type) {
	case int, int32, int64, uint64, *big.Int:
		return true
	}
	r := rational(v)
	return r != nil && r.IsInt()
}

// copyValue is a deep copy that shares nothing with v. Go's int becomes int64, which unstructured objects hold.
func copyValue(v any) any {
	switch v := v.(type) {
	case map[string]any:
		m := make(map[string]any, len(v))
		for k, e := range v {
			m[k] = copyValue(e)
		}
		return m
	case []any:
		l := make([]any, len(v))
		for i, e := range v {
			l[i] = copyValue(e)
		}
		return l
	case int:
		return int64(v)
	case int32:
		return int64(v)
	}
	return v
}

// withoutNulls is a deep copy of a patch in which what deletes is left out: what stands where nothing stood before.
func withoutNulls(v any) any {
	m, ok := v.(map[string]any)
	if !ok {
		return copyValue(v)
	}
	out := make(map[string]any, len(m))
	for k, e := range m {
		if e != nil {
			out[k] = withoutNulls(e)
		}
	}
	return out
}

// decode reads one JSON value and keeps the digits of numbers.
func decode(data []byte) (any, error) {
	dec := json.NewDecoder(bytes.NewReader(data))
	dec.UseNumber()
	var v any
	if err := dec.Decode(&v); err != nil {
		return nil, err
	}
	if dec.More() {
		return nil, fmt.Errorf("more than one JSON value")
	}
	return v, nil
}

// jsonOf is what encoding/json makes of a typed value, as a JSON value.
func jsonOf(v any) (any, error) {
	data, err := json.Marshal(v)
	if err != nil {
		return nil, err
	}
	return decode(data)
}

// runnable is a copy of a document in the types that gojq takes.
func runnable(v any) any {
	switch v := v.(type) {
	case map[string]any:
		m := make(map[string]any, len(v))
		for k, e := range v {
			m[k] = runnable(e)
		}
		return m
	case []any:
		l := make([]any, len(v))
		for i, e := range v {
			l[i] = runnable(e)
		}
		return l
	case int64:
		return int(v)
	case int32:
		return int(v)
	case uint64:
		return new(big.Int).SetUint64(v)
	}
	return v
}

func typeName(v any) string {
	switch v.(type) {
	case nil:
		return "null"
	case bool:
		return "a boolean"
	case string:
		return "a string"
	case []any:
		return "a list"
	case map[string]any:
		return "a map"
	}
	if isNumber(v) {
		return "a number"
	}
	return fmt.Sprintf("a Go value of type %T", v)
}

func sortedKeys(m map[string]any) []string {
	keys := make([]string, 0, len(m))
	for k := range m {
		keys = append(keys, k)
	}
	sort.Strings(keys)
	return keys
}

// keysOf yields the keys in order; one key needs no sorting and no memory.
func keysOf(m map[string]any) iter.Seq[string] {
	return func(yield func(string) bool) {
		if len(m) == 1 {
			for k := range m {
				yield(k)
			}
			return
		}
		for _, k := range sortedKeys(m) {
			if !yield(k) {
				return
			}
		}
	}
}
