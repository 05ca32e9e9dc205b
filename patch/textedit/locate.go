package textedit

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"unicode/utf8"

	"go.yaml.in/yaml/v3"
)

// maxDepth bounds the nesting of sources and of values.
const maxDepth = 1000

// locator walks the source in step with the tree that the YAML library read
// from it, and so finds where each node begins and ends. The library knows the
// shape but no byte offsets and no ends; the locator knows the bytes but needs
// no grammar: at each point the tree says what has to follow. Where the two
// disagree, nothing is edited.
type locator struct {
	lines
	pos      int
	comments []span
	nodes    map[*yaml.Node]*node
	aliases  []*yaml.Node

	// The place of mark, counted forward only, so that one long line costs no
	// more than many short ones.
	mark, line, column int
	depth              int
}

// errLost reports that the source at pos is not what the tree demands.
type errLost struct {
	off int
	why string
}

func (e *errLost) Error() string { return e.why }

// parseYAML reads every document of a YAML source with its places.
func parseYAML(l lines) (docs []*document, comments []span, err error) {
	roots, err := decodeNodes(l)
	if err != nil {
		return nil, nil, err
	}
	p := &locator{lines: l, nodes: map[*yaml.Node]*node{}, line: 1, column: 1}
	p.pos = l.starts[0]
	p.mark = p.pos
	defer func() {
		if r := recover(); r != nil {
			lost, ok := r.(*errLost)
			if !ok {
				panic(r)
			}
			docs, comments, err = nil, nil, l.refuse(lost.off, lost.why)
		}
	}()
	for i, root := range roots {
		p.documentStart()
		d := &document{line: l.of(p.pos) + 1}
		if i > 0 {
			d.start = p.pos
			docs[i-1].end = p.pos
		}
		if p.atMarker("---") {
			p.pos += 3
		}
		d.root = p.node(root, -1, false)
		docs = append(docs, d)
	}
	p.documentStart()
	if p.pos < len(l.src) {
		p.lost("text behind the last document")
	}
	if len(docs) > 0 {
		docs[len(docs)-1].end = len(l.src)
	}
	p.bindAliases()
	return docs, p.comments, nil
}

// decodeNodes runs the YAML library, which is trusted neither with a panic nor
// with line breaks that it alone honours.
func decodeNodes(l lines) (roots []*yaml.Node, err error) {
	if err := checkCharacters(l); err != nil {
		return nil, err
	}
	defer func() {
		if r := recover(); r != nil {
			roots, err = nil, &ParseError{fmt.Errorf("the YAML parser failed: %v", r)}
		}
	}()
	decoder := yaml.NewDecoder(bytes.NewReader(withoutVersion(l)))
	for {
		var doc yaml.Node
		err := decoder.Decode(&doc)
		if errors.Is(err, io.EOF) {
			return roots, nil
		}
		if err != nil {
			return nil, &ParseError{err}
		}
		if doc.Kind != yaml.DocumentNode || len(doc.Content) != 1 {
			return nil, &ParseError{errors.New("yaml: a document without a value")}
		}
		roots = append(roots, doc.Content[0])
	}
}

// withoutVersion returns the source with a leading "%YAML 1.2" as "%YAML 1.1",
// the only version that the library takes, though it reads both alike.
func withoutVersion(l lines) []byte {
	for i, start := range l.starts {
		line := l.src[start:l.end(i)]
		switch {
		case bytes.HasPrefix(line, []byte("%YAML 1.")) && len(line) > len("%YAML 1."):
			out := bytes.Clone(l.src)
			out[start+len("%YAML 1.")] = '1'
			return out
		case len(bytes.TrimSpace(line)) > 0 && line[0] != '#' && line[0] != '%':
			return l.src
		}
	}
	return l.src
}

