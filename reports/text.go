package reports

import (
	"bytes"
	"fmt"
	"io"
	"strings"
	"unicode/utf8"

	"github.com/fatih/color"
	"github.com/mattn/go-runewidth"

	"github.com/kartalint/kartalint/catalog"
	"github.com/kartalint/kartalint/rules"
)

var textFormat = Format{Name: "text", About: "findings with the line and a caret under the cause", Pieces: &Pieces{Head: func(*Printer) error { return nil }, Finding: textOne, Tail: textTail}}

// maxWidth is how much of a source line is shown; longer ones are cut around the caret.
const maxWidth = 160

// painter colours words where colours are wanted.
type painter struct{ on bool }

func (p painter) paint(s string, attributes ...color.Attribute) string {
	if !p.on {
		return s
	}
	c := color.New(attributes...)
	c.EnableColor()
	return c.Sprint(s)
}

func (p painter) severity(s rules.Severity) string {
	return p.paint(s.String(), map[rules.Severity]color.Attribute{rules.Error: color.FgRed, rules.Warning: color.FgYellow, rules.Note: color.FgCyan}[s], color.Bold)
}

func textOne(p *Printer, f *rules.Finding) error {
	if f.Known && p.in.Base != nil || f.Suppressed != nil && !p.opts.Suppressed {
		return nil
	}
	suffix := ""
	if f.Suppressed != nil {
		suffix = " (suppressed)"
	}
	fmt.Fprintf(p.Out, "%s: %s: %s %s%s\n", p.paint.paint(place(f.At), color.Bold), p.paint.severity(f.Severity), Clean(f.Message),
		p.paint.paint("["+f.Rule.ID+" "+f.Rule.Name+"]", color.Faint), suffix)
	writeSnippet(p.Out, p.paint, &p.lines, f.At)
	for _, r := range f.Related {
		fmt.Fprintf(p.Out, "%s: %s: %s\n", place(r.At), p.paint.paint("related", color.FgCyan), Clean(r.Message))
		writeSnippet(p.Out, p.paint, &p.lines, r.At)
	}
	writeFixHint(p.Out, f)
	return nil
}

func textTail(p *Printer) error {
	for _, notice := range p.in.Summary.Notices {
		fmt.Fprintln(p.Out, Clean(notice))
	}
	writeBase(p.Out, p.paint, p.in)
	if !p.opts.NoSummary {
		fmt.Fprintln(p.Out, p.in.Summary)
	}
	return nil
}

// writeBase tells what the base of a comparison had.
func writeBase(out io.Writer, p painter, in *Input) {
	if in.Base == nil {
		return
	}
	for _, f := range in.Base.Solved {
		fmt.Fprintf(out, "%s %s: %s %s\n", p.paint("solved:", color.FgGreen, color.Bold), Clean(f.At.File), Clean(f.Message), p.paint("["+f.Rule.ID+" "+f.Rule.Name+"]", color.Faint))
	}
	for _, line := range in.Base.Lines(in.Summary.Errors + in.Summary.Warnings + in.Summary.Notes) {
		fmt.Fprintln(out, line)
	}
}

func place(at catalog.Span) string {
	return fmt.Sprintf("%s:%d:%d", Clean(at.File), at.Start.Line, at.Start.Column)
}

func writeFixHint(w io.Writer, f *rules.Finding) {
	for _, fix := range f.Fixes {
		how := "kartalint fix"
		if !fix.Safe {
			how = "kartalint fix --unsafe"
		}
		fmt.Fprintf(w, "  fix: %s (%s)\n", Clean(fix.Title), how)
	}
}

// lineSource gives lines of files, keeping the last file's text.
type lineSource struct {
	read func(string) []byte
	file string
	text []byte
}

// line is a line without its end; nil where the file cannot be had.
func (s *lineSource) line(at catalog.Span) []byte {
	if s.read == nil {
		return nil
	}
	if s.file != at.File || s.text == nil {
		s.file, s.text = at.File, s.read(at.File)
	}
	start := at.Start.Offset - byteColumn(s.text, at.Start)
	if start < 0 || start > len(s.text) {
		return nil
	}
	line := s.text[start:]
	if i := bytes.IndexByte(line, '\n'); i >= 0 {
		line = line[:i]
	}
	return bytes.TrimRight(line, "\r")
}

// byteColumn is the number of bytes before a position in its line.
func byteColumn(text []byte, p catalog.Position) int {
	if p.Offset > len(text) {
		return 0
	}
	return p.Offset - (bytes.LastIndexByte(text[:p.Offset], '\n') + 1)
}

// writeSnippet shows the line of a place with a caret under it.
func writeSnippet(w io.Writer, p painter, lines *lineSource, at catalog.Span) {
	line := lines.line(at)
	if line == nil || at.Start.Line == 0 {
		return
	}
	from := byteColumn(lines.text, at.Start)
	to := len(line)
	if at.End.Line == at.Start.Line {
		to = min(to, max(from, byteColumn(lines.text, at.End)))
	}
	from = min(from, len(line))
	before, marked, after := cut(string(line[:from]), string(line[from:to]), string(line[to:]))
	number := fmt.Sprint(at.Start.Line)
	gutter := strings.Repeat(" ", len(number))
	fmt.Fprintf(w, "%s |\n%s | %s%s%s\n", gutter, number, before, marked, after)
	caret := "^" + strings.Repeat("~", max(0, runewidth.StringWidth(marked)-1))
	fmt.Fprintf(w, "%s | %s%s\n", gutter, strings.Repeat(" ", runewidth.StringWidth(before)), p.paint(caret, color.FgGreen, color.Bold))
}

// cut makes the three parts of a line printable and no wider than maxWidth around the marked part.
func cut(before, marked, after string) (string, string, string) {
	tidy := func(s string) string { return Clean(strings.ReplaceAll(s, "\t", "    ")) }
	before, marked, after = tidy(before), tidy(marked), tidy(after)
	if over := utf8.RuneCountInString(before) - maxWidth/2; over > 0 && utf8.RuneCountInString(before+marked+after) > maxWidth {
		before = "…" + string([]rune(before)[over:])
	}
	if r := []rune(marked); len(r) > maxWidth/2 {
		return before, string(r[:maxWidth/2]) + "…", ""
	}
	if r := []rune(after); len(r) > maxWidth/2 {
		after = string(r[:maxWidth/2]) + "…"
	}
	return before, marked, after
}
