package catalog

import (
	"bytes"
	"strings"
	"unicode/utf8"

	"go.yaml.in/yaml/v3"
)

// shape is where the text of a scalar stands: for each byte of its value the source bytes that write it.
type shape struct {
	end    int // behind the scalar
	starts []int
	ends   []int
}

// layout reads a scalar's text in the source. It is made once; a scalar that it cannot follow is mapped as a whole.
func (n *Node) layout() *shape {
	if n.shape != nil {
		return n.shape
	}
	s := &shape{}
	switch {
	case n.style&yaml.DoubleQuotedStyle != 0:
		n.doubleQuoted(s)
	case n.style&yaml.SingleQuotedStyle != 0:
		n.singleQuoted(s)
	case n.style&(yaml.LiteralStyle|yaml.FoldedStyle) != 0:
		n.block(s)
	default:
		n.plainText(s)
	}
	if len(s.starts) != len(n.Value) {
		s.starts, s.ends = nil, nil
	}
	s.end = max(s.end, n.start)
	n.shape = s
	return s
}

// Offsets is the place of the bytes start to end of a scalar's decoded value. What stands in a place of its own (an alias)
// is told where its anchor is.
func (n *Node) Offsets(start, end int) Span {
	if n.Kind != Scalar {
		return n.Span()
	}
	if n.end > 0 {
		return n.file.Span(n.start+min(start, len(n.Value)), n.start+min(max(end, start), len(n.Value)))
	}
	s := n.layout()
	if len(s.starts) == 0 {
		return n.file.Span(n.start, s.end)
	}
	from := s.ends[len(s.ends)-1]
	if start < len(s.starts) {
		from = s.starts[max(start, 0)]
	}
	to := from
	if end > start {
		to = s.ends[min(end, len(s.ends))-1]
	}
	return n.file.Span(from, max(from, to))
}

// put adds the text of one decoded piece that the source bytes from..to write.
func (s *shape) put(length, from, to int) {
	for range length {
		s.starts = append(s.starts, from)
		s.ends = append(s.ends, to)
	}
}

// verbatim adds source bytes that stand for themselves.
func (s *shape) verbatim(from, to int) {
	for i := from; i < to; i++ {
		s.starts = append(s.starts, i)
		s.ends = append(s.ends, i+1)
	}
}

// fold adds what a line break inside a flow scalar decodes to: the blanks around it are dropped, one break is a blank,
// more are line ends. at stands on the break (or the blanks before it); the result is the next text.
func (s *shape) fold(src []byte, at int) int {
	from, breaks := at, 0
	for at < len(src) {
		if k := breakAt(src, at); k > 0 {
			breaks++
			at += k
		} else if src[at] == ' ' || src[at] == '\t' {
			at++
		} else {
			break
		}
	}
	s.put(max(1, breaks-1), from, at)
	return at
}

// blanksToBreak says whether only blanks stand between at and a line break.
func blanksToBreak(src []byte, at int) bool {
	for at < len(src) && (src[at] == ' ' || src[at] == '\t') {
		at++
	}
	return at < len(src) && breakAt(src, at) > 0
}

func (n *Node) singleQuoted(s *shape) {
	src := n.file.Source
	i := n.start + 1
	for i < len(src) {
		switch {
		case src[i] == '\'' && i+1 < len(src) && src[i+1] == '\'':
			s.put(1, i, i+2)
			i += 2
		case src[i] == '\'':
			s.end = i + 1
			return
		case breakAt(src, i) > 0, (src[i] == ' ' || src[i] == '\t') && blanksToBreak(src, i):
			i = s.fold(src, i)
		default:
			s.verbatim(i, i+1)
			i++
		}
	}
	s.end = len(src)
}

// escapeLengths are the hexadecimal digits of the numeric escapes.
var escapeLengths = map[byte]int{'x': 2, 'u': 4, 'U': 8}

