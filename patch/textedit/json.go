package textedit

import (
	"bytes"
	"encoding/json"
	"unicode/utf8"
)

// jsonLocator reads JSON with its places into the same nodes as YAML's flow
// style. JSON is read apart because it is no subset of what the YAML library
// accepts: surrogate pairs and long keys are refused there.
type jsonLocator struct {
	src   []byte
	pos   int
	depth int
	bad   bool
}

// parseJSON reads a source of one or more JSON values. ok is false where the
// source is no JSON; it may still be YAML.
func parseJSON(l lines) (docs []*document, ok bool) {
	p := &jsonLocator{src: l.src, pos: l.starts[0]}
	p.space()
	if c := p.peek(); c != '{' && c != '[' || !utf8.Valid(l.src) {
		return nil, false
	}
	for p.pos < len(p.src) {
		start := p.pos
		if len(docs) == 0 {
			start = 0
		} else {
			docs[len(docs)-1].end = start
		}
		d := &document{span: span{start: start}, line: l.of(p.pos) + 1, root: p.value()}
		if p.bad {
			return nil, false
		}
		docs = append(docs, d)
		p.space()
	}
	docs[len(docs)-1].end = len(p.src)
	return docs, true
}

func (p *jsonLocator) peek() byte {
	if p.pos < len(p.src) {
		return p.src[p.pos]
	}
	return 0
}

func (p *jsonLocator) space() {
	for p.pos < len(p.src) && isSpace(p.src[p.pos]) {
		p.pos++
	}
}

func (p *jsonLocator) take(c byte) bool {
	if p.peek() == c {
		p.pos++
		return true
	}
	return false
}

func (p *jsonLocator) value() *node {
	if p.depth++; p.depth > maxDepth {
		p.bad = true
	}
	defer func() { p.depth-- }()
	n := &node{start: p.pos, props: p.pos, content: p.pos}
	switch c := p.peek(); {
	case p.bad:
	case c == '{':
		n.kind, n.style = mapKind, flowStyle
		p.members(n, '}', p.member)
	case c == '[':
		n.kind, n.style = listKind, flowStyle
		p.members(n, ']', p.element)
	case c == '"':
		p.str(n)
	default:
		p.word(n)
	}
	n.end = p.pos
	return n
}

func (p *jsonLocator) members(n *node, closing byte, one func() *entry) {
	p.pos++
	p.space()
	if p.take(closing) {
		return
	}
	for !p.bad {
		p.space()
		e := one()
		n.entries = append(n.entries, e)
		p.space()
		comma := p.pos
		switch {
		case p.take(','):
			e.comma = comma
		case p.take(closing):
			return
		default:
			p.bad = true
		}
	}
}

func (p *jsonLocator) member() *entry {
	e := &entry{start: p.pos, comma: -1, colon: true}
	e.key = p.value()
	p.space()
	if e.key.style != doubleStyle || !p.take(':') {
		p.bad = true
	}
	e.after = p.pos
	p.space()
	e.val = p.value()
	return e
}

func (p *jsonLocator) element() *entry {
	e := &entry{start: p.pos, after: p.pos, comma: -1}
	e.val = p.value()
	return e
}

func (p *jsonLocator) str(n *node) {
	n.style, n.tag = doubleStyle, "!!str"
	for p.pos++; p.pos < len(p.src); p.pos++ {
		switch p.src[p.pos] {
		case '\\':
			p.pos++
		case '"':
			p.pos++
			p.bad = p.bad || json.Unmarshal(p.src[n.start:p.pos], &n.value) != nil
			return
		}
	}
	p.bad = true
}

func (p *jsonLocator) word(n *node) {
	stop := bytes.IndexAny(p.src[p.pos:], " \t\r\n,:[]{}\"")
	if stop < 0 {
		stop = len(p.src) - p.pos
	}
	p.pos += stop
	n.value = string(p.src[n.start:p.pos])
	switch {
	case n.value == "null":
		n.tag = "!!null"
	case n.value == "true", n.value == "false":
		n.tag = "!!bool"
	case jsonNumber.MatchString(n.value):
		n.tag = "!!float"
	default:
		p.bad = true
	}
}
