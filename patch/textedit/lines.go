package textedit

import (
	"bytes"
	"sort"
	"unicode/utf8"
)

var utf8BOM = []byte("\xef\xbb\xbf")

// lines finds line boundaries by offset. A line ends at LF or CRLF.
type lines struct {
	src    []byte
	starts []int // offset of the first byte of every line
}

func newLines(src []byte) lines {
	l := lines{src: src, starts: []int{0}}
	if bytes.HasPrefix(src, utf8BOM) {
		l.starts[0] = len(utf8BOM)
	}
	for i, c := range src {
		if c == '\n' {
			l.starts = append(l.starts, i+1)
		}
	}
	return l
}

// of returns the 0-based number of the line that holds off.
func (l lines) of(off int) int {
	return max(0, sort.SearchInts(l.starts, off+1)-1)
}

// bol returns the offset of the first byte of the line that holds off.
func (l lines) bol(off int) int { return l.starts[l.of(off)] }

// eol returns the offset just behind the text of the line that holds off,
// before its line break.
func (l lines) eol(off int) int { return l.end(l.of(off)) }

// end returns the offset behind the text of a line given by number.
func (l lines) end(line int) int {
	if line+1 >= len(l.starts) {
		return len(l.src)
	}
	end := l.starts[line+1] - 1
	if end > l.starts[line] && l.src[end-1] == '\r' {
		end--
	}
	return end
}

// prevEOL returns the end of the text of the line before the one that holds
// off, so that [prevEOL, eol) is the line with the break in front of it. On the
// first line it is that line's start.
func (l lines) prevEOL(off int) int {
	line := l.of(off)
	if line == 0 {
		return l.starts[0]
	}
	return l.end(line - 1)
}

// lineBreak returns the break used at off's line, or the nearest one before it,
// or the file's first, or LF.
func (l lines) lineBreak(off int) string {
	line := l.of(off)
	if line+1 >= len(l.starts) {
		line--
	}
	if line < 0 {
		return "\n"
	}
	return string(l.src[l.end(line):l.starts[line+1]])
}

// blank reports whether [from, to) holds only spaces and tabs.
func (l lines) blank(from, to int) bool {
	for _, c := range l.src[from:to] {
		if c != ' ' && c != '\t' {
			return false
		}
	}
	return true
}

// place returns the 1-based line and the column in code points.
func (l lines) place(off int) (line, column int) {
	off = min(off, len(l.src))
	n := l.of(off)
	return n + 1, utf8.RuneCount(l.src[min(l.starts[n], off):off]) + 1
}

func (l lines) refuse(off int, why string) *RefusedError {
	line, column := l.place(off)
	return &RefusedError{Line: line, Column: column, Why: why}
}