// checkCharacters refuses what readers of YAML take apart differently.
func checkCharacters(l lines) error {
	for i := l.starts[0]; i < len(l.src); {
		c := l.src[i]
		if c == '\r' && (i+1 == len(l.src) || l.src[i+1] != '\n') {
			return l.refuse(i, "a carriage return without a line feed: readers disagree whether a line ends here")
		}
		if c < utf8.RuneSelf {
			i++
			continue
		}
		r, size := utf8.DecodeRune(l.src[i:])
		switch {
		case r == utf8.RuneError && size == 1:
			return l.refuse(i, "the text is not valid UTF-8")
		case r == '\u0085', r == '\u2028', r == '\u2029':
			return l.refuse(i, fmt.Sprintf("the character U+%04X: readers disagree whether a line ends here", r))
		case r == '\ufeff':
			return l.refuse(i, "a byte order mark inside the text")
		}
		i += size
	}
	return nil
}

func (p *locator) lost(why string) {
	panic(&errLost{p.pos, "cannot locate the values of this text: " + why})
}

func (p *locator) peek() byte {
	if p.pos < len(p.src) {
		return p.src[p.pos]
	}
	return 0
}

func (p *locator) expect(c byte) {
	if p.peek() != c {
		p.lost(fmt.Sprintf("expected %q", c))
	}
	p.pos++
}

// skip moves over white space, line breaks and comments, and records the
// comments.
func (p *locator) skip() {
	for p.pos < len(p.src) {
		switch p.src[p.pos] {
		case ' ', '\t', '\r', '\n':
			p.pos++
		case '#':
			end := p.eol(p.pos)
			p.comment(span{p.pos, end})
			p.pos = end
		default:
			return
		}
	}
}

func (p *locator) comment(s span) {
	if n := len(p.comments); n == 0 || p.comments[n-1].start < s.start {
		p.comments = append(p.comments, s)
	}
}

// blankAt reports white space, a line break or the end of the source at off.
func (p *locator) blankAt(off int) bool {
	return off >= len(p.src) || bytes.IndexByte([]byte(" \t\r\n"), p.src[off]) >= 0
}

func (p *locator) atMarker(marker string) bool {
	return bytes.HasPrefix(p.src[p.pos:], []byte(marker)) && p.blankAt(p.pos+3) && p.pos == p.bol(p.pos)
}

// documentStart moves to the "---" of the next document or to its first byte.
func (p *locator) documentStart() {
	for {
		p.skip()
		switch {
		case p.atMarker("..."):
			p.pos += 3
		case p.peek() == '%' && p.pos == p.bol(p.pos):
			p.pos = p.eol(p.pos)
		default:
			return
		}
	}
}

// node locates y and moves behind it. indent is the column of the enclosing
// block collection, -1 outside of any.
func (p *locator) node(y *yaml.Node, indent int, flow bool) *node {
	if p.depth++; p.depth > maxDepth {
		p.lost("it is nested too deeply")
	}
	defer func() { p.depth-- }()
	n := &node{anchor: y.Anchor, tagged: y.Style&yaml.TaggedStyle != 0, value: y.Value, tag: y.ShortTag()}
	p.nodes[y] = n
	if y.Kind == yaml.ScalarNode && y.Value == "" && y.Style&^yaml.TaggedStyle == 0 {
		p.emptyScalar(n, flow)
		return n
	}
	p.skip()
	n.start, n.props = p.pos, p.pos
	p.checkPlace(y)
	p.properties(n, y.Kind == yaml.ScalarNode, flow)
	p.skip()
	n.content = p.pos
	switch y.Kind {
	case yaml.AliasNode:
		n.kind = aliasKind
		p.aliases = append(p.aliases, y)
		p.expect('*')
		p.literally(y.Value)
	case yaml.MappingNode:
		n.kind = mapKind
		p.mapping(n, y, flow)
	case yaml.SequenceNode:
		n.kind = listKind
		p.sequence(n, y)
	default:
		p.scalar(n, y, indent)
	}
	n.end = p.pos
	return n
}

// emptyScalar locates a value of which at most anchor and tag are written.
func (p *locator) emptyScalar(n *node, flow bool) {
	n.style = emptyStyle
	if n.anchor != "" || n.tagged {
		p.skip()
	}
	n.start, n.props = p.pos, p.pos
	p.properties(n, false, flow)
	n.content, n.end = p.pos, p.pos
}

