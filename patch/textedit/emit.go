package textedit

import (
	"slices"
	"strings"
)

// emitter turns wanted states into edits of the source.
type emitter struct {
	*File
	look     look
	rootFlow bool // the document as a whole is in flow style
	looks    map[*node]look
	edits    []Edit
}

// lookAt is look.at, computed once for each collection.
func (e *emitter) lookAt(n *node) look {
	k, ok := e.looks[n]
	if !ok {
		k = e.look.at(n)
		e.looks[n] = k
	}
	return k
}

func (e *emitter) replaceText(start, end int, text string) {
	if start != end || text != "" {
		e.edits = append(e.edits, Edit{start, end, text})
	}
}

// insertLines adds lines below the line that ends at eol.
func (e *emitter) insertLines(eol int, all []string) {
	e.replaceText(eol, eol, e.below(eol, all))
}

// below joins lines, each with the line break in front that is used at off.
func (e *emitter) below(off int, all []string) string {
	br := e.lineBreak(off)
	var b strings.Builder
	for _, line := range all {
		b.WriteString(br)
		b.WriteString(line)
	}
	return b.String()
}

// document edits the whole document. Its root has no key and no dash before it.
func (e *emitter) document(root *want) {
	n := root.node
	e.rootFlow = n.style == flowStyle
	switch {
	case root.state == opened && (len(n.entries) > 0 || len(root.slots) == 0):
		e.collection(root, -1)
	case root.state != kept && (e.json || n.style == flowStyle && len(root.slots) > 0):
		e.replaceText(n.content, n.end, e.look.flow(root, e.look.habit(n), nil, "\n"))
	case root.state != kept:
		e.replaceRoot(root)
	}
}

// replaceRoot writes a document anew. A block collection cannot begin on the
// line of the "---".
func (e *emitter) replaceRoot(root *want) {
	n := root.node
	start, column := n.content, 0
	if e.ownLine(start) {
		column = e.columnAt(start)
	}
	first, rest := e.look.block(root, -1, e.look.habit(n), column)
	if root.kind != scalarKind && len(root.slots) > 0 && !e.ownLine(start) {
		for start > n.props && isSpace(e.src[start-1]) {
			start--
		}
		first = e.lineBreak(start) + first
	} else if n.style == emptyStyle && !e.ownLine(start) {
		first = " " + first
	}
	e.replaceText(start, n.end, first+e.below(start, rest))
}

// habit is how a string is quoted that replaces n.
func (k look) habit(n *node) style {
	if n.style.quoted() {
		return n.style
	}
	return plainStyle
}

// collection edits an opened map or list. parent is the column of the block
// collection around it, or -1.
func (e *emitter) collection(w *want, parent int) {
	for _, s := range w.slots {
		if s.entry != nil && !s.removed {
			e.slot(w.node, s)
		}
	}
	if w.node.style == blockStyle {
		e.blockChanges(w, parent)
	} else {
		e.flowChanges(w)
	}
}

func (e *emitter) slot(n *node, s *slot) {
	w := s.val
	switch {
	case w.state == kept:
	case w.state == set, len(w.node.entries) == 0:
		if w.state == opened && len(w.slots) == 0 {
			return
		}
		if n.style == blockStyle {
			e.replaceInBlock(n, s)
		} else {
			e.replaceInFlow(n, s)
		}
	case w.node.style == blockStyle && w.emptied():
		e.emptyBlock(s)
	default:
		parent := -1
		if n.style == blockStyle {
			parent = n.indent
		}
		e.collection(w, parent)
	}
}

// emptied reports that every entry of the text goes and none comes.
func (w *want) emptied() bool {
	for _, s := range w.slots {
		if !s.removed {
			return false
		}
	}
	return true
}

func emptyText(n *node) string {
	if n.kind == mapKind {
		return "{}"
	}
	return "[]"
}

// indicatorEnd is where a value begins: behind ":" or "-", anchor and tag.
func indicatorEnd(s *entry) int {
	if s.val.props > s.val.start {
		return s.val.props
	}
	return s.after
}

// emptyBlock leaves {} or [] of a member's value in block style.
func (e *emitter) emptyBlock(s *slot) {
	n := s.val.node
	at := indicatorEnd(s.entry)
	if e.of(n.content) == e.of(at) {
		e.emptyInPlace(s.val)
		return
	}
	e.replaceText(at, at, " "+emptyText(n))
	for _, gone := range s.val.slots {
		e.removeLines(gone.entry)
	}
}

// emptyInPlace writes {} or [] where the first entry stands.
func (e *emitter) emptyInPlace(w *want) {
	first := w.slots[0].entry
	e.replaceText(first.start, e.eol(first.end()), emptyText(w.node))
	for _, gone := range w.slots[1:] {
		e.removeLines(gone.entry)
	}
}

// removeLines removes the lines of an entry with the line break before them, so
// that what is inserted behind them still follows a line.
func (e *emitter) removeLines(gone *entry) {
	e.replaceText(e.prevEOL(gone.start), e.eol(gone.end()), "")
}

func (e *emitter) blockChanges(w *want, parent int) {
	n := w.node
	if w.emptied() {
		e.emptyInPlace(w)
		return
	}
	added := w.added()
	last := w.slots[len(n.entries)-1]
	for i, s := range w.slots[:len(n.entries)] {
		switch {
		case !s.removed || s == last && len(added) > 0:
		case e.ownLine(s.entry.start):
			e.removeLines(s.entry)
		default:
			e.removeCompact(s.entry, w.nextLive(i, last))
		}
	}
	if len(added) == 0 {
		return
	}
	all := e.addedLines(n, added)
	if last.removed {
		first, rest := compact(all)
		at := last.entry.start
		e.replaceText(at, e.eol(last.entry.end()), first+e.below(at, rest))
		return
	}
	e.insertLines(e.behind(n, last.entry, parent), all)
}

