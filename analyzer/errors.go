package analyzer

import "strings"

// ErrorKind says why an expression is invalid.
type ErrorKind string

// The error kinds.
const (
	ErrorSyntax     ErrorKind = "syntax"
	ErrorFunction   ErrorKind = "undefined-function"
	ErrorArity      ErrorKind = "wrong-arity"
	ErrorVariable   ErrorKind = "undefined-variable"
	ErrorTooComplex ErrorKind = "too-complex" // too long or too deeply nested to be read
	ErrorModule     ErrorKind = "module"      // module, import and include, which the runtime has no loader for
)

// Problem is one reason for which an expression is invalid.
type Problem struct {
	Kind       ErrorKind
	Message    string // one line, without the place
	Span       Span
	Name       string // the token, function or variable
	Arity      int
	Suggestion string // the whole source with the problem mended; "" where no mending is known
}

// Error says that an expression does not parse or compile. Problems has at least one entry, in source order.
type Error struct{ Problems []Problem }

// Error is the first problem, and how many follow it.
func (e *Error) Error() string {
	list := make([]string, len(e.Problems))
	for i, p := range e.Problems {
		list[i] = p.Message
	}
	return strings.Join(list, "; ")
}
