package analyzer

import (
	"encoding/json"
	"strings"
)

// TokenKind is the kind of a Token.
type TokenKind uint8

// The token kinds.
const (
	TokenEOF         TokenKind = iota
	TokenIdent                 // a function name, possibly with a module
	TokenKeyword               // if, then, as, …
	TokenVariable              // $name
	TokenField                 // .name
	TokenNumber                // 1, .5, 1e3
	TokenFormat                // @base64
	TokenString                // a whole string, or a part of one beside an interpolation
	TokenStringStart           // the quote that opens a string with interpolations
	TokenStringQuery           // \(
	TokenStringEnd             // the quote that closes it
	TokenOperator              // everything else: . .. | // = ( ] …
)

// Token is a word of a jq expression. Comments and blanks are no tokens.
type Token struct {
	Kind TokenKind
	Text string // as written; of a string its value
	Span Span
}

var keywords = map[string]bool{}

func init() {
	for w := range strings.FieldsSeq("or and module import include def as label break null true false if then elif else end try catch reduce foreach") {
		keywords[w] = true
	}
}

// lexer cuts a source into tokens as gojq's own does. A string with interpolations comes in parts; the parser says
// where an interpolation ends.
type lexer struct {
	src      string
	at       int
	inString bool
}

func isHead(c byte) bool  { return c == '_' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' }
func isDigit(c byte) bool { return c >= '0' && c <= '9' }
func isTail(c byte) bool  { return isHead(c) || isDigit(c) }

func (l *lexer) peek(ahead int) byte {
	if l.at+ahead < len(l.src) {
		return l.src[l.at+ahead]
	}
	return 0
}

// next is the next token; ok is false where the source cannot be cut.
func (l *lexer) next() (t Token, ok bool) {
	if l.inString {
		return l.stringPart()
	}
	l.skip()
	start := l.at
	if start >= len(l.src) {
		return Token{TokenEOF, "", Span{start, start}}, true
	}
	c := l.src[l.at]
	kind := TokenOperator
	switch {
	case isHead(c):
		l.ident(true)
		kind = TokenIdent
		if keywords[l.src[start:l.at]] {
			kind = TokenKeyword
		}
	case isDigit(c), c == '.' && isDigit(l.peek(1)):
		kind = TokenNumber
		if !l.number() {
			return Token{kind, l.src[start:l.at], Span{start, l.at}}, false
		}
	case c == '.' && isHead(l.peek(1)):
		l.at++
		l.ident(false)
		kind = TokenField
	case c == '$' && isHead(l.peek(1)):
		l.at++
		l.ident(true)
		kind = TokenVariable
	case c == '@' && isTail(l.peek(1)):
		l.at++
		l.ident(false)
		kind = TokenFormat
	case c == '"':
		return l.stringStart()
	default:
		l.at += l.operator()
	}
	return Token{kind, l.src[start:l.at], Span{start, l.at}}, true
}

func (l *lexer) skip() {
	for l.at < len(l.src) {
		switch l.src[l.at] {
		case ' ', '\t', '\n', '\r':
			l.at++
		case '#':
			l.comment()
		default:
			return
		}
	}
}

// comment ends at the line's end, unless a backslash stands before it.
func (l *lexer) comment() {
	for l.at < len(l.src) && l.src[l.at] != 0 {
		switch l.src[l.at] {
		case '\n', '\r':
			return
		case '\\':
			l.at++
			switch l.peek(0) {
			case '\\', '\n':
				l.at++
			case '\r':
				if l.at++; l.peek(0) == '\n' {
					l.at++
				}
			}
		default:
			l.at++
		}
	}
	l.at = len(l.src)
}

func (l *lexer) ident(module bool) {
	for isTail(l.peek(0)) {
		l.at++
	}
	if module && l.peek(0) == ':' && l.peek(1) == ':' && isHead(l.peek(2)) {
		l.at += 3
		l.ident(false)
	}
}

func (l *lexer) number() bool {
	digits := func() bool {
		from := l.at
		for isDigit(l.peek(0)) {
			l.at++
		}
		return l.at > from
	}
	digits()
	if l.peek(0) == '.' {
		l.at++
		digits()
	}
	if c := l.peek(0); c == 'e' || c == 'E' {
		l.at++
		if c := l.peek(0); c == '+' || c == '-' {
			l.at++
		}
		if !digits() {
			return false
		}
	}
	return !isHead(l.peek(0)) && l.peek(0) != '.'
}

// operators are those of more than one byte, longest first.
var operators = []string{"//=", "..", "|=", "+=", "-=", "*=", "/=", "%=", "//", "==", "!=", ">=", "<="}

func (l *lexer) operator() int {
	for _, op := range operators {
		if strings.HasPrefix(l.src[l.at:], op) {
			return len(op)
		}
	}
	return 1
}

// stringStart reads a whole string, or only its quote where it has interpolations.
func (l *lexer) stringStart() (Token, bool) {
	start := l.at
	i := start + 1
	for i < len(l.src) {
		switch l.src[i] {
		case '\\':
			if i+1 < len(l.src) && l.src[i+1] == '(' {
				l.at, l.inString = start+1, true
				return Token{TokenStringStart, `"`, Span{start, l.at}}, true
			}
			i += 2
		case '"':
			l.at = i + 1
			text, ok := unquote(l.src[start+1 : i])
			return Token{TokenString, text, Span{start, l.at}}, ok
		default:
			i++
		}
	}
	l.at = len(l.src)
	return Token{TokenString, "", Span{start, l.at}}, false
}

// stringPart reads what follows inside a string with interpolations.
func (l *lexer) stringPart() (Token, bool) {
	start, i := l.at, l.at
	for i < len(l.src) {
		switch {
		case l.src[i] == '\\' && i+1 < len(l.src) && l.src[i+1] == '(':
			if i == start {
				l.at, l.inString = i+2, false
				return Token{TokenStringQuery, `\(`, Span{start, l.at}}, true
			}
			return l.part(start, i)
		case l.src[i] == '\\':
			i += 2
		case l.src[i] == '"':
			if i == start {
				l.at, l.inString = i+1, false
				return Token{TokenStringEnd, `"`, Span{start, l.at}}, true
			}
			return l.part(start, i)
		default:
			i++
		}
	}
	l.at = len(l.src)
	return Token{TokenString, "", Span{start, l.at}}, false
}

func (l *lexer) part(start, end int) (Token, bool) {
	l.at = end
	text, ok := unquote(l.src[start:end])
	return Token{TokenString, text, Span{start, end}}, ok
}

// unquote decodes the escapes of a string; raw control characters are kept, as gojq does.
func unquote(s string) (string, bool) {
	plain := true
	for i := range len(s) {
		if c := s[i]; c == '\\' || c > '~' || c < ' ' {
			plain = false
		}
	}
	if plain {
		return s, true
	}
	var b strings.Builder
	b.WriteByte('"')
	for i := range len(s) {
		if c := s[i]; c < ' ' {
			const hex = "0123456789abcdef"
			b.WriteString(`\u00` + string(hex[c>>4]) + string(hex[c&15]))
		} else {
			b.WriteByte(c)
		}
	}
	b.WriteByte('"')
	var out string
	err := json.Unmarshal([]byte(b.String()), &out)
	return out, err == nil
}

// Tokens cuts a source into tokens, up to where it cannot be cut.
func Tokens(source string) []Token {
	l := &lexer{src: source}
	var list []Token
	var depth []int // open parentheses inside each open interpolation
	for {
		t, ok := l.next()
		if !ok || t.Kind == TokenEOF {
			return list
		}
		list = append(list, t)
		switch {
		case t.Kind == TokenStringQuery:
			depth = append(depth, 0)
		case len(depth) > 0 && t.Text == "(" && t.Kind == TokenOperator:
			depth[len(depth)-1]++
		case len(depth) > 0 && t.Text == ")" && t.Kind == TokenOperator:
			if depth[len(depth)-1] == 0 {
				depth, l.inString = depth[:len(depth)-1], true
			} else {
				depth[len(depth)-1]--
			}
		}
	}
}
