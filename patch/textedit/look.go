package textedit

// look is how the text is written, so that what is added looks the same.
type look struct {
	json      bool
	noLiteral bool

	step       int   // columns by which a map is indented inside a map
	listOffset int   // columns by which a list is indented inside a map
	keys       style // how keys are quoted: plainStyle, singleStyle, doubleStyle
	values     style // how strings are quoted
	needed     style // how a string is quoted that cannot stay plain

	unit     string // indentation of flow style over lines
	colonGap string // between ":" and the value in flow style
	commaGap string // between "," and the next entry in flow style on one line
	pad      string // between a brace and the first member in flow style
}

// survey counts how a document is written.
type survey struct {
	*File
	steps, listOffsets map[int]int
	singles, doubles   int
	colon, comma, pad  *string
	unit               string
}

func (f *File) lookOf(d *document, noLiteral bool) look {
	s := &survey{File: f, steps: map[int]int{}, listOffsets: map[int]int{}}
	s.node(d.root, -1)
	k := look{
		json:       f.json,
		noLiteral:  noLiteral,
		step:       mostFrequent(s.steps, 2),
		listOffset: mostFrequent(s.listOffsets, 0),
		keys:       plainStyle,
		values:     plainStyle,
		needed:     doubleStyle,
		unit:       s.unit,
		colonGap:   " ",
		commaGap:   " ",
	}
	if s.singles > s.doubles {
		k.needed = singleStyle
	}
	if s.colon != nil && f.json {
		k.colonGap, k.commaGap = *s.colon, *s.colon
	}
	if s.comma != nil {
		k.commaGap = *s.comma
	}
	if s.pad != nil && !f.json {
		k.pad = *s.pad
	}
	if k.unit == "" {
		k.unit = "  "
	}
	return k
}

// mostFrequent returns the value seen most often, the smaller one of two.
func mostFrequent(seen map[int]int, otherwise int) int {
	best, count := otherwise, 0
	for value, n := range seen {
		if n > count || n == count && value < best {
			best, count = value, n
		}
	}
	return best
}

// node surveys n. parent is the column of the map around it, -1 when there is
// none or n does not begin on a line of its own.
func (s *survey) node(n *node, parent int) {
	switch n.style {
	case singleStyle:
		s.singles++
	case doubleStyle:
		s.doubles++
	case blockStyle:
		s.block(n, parent)
	case flowStyle:
		s.flow(n)
	}
	for _, e := range n.entries {
		column := -1
		if n.style == blockStyle && n.kind == mapKind {
			column = n.indent
		}
		if e.val.kind != aliasKind {
			s.node(e.val, column)
		}
	}
}

func (s *survey) block(n *node, parent int) {
	if parent < 0 {
		return
	}
	if n.kind == mapKind {
		s.steps[n.indent-parent]++
	} else {
		s.listOffsets[n.indent-parent]++
	}
}

func (s *survey) flow(n *node) {
	for i, e := range n.entries {
		if e.key != nil && s.colon == nil {
			s.colon = s.gap(e.after, e.val.start)
		}
		if e.comma >= 0 && i+1 < len(n.entries) && s.comma == nil {
			s.comma = s.gap(e.comma+1, n.entries[i+1].start)
		}
	}
	if len(n.entries) == 0 {
		return
	}
	first := n.entries[0].start
	if n.kind == mapKind && s.pad == nil {
		s.pad = s.gap(n.content+1, first)
	}
	if s.unit == "" && s.ownLine(first) {
		inner, outer := s.indentOf(first), s.indentOf(n.end-1)
		if len(inner) > len(outer) && inner[:len(outer)] == outer {
			s.unit = inner[len(outer):]
		}
	}
}

// gap returns the white space [from, to), or nil when it is no mere space.
func (s *survey) gap(from, to int) *string {
	if from > to || !s.blank(from, to) {
		return nil
	}
	gap := string(s.src[from:to])
	return &gap
}

// indentOf returns the white space at the start of the line of off.
func (l lines) indentOf(off int) string {
	start := l.bol(off)
	end := start
	for end < len(l.src) && (l.src[end] == ' ' || l.src[end] == '\t') {
		end++
	}
	return string(l.src[start:end])
}

// ownLine reports whether nothing stands before off on its line.
func (l lines) ownLine(off int) bool { return l.blank(l.bol(off), off) }

// at returns the look for entries added to the collection n. An element added
// to a list of maps looks like those maps.
func (k look) at(n *node) look {
	keys, values := styleVotes{}, styleVotes{}
	steps, offsets := map[int]int{}, map[int]int{}
	for _, e := range n.entries {
		keys.countKey(e)
		values.count(e.val)
		for _, inner := range e.val.entries {
			if n.kind == listKind {
				keys.countKey(inner)
				values.count(inner.val)
			}
		}
		if n.style == blockStyle && n.kind == mapKind && e.val.style == blockStyle {
			if e.val.kind == mapKind {
				steps[e.val.indent-n.indent]++
			} else {
				offsets[e.val.indent-n.indent]++
			}
		}
	}
	k.step = mostFrequent(steps, k.step)
	k.listOffset = mostFrequent(offsets, k.listOffset)
	k.keys = keys.winner(k.keys)
	k.values = values.winner(k.values)
	if keys.needed+values.needed != plainStyle {
		k.needed = max(keys.needed, values.needed)
	}
	return k
}

// styleVotes tells whether strings are quoted out of habit or out of need.
type styleVotes struct {
	plain          bool
	single, double int
	needed         style
}

func (v *styleVotes) countKey(e *entry) {
	if e.key != nil && !e.merge && !e.complex {
		v.count(e.key)
	}
}

func (v *styleVotes) count(n *node) {
	switch {
	case n.kind != scalarKind || n.tag != "!!str":
	case n.style == plainStyle:
		v.plain = true
	case n.style.quoted():
		v.needed = n.style
		if !isPlain(n.value, true) {
			return
		}
		if n.style == singleStyle {
			v.single++
		} else {
			v.double++
		}
	}
}

func (v *styleVotes) winner(otherwise style) style {
	switch {
	case v.plain:
		return plainStyle
	case v.single > v.double:
		return singleStyle
	case v.double > 0:
		return doubleStyle
	}
	return otherwise
}
