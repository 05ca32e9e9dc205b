package analyzer

import (
	"bytes"
	"cmp"
	"encoding/json"
	"slices"
	"strconv"
	"strings"
)

// String is the path in its normal form: identity or steps, keys that are no identifiers in quotes.
func (p Path) String() string {
	if len(p) == 0 {
		return "."
	}
	var b strings.Builder
	for i, s := range p {
		if i == 0 && (s.Kind != Key || !isIdent(s.Name)) && s.Kind != Descend {
			b.WriteByte('.')
		}
		s.write(&b)
	}
	return b.String()
}

func (s Step) write(b *strings.Builder) {
	switch s.Kind {
	case Key:
		if isIdent(s.Name) {
			b.WriteString("." + s.Name)
		} else {
			b.WriteString("[" + quoteKey(s.Name) + "]")
		}
	case Index:
		b.WriteString("[" + strconv.Itoa(s.Index) + "]")
	case Each:
		b.WriteString("[]")
	case Slice:
		b.WriteString("[:]")
	case AnyKey:
		b.WriteString("[*]")
	case Descend:
		b.WriteString("..")
	}
}

// quoteKey is a key as a jq string, which has JSON's escapes.
func quoteKey(s string) string {
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	_ = enc.Encode(s) // a string is always encoded
	return strings.TrimSuffix(b.String(), "\n")
}

func isIdent(s string) bool {
	for i, c := range []byte(s) {
		if !(c == '_' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || i > 0 && c >= '0' && c <= '9') {
			return false
		}
	}
	return s != ""
}

// Compare orders paths step by step.
func (p Path) Compare(q Path) int {
	return slices.CompareFunc(p, q, func(a, b Step) int {
		return cmp.Or(cmp.Compare(a.Kind, b.Kind), strings.Compare(a.Name, b.Name), cmp.Compare(a.Index, b.Index))
	})
}
