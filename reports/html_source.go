package reports

import (
	"bytes"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/aymanbagabas/go-udiff"

	"github.com/kartalint/kartalint/catalog"
)

// Limits of what is shown of a source.
const (
	htmlMarked = 8   // marked lines of a snippet
	htmlPart   = 200 // code points of the part before, in and behind a mark
	htmlDiffs  = 200 // lines of a diff
	htmlWide   = 600 // code points of a line of a diff
)

// htmlLine is one line of a source: its number, and the text before, in and behind the mark.
type htmlLine struct {
	Number int    `json:"n"`
	Before string `json:"b,omitempty"`
	Mark   string `json:"m,omitempty"`
	After  string `json:"a,omitempty"`
	Marked bool   `json:"x,omitempty"`
}

// htmlDiff is one line of a diff: its numbers in the old and the new text, 0 where it is in one alone; both 0 between hunks.
type htmlDiff struct {
	Old  int    `json:"o,omitempty"`
	New  int    `json:"n,omitempty"`
	Text string `json:"t"`
}

// load makes the text of a span's file the current one; false where it cannot be had or is not the one that was checked.
func (s *lineSource) load(at catalog.Span) bool {
	if s.line(at) == nil || at.Start.Line == 0 {
		return false
	}
	return at.Start.Offset <= at.End.Offset && at.End.Offset <= len(s.text)
}

// snippet is a span's lines and some around it.
func (s *lineSource) snippet(at catalog.Span, around int) []htmlLine {
	if !s.load(at) {
		return nil
	}
	start := at.Start.Offset - byteColumn(s.text, at.Start)
	first := at.Start.Line
	for ; around > 0 && start > 0 && first > 1 && at.Start.Line-first < around; first-- {
		start = bytes.LastIndexByte(s.text[:start-1], '\n') + 1
	}
	var out []htmlLine
	last := min(at.End.Line, at.Start.Line+htmlMarked-1)
	for n := first; n <= last+around && start < len(s.text); n++ {
		end := len(s.text)
		if i := bytes.IndexByte(s.text[start:], '\n'); i >= 0 {
			end = start + i
		}
		out = append(out, markLine(s.text, start, end, n, at))
		start = end + 1
	}
	return out
}

// markLine is the line of a text between two bytes, with the part of it that a span marks.
func markLine(text []byte, start, end, number int, at catalog.Span) htmlLine {
	if end > start && text[end-1] == '\r' {
		end--
	}
	from, to := max(start, at.Start.Offset), min(end, at.End.Offset)
	if number < at.Start.Line || number > at.End.Line || from > to {
		return htmlLine{Number: number, Before: head(text[start:end])}
	}
	return htmlLine{Number: number, Before: tail(text[start:from]), Mark: head(text[from:to]), After: head(text[to:end]), Marked: true}
}

// head is the start of a text, and tail its end, harmless to look at: no more is read than is shown.
func head(text []byte) string {
	i := 0
	for n := 0; n < htmlPart && i < len(text); n++ {
		_, size := utf8.DecodeRune(text[i:])
		i += size
	}
	if i < len(text) {
		return spaced(string(text[:i])) + "…"
	}
	return spaced(string(text))
}

func tail(text []byte) string {
	i := len(text)
	for n := 0; n < htmlPart && i > 0; n++ {
		_, size := utf8.DecodeLastRune(text[:i])
		i -= size
	}
	if i > 0 {
		return "…" + spaced(string(text[i:]))
	}
	return spaced(string(text))
}

func spaced(s string) string {
	return Clean(strings.ReplaceAll(s, "\t", "    "))
}

// diff shows what a fix changes; nil where the text cannot be had.
func (s *lineSource) diff(edits []catalog.Edit) []htmlDiff {
	if len(edits) == 0 || !slices.ContainsFunc(edits, func(e catalog.Edit) bool { return s.load(e.Span) }) {
		return nil
	}
	lowest, highest := len(s.text), 0
	for _, e := range edits {
		if e.Span.File != s.file || e.Span.End.Offset > len(s.text) {
			return nil
		}
		lowest, highest = min(lowest, e.Span.Start.Offset), max(highest, e.Span.End.Offset)
	}
	from, to := window(s.text, lowest, highest, udiff.DefaultContextLines+1)
	old, moved := string(s.text[from:to]), slices.Clone(edits)
	for i := range moved {
		moved[i].Span.Start.Offset -= from
		moved[i].Span.End.Offset -= from
	}
	mended, err := catalog.ApplyEdits([]byte(old), moved)
	if err != nil {
		return nil
	}
	unified, err := udiff.ToUnifiedDiff("", "", old, udiff.Lines(old, string(mended)), udiff.DefaultContextLines)
	if err != nil {
		return nil
	}
	return diffLines(unified, bytes.Count(s.text[:from], []byte("\n")))
}

// window widens a range of bytes by whole lines, so that a fix in a large file costs no more than its own lines.
func window(text []byte, from, to, lines int) (int, int) {
	for i := 0; i <= lines && from > 0; i++ {
		from = bytes.LastIndexByte(text[:from-1], '\n') + 1
	}
	for i := 0; i <= lines && to < len(text); i++ {
		next := bytes.IndexByte(text[to:], '\n')
		if next < 0 {
			return from, len(text)
		}
		to += next + 1
	}
	return from, to
}

func diffLines(unified udiff.UnifiedDiff, skipped int) []htmlDiff {
	out := []htmlDiff{}
	for i, h := range unified.Hunks {
		if i > 0 {
			out = append(out, htmlDiff{Text: "…"})
		}
		from, to := h.FromLine+skipped, h.ToLine+skipped
		for k, l := range h.Lines {
			if len(out) == htmlDiffs {
				return append(out, htmlDiff{Text: "… (more lines follow)"})
			}
			d := htmlDiff{Old: from, New: to, Text: cutDiff(h.Lines, k)}
			switch l.Kind {
			case udiff.Delete:
				d.New = 0
				from++
			case udiff.Insert:
				d.Old = 0
				to++
			default:
				from++
				to++
			}
			out = append(out, d)
		}
	}
	return out
}

// cutDiff is a line no longer than htmlWide; of a deleted line and the one that takes its place, the parts that differ stay.
func cutDiff(lines []udiff.Line, k int) string {
	text := strings.TrimRight(lines[k].Content, "\r\n")
	start := 0
	if len(text) > htmlWide {
		if other := counterpart(lines, k); other >= 0 {
			start = max(0, commonPrefix(text, lines[other].Content)-htmlWide/3)
		}
		for start < len(text) && !utf8.RuneStart(text[start]) {
			start++
		}
	}
	runes := []rune(text[start:])
	suffix, prefix := "", ""
	if len(runes) > htmlWide {
		runes, suffix = runes[:htmlWide], "…"
	}
	if start > 0 {
		prefix = "…"
	}
	return spaced(prefix + string(runes) + suffix)
}

// counterpart is the line that stands for a changed one on the other side of a diff: -1 where there is none.
func counterpart(lines []udiff.Line, k int) int {
	switch {
	case lines[k].Kind == udiff.Delete && k+1 < len(lines) && lines[k+1].Kind == udiff.Insert:
		return k + 1
	case lines[k].Kind == udiff.Insert && k > 0 && lines[k-1].Kind == udiff.Delete:
		return k - 1
	}
	return -1
}

// commonPrefix counts the bytes with which both texts start, up to the start of a code point.
func commonPrefix(a, b string) int {
	for i, r := range a {
		if !strings.HasPrefix(b[min(i, len(b)):], string(r)) {
			return i
		}
	}
	return len(a)
}
