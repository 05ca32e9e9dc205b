package catalog

import (
	"fmt"
	"strconv"
	"strings"

	"go.yaml.in/yaml/v3"
)

// NodeKind is the kind of a Node.
type NodeKind uint8

// The node kinds. An alias is resolved to its anchor's content.
const (
	Scalar NodeKind = iota
	Mapping
	Sequence
)

// Node is one value of a document with its place. JSON and YAML have the same nodes.
type Node struct {
	Kind    NodeKind
	Tag     string   // resolved short tag of a scalar: !!str, !!int, !!float, !!bool, !!null
	Value   string   // a scalar's decoded text
	Members []Member // of a mapping, in document order (duplicate keys included)
	Items   []*Node  // of a sequence
	Alias   bool     // reached through an alias: its text stands at the anchor

	file     *File
	style    yaml.Style
	start    int // the first byte of the value's text
	end      int // behind the last byte, where known when the tree is made; else 0
	anchored bool
	shape    *shape // made when it is asked for
}

// Member is one key and value of a mapping.
type Member struct{ Key, Value *Node }

// Key is the value of a mapping's member; nil where there is none, or for a nil node.
func (n *Node) Key(name string) *Node {
	if n == nil || n.Kind != Mapping {
		return nil
	}
	for _, m := range n.Members {
		if m.Key.Value == name {
			return m.Value
		}
	}
	return nil
}

// KeyNode is the key of a mapping's member; nil where there is none.
func (n *Node) KeyNode(name string) *Node {
	if n == nil || n.Kind != Mapping {
		return nil
	}
	for _, m := range n.Members {
		if m.Key.Value == name {
			return m.Key
		}
	}
	return nil
}

// Get follows names through mappings; nil where one is missing.
func (n *Node) Get(names ...string) *Node {
	for _, name := range names {
		n = n.Key(name)
	}
	return n
}

// Lookup follows a JSON pointer; nil where it leads nowhere.
func (n *Node) Lookup(pointer string) *Node {
	if pointer == "" {
		return n
	}
	for part := range strings.SplitSeq(strings.TrimPrefix(pointer, "/"), "/") {
		if n == nil {
			return nil
		}
		switch n.Kind {
		case Mapping:
			n = n.Key(unescape.Replace(part))
		case Sequence:
			i, err := strconv.Atoi(part)
			if err != nil || i < 0 || i >= len(n.Items) {
				return nil
			}
			n = n.Items[i]
		default:
			return nil
		}
	}
	return n
}

var (
	escape   = strings.NewReplacer("~", "~0", "/", "~1")
	unescape = strings.NewReplacer("~1", "/", "~0", "~")
)

// text is a scalar's value; "" for a nil node or another kind.
func (n *Node) text() string {
	if n == nil || n.Kind != Scalar || n.Tag == "!!null" {
		return ""
	}
	return n.Value
}

// Null says whether a node is absent or null.
func (n *Node) Null() bool { return n == nil || n.Kind == Scalar && n.Tag == "!!null" }

// Span is the place of the whole value: a scalar with its quotes or block indicator, a collection from its first to
// behind its last member.
func (n *Node) Span() Span {
	start, end := n.extent()
	return n.file.Span(start, end)
}

// extent is the bytes of the value.
func (n *Node) extent() (start, end int) {
	if n.end > 0 {
		return n.start, n.end
	}
	end = n.start
	switch n.Kind {
	case Scalar:
		s := n.layout()
		return n.start, s.end
	case Mapping:
		if k := len(n.Members); k > 0 {
			_, end = n.Members[k-1].Value.inPlace(n.Members[k-1].Key)
		}
	default:
		if k := len(n.Items); k > 0 {
			_, end = n.Items[k-1].inPlace(nil)
		}
	}
	if n.style&yaml.FlowStyle != 0 {
		end = n.closing(end)
	}
	return n.start, max(end, n.start)
}

// inPlace is the extent of a value where it stands: of an alias, the end of the key before it.
func (n *Node) inPlace(key *Node) (int, int) {
	if n.Alias && key != nil {
		return key.extent()
	}
	return n.extent()
}

// closing finds the bracket that closes a flow collection whose last member ends at from.
func (n *Node) closing(from int) int {
	src := n.file.Source
	if from == n.start && from < len(src) {
		from++ // an empty collection: behind its opening bracket
	}
	for i := from; i < len(src); i++ {
		switch src[i] {
		case '}', ']':
			return i + 1
		case '#':
			for i < len(src) && src[i] != '\n' {
				i++
			}
		}
	}
	return len(src)
}

// limits are what a tree may not exceed.
type limits struct {
	depth, expansion int
}

// treeBuilder makes nodes of the YAML library's.
type treeBuilder struct {
	file     *File
	base     int // lines of the file before the chunk
	limits   limits
	spare    []Node // made in one piece, not handed out yet
	aliased  int    // nodes made through aliases
	inAlias  int
	open     map[*yaml.Node]bool // anchors being resolved
	problems []Problem
	failed   bool
}

func (b *treeBuilder) fail(kind ProblemKind, at int, format string, args ...any) {
	if !b.failed {
		b.problems = append(b.problems, Problem{Kind: kind, Message: fmt.Sprintf(format, args...), At: b.file.Span(at, at)})
	}
	b.failed = true
}

