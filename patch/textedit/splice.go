package textedit

import (
	"bytes"
	"slices"
)

// edit replaces the bytes [start, end) of the source.
type edit struct {
	start, end int
	text       string
}

// splice applies edits to the source and returns them as done: sorted, and
// joined where removals meet.
func splice(l lines, edits []edit) ([]byte, []edit, error) {
	sorted := slices.Clone(edits)
	// Insertions come before a removal that begins at the same place: they
	// belong to the text in front of it.
	slices.SortStableFunc(sorted, func(a, b edit) int {
		if a.start != b.start {
			return a.start - b.start
		}
		return min(1, a.end-a.start) - min(1, b.end-b.start)
	})
	done := sorted[:1]
	for _, e := range sorted[1:] {
		last := &done[len(done)-1]
		switch {
		case e.text == "" && last.text == "" && e.start <= last.end:
			last.end = max(last.end, e.end)
		case e.start >= last.end:
			done = append(done, e)
		default:
			return nil, nil, &selfCheckError{e.start, "two of its parts overlap"}
		}
	}
	done = l.trimEnd(done)
	var out bytes.Buffer
	out.Grow(len(l.src))
	at := 0
	for i := range done {
		e := &done[i]
		if l.leadsFile(*e) && (i+1 == len(done) || done[i+1].start > e.end) {
			if line := l.of(e.end); line+1 < len(l.starts) {
				e.end = l.starts[line+1]
			}
		}
		out.Write(l.src[at:e.start])
		out.WriteString(e.text)
		at = e.end
	}
	out.Write(l.src[at:])
	return out.Bytes(), done, nil
}

// leadsFile reports the removal of the first lines of the file, which have no
// line break in front of them to take along.
func (l lines) leadsFile(e edit) bool {
	return e.text == "" && e.start == l.starts[0] && e.end > e.start && !isSpace(l.src[e.start]) && e.end == l.eol(e.end)
}

// trimEnd lets a removal at the end of a file without a final line break take
// the blank lines before it along, so that there still is none.
func (l lines) trimEnd(done []edit) []edit {
	last := len(done) - 1
	if done[last].text != "" || done[last].end < len(l.src) || endsLine(l.src) {
		return done
	}
	start := done[last].start
	for ; start > l.starts[0]; start-- {
		if last > 0 && done[last-1].end == start {
			if done[last-1].text != "" {
				break
			}
			last--
			start = done[last].start
		}
		if !isSpace(l.src[start-1]) {
			break
		}
	}
	done[last] = edit{start: start, end: len(l.src)}
	return done[:last+1]
}