// properties moves over anchor and tag. A scalar can begin with "!" only for a
// tag, even one that resolves to nothing.
func (p *locator) properties(n *node, scalar, flow bool) {
	anchor, tag := n.anchor != "", n.tagged
	for anchor || tag || scalar {
		save := p.pos
		p.skip()
		switch {
		case anchor && p.peek() == '&':
			anchor = false
			p.pos++
			p.literally(n.anchor)
		case p.peek() == '!' && (tag || scalar):
			n.tagged, tag, scalar = true, false, false
			p.tag(flow)
		default:
			p.pos = save
			if anchor || tag {
				p.lost("an anchor or a tag is not where it should be")
			}
			return
		}
		n.props = p.pos
	}
}

func (p *locator) tag(flow bool) {
	stop := " \t\r\n"
	if bytes.HasPrefix(p.src[p.pos:], []byte("!<")) {
		stop = ">"
	} else if flow {
		stop += ",[]{}"
	}
	n := bytes.IndexAny(p.src[p.pos:], stop)
	if n < 0 {
		n = len(p.src) - p.pos
	}
	p.pos += n
	if stop == ">" {
		p.expect('>')
	}
}

func (p *locator) literally(s string) {
	if !bytes.HasPrefix(p.src[p.pos:], []byte(s)) {
		p.lost(fmt.Sprintf("expected %q", s))
	}
	p.pos += len(s)
}

// checkPlace compares the position with the library's own.
func (p *locator) checkPlace(y *yaml.Node) {
	for p.mark < p.pos {
		if p.src[p.mark] == '\n' {
			p.line, p.column, p.mark = p.line+1, 1, p.mark+1
			continue
		}
		_, size := utf8.DecodeRune(p.src[p.mark:])
		p.mark += size
		p.column++
	}
	if p.line != y.Line || p.column != y.Column {
		p.lost(fmt.Sprintf("the parser saw a value at line %d, column %d", y.Line, y.Column))
	}
}

func (p *locator) scalar(n *node, y *yaml.Node, indent int) {
	switch {
	case y.Style&yaml.DoubleQuotedStyle != 0:
		n.style = doubleStyle
		p.quoted('"')
	case y.Style&yaml.SingleQuotedStyle != 0:
		n.style = singleStyle
		p.quoted('\'')
	case y.Style&(yaml.LiteralStyle|yaml.FoldedStyle) != 0:
		n.style = literalStyle
		if y.Style&yaml.FoldedStyle != 0 {
			n.style = foldedStyle
		}
		p.blockScalar(n, indent)
	default:
		p.plain(y.Value)
	}
}

func (p *locator) quoted(quote byte) {
	p.expect(quote)
	for p.pos < len(p.src) {
		c := p.src[p.pos]
		p.pos++
		switch {
		case c == '\\' && quote == '"':
			p.pos++
		case c == quote && quote == '\'' && p.peek() == '\'':
			p.pos++
		case c == quote:
			return
		}
	}
	p.lost("a quote is not closed")
}

// plain moves over a plain scalar, which has no escapes: only its white space
// can differ from its value, where it is folded over lines.
func (p *locator) plain(value string) {
	for i := 0; i < len(value); {
		if !isSpace(value[i]) {
			if p.peek() != value[i] {
				p.lost("a plain value differs from its text")
			}
			i++
			p.pos++
			continue
		}
		if !isSpace(p.peek()) {
			p.lost("a plain value differs from its text")
		}
		for i < len(value) && isSpace(value[i]) {
			i++
		}
		for isSpace(p.peek()) {
			p.pos++
		}
	}
}

func isSpace(c byte) bool { return c == ' ' || c == '\t' || c == '\n' || c == '\r' }

// blockScalar moves behind the last line of a literal or folded scalar. The
// blank lines behind it belong to it only when it keeps them ("+").
func (p *locator) blockScalar(n *node, indent int) {
	p.pos++
	keep, explicit := false, 0
	for ; !p.blankAt(p.pos); p.pos++ {
		switch c := p.src[p.pos]; {
		case c == '+':
			keep = true
		case c >= '1' && c <= '9':
			explicit = int(c - '0')
		}
	}
	n.header = p.pos
	headerEnd := p.eol(p.pos)
	for p.pos < headerEnd && isSpace(p.src[p.pos]) {
		p.pos++
	}
	if p.peek() == '#' {
		p.comment(span{p.pos, headerEnd})
	}
	p.pos = p.blockBody(headerEnd, max(indent, 0)+explicit, explicit > 0, indent, keep)
}

