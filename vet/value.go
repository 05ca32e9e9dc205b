package vet

import (
	"go/ast"
	"go/token"
	"strconv"
	"unicode/utf8"
)

// valueKind is what is known of a value.
type valueKind uint8

const (
	unknown valueKind = iota // anything
	scalar                   // a constant
	object                   // a struct or a map with constant keys
	list                     // a slice or an array
)

// value is what a Go expression yields, as far as the code says. Structs are shared through pointers as in Go; a copy
// is made where Go copies.
type value struct {
	kind    valueKind
	at      ast.Node // the expression to point at
	text    string   // of a scalar: the string, or the number or boolean as JSON
	quoted  bool     // the scalar is a string
	pieces  []piece  // of a string: where its text stands in the source
	names   []string // of an object: its members in source order
	members map[string]*value
	items   []*value
	open    bool // there may be more, or something else, in it
}

// piece is a part of a string constant that one literal holds.
type piece struct {
	start, end int // in the string
	lit        *ast.BasicLit
}

func newUnknown(at ast.Node) *value { return &value{kind: unknown, at: at} }

func newObject(at ast.Node) *value {
	return &value{kind: object, at: at, members: map[string]*value{}}
}

// set adds or replaces a member of an object.
func (v *value) set(name string, member *value) {
	if _, ok := v.members[name]; !ok {
		v.names = append(v.names, name)
	}
	v.members[name] = member
}

// clone copies the value as a Go assignment of a struct does. Pointers below it are copied too: a definition that is
// changed through one afterwards is rare, and then the copy keeps what both had.
func (v *value) clone() *value {
	c := *v
	if v.members != nil {
		c.members = make(map[string]*value, len(v.members))
		for name, m := range v.members {
			c.members[name] = m.clone()
		}
		c.names = append([]string(nil), v.names...)
	}
	c.items = make([]*value, len(v.items))
	for i, item := range v.items {
		c.items[i] = item.clone()
	}
	return &c
}

// complete says whether everything in the value is known.
func (v *value) complete() bool {
	if v.kind == unknown || v.open {
		return false
	}
	for _, m := range v.members {
		if !m.complete() {
			return false
		}
	}
	for _, item := range v.items {
		if !item.complete() {
			return false
		}
	}
	return true
}

// pos is the place of a byte of a string scalar, or of the value's expression where the text stands elsewhere.
func (v *value) pos(offset int) token.Pos {
	for _, p := range v.pieces {
		if p.start <= offset && (offset < p.end || offset == len(v.text) && offset == p.end) {
			return p.lit.Pos() + token.Pos(sourceOffset(p.lit.Value, offset-p.start))
		}
	}
	return v.at.Pos()
}

// sourceOffset is the offset in a literal's source of the byte at offset of its string.
func sourceOffset(src string, offset int) int {
	if src[0] == '`' {
		return 1 + offset + carriageReturns(src[1:], offset)
	}
	rest, at, seen := src[1:len(src)-1], 1, 0
	for seen < offset && rest != "" {
		r, multibyte, tail, err := strconv.UnquoteChar(rest, '"')
		if err != nil {
			break
		}
		at += len(rest) - len(tail)
		rest = tail
		if multibyte {
			seen += utf8.RuneLen(r)
		} else {
			seen++
		}
	}
	return at
}

// carriageReturns counts those that a raw literal drops before the byte at offset of its string.
func carriageReturns(src string, offset int) int {
	n := 0
	for i := 0; i < len(src) && i-n < offset; i++ {
		if src[i] == '\r' {
			n++
		}
	}
	return n
}
