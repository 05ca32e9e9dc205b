package reports

import (
	"bufio"
	"bytes"
	"cmp"
	"encoding/json"
	"io"

	"github.com/kartalint/kartalint/rules"
)

// Pieces is how a format is written finding by finding. Such a report needs no finding but the one at hand, so that a
// [Stream] can render each as soon as its file is checked.
type Pieces struct {
	Head    func(p *Printer) error
	Finding func(p *Printer, f *rules.Finding) error // prints nothing for a finding that is not shown
	Between string                                   // stands between two findings
	Tail    func(p *Printer) error
}

// Printer renders pieces into Out. It is for one goroutine.
type Printer struct {
	Out   *bytes.Buffer
	in    *Input
	opts  Options
	lines lineSource
	paint painter
	json  *json.Encoder
}

func newPrinter(in *Input, opts Options) *Printer {
	p := &Printer{Out: &bytes.Buffer{}, in: in, opts: opts, lines: lineSource{read: in.Source}, paint: painter{opts.Color}}
	p.json = json.NewEncoder(p.Out)
	p.json.SetEscapeHTML(false)
	return p
}

// value prints a value as JSON, without a line end.
func (p *Printer) value(v any) error {
	if err := p.json.Encode(v); err != nil {
		return err
	}
	p.Out.Truncate(p.Out.Len() - 1)
	return nil
}

// write writes a report whose findings are all at hand.
func (x *Pieces) write(w io.Writer, in *Input, opts Options) error {
	p := newPrinter(in, opts)
	if err := x.Head(p); err != nil {
		return err
	}
	out := &pieceWriter{out: bufio.NewWriterSize(w, 64<<10), between: x.Between}
	out.raw(p.Out.Bytes())
	for i := range in.Findings {
		if err := out.print(x, p, &in.Findings[i]); err != nil {
			return err
		}
	}
	return out.close(x, p)
}

// pieceWriter writes pieces with something between them. The first error is kept.
type pieceWriter struct {
	out     *bufio.Writer
	between string
	any     bool
	err     error
}

// print renders a finding and writes it.
func (w *pieceWriter) print(x *Pieces, p *Printer, f *rules.Finding) error {
	p.Out.Reset()
	err := x.Finding(p, f)
	w.piece(p.Out.Bytes())
	return cmp.Or(err, w.err)
}

func (w *pieceWriter) piece(text []byte) {
	if len(text) == 0 {
		return
	}
	if w.any {
		w.raw([]byte(w.between))
	}
	w.any = true
	w.raw(text)
}

func (w *pieceWriter) raw(text []byte) {
	if _, err := w.out.Write(text); err != nil && w.err == nil {
		w.err = err
	}
}

// close writes the tail and what is buffered.
func (w *pieceWriter) close(x *Pieces, p *Printer) error {
	p.Out.Reset()
	if err := x.Tail(p); err != nil {
		return err
	}
	w.raw(p.Out.Bytes())
	return cmp.Or(w.err, w.out.Flush())
}
