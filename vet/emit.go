package vet

import (
	"encoding/json"
	"go/ast"
	"sort"
	"strings"
	"unicode/utf8"
)

// document is a definition written as JSON, one scalar a line, with the Go place of each line.
type document struct {
	text  strings.Builder
	lines []line // by line number less one
}

// line is what stands on one line of a document.
type line struct {
	value  *value
	start  int   // where the scalar's text starts in the line, behind its quote
	decode []int // for each byte of the scalar as written its byte in the string; nil where they are the same
}

// write turns a value into a document. What is unknown is left out.
func write(root *value) *document {
	d := &document{}
	d.value(root, "", "")
	return d
}

// line ends the current line, which belongs to a value.
func (d *document) line(l line) {
	d.text.WriteByte('\n')
	d.lines = append(d.lines, l)
}

// value writes one value behind its key, and what follows it.
func (d *document) value(v *value, key, tail string) {
	d.text.WriteString(key)
	switch v.kind {
	case scalar:
		l := line{value: v, start: len(key)}
		text := v.text
		if v.quoted {
			text, l.decode = quote(v.text)
			l.start++
		}
		d.text.WriteString(text + tail)
		d.line(l)
	case object:
		d.text.WriteString("{")
		d.line(line{value: v})
		names := known(v)
		for i, name := range names {
			k, _ := quote(name)
			d.value(v.members[name], k+": ", comma(i, len(names)))
		}
		d.text.WriteString("}" + tail)
		d.line(line{value: v})
	case list:
		d.text.WriteString("[")
		d.line(line{value: v})
		var items []*value
		for _, item := range v.items {
			if item.kind != unknown {
				items = append(items, item)
			}
		}
		for i, item := range items {
			d.value(item, "", comma(i, len(items)))
		}
		d.text.WriteString("]" + tail)
		d.line(line{value: v})
	}
}

// known are the members that are written: not what is unknown, and not an empty list, which Go leaves out as nil.
func known(v *value) []string {
	var names []string
	for _, name := range v.names {
		m := v.members[name]
		if m.kind != unknown && !(m.kind == list && len(m.items) == 0) {
			names = append(names, name)
		}
	}
	return names
}

func comma(i, n int) string {
	if i < n-1 {
		return ","
	}
	return ""
}

// quote is a string as JSON, and for each of its bytes behind the opening quote the byte of the string that it writes;
// nil where they are the same. Bytes that are no UTF-8 are written as U+FFFD, as Go's encoder does.
func quote(s string) (string, []int) {
	var b strings.Builder
	var decode []int
	b.WriteByte('"')
	same := true
	for i := 0; i < len(s); {
		_, size := utf8.DecodeRuneInString(s[i:])
		text, err := json.Marshal(s[i : i+size])
		if err != nil {
			text = []byte(`"?"`)
		}
		text = text[1 : len(text)-1]
		same = same && string(text) == s[i:i+size]
		for k := range text {
			decode = append(decode, i+min(k, size-1))
		}
		b.Write(text)
		i += size
	}
	b.WriteByte('"')
	if same {
		return b.String(), nil
	}
	return b.String(), decode
}

// place is the value on a line and, for a string, the byte of it that a column stands on. Columns count code points.
func (d *document) place(lineNumber, column int) (*value, int) {
	if lineNumber < 1 || lineNumber > len(d.lines) {
		return nil, 0
	}
	l := d.lines[lineNumber-1]
	if l.value.kind != scalar || !l.value.quoted {
		return l.value, 0
	}
	source := strings.Split(d.text.String(), "\n")[lineNumber-1]
	offset := byteOf(source, column) - l.start
	switch {
	case offset < 0:
		return l.value, 0
	case l.decode == nil:
		return l.value, min(offset, len(l.value.text))
	case offset < len(l.decode):
		return l.value, l.decode[offset]
	}
	return l.value, len(l.value.text)
}

// byteOf is the byte at a column of a line.
func byteOf(s string, column int) int {
	n := 1
	for i := range s {
		if n == column {
			return i
		}
		n++
	}
	return len(s)
}

// literals lists the composite literals that a value is made of.
func (v *value) literals(visit func(ast.Node)) {
	visit(v.at)
	names := append([]string(nil), v.names...)
	sort.Strings(names)
	for _, name := range names {
		v.members[name].literals(visit)
	}
	for _, item := range v.items {
		item.literals(visit)
	}
}
