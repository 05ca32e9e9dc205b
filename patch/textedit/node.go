package textedit

// kind is what a node of the text holds.
type kind int

const (
	scalarKind kind = iota
	mapKind
	listKind
	aliasKind
)

// style is how a node is written.
type style int

const (
	plainStyle style = iota
	emptyStyle       // a value of which nothing is written: "a:"
	singleStyle
	doubleStyle
	literalStyle
	foldedStyle
	blockStyle // map or list by indentation
	flowStyle  // map or list in brackets
	pairStyle  // a map of one pair, without braces, inside a flow list
)

func (s style) quoted() bool { return s == singleStyle || s == doubleStyle }

func (s style) isBlockScalar() bool { return s == literalStyle || s == foldedStyle }

// node is a value with its place in the text. All offsets are bytes of the
// source; a node never includes the line break behind it.
type node struct {
	kind   kind
	style  style
	tag    string // resolved short tag of a scalar, such as !!int
	value  string // decoded text of a scalar; the name of an alias
	tagged bool   // an explicit tag is written
	anchor string

	start   int // first byte, including anchor and tag
	props   int // end of anchor and tag; start when there are none
	content int // first byte of the value itself
	header  int // block scalars: end of the indicators, such as |2-
	end     int

	indent  int // block collections: column of the keys or dashes
	entries []*entry
	target  *node   // aliases: the node that is meant
	uses    []*node // anchored nodes: the aliases that mean it
}

// entry is a member of a map or an element of a list.
type entry struct {
	start   int // first byte: the key, the "?", the dash
	after   int // just behind ":" or "-"; behind the key where no ":" is written
	colon   bool
	complex bool // written with "? "
	merge   bool // a merge key
	key     *node
	val     *node
	comma   int // offset of the comma behind the entry in a flow collection, or -1
}

func (e *entry) end() int { return max(e.after, e.val.end) }

// span is a half-open range of byte offsets.
type span struct{ start, end int }

// document is one document of the file.
type document struct {
	span
	line int
	root *node
}

// isNull reports a null, written or not.
func (n *node) isNull() bool { return n.kind == scalarKind && n.tag == "!!null" }

// firstUseOutside returns a node of n that is anchored, and an alias of it that
// stands outside of [start, end).
func (n *node) firstUseOutside(start, end int) (anchored, use *node) {
	for _, u := range n.uses {
		if u.start < start || u.start >= end {
			return n, u
		}
	}
	for _, e := range n.entries {
		for _, child := range []*node{e.key, e.val} {
			if child == nil {
				continue
			}
			if a, u := child.firstUseOutside(start, end); u != nil {
				return a, u
			}
		}
	}
	return nil, nil
}