// nextLive returns the first entry behind i that stays, or last, which is
// replaced.
func (w *want) nextLive(i int, last *slot) *entry {
	for _, s := range w.slots[i+1:] {
		if !s.removed || s == last {
			return s.entry
		}
	}
	return last.entry
}

// removeCompact removes an entry that shares its first line with the dash of
// the list around it. The next one moves up, unless a comment is between them.
func (e *emitter) removeCompact(gone, next *entry) {
	if e.commentIn(e.eol(gone.end()), next.start) {
		start := gone.start
		for isSpace(e.src[start-1]) {
			start--
		}
		e.replaceText(start, e.eol(gone.end()), "")
		return
	}
	e.replaceText(gone.start, next.start, "")
}

func (f *File) commentIn(start, end int) bool {
	i, _ := searchSpan(f.comments, start)
	return i < len(f.comments) && f.comments[i].start < end
}

func (e *emitter) addedLines(n *node, added []*slot) []string {
	k := e.lookAt(n)
	var all []string
	for _, s := range added {
		s.val.orderLike(n)
		if n.kind == mapKind {
			all = append(all, k.member(s, n.indent)...)
		} else {
			all = append(all, k.element(s, n.indent, e.dashGap(n))...)
		}
	}
	return all
}

// orderLike puts the keys of a map that is added to the list n in the order of
// the map before it, unless the caller ordered them.
func (w *want) orderLike(n *node) {
	if n.kind != listKind || w.kind != mapKind || w.ordered {
		return
	}
	before := n.entries[len(n.entries)-1].val.entries
	rank := map[string]int{} // below zero, so that unknown keys come last
	for i, e := range before {
		if e.key != nil {
			rank[e.key.value] = i - len(before)
		}
	}
	slices.SortStableFunc(w.slots, func(a, b *slot) int { return rank[a.key] - rank[b.key] })
}

// dashGap is the number of spaces behind the dashes of a list.
func (e *emitter) dashGap(n *node) int {
	last := n.entries[len(n.entries)-1]
	gap := last.val.start - last.after
	if gap < 1 || last.val.style == emptyStyle || !e.blank(last.after, last.val.start) || strings.Contains(string(e.src[last.after:last.val.start]), "\t") {
		return 1
	}
	return gap
}

// behind returns the end of the line below which entries are added: that of the
// last entry, or of the comments that follow it and belong to this collection,
// being indented like it and deeper than the one around it.
func (e *emitter) behind(n *node, last *entry, parent int) int {
	line := e.of(last.end())
	for line+1 < len(e.starts) {
		start := e.starts[line+1]
		i, found := searchSpan(e.comments, start+len(e.indentOf(start)))
		if !found {
			break
		}
		if column := e.columnAt(e.comments[i].start); column < n.indent || column <= max(parent, 0) {
			break
		}
		line++
	}
	return e.end(line)
}

// columnAt is the number of bytes before off on its line.
func (l lines) columnAt(off int) int { return off - l.bol(off) }

// replaceInBlock writes the value of a member or element of a block collection
// anew.
func (e *emitter) replaceInBlock(n *node, s *slot) {
	old := s.val.node
	k := e.lookAt(n)
	habit := k.values
	if old.kind == scalarKind && old.style != emptyStyle && old.tag == "!!str" {
		habit = e.look.habit(old)
	}
	at := indicatorEnd(s.entry)
	column := below
	if n.kind == listKind {
		column = e.compactColumn(s.entry, at)
		k.listOffset = max(k.listOffset, k.step)
	}
	first, rest := k.block(s.val, n.indent, habit, column)
	switch {
	case old.style == emptyStyle:
		if first != "" {
			first = " " + first
		}
		e.replaceText(at, at, first)
		e.insertLines(e.eol(at), rest)
	case e.of(old.content) != e.of(at):
		e.replaceBelow(old, at, first, rest)
	case old.style.isBlockScalar():
		e.replaceText(e.startFor(first, at, old), old.header, first)
		headerEnd := e.eol(old.header)
		e.replaceText(headerEnd, old.end, e.below(headerEnd, rest))
	default:
		end := old.end
		if old.style == blockStyle {
			end = e.eol(end)
		}
		e.replaceText(e.startFor(first, at, old), end, first)
		e.insertLines(e.eol(end), rest)
	}
}

// compactColumn is the column of a map or list on the line of its dash. Behind
// an anchor it goes below: there the anchor would be that of the first key.
func (e *emitter) compactColumn(s *entry, at int) int {
	switch old := s.val; {
	case at != s.after:
		return below
	case old.style != emptyStyle && e.of(old.content) == e.of(at):
		return e.columnAt(old.content)
	}
	return e.columnAt(at) + 1
}

// startFor also removes the space before a value of which nothing stays on the
// line.
func (e *emitter) startFor(first string, at int, old *node) int {
	if first == "" {
		return at
	}
	return old.content
}

// replaceBelow replaces a value that begins on a line below its key.
func (e *emitter) replaceBelow(old *node, at int, first string, rest []string) {
	if old.style != blockStyle && !old.style.isBlockScalar() && first != "" && len(rest) == 0 {
		e.replaceText(old.content, old.end, first)
		return
	}
	if first != "" {
		e.replaceText(at, at, " "+first)
	}
	from := e.prevEOL(old.content)
	e.replaceText(from, e.eol(old.end), e.below(from, rest))
}
