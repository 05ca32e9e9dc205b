package yamlgen

import (
	"encoding/json"
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"pgregory.net/rapid"
)

// Printer writes values as YAML in a random style.
type Printer struct {
	Out        []Line
	t          *rapid.T
	step       int
	listOffset int
	gap        int
	notes      int
}

// Line is a line and the path of the value that it belongs to. Comments and blank lines belong to the value below.
type Line struct {
	Text    string
	Path    []any
	Comment bool
}

// Plain is a printer that indents by step and puts no list deeper than its key.
func Plain(t *rapid.T, step int) *Printer { return &Printer{t: t, step: step, gap: 1} }

func (p *Printer) roll(n int) bool { return rapid.IntRange(0, n).Draw(p.t, "roll") == 0 }

// Line adds a line that belongs to the value at path.
func (p *Printer) Line(path []any, text string) {
	p.Out = append(p.Out, Line{Text: text, Path: slices.Clone(path)})
}

// between writes blank lines and comments, indented by column.
func (p *Printer) between(path []any, column int) {
	if p.roll(8) {
		p.Out = append(p.Out, Line{"", slices.Clone(path), true})
	}
	if p.roll(5) {
		p.notes++
		p.Out = append(p.Out, Line{fmt.Sprintf("%s# note %d: x", strings.Repeat(" ", column), p.notes), slices.Clone(path), true})
	}
}

func (p *Printer) note() string {
	if !p.roll(5) {
		return ""
	}
	p.notes++
	return fmt.Sprintf(" # note %d", p.notes)
}

// value writes v behind prefix, which ends in ":" or "-" or is empty, and
// stands in a collection at column.
func (p *Printer) value(path []any, prefix string, column int, v any, inList bool) {
	switch v := v.(type) {
	case map[string]any:
		if len(v) > 0 && !p.roll(5) {
			p.Map(path, prefix, column, v, inList)
			return
		}
	case []any:
		if len(v) > 0 && !p.roll(5) {
			p.blockList(path, prefix, column, v, inList)
			return
		}
	case string:
		if p.literal(path, prefix, column, v) {
			return
		}
	case nil:
		if prefix != "" && p.roll(3) {
			p.Line(path, prefix+p.note())
			return
		}
	}
	if prefix != "" {
		prefix += strings.Repeat(" ", rapid.IntRange(1, 3).Draw(p.t, "space"))
	}
	p.Line(path, prefix+p.Flow(v)+p.note())
}

func (p *Printer) literal(path []any, prefix string, column int, s string) bool {
	body, ends := strings.CutSuffix(s, "\n")
	if prefix == "" || !strings.Contains(s, "\n") || body == "" || !allPrint(strings.ReplaceAll(s, "\n", "")) ||
		strings.HasPrefix(s, " ") || strings.HasPrefix(s, "\n") || strings.HasSuffix(body, "\n") || p.roll(2) {
		return false
	}
	header := " |-"
	if ends {
		header = " |"
	}
	p.Line(path, prefix+header+p.note())
	for _, line := range strings.Split(body, "\n") {
		if line != "" {
			line = strings.Repeat(" ", column+p.step) + line
		}
		p.Line(path, line)
	}
	return true
}

// Map writes a map in block style behind prefix, in a collection at column.
func (p *Printer) Map(path []any, prefix string, column int, m map[string]any, inList bool) {
	inner, compact := column, ""
	switch {
	case prefix == "":
	case inList && !p.roll(4):
		compact = prefix + strings.Repeat(" ", p.gap)
		inner = len(compact)
	default:
		p.Line(path, prefix+p.note())
		inner = column + p.step
	}
	keys := rapid.Permutation(slices.Sorted(maps.Keys(m))).Draw(p.t, "keys")
	for i, key := range keys {
		child := append(slices.Clone(path), key)
		indent := strings.Repeat(" ", inner)
		if i == 0 && compact != "" {
			indent = compact
		} else {
			p.between(path, inner)
		}
		p.value(child, indent+p.Key(key)+":", inner, m[key], false)
	}
	if p.roll(4) {
		p.between(path, inner)
	}
}

func (p *Printer) blockList(path []any, prefix string, column int, list []any, inList bool) {
	inner, compact := column, ""
	switch {
	case prefix == "":
	case inList && !p.roll(4):
		compact = prefix + strings.Repeat(" ", p.gap)
		inner = len(compact)
	case inList:
		p.Line(path, prefix+p.note())
		inner = column + p.step
	default:
		p.Line(path, prefix+p.note())
		inner = column + p.listOffset
	}
	for i, element := range list {
		child := append(slices.Clone(path), i)
		indent := strings.Repeat(" ", inner)
		if i == 0 && compact != "" {
			indent = compact
		} else {
			p.between(path, inner)
		}
		p.value(child, indent+"-", inner, element, true)
	}
}

// Key is a member's name, in quotes or plain.
func (p *Printer) Key(key string) string { return p.text(key) }

func (p *Printer) text(s string) string {
	quoted, _ := json.Marshal(s)
	switch {
	case !allPrint(s):
		return strconv.Quote(s)
	case isWord(s) && !p.roll(3):
		return s
	case p.roll(1):
		return "'" + strings.ReplaceAll(s, "'", "''") + "'"
	}
	return strings.NewReplacer(`\u003c`, "<", `\u003e`, ">", `\u0026`, "&").Replace(string(quoted))
}

func allPrint(s string) bool {
	return strings.IndexFunc(s, func(r rune) bool { return !strconv.IsPrint(r) }) < 0
}

var word = regexp.MustCompile(`^[a-z][a-z0-9]*([-./:#_ ]?[a-z0-9]+)*$`)

// isWord reports a string that is plain beyond doubt.
func isWord(s string) bool {
	switch s {
	case "y", "n", "yes", "no", "on", "off", "true", "false", "null":
		return false
	}
	return word.MatchString(s)
}

// Flow is a value in flow style.
func (p *Printer) Flow(v any) string {
	gap := strings.Repeat(" ", rapid.IntRange(0, 1).Draw(p.t, "gap"))
	var parts []string
	switch v := v.(type) {
	case map[string]any:
		for _, key := range slices.Sorted(maps.Keys(v)) {
			parts = append(parts, p.Key(key)+": "+p.Flow(v[key]))
		}
		return "{" + gap + strings.Join(parts, ","+gap) + gap + "}"
	case []any:
		for _, element := range v {
			parts = append(parts, p.Flow(element))
		}
		return "[" + gap + strings.Join(parts, ","+gap) + gap + "]"
	case string:
		return p.text(v)
	case nil:
		return rapid.SampledFrom([]string{"null", "~", "Null"}).Draw(p.t, "null")
	}
	return fmt.Sprint(v)
}
