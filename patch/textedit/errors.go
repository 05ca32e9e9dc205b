package textedit

import (
	"fmt"
	"strconv"
	"strings"
)

// A RefusedError says why a text is not edited, and at which place.
// Line and Column are 1-based; a column counts Unicode code points.
type RefusedError struct {
	Line, Column int
	Why          string
}

func (e *RefusedError) Error() string {
	return fmt.Sprintf("line %d, column %d: %s", e.Line, e.Column, e.Why)
}

// A ParseError says that the source is no YAML and no JSON. Err is the
// parser's own error, which names the line.
type ParseError struct{ Err error }

func (e *ParseError) Error() string { return e.Err.Error() }

func (e *ParseError) Unwrap() error { return e.Err }

// An OpError says that an operation asks for something that the document does
// not have or that no file can hold: an index past the end, a path through a
// string, the removal of an absent key, a value that is not JSON.
type OpError struct {
	Index int   // index of the operation in the list
	Path  []any // its path, up to and including the step that fails
	Why   string
}

func (e *OpError) Error() string {
	return fmt.Sprintf("operation %d at %s: %s", e.Index, pathString(e.Path), e.Why)
}

// pathString writes a path as jq does: .spec.containers[0]["a/b"].
func pathString(path []any) string {
	if len(path) == 0 {
		return "."
	}
	var b strings.Builder
	for i, step := range path {
		key, isKey := step.(string)
		switch {
		case !isKey:
			fmt.Fprintf(&b, "[%v]", step)
		case isIdentifier(key):
			b.WriteString("." + key)
		default:
			if i == 0 {
				b.WriteByte('.')
			}
			b.WriteString("[" + strconv.Quote(key) + "]")
		}
	}
	return b.String()
}

func isIdentifier(s string) bool {
	for i, r := range s {
		letter := r == '_' || r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z'
		if !letter && (i == 0 || r < '0' || r > '9') {
			return false
		}
	}
	return s != ""
}
