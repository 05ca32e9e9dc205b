package kube

import (
	"bytes"
	"strconv"
	"strings"

	"go.yaml.in/yaml/v3"
)

// block is a part of a YAML text in block style, read without parsing it: a mapping's keys are the lines of one indent,
// and everything that is indented deeper is passed over. That is what makes a CRD of a megabyte cost as much as the few
// places that are asked for. A text that could hold anything else (see plainBlocks) is parsed by the YAML library.
type block struct {
	src        []byte
	start, end int
	column     int    // of the first line's first character, where start stands behind a "- "
	scalar     string // the value's text, for one that stands on its key's line
	inline     bool
}

// plainBlocks says whether a document is one that block reads as the YAML library does: mappings and lists in block
// style, without anchors, aliases, tags, merge keys, tabs or flow collections over several lines.
func plainBlocks(doc []byte) bool {
	if trimmed := bytes.TrimLeft(doc, " \r\n"); len(trimmed) > 0 && (trimmed[0] == '{' || trimmed[0] == '[') {
		return false
	}
	for _, odd := range oddities {
		if bytes.Contains(doc, odd) {
			return false
		}
	}
	return closed(doc, ": [", ']') && closed(doc, ": {", '}')
}

// closed says whether a flow collection that is opened behind a key ends on its line.
func closed(doc []byte, opening string, closing byte) bool {
	for at := 0; ; {
		n := bytes.Index(doc[at:], []byte(opening))
		if n < 0 {
			return true
		}
		at += n + len(opening)
		end := bytes.IndexByte(doc[at:], '\n')
		if end < 0 {
			end = len(doc) - at
		}
		if bytes.IndexByte(doc[at:at+end], closing) < 0 {
			return false
		}
	}
}

var oddities = [][]byte{[]byte("\t"), []byte(": &"), []byte(": *"), []byte(": !"), []byte("- &"), []byte("- *"), []byte("- !"), []byte("<<:"),
	[]byte("\n? "), []byte("  ? "), []byte("\r")}

// line is one line that holds something: its offsets without the line end, and the column of its first character.
type line struct{ from, to, next, column int }

// each calls do for every line but blank ones and comments, until do says false. Lines that are indented deeper than the
// column that do returns are passed over.
func (b block) each(do func(l line) (column int, more bool)) {
	at, first, column := b.start, b.column, maxColumn
	for at < b.end {
		end := b.end
		if n := bytes.IndexByte(b.src[at:b.end], '\n'); n >= 0 {
			end = at + n
		}
		from, stop := at, min(end, at+max(column-first, 0)+1)
		for from < stop && b.src[from] == ' ' {
			from++
		}
		if from < stop && b.src[from] != '#' {
			more := true
			if column, more = do(line{from, end, end + 1, first + from - at}); !more {
				return
			}
		}
		at, first = end+1, 0
	}
}

// maxColumn is beyond every column.
const maxColumn = 1 << 30

// item says whether a line starts an element of a list.
func (b block) item(l line) bool {
	return b.src[l.from] == '-' && (l.from+1 == l.to || b.src[l.from+1] == ' ')
}

// entry is a key of a mapping with its value.
type entry struct {
	key   string
	value block
}

// entries are a mapping's keys in order; nil for what is no mapping.
func (b block) entries() []entry {
	if b.inline {
		return nil
	}
	var out []entry
	column := -1
	b.each(func(l line) (int, bool) {
		if column < 0 {
			if b.item(l) {
				return column, false
			}
			column = l.column
		}
		if l.column != column || b.item(l) {
			return column, true
		}
		key, rest, ok := splitKey(b.src[l.from:l.to])
		if !ok {
			return column, true
		}
		if n := len(out); n > 0 {
			out[n-1].value.end = l.from - l.column
		}
		value := block{src: b.src, start: min(l.next, b.end), end: b.end}
		if text := scalarText(rest); text != "" {
			value.inline, value.scalar = true, text
		}
		out = append(out, entry{key, value})
		return column, true
	})
	for i := range out {
		if v := &out[i].value; v.end < v.start {
			v.end = v.start
		}
	}
	return out
}

// items are a list's elements.
func (b block) items() []block {
	if b.inline {
		return nil
	}
	var out []block
	column := -1
	b.each(func(l line) (int, bool) {
		if column < 0 {
			if !b.item(l) {
				return column, false
			}
			column = l.column
		}
		if l.column != column || !b.item(l) {
			return column, true
		}
		if n := len(out); n > 0 && !out[n-1].inline {
			out[n-1].end = l.from - l.column
		}
		start := l.from + 1
		for start < l.to && b.src[start] == ' ' {
			start++
		}
		rest := string(b.src[start:l.to])
		if _, _, ok := splitKey(b.src[start:l.to]); !ok && scalarText(rest) != "" && !strings.HasPrefix(rest, "- ") && rest != "-" {
			out = append(out, block{inline: true, scalar: scalarText(rest)})
			return column, true
		}
		out = append(out, block{src: b.src, start: start, end: b.end, column: l.column + start - l.from})
		return column, true
	})
	return out
}

// splitKey takes the key off a line.
func splitKey(text []byte) (key, rest string, ok bool) {
	if len(text) > 0 && (text[0] == '"' || text[0] == '\'') {
		end := bytes.IndexByte(text[1:], text[0])
		if end < 0 || end+2 >= len(text) || text[end+2] != ':' {
			return "", "", false
		}
		return string(text[1 : end+1]), string(text[end+3:]), true
	}
	for i, c := range text {
		if c == ':' && (i+1 == len(text) || text[i+1] == ' ') {
			return string(text[:i]), string(text[i+1:]), true
		}
		if c == '#' && (i == 0 || text[i-1] == ' ') {
			return "", "", false
		}
	}
	return "", "", false
}

// scalarText is the value that stands behind a key, "" where it starts on the next line. A block scalar is kept as its
// indicator: nothing asks for its text.
func scalarText(rest string) string {
	rest = strings.TrimSpace(rest)
	if rest == "" || rest[0] == '#' {
		return ""
	}
	if rest[0] != '"' && rest[0] != '\'' {
		if i := strings.Index(rest, " #"); i >= 0 {
			rest = strings.TrimSpace(rest[:i])
		}
	}
	return rest
}

// text is a scalar's value: quotes taken off.
func (b block) text() string {
	s := b.scalar
	switch {
	case len(s) >= 2 && s[0] == '"':
		if u, err := strconv.Unquote(s); err == nil {
			return u
		}
	case len(s) >= 2 && s[0] == '\'' && s[len(s)-1] == '\'':
		return strings.ReplaceAll(s[1:len(s)-1], "''", "'")
	}
	return s
}

// prose is a text that may stand on several lines, as it is written: indicators, indentation and all.
func (b block) prose() string {
	if b.src == nil || b.start >= b.end {
		return b.scalar
	}
	return b.scalar + "\n" + string(b.src[b.start:b.end])
}

// value is a scalar, or a small part of the text, as a JSON value.
func (b block) value() any {
	text := b.scalar
	if !b.inline {
		text = strings.Repeat(" ", b.column) + string(b.src[b.start:b.end])
	}
	var v any
	if yaml.Unmarshal([]byte(text), &v) != nil {
		return nil
	}
	return v
}
