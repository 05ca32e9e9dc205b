package reports

import (
	"bufio"
	"cmp"
	"io"
	"strings"

	"github.com/klauspost/compress/s2"

	"github.com/kartalint/kartalint/rules"
)

// blockSize is how much text is compressed at once: enough for the likeness of findings of many files to pay.
const blockSize = 256 << 10

// Stream makes a report of findings that are rendered as soon as their file is checked, and held compressed until the
// whole catalog is known: the findings of a large catalog take many times the memory of everything else.
type Stream struct {
	format Format
	in     *Input
	opts   Options
	blocks [][]byte // compressed, in order
	open   []byte   // the block that is being filled
	held   []Rendered
	ends   []int // for each block the number of files that it and those before it hold
}

// Rendered are the findings of one file as the format prints them.
type Rendered struct {
	text   []byte
	places []piece
}

// piece is one finding that was printed: its length, and what its order is made of.
type piece struct {
	rule         *rules.Rule
	line, column int32
	length       int32
}

// NewStream makes a stream for a format that has pieces. Of in, the findings and the summary are not used before Write.
func NewStream(f Format, in *Input, opts Options) *Stream {
	return &Stream{format: f, in: in, opts: opts}
}

// Render prints the findings of one file, whose text is source. It can be called by several goroutines at once.
func (s *Stream) Render(list []rules.Finding, file string, source []byte) (Rendered, error) {
	p := newPrinter(s.in, s.opts)
	p.lines.file, p.lines.text = file, source
	r := Rendered{places: make([]piece, 0, len(list))}
	for i := range list {
		f, before := &list[i], p.Out.Len()
		if err := s.format.Pieces.Finding(p, f); err != nil {
			return Rendered{}, err
		}
		if n := p.Out.Len() - before; n > 0 {
			r.places = append(r.places, piece{f.Rule, int32(f.At.Start.Line), int32(f.At.Start.Column), int32(n)})
		}
	}
	r.text = p.Out.Bytes()
	return r, nil
}

// Hold takes in the findings of the next file.
func (s *Stream) Hold(r Rendered) {
	s.open = append(s.open, r.text...)
	r.text = nil
	s.held = append(s.held, r)
	if len(s.open) >= blockSize {
		s.closeBlock()
	}
}

func (s *Stream) closeBlock() {
	s.blocks = append(s.blocks, s2.Encode(nil, s.open))
	s.ends = append(s.ends, len(s.held))
	s.open = s.open[:0]
}

// Write writes the report. late gives what came up about a file, by the number of its call of Hold, after it was rendered.
func (s *Stream) Write(w io.Writer, late func(i int) []rules.Finding) error {
	s.closeBlock()
	p, pieces := newPrinter(s.in, s.opts), s.format.Pieces
	if err := pieces.Head(p); err != nil {
		return err
	}
	out := &pieceWriter{out: bufio.NewWriterSize(w, 64<<10), between: pieces.Between}
	out.raw(p.Out.Bytes())
	file := 0
	for b, block := range s.blocks {
		text, err := s2.Decode(s.open[:0:cap(s.open)], block)
		if err != nil {
			return err
		}
		for ; file < s.ends[b]; file++ {
			if text, err = s.merge(out, p, text, s.held[file].places, late(file)); err != nil {
				return err
			}
		}
	}
	return out.close(pieces, p)
}

// merge writes the findings of one file, whose rendered ones stand at the start of text, and gives the rest of text.
func (s *Stream) merge(out *pieceWriter, p *Printer, text []byte, places []piece, late []rules.Finding) ([]byte, error) {
	for _, at := range places {
		for len(late) > 0 && at.after(&late[0]) {
			if err := out.print(s.format.Pieces, p, &late[0]); err != nil {
				return nil, err
			}
			late = late[1:]
		}
		out.piece(text[:at.length])
		text = text[at.length:]
		if out.err != nil {
			return nil, out.err
		}
	}
	for i := range late {
		if err := out.print(s.format.Pieces, p, &late[i]); err != nil {
			return nil, err
		}
	}
	return text, nil
}

// after says whether a piece is printed after another finding of its file. No rule makes findings of both kinds, so that
// the rule decides.
func (x piece) after(f *rules.Finding) bool {
	return cmp.Or(cmp.Compare(int(x.line), f.At.Start.Line), cmp.Compare(int(x.column), f.At.Start.Column), strings.Compare(x.rule.ID, f.Rule.ID)) > 0
}
