package analyzer

import (
	"fmt"
	"strconv"
	"strings"
)

// addressText is an address as written.
type addressText struct {
	path     Path
	norm     string
	optional bool        // a ? stands in it
	bare     []iteration // each [] without a ? behind it
}

type iteration struct{ at, steps int }

// ParsePath reads an address: identity or a field, followed by fields, literal string keys, literal integer indexes, []
// and ?, which is not part of the path.
func ParsePath(s string) (Path, error) {
	a, ok := parseAddress(s)
	if !ok {
		return nil, fmt.Errorf("%q is no address", s)
	}
	return a.path, nil
}

// parseAddress reads an address written as one; ok is false for everything else.
func parseAddress(s string) (addressText, bool) {
	if s == "." {
		return addressText{path: Path{}, norm: "."}, true
	}
	if s == "" || s[0] != '.' || len(s) > MaxLength {
		return addressText{}, false
	}
	a := addressText{path: make(Path, 0, strings.Count(s, ".")+strings.Count(s, "["))}
	canonical := true
	for i := 0; i < len(s); {
		switch {
		case s[i] == '.' && i+1 < len(s) && isHead(s[i+1]):
			j := i + 1
			for j < len(s) && isTail(s[j]) {
				j++
			}
			a.path = append(a.path, Step{Kind: Key, Name: s[i+1 : j]})
			i = j
		case s[i] == '.' && i == 0 && strings.HasPrefix(s, ".["):
			i++
		case s[i] == '[':
			j, step, ok := bracket(s, i)
			if !ok {
				return addressText{}, false
			}
			if step.Kind == Key {
				canonical = canonical && s[i:j] == Path{step}.String()[1:]
				if isIdent(step.Name) {
					canonical = false
				}
			}
			if step.Kind == Index {
				canonical = canonical && s[i:j] == "["+strconv.Itoa(step.Index)+"]"
			}
			if step.Kind == Each && !strings.HasPrefix(s[j:], "?") {
				a.bare = append(a.bare, iteration{i, len(a.path)})
			}
			a.path = append(a.path, step)
			i = j
		case s[i] == '?' && i > 1:
			a.optional = true
			i++
		default:
			return addressText{}, false
		}
	}
	a.norm = s
	if !canonical {
		a.norm = normalize(s)
	}
	return a, true
}

// bracket reads ["key"], [1] or [] at i, and returns what follows.
func bracket(s string, i int) (int, Step, bool) {
	if strings.HasPrefix(s[i:], "[]") {
		return i + 2, Step{Kind: Each}, true
	}
	if strings.HasPrefix(s[i:], `["`) {
		for j := i + 2; j < len(s); j++ {
			switch s[j] {
			case '\\':
				if j+1 < len(s) && s[j+1] == '(' {
					return 0, Step{}, false
				}
				j++
			case '"':
				name, ok := unquote(s[i+2 : j])
				return j + 2, Step{Kind: Key, Name: name}, ok && strings.HasPrefix(s[j+1:], "]")
			}
		}
		return 0, Step{}, false
	}
	end := strings.IndexByte(s[i:], ']')
	if end < 2 {
		return 0, Step{}, false
	}
	text := s[i+1 : i+end]
	n, err := strconv.Atoi(text)
	if err != nil || text[0] == '+' || len(text) > 18 || text != strconv.Itoa(n) {
		return 0, Step{}, false
	}
	return i + end + 1, Step{Kind: Index, Index: n}, true
}

// normalize prints an address anew, keeping its question marks.
func normalize(s string) string {
	norm := "."
	for i := 0; i < len(s); {
		switch {
		case s[i] == '.' && i+1 < len(s) && isHead(s[i+1]):
			j := i + 1
			for j < len(s) && isTail(s[j]) {
				j++
			}
			norm = appendNorm(norm, Step{Kind: Key, Name: s[i+1 : j]})
			i = j
		case s[i] == '[':
			j, step, _ := bracket(s, i)
			norm = appendNorm(norm, step)
			i = j
		case s[i] == '?':
			norm += "?"
			i++
		default:
			i++
		}
	}
	return norm
}