// blockBody returns the end of the body that follows the line ending at end.
func (p *locator) blockBody(end, column int, known bool, indent int, keep bool) int {
	for line := p.of(end) + 1; line < len(p.starts); line++ {
		start, stop := p.starts[line], p.end(line)
		width := 0
		for start+width < stop && p.src[start+width] == ' ' {
			width++
		}
		if start+width == stop {
			// The last line of a file that ends in a line break is no line.
			if keep && (line+1 < len(p.starts) || start < stop) {
				end = stop
			} else if known && width > column {
				end = stop
			}
			continue
		}
		if !known {
			known, column = true, max(width, indent+1, 1)
		}
		if width < column {
			break
		}
		end = stop
	}
	return end
}

func (p *locator) mapping(n *node, y *yaml.Node, flow bool) {
	switch {
	case y.Style&yaml.FlowStyle == 0:
		n.style = blockStyle
		n.indent = p.columnOf(p.pos)
		for i := 0; i+1 < len(y.Content); i += 2 {
			p.skip()
			n.entries = append(n.entries, p.pair(y.Content[i], y.Content[i+1], n.indent, false))
		}
	case p.peek() != '{':
		n.style = pairStyle
		if !flow || len(y.Content) != 2 {
			p.lost("expected a map in braces")
		}
		n.entries = append(n.entries, p.pair(y.Content[0], y.Content[1], -1, true))
	default:
		n.style = flowStyle
		p.pos++
		for i := 0; i+1 < len(y.Content); i += 2 {
			p.skip()
			e := p.pair(y.Content[i], y.Content[i+1], -1, true)
			n.entries = append(n.entries, e)
			p.comma(e)
		}
		p.skip()
		p.expect('}')
	}
}

// columnOf is the number of characters before off on its line, as the
// indentation of a block collection counts them.
func (p *locator) columnOf(off int) int {
	return utf8.RuneCount(p.src[p.bol(off):off])
}

func (p *locator) pair(key, value *yaml.Node, indent int, flow bool) *entry {
	e := &entry{start: p.pos, comma: -1}
	if p.peek() == '?' && p.blankAt(p.pos+1) {
		e.complex = true
		p.pos++
	}
	e.key = p.node(key, indent, flow)
	e.merge = e.key.kind == scalarKind && e.key.tag == "!!merge"
	save := p.pos
	p.skip()
	if p.peek() == ':' {
		e.colon = true
		p.pos++
	} else {
		p.pos = save
	}
	e.after = p.pos
	e.val = p.node(value, indent, flow)
	if !e.colon && e.val.style != emptyStyle {
		p.lost("expected a colon")
	}
	return e
}

func (p *locator) comma(e *entry) {
	save := p.pos
	p.skip()
	if p.peek() == ',' {
		e.comma = p.pos
		p.pos++
	} else {
		p.pos = save
	}
}

func (p *locator) sequence(n *node, y *yaml.Node) {
	if y.Style&yaml.FlowStyle == 0 {
		n.style = blockStyle
		n.indent = p.columnOf(p.pos)
		for _, child := range y.Content {
			p.skip()
			e := &entry{start: p.pos, comma: -1}
			p.expect('-')
			e.after = p.pos
			e.val = p.node(child, n.indent, false)
			n.entries = append(n.entries, e)
		}
		return
	}
	n.style = flowStyle
	p.expect('[')
	for _, child := range y.Content {
		p.skip()
		e := &entry{start: p.pos, after: p.pos, comma: -1}
		e.val = p.node(child, -1, true)
		e.start = e.val.start
		e.after = e.val.start
		n.entries = append(n.entries, e)
		p.comma(e)
	}
	p.skip()
	p.expect(']')
}

func (p *locator) bindAliases() {
	for _, y := range p.aliases {
		alias, target := p.nodes[y], p.nodes[y.Alias]
		if target == nil {
			p.lost("an alias without its anchor")
		}
		alias.target = target
		target.uses = append(target.uses, alias)
	}
}