func (n *Node) doubleQuoted(s *shape) {
	src := n.file.Source
	i := n.start + 1
	for i < len(src) {
		switch {
		case src[i] == '\\' && i+1 < len(src):
			i = n.escaped(s, i)
		case src[i] == '"':
			s.end = i + 1
			return
		case breakAt(src, i) > 0, (src[i] == ' ' || src[i] == '\t') && blanksToBreak(src, i):
			i = s.fold(src, i)
		default:
			s.verbatim(i, i+1)
			i++
		}
	}
	s.end = len(src)
}

// escaped reads one escape; a backslash before a line break joins the lines.
func (n *Node) escaped(s *shape, i int) int {
	src := n.file.Source
	if k := breakAt(src, i+1); k > 0 {
		j := i + 1 + k
		for j < len(src) && (src[j] == ' ' || src[j] == '\t') {
			j++
		}
		return j
	}
	to := min(i+2+escapeLengths[src[i+1]], len(src))
	at := len(s.starts)
	_, size := utf8.DecodeRuneInString(n.Value[min(at, len(n.Value)):])
	s.put(max(1, size), i, to)
	return to
}

// plain reads a plain scalar over its lines, guided by the value: each line's text is found in it in order.
func (n *Node) plainText(s *shape) {
	src := n.file.Source
	i := n.start
	for len(s.starts) < len(n.Value) && i < len(src) {
		rest := n.Value[len(s.starts):]
		k := 0
		for k < len(rest) && i+k < len(src) && rest[k] == src[i+k] && breakAt(src, i+k) == 0 {
			k++
		}
		s.verbatim(i, i+k)
		i += k
		if len(s.starts) < len(n.Value) {
			for len(s.starts) > 0 && i > n.start && (src[i-1] == ' ' || src[i-1] == '\t') && !blanksToBreak(src, i) {
				break
			}
			before := len(s.starts)
			if !blanksToBreak(src, i) && (i >= len(src) || breakAt(src, i) == 0) {
				break
			}
			i = s.fold(src, i)
			if len(s.starts) == before {
				break
			}
		}
	}
	s.end = i
}

// block reads a literal or folded scalar: its lines without the indentation, in the order that the value has them.
func (n *Node) block(s *shape) {
	src := n.file.Source
	i := n.start
	for i < len(src) && breakAt(src, i) == 0 {
		i++
	}
	if i < len(src) {
		i += breakAt(src, i)
	}
	s.end = i
	indent, first := -1, strings.TrimLeft(n.Value, "\n")
	lead := len(first) - len(strings.TrimLeft(first, " "))
	for i < len(src) {
		end := i
		for end < len(src) && breakAt(src, end) == 0 {
			end++
		}
		line := src[i:end]
		blank := len(bytes.TrimSpace(line)) == 0
		own := len(line) - len(bytes.TrimLeft(line, " "))
		if !blank && indent < 0 {
			indent = max(own-lead, 0)
		}
		if !blank && own < indent || len(s.starts) >= len(n.Value) && !blank {
			break
		}
		n.blockLine(s, i+min(max(indent, 0), len(line)), end)
		i = end
		if i < len(src) {
			i += breakAt(src, i)
		}
		if !blank || len(s.starts) <= len(n.Value) {
			s.end = end
		}
	}
	// What the chomping keeps of the last line ends.
	for len(s.starts) < len(n.Value) && strings.Trim(n.Value[len(s.starts):], "\n") == "" {
		s.put(1, s.end, s.end)
	}
}

// blockLine adds one line's text, and before it the line ends or blanks that the value has there.
func (n *Node) blockLine(s *shape, from, end int) {
	text := n.file.Source[from:end]
	if len(text) == 0 {
		return
	}
	at := len(s.starts)
	for at < len(n.Value) && !strings.HasPrefix(n.Value[at:], string(text)) && (n.Value[at] == '\n' || n.Value[at] == ' ') {
		at++
	}
	if !strings.HasPrefix(n.Value[min(at, len(n.Value)):], string(text)) {
		if len(bytes.TrimSpace(text)) == 0 {
			return
		}
		at = len(s.starts)
	}
	if k := at - len(s.starts); k > 0 {
		gap := from
		if len(s.ends) > 0 {
			gap = s.ends[len(s.ends)-1]
		}
		s.put(k, gap, from)
	}
	s.verbatim(from, end)
}
