package catalog

import (
	"bytes"
	"sort"
	"unicode/utf8"
)

// File is one file, or standard input, with what was read in it.
type File struct {
	Name        string // as named on the command line, slash-separated
	Source      []byte
	Definitions []*Definition
	Documents   int            // documents that hold something
	Skipped     map[string]int // documents of other kinds, by kind
	Problems    []Problem      // of the file and its documents, but those that Definition.Problems holds

	lines []int // offsets at which lines start, as editors count them
	yaml  []int // the same as the YAML library counts them; nil where they are the same
}

// newFile makes the line tables of a source.
func newFile(name string, src []byte) *File {
	f := &File{Name: name, Source: src, Skipped: map[string]int{}}
	f.lines = make([]int, 1, bytes.Count(src, []byte{'\n'})+1)
	exotic := false
	for i := 0; i < len(src); i++ {
		switch src[i] {
		case '\n':
			f.lines = append(f.lines, i+1)
		case '\r':
			exotic = exotic || i+1 >= len(src) || src[i+1] != '\n'
		case 0xc2, 0xe2:
			exotic = exotic || breakAt(src, i) > 1
		}
	}
	if bytes.HasPrefix(src, bom) {
		f.lines[0] = len(bom)
	}
	if exotic {
		f.yaml = yamlLines(src)
	}
	return f
}

var bom = []byte("\xef\xbb\xbf")

// breakAt is the length of the line break at i that YAML counts and editors do not, or of a plain one; 0 where there is
// none.
func breakAt(src []byte, i int) int {
	switch {
	case src[i] == '\n':
		return 1
	case src[i] == '\r':
		if i+1 < len(src) && src[i+1] == '\n' {
			return 2
		}
		return 1
	case bytes.HasPrefix(src[i:], []byte("\u0085")):
		return 2
	case bytes.HasPrefix(src[i:], []byte("\u2028")), bytes.HasPrefix(src[i:], []byte("\u2029")):
		return 3
	}
	return 0
}

func yamlLines(src []byte) []int {
	lines := []int{0}
	if bytes.HasPrefix(src, bom) {
		lines[0] = len(bom)
	}
	for i := 0; i < len(src); i++ {
		if n := breakAt(src, i); n > 0 {
			lines = append(lines, i+n)
			i += n - 1
		}
	}
	return lines
}

// Position is the line and column of a byte.
func (f *File) Position(offset int) Position {
	offset = max(0, min(offset, len(f.Source)))
	line := sort.SearchInts(f.lines, offset+1)
	if line == 0 {
		return Position{Offset: offset, Line: 1, Column: 1}
	}
	start := f.lines[line-1]
	return Position{Offset: offset, Line: line, Column: 1 + utf8.RuneCount(f.Source[start:offset])}
}

// Span is the range between two bytes.
func (f *File) Span(start, end int) Span {
	return Span{File: f.Name, Start: f.Position(start), End: f.Position(end)}
}

// offset is the byte at a line and column of the YAML library, counted from the chunk that starts at line base.
func (f *File) offset(line, column int) int {
	table := f.lines
	if f.yaml != nil {
		table = f.yaml
	}
	if line < 1 || line > len(table) {
		return len(f.Source)
	}
	at := table[line-1]
	for range column - 1 {
		if at >= len(f.Source) {
			break
		}
		if f.Source[at] < utf8.RuneSelf {
			at++
			continue
		}
		_, size := utf8.DecodeRune(f.Source[at:])
		at += size
	}
	return at
}

// yamlLine is the number of the YAML line that starts at or before an offset.
func (f *File) yamlLine(offset int) int {
	table := f.lines
	if f.yaml != nil {
		table = f.yaml
	}
	return max(1, sort.SearchInts(table, offset+1))
}

// Line is the text of a line, without its end.
func (f *File) Line(n int) []byte {
	if n < 1 || n > len(f.lines) {
		return nil
	}
	start, end := f.lines[n-1], len(f.Source)
	if n < len(f.lines) {
		end = f.lines[n]
	}
	return bytes.TrimRight(f.Source[start:end], "\r\n")
}
