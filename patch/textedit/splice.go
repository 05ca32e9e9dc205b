package textedit

import (
	"bytes"
	"slices"
)

// splice applies edits to the source and returns them as done: sorted, and
// joined where removals meet.
func splice(l lines, edits []Edit, endLine bool) ([]byte, []Edit, error) {
	sorted := slices.Clone(edits)
	// Insertions come before a removal that begins at the same place: they
	// belong to the text in front of it.
	slices.SortStableFunc(sorted, func(a, b Edit) int {
		if a.Start != b.Start {
			return a.Start - b.Start
		}
		return min(1, a.End-a.Start) - min(1, b.End-b.Start)
	})
	done := sorted[:1]
	for _, e := range sorted[1:] {
		last := &done[len(done)-1]
		switch {
		case e.Text == "" && last.Text == "" && e.Start <= last.End:
			last.End = max(last.End, e.End)
		case e.Start >= last.End:
			done = append(done, e)
		default:
			return nil, nil, &selfCheckError{e.Start, "two of its parts overlap"}
		}
	}
	done = l.trimEnd(done, endLine)
	var out bytes.Buffer
	out.Grow(len(l.src))
	at := 0
	for i := range done {
		e := &done[i]
		if l.leadsFile(*e) && (i+1 == len(done) || done[i+1].Start > e.End) {
			if line := l.of(e.End); line+1 < len(l.starts) {
				e.End = l.starts[line+1]
			}
		}
		out.Write(l.src[at:e.Start])
		out.WriteString(e.Text)
		at = e.End
	}
	out.Write(l.src[at:])
	return out.Bytes(), done, nil
}

// leadsFile reports the removal of the first lines of the file, which have no
// line break in front of them to take along.
func (l lines) leadsFile(e Edit) bool {
	return e.Text == "" && e.Start == l.starts[0] && e.End > e.Start && !isSpace(l.src[e.Start]) && e.End == l.eol(e.End)
}

// trimEnd lets a removal at the end of a file without a final line break take
// the blank lines before it along, so that there still is none. With endLine it
// leaves one.
func (l lines) trimEnd(done []Edit, endLine bool) []Edit {
	last := len(done) - 1
	if done[last].Text != "" || done[last].End < len(l.src) || endsLine(l.src) {
		return done
	}
	start := done[last].Start
	if endLine {
		if next := l.starts[min(l.of(start)+1, len(l.starts)-1)]; l.blank(start, l.eol(start)) {
			done[last].Start = max(start, next)
		}
		return done
	}
	for ; start > l.starts[0]; start-- {
		if last > 0 && done[last-1].End == start {
			if done[last-1].Text != "" {
				break
			}
			last--
			start = done[last].Start
		}
		if !isSpace(l.src[start-1]) {
			break
		}
	}
	done[last] = Edit{Start: start, End: len(l.src)}
	return done[:last+1]
}
