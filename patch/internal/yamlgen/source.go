// Package yamlgen draws YAML for tests: random values, written in random styles, with comments, blank lines, flow and
// block collections, quotes, literal blocks, several documents and either line end.
package yamlgen

import (
	"slices"
	"strings"

	"pgregory.net/rapid"
)

// Source is a random file and the value of the document under test.
type Source struct {
	Text  string
	Lines []Line // of that document
	Doc   int
	Value any
}

// Draw writes a value in a random style, maybe with other documents around it.
func Draw(t *rapid.T, value any) Source {
	p := &Printer{t: t, step: rapid.IntRange(1, 4).Draw(t, "step"), listOffset: rapid.IntRange(0, 3).Draw(t, "offset"), gap: rapid.IntRange(1, 3).Draw(t, "dash")}
	s := Source{Value: value}
	other := func() {
		p.Line(nil, "z: [1 , 2] # other")
		p.Out[len(p.Out)-1].Comment = true
	}
	for range rapid.IntRange(0, 2).Draw(t, "before") {
		other()
		p.Out = append(p.Out, Line{Text: "---", Comment: true})
		s.Doc++
	}
	p.between(nil, 0)
	from := len(p.Out)
	p.value(nil, "", 0, s.Value, false)
	if p.roll(2) {
		p.between(nil, 0)
	}
	s.Lines = p.Out[from:]
	if p.roll(2) {
		p.Out = append(p.Out, Line{Text: "---", Comment: true})
		other()
	}
	lineBreak := rapid.SampledFrom([]string{"\n", "\r\n"}).Draw(t, "break")
	for _, line := range p.Out {
		s.Text += line.Text + lineBreak
	}
	if p.roll(3) && !endsInLiteral(p.Out) {
		s.Text = strings.TrimSuffix(s.Text, lineBreak)
	}
	if p.roll(5) {
		s.Text = "\ufeff" + s.Text
	}
	return s
}

// endsInLiteral reports whether the final line break belongs to a value.
func endsInLiteral(out []Line) bool {
	last := out[len(out)-1]
	return last.Text == "" || !last.Comment && len(out) > 1 && slices.Equal(out[len(out)-2].Path, last.Path)
}
