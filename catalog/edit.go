package catalog

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"

	"go.yaml.in/yaml/v3"
)

// ErrRefused says that an edit cannot be made without touching what it must not: an alias, an anchor that others share,
// a tag, a collection in a style that has no room for it.
var ErrRefused = errors.New("the text cannot be edited safely here")

// ApplyEdits replaces the texts of edits in a source. Overlapping edits are an error.
func ApplyEdits(src []byte, edits []Edit) ([]byte, error) {
	edits = slices.Clone(edits)
	slices.SortStableFunc(edits, func(a, b Edit) int {
		return cmp.Or(cmp.Compare(a.Span.Start.Offset, b.Span.Start.Offset), cmp.Compare(a.Span.End.Offset, b.Span.End.Offset))
	})
	var out bytes.Buffer
	last := 0
	for _, e := range edits {
		start, end := e.Span.Start.Offset, e.Span.End.Offset
		if start < last || end < start || end > len(src) {
			return nil, fmt.Errorf("edits overlap at %d:%d", e.Span.Start.Line, e.Span.Start.Column)
		}
		out.Write(src[last:start])
		out.WriteString(e.New)
		last = end
	}
	out.Write(src[last:])
	return out.Bytes(), nil
}

// maxLine is the width up to which a scalar of several lines becomes one line.
const maxLine = 100

// Replace is the edit that gives a scalar another value. The style stays: plain stays plain where the value allows it,
// quotes stay, a block that fits one line becomes one.
func (n *Node) Replace(value string) (Edit, error) {
	if n.Kind != Scalar || n.Alias || n.anchored || n.style&yaml.TaggedStyle != 0 {
		return Edit{}, ErrRefused
	}
	start, end := n.extent()
	src := n.file.Source
	flow := n.inFlow()
	text := ""
	switch {
	case n.style&yaml.DoubleQuotedStyle != 0:
		text = doubleQuote(value)
	case n.style&yaml.SingleQuotedStyle != 0 && !strings.ContainsAny(value, "\n\r\t"):
		text = "'" + strings.ReplaceAll(value, "'", "''") + "'"
	case plainSafe(value, flow):
		text = value
	case !strings.ContainsAny(value, "\n\r\t"):
		text = "'" + strings.ReplaceAll(value, "'", "''") + "'"
	default:
		text = doubleQuote(value)
	}
	if n.style&(yaml.LiteralStyle|yaml.FoldedStyle) != 0 {
		header := src[start:min(start+200, len(src))]
		if i := bytes.IndexByte(header, '\n'); i >= 0 && bytes.IndexByte(header[:i], '#') >= 0 {
			return Edit{}, ErrRefused // a comment behind the indicator
		}
		column := n.file.Position(start).Column
		if column+len(text) > maxLine || strings.Contains(value, "\n") {
			return n.replaceBlock(value, start, end)
		}
	}
	return Edit{Span: n.file.Span(start, end), New: text}, nil
}

// replaceBlock writes a block scalar's text anew as one literal line after the other.
func (n *Node) replaceBlock(value string, start, end int) (Edit, error) {
	s := n.layout()
	if len(s.starts) == 0 {
		return Edit{}, ErrRefused
	}
	first := s.starts[0]
	lineStart := bytes.LastIndexByte(n.file.Source[:first], '\n') + 1
	indent := string(n.file.Source[lineStart:first])
	if strings.TrimLeft(indent, " ") != "" {
		return Edit{}, ErrRefused
	}
	text := strings.ReplaceAll(strings.TrimRight(value, "\n"), "\n", "\n"+indent)
	return Edit{Span: n.file.Span(first, end), New: text}, nil
}

// inFlow says whether a scalar stands in a flow collection: a bracket is open on the way to it in its line.
func (n *Node) inFlow() bool {
	src := n.file.Source
	line := bytes.LastIndexByte(src[:n.start], '\n') + 1
	return bytes.ContainsAny(src[line:n.start], "{[") || bytes.HasPrefix(bytes.TrimLeft(bytes.TrimPrefix(src, bom), " \t\r\n"), []byte("{"))
}

func doubleQuote(s string) string {
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	_ = enc.Encode(s)
	return strings.TrimSuffix(b.String(), "\n")
}

// plainSafe says whether a value can stand without quotes and is read back as the same string.
func plainSafe(s string, flow bool) bool {
	if s == "" || strings.TrimSpace(s) != s || strings.ContainsAny(s, "\n\r\t\u0085\u2028\u2029") || strings.Contains(s, ": ") || strings.Contains(s, " #") || strings.HasSuffix(s, ":") {
		return false
	}
	if strings.ContainsAny(s[:1], "!&*-?:,[]{}#|>@`\"'%") {
		return false
	}
	if flow && strings.ContainsAny(s, ",[]{}") {
		return false
	}
	if plainPath(s) {
		return true
	}
	var y yaml.Node
	if yaml.Unmarshal([]byte(s), &y) != nil || len(y.Content) != 1 {
		return false
	}
	return y.Content[0].Kind == yaml.ScalarNode && y.Content[0].Value == s && y.Content[0].ShortTag() == "!!str"
}

