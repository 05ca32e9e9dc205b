package textedit

import (
	"slices"
	"strings"
)

// searchSpan finds the first span that starts at off or behind it.
func searchSpan(spans []span, off int) (int, bool) {
	return slices.BinarySearchFunc(spans, off, func(s span, off int) int { return s.start - off })
}

// replaceInFlow writes the value of a member or element of a flow collection
// anew.
func (e *emitter) replaceInFlow(n *node, s *slot) {
	old := s.val.node
	k := e.lookAt(n)
	habit := k.values
	if old.kind == scalarKind && old.style != emptyStyle && old.tag == "!!str" {
		habit = e.look.habit(old)
	}
	text := k.flow(s.val, habit, e.spread(n, s.entry.start), e.lineBreak(s.entry.start))
	at := indicatorEnd(s.entry)
	switch {
	case old.style != emptyStyle:
		e.replaceText(old.content, old.end, text)
	case s.entry.colon || s.entry.key == nil:
		end := at + len(e.spaces(at))
		if strings.IndexByte(",]}", e.src[end]) < 0 {
			end = at
		}
		e.replaceText(at, end, " "+text)
	default:
		e.replaceText(at, at, ": "+text)
	}
}

// spread returns the indentation for a value that is written over several
// lines, or nil to keep it on one: it spreads where the document is in flow
// style and the entries of the collection around it have their own lines.
func (e *emitter) spread(n *node, off int) *string {
	if !e.ownLine(off) || e.of(n.content) == e.of(off) || !e.rootFlow {
		return nil
	}
	base := e.indentOf(off)
	return &base
}

func (e *emitter) flowChanges(w *want) {
	n := w.node
	if len(n.entries) == 0 {
		return
	}
	added := w.added()
	count := len(n.entries)
	last := w.slots[count-1]
	replaced := last.removed && len(added) > 0
	live := count - 1
	for live >= 0 && w.slots[live].removed {
		live--
	}
	tail := live + 1
	if replaced {
		tail = count - 1
	}
	for i := range count {
		if s := w.slots[i]; s.removed && !(replaced && i == count-1) && i < tail {
			e.removeFromFlow(n, i)
		}
	}
	switch {
	case replaced:
		e.replaceText(last.entry.start, last.entry.end(), e.addedFlow(n, last.entry, added))
	case last.removed:
		e.removeFlowTail(n, live)
	case len(added) > 0:
		e.addToFlow(n, last.entry, added)
	}
}

// removeFlowTail removes the entries behind live, the last one that stays, or
// all of them when it is -1.
func (e *emitter) removeFlowTail(n *node, live int) {
	last := n.entries[len(n.entries)-1]
	start, end := n.content+1, n.end-1
	if live >= 0 {
		start, end = n.entries[live].end(), last.end()
		if n.entries[live].val.style == emptyStyle {
			start += len(e.spaces(start)) // a new value may stand there
		}
	}
	if !e.commentIn(start, end) {
		e.replaceText(start, end, "")
		return
	}
	for i := live + 1; i < len(n.entries); i++ {
		e.removeFromFlow(n, i)
	}
	if live >= 0 && last.comma < 0 {
		comma := n.entries[live].comma
		e.replaceText(comma, comma+1, "")
	}
}

// removeFromFlow removes one entry and its comma, with its lines where it has
// them to itself.
func (e *emitter) removeFromFlow(n *node, i int) {
	gone := n.entries[i]
	stop := gone.end()
	if gone.comma >= 0 {
		stop = gone.comma + 1
	}
	rest := e.eol(stop)
	ownLines := e.ownLine(gone.start) && (e.blank(stop, rest) || e.commentIn(stop, rest) && e.src[stop+len(e.spaces(stop))] == '#')
	switch {
	case ownLines:
		e.replaceText(e.prevEOL(gone.start), rest, "")
	case i+1 < len(n.entries) && e.of(stop) == e.of(n.entries[i+1].start):
		e.replaceText(gone.start, n.entries[i+1].start, "")
	default:
		start := gone.start
		for e.src[start-1] == ' ' || e.src[start-1] == '\t' {
			start--
		}
		e.replaceText(start, stop, "")
	}
}

// spaces returns the spaces and tabs at off.
func (l lines) spaces(off int) string {
	end := off
	for end < len(l.src) && (l.src[end] == ' ' || l.src[end] == '\t') {
		end++
	}
	return string(l.src[off:end])
}

// addToFlow adds entries behind the last one.
func (e *emitter) addToFlow(n *node, last *entry, added []*slot) {
	text := e.addedFlow(n, last, added)
	sep := e.look.commaGap
	spread := e.spreads(n, last)
	if spread {
		sep = e.lineBreak(last.start) + e.indentOf(last.start)
	}
	at := last.end()
	if last.comma < 0 {
		comma := ","
		if last.val.style == emptyStyle {
			comma = " ," // "a:," is a plain text
		}
		e.replaceText(at, at, comma)
	} else {
		at = last.comma + 1
		text += ","
	}
	if eol := e.eol(at); spread && e.commentIn(at, eol) && e.src[at+len(e.spaces(at))] == '#' {
		at = eol
	}
	e.replaceText(at, at, sep+text)
}

// spreads reports whether the entries of n have their own lines.
func (e *emitter) spreads(n *node, last *entry) bool {
	return e.ownLine(last.start) && e.of(n.content) != e.of(last.start)
}

func (e *emitter) addedFlow(n *node, last *entry, added []*slot) string {
	k := e.lookAt(n)
	br := e.lineBreak(last.start)
	sep := "," + k.commaGap
	if e.spreads(n, last) {
		sep = "," + br + e.indentOf(last.start)
	}
	var parts []string
	for _, s := range added {
		s.val.orderLike(n)
		parts = append(parts, k.flowEntry(s, e.spread(n, last.start), br))
	}
	return strings.Join(parts, sep)
}