// nodesAtOnce is how many nodes are made in one piece: a definition has some hundred.
const nodesAtOnce = 64

func (b *treeBuilder) node() *Node {
	if len(b.spare) == 0 {
		b.spare = make([]Node, nodesAtOnce)
	}
	n := &b.spare[0]
	b.spare = b.spare[1:]
	return n
}

func (b *treeBuilder) build(y *yaml.Node, depth int) *Node {
	if y.Kind == yaml.AliasNode {
		return b.alias(y, depth)
	}
	n := b.node()
	*n = Node{file: b.file, style: y.Style, start: b.file.offset(y.Line+b.base, y.Column), Alias: b.inAlias > 0, anchored: y.Anchor != ""}
	if depth > b.limits.depth {
		b.fail(ProblemLimit, n.start, "the document is nested more than %d levels deep", b.limits.depth)
		return n
	}
	if b.inAlias > 0 {
		if b.aliased++; b.aliased > b.limits.expansion {
			b.fail(ProblemLimit, n.start, "the aliases of the document expand to more than %d values", b.limits.expansion)
			return n
		}
	}
	if n.anchored || y.Style&yaml.TaggedStyle != 0 {
		n.start = b.behindProperties(n.start)
	}
	switch y.Kind {
	case yaml.MappingNode:
		b.mapping(n, y, depth)
	case yaml.SequenceNode:
		n.Kind = Sequence
		n.Items = make([]*Node, 0, len(y.Content))
		for _, c := range y.Content {
			if b.failed {
				return n
			}
			n.Items = append(n.Items, b.build(c, depth+1))
		}
	default:
		n.Tag, n.Value = y.ShortTag(), y.Value
		n.simple()
	}
	return n
}

// simple sets the end of a scalar that stands in the source as it is.
func (n *Node) simple() {
	end := n.start + len(n.Value)
	if n.style == 0 && end <= len(n.file.Source) && string(n.file.Source[n.start:end]) == n.Value && n.Value != "" && strings.IndexByte(n.Value, '\n') < 0 {
		n.end = end
	}
}

// behindProperties skips an anchor and a tag before a value.
func (b *treeBuilder) behindProperties(at int) int {
	src := b.file.Source
	for at < len(src) && (src[at] == '&' || src[at] == '!') {
		for at < len(src) && src[at] > ' ' {
			at++
		}
		for at < len(src) && (src[at] == ' ' || src[at] == '\n' || src[at] == '\r' || src[at] == '\t') {
			at++
		}
	}
	return at
}

func (b *treeBuilder) alias(y *yaml.Node, depth int) *Node {
	at := b.file.offset(y.Line+b.base, y.Column)
	if b.open[y.Alias] {
		b.fail(ProblemLimit, at, "the alias *%s stands inside its own anchor", y.Value)
		return &Node{file: b.file, start: at, Tag: "!!null", Alias: true}
	}
	if b.open == nil {
		b.open = map[*yaml.Node]bool{}
	}
	b.open[y.Alias] = true
	b.inAlias++
	n := b.build(y.Alias, depth+1)
	b.inAlias--
	delete(b.open, y.Alias)
	return n
}

func (b *treeBuilder) mapping(n *Node, y *yaml.Node, depth int) {
	n.Kind = Mapping
	n.Members = make([]Member, 0, len(y.Content)/2)
	var merges []*Node
	for i := 0; i+1 < len(y.Content); i += 2 {
		if b.failed {
			return
		}
		if y.Content[i].Tag == "!!merge" {
			merges = append(merges, b.build(y.Content[i+1], depth+1))
			continue
		}
		key := b.build(y.Content[i], depth+1)
		n.Members = append(n.Members, Member{key, b.build(y.Content[i+1], depth+1)})
	}
	if len(n.Members) > 1 && !distinct(n.Members) {
		b.duplicates(n)
	}
	for _, m := range merges {
		b.merge(n, m)
	}
}

// merge adds the members of a merge key's value that the mapping does not have itself.
func (b *treeBuilder) merge(n, from *Node) {
	for _, item := range from.Items {
		b.merge(n, item)
	}
	for _, m := range from.Members {
		if n.Key(m.Key.Value) == nil {
			n.Members = append(n.Members, m)
		}
	}
}

// distinct says cheaply, for the few keys that most mappings have, that no two are the same.
func distinct(members []Member) bool {
	if len(members) > 16 {
		return false
	}
	for i, m := range members {
		for _, o := range members[:i] {
			if o.Key.Value == m.Key.Value {
				return false
			}
		}
	}
	return true
}

// duplicates reports the keys that a mapping has twice. The library accepts them silently.
func (b *treeBuilder) duplicates(n *Node) {
	if b.inAlias > 0 {
		return // reported where the anchor is
	}
	first := make(map[string]*Node, len(n.Members))
	for _, m := range n.Members {
		if m.Key.Kind != Scalar {
			continue
		}
		known, twice := first[m.Key.Value]
		if !twice {
			first[m.Key.Value] = m.Key
			continue
		}
		b.problems = append(b.problems, Problem{Kind: ProblemDuplicateKey, At: m.Key.Span(), Field: m.Key.Value,
			Message: fmt.Sprintf("the key %q stands here twice (first on line %d): a reader takes one of them and drops the other; remove one", m.Key.Value, known.Span().Start.Line)})
	}
}