// plainPath says of most jq paths, without asking the library, that they are strings to YAML: a dot, then ASCII that starts
// with a letter. The words for numbers that begin so are .inf and .nan.
func plainPath(s string) bool {
	if len(s) < 2 || s[0] != '.' || !(s[1]|0x20 >= 'a' && s[1]|0x20 <= 'z') || strings.EqualFold(s, ".inf") || strings.EqualFold(s, ".nan") {
		return false
	}
	for _, c := range []byte(s) {
		if c < ' ' || c > '~' {
			return false
		}
	}
	return true
}

// Rename is the edit that gives a key another name.
func (n *Node) Rename(name string) (Edit, error) { return n.Replace(name) }

// member finds a mapping's member by its key.
func (n *Node) member(name string) (int, bool) {
	for i, m := range n.Members {
		if m.Key.Value == name {
			return i, true
		}
	}
	return 0, false
}

// ReplaceMember is the edit that puts other members, written as block YAML lines without indentation, in the place of one
// member of a block mapping.
func (n *Node) ReplaceMember(name string, lines ...string) (Edit, error) {
	i, ok := n.member(name)
	if !ok || n.Kind != Mapping || n.Alias {
		return Edit{}, ErrRefused
	}
	m := n.Members[i]
	start, _ := m.Key.extent()
	_, end := m.Value.inPlace(m.Key)
	src := n.file.Source
	if n.style&yaml.FlowStyle != 0 {
		return Edit{Span: n.file.Span(start, end), New: strings.Join(lines, ", ")}, nil
	}
	indent := strings.Repeat(" ", start-(bytes.LastIndexByte(src[:start], '\n')+1))
	return Edit{Span: n.file.Span(start, end), New: strings.Join(lines, n.newline()+indent)}, nil
}

// InsertAfter is the edit that adds members behind one member of a mapping.
func (n *Node) InsertAfter(name string, lines ...string) (Edit, error) {
	i, ok := n.member(name)
	if !ok || n.Kind != Mapping || n.Alias {
		return Edit{}, ErrRefused
	}
	m := n.Members[i]
	start, _ := m.Key.extent()
	_, end := m.Value.inPlace(m.Key)
	src := n.file.Source
	if n.style&yaml.FlowStyle != 0 {
		return Edit{Span: n.file.Span(end, end), New: ", " + strings.Join(lines, ", ")}, nil
	}
	lineStart := bytes.LastIndexByte(src[:start], '\n') + 1
	indent := strings.Repeat(" ", len([]rune(string(src[lineStart:start]))))
	at := end
	for at < len(src) && src[at] != '\n' && src[at] != '\r' { // a comment behind the value stays with it
		at++
	}
	return Edit{Span: n.file.Span(at, at), New: n.newline() + indent + strings.Join(lines, n.newline()+indent)}, nil
}

// newline is how the file ends its lines.
func (n *Node) newline() string {
	if i := bytes.IndexByte(n.file.Source, '\n'); i > 0 && n.file.Source[i-1] == '\r' {
		return "\r\n"
	}
	return "\n"
}

// RemoveItem is the edit that removes an item of a sequence. The last item left takes the whole sequence along, which is
// refused.
func (n *Node) RemoveItem(index int) (Edit, error) {
	if n.Kind != Sequence || n.Alias || index >= len(n.Items) || len(n.Items) == 1 {
		return Edit{}, ErrRefused
	}
	src := n.file.Source
	start, end := n.Items[index].inPlace(nil)
	if n.Items[index].Alias {
		return Edit{}, ErrRefused
	}
	if n.style&yaml.FlowStyle != 0 {
		if index+1 < len(n.Items) {
			end, _ = n.Items[index+1].extent()
		} else {
			_, start = n.Items[index-1].extent()
		}
		return Edit{Span: n.file.Span(start, end)}, nil
	}
	lineStart := bytes.LastIndexByte(src[:start], '\n') + 1
	if strings.TrimLeft(string(src[lineStart:start]), " ") != "- " {
		return Edit{}, ErrRefused
	}
	lineEnd := end
	for lineEnd < len(src) && src[lineEnd] != '\n' {
		lineEnd++
	}
	if rest := bytes.TrimSpace(src[end:lineEnd]); len(rest) > 0 || bytes.Contains(src[start:end], []byte("#")) {
		return Edit{}, ErrRefused // a comment would be lost
	}
	if lineEnd < len(src) {
		lineEnd++
	}
	return Edit{Span: n.file.Span(lineStart, lineEnd)}, nil
}

// ReplaceAll is the edit that puts other members, written as block YAML lines without indentation, in the place of all
// members of a block mapping.
func (n *Node) ReplaceAll(lines ...string) (Edit, error) {
	if n.Kind != Mapping || n.Alias || n.style&yaml.FlowStyle != 0 || len(n.Members) == 0 {
		return Edit{}, ErrRefused
	}
	start, _ := n.Members[0].Key.extent()
	last := n.Members[len(n.Members)-1]
	_, end := last.Value.inPlace(last.Key)
	src := n.file.Source
	if bytes.IndexByte(src[start:end], '#') >= 0 {
		return Edit{}, ErrRefused // a comment would be lost
	}
	indent := strings.Repeat(" ", start-(bytes.LastIndexByte(src[:start], '\n')+1))
	return Edit{Span: n.file.Span(start, end), New: strings.Join(lines, n.newline()+indent)}, nil
}
