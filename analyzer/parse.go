package analyzer

import "github.com/itchyny/gojq"

// maxNesting bounds the depth of an expression, so that no walk of its tree overflows the stack.
const maxNesting = 1000

// tree is a parsed expression with the place of every node: *gojq.Query, *gojq.Term, *gojq.Suffix, *gojq.FuncDef,
// *gojq.ObjectKeyVal and *gojq.Pattern. The nodes are gojq's own types, made by a parser that keeps positions.
type tree struct {
	query *gojq.Query
	spans map[any]Span
	ops   map[*gojq.Query]Span // the operator of a binary query
}

// parser reads gojq's grammar by precedence climbing.
type parser struct {
	lexer
	tok   Token
	prev  Token // the last token taken
	depth int
	tree  *tree
}

// failure ends a parse; it is always recovered in parse.
type failure struct {
	at   Token
	deep bool
}

// parse builds the tree of a source. On failure the token that does not fit is returned.
func parse(src string) (t *tree, bad *failure) {
	p := &parser{lexer: lexer{src: src}, tree: &tree{spans: make(map[any]Span, 8+len(src)/4), ops: make(map[*gojq.Query]Span, 8)}}
	defer func() {
		if r := recover(); r != nil {
			f, ok := r.(failure)
			if !ok {
				panic(r)
			}
			t, bad = nil, &f
		}
	}()
	p.advance()
	if p.tok.Kind == TokenKeyword && (p.tok.Text == "module" || p.tok.Text == "import" || p.tok.Text == "include") {
		p.fail()
	}
	p.tree.query = p.query()
	if p.tok.Kind != TokenEOF {
		p.fail()
	}
	return p.tree, nil
}

func (p *parser) fail() { panic(failure{at: p.tok}) }

func (p *parser) advance() {
	p.prev = p.tok
	t, ok := p.next()
	p.tok = t
	if !ok {
		p.fail()
	}
}

func (p *parser) is(text string) bool {
	return p.tok.Text == text && (p.tok.Kind == TokenOperator || p.tok.Kind == TokenKeyword)
}

func (p *parser) accept(text string) bool {
	if p.is(text) {
		p.advance()
		return true
	}
	return false
}

func (p *parser) expect(text string) {
	if !p.accept(text) {
		p.fail()
	}
}

func (p *parser) enter() func() {
	if p.depth++; p.depth > maxNesting {
		panic(failure{at: p.tok, deep: true})
	}
	return func() { p.depth-- }
}

func (p *parser) mark(node any, start int) { p.tree.spans[node] = Span{start, p.prev.Span.End} }

// query reads the lowest precedence: definitions, pipes, bindings, labels and commas.
func (p *parser) query() *gojq.Query {
	defer p.enter()()
	start := p.tok.Span.Start
	if p.is("def") {
		def := p.def()
		if p.tok.Kind == TokenEOF && p.depth == 1 {
			p.fail() // a definition without a query has nothing to yield
		}
		q := p.query()
		q.FuncDefs = append([]*gojq.FuncDef{def}, q.FuncDefs...)
		p.mark(q, start)
		return q
	}
	q := p.comma()
	if p.is("|") {
		op := p.tok.Span
		p.advance()
		q = &gojq.Query{Left: q, Op: gojq.OpPipe, Right: p.query()}
		p.tree.ops[q] = op
		p.mark(q, start)
	}
	return q
}

func (p *parser) comma() *gojq.Query {
	start := p.tok.Span.Start
	q := p.commaOperand()
	for p.is(",") {
		op := p.tok.Span
		p.advance()
		q = &gojq.Query{Left: q, Op: gojq.OpComma, Right: p.commaOperand()}
		p.tree.ops[q] = op
		p.mark(q, start)
	}
	return q
}

// commaOperand is an expression, or a label, whose body takes the rest.
func (p *parser) commaOperand() *gojq.Query {
	if p.is("def") {
		return p.query()
	}
	start := p.tok.Span.Start
	if !p.is("label") {
		return p.binding(p.expr(0), start)
	}
	p.advance()
	name := p.variable()
	p.expect("|")
	t := &gojq.Term{Type: gojq.TermTypeLabel, Label: &gojq.Label{Ident: name, Body: p.query()}}
	p.mark(t, start)
	q := &gojq.Query{Term: t}
	p.mark(q, start)
	return q
}

// binding reads `as patterns | query` behind an expression, where it stands; its body takes the rest.
func (p *parser) binding(q *gojq.Query, start int) *gojq.Query {
	if !p.accept("as") {
		return q
	}
	patterns := p.patterns()
	op := p.tok.Span
	p.expect("|")
	q = &gojq.Query{Left: q, Op: gojq.OpPipe, Patterns: patterns, Right: p.query()}
	p.tree.ops[q] = op
	p.mark(q, start)
	return q
}

func (p *parser) variable() string {
	if p.tok.Kind != TokenVariable {
		p.fail()
	}
	name := p.tok.Text
	p.advance()
	return name
}

// precedence holds the binary operators: higher binds tighter; 'r' and 'n' for those that do not associate to the left.
var precedence = map[string]struct {
	level int
	assoc byte
	op    gojq.Operator
}{
	"//": {1, 'r', gojq.OpAlt},
	"=":  {2, 'n', gojq.OpAssign}, "|=": {2, 'n', gojq.OpModify}, "+=": {2, 'n', gojq.OpUpdateAdd}, "-=": {2, 'n', gojq.OpUpdateSub},
	"*=": {2, 'n', gojq.OpUpdateMul}, "/=": {2, 'n', gojq.OpUpdateDiv}, "%=": {2, 'n', gojq.OpUpdateMod}, "//=": {2, 'n', gojq.OpUpdateAlt},
	"or": {3, 'l', gojq.OpOr}, "and": {4, 'l', gojq.OpAnd},
	"==": {5, 'n', gojq.OpEq}, "!=": {5, 'n', gojq.OpNe}, "<": {5, 'n', gojq.OpLt}, "<=": {5, 'n', gojq.OpLe}, ">": {5, 'n', gojq.OpGt}, ">=": {5, 'n', gojq.OpGe},
	"+": {6, 'l', gojq.OpAdd}, "-": {6, 'l', gojq.OpSub}, "*": {7, 'l', gojq.OpMul}, "/": {7, 'l', gojq.OpDiv}, "%": {7, 'l', gojq.OpMod},
}

func (p *parser) expr(lowest int) *gojq.Query {
	defer p.enter()()
	start := p.tok.Span.Start
	t := p.term()
	q := &gojq.Query{Term: t}
	p.mark(q, start)
	for {
		o, ok := precedence[p.tok.Text]
		if !ok || p.tok.Kind != TokenOperator && p.tok.Kind != TokenKeyword || o.level < lowest {
			return q
		}
		op := p.tok.Span
		p.advance()
		next := o.level + 1
		if o.assoc == 'r' {
			next = o.level
		}
		q = &gojq.Query{Left: q, Op: o.op, Right: p.expr(next)}
		p.tree.ops[q] = op
		p.mark(q, start)
		if n, ok := precedence[p.tok.Text]; ok && o.assoc == 'n' && n.level == o.level && p.tok.Kind == TokenOperator {
			p.fail()
		}
	}
}

func (p *parser) def() *gojq.FuncDef {
	start := p.tok.Span.Start
	p.expect("def")
	if p.tok.Kind != TokenIdent {
		p.fail()
	}
	d := &gojq.FuncDef{Name: p.tok.Text}
	p.advance()
	if p.accept("(") {
		for {
			if p.tok.Kind != TokenIdent && p.tok.Kind != TokenVariable {
				p.fail()
			}
			d.Args = append(d.Args, p.tok.Text)
			p.advance()
			if !p.accept(";") {
				break
			}
		}
		p.expect(")")
	}
	p.expect(":")
	d.Body = p.query()
	p.expect(";")
	p.mark(d, start)
	return d
}

func (p *parser) patterns() []*gojq.Pattern {
	list := []*gojq.Pattern{p.pattern()}
	for p.is("?") {
		p.advance()
		p.expect("//")
		list = append(list, p.pattern())
	}
	return list
}

func (p *parser) pattern() *gojq.Pattern {
	defer p.enter()()
	start := p.tok.Span.Start
	pat := &gojq.Pattern{}
	switch {
	case p.tok.Kind == TokenVariable:
		pat.Name = p.variable()
	case p.accept("["):
		for {
			pat.Array = append(pat.Array, p.pattern())
			if !p.accept(",") {
				break
			}
		}
		p.expect("]")
	case p.accept("{"):
		for {
			pat.Object = append(pat.Object, p.patternObject())
			if !p.accept(",") {
				break
			}
		}
		p.expect("}")
	default:
		p.fail()
	}
	p.mark(pat, start)
	return pat
}

func (p *parser) patternObject() *gojq.PatternObject {
	o := &gojq.PatternObject{}
	switch p.tok.Kind {
	case TokenVariable:
		o.Key = p.variable()
		if !p.is(":") {
			return o
		}
	case TokenIdent, TokenKeyword:
		o.Key = p.tok.Text
		p.advance()
	case TokenString, TokenStringStart:
		o.KeyString = p.string()
	default:
		p.expect("(")
		o.KeyQuery = p.query()
		p.expect(")")
	}
	p.expect(":")
	o.Val = p.pattern()
	return o
}

func (p *parser) term() *gojq.Term {
	defer p.enter()()
	start := p.tok.Span.Start
	t := p.primary()
	p.mark(t, start)
	for {
		s := p.suffix()
		if s == nil {
			p.mark(t, start)
			return t
		}
		t.SuffixList = append(t.SuffixList, s)
	}
}

// suffix reads one suffix; nil where none follows.
func (p *parser) suffix() *gojq.Suffix {
	start := p.tok.Span.Start
	var s *gojq.Suffix
	switch {
	case p.tok.Kind == TokenField:
		s = &gojq.Suffix{Index: &gojq.Index{Name: p.tok.Text[1:]}}
		p.advance()
	case p.is("["):
		s = p.brackets()
	case p.is("?"):
		p.advance()
		s = &gojq.Suffix{Optional: true}
	case p.is("."):
		p.advance()
		if p.tok.Kind == TokenString || p.tok.Kind == TokenStringStart {
			s = &gojq.Suffix{Index: &gojq.Index{Str: p.string()}}
		} else if p.is("[") {
			s = p.brackets()
		} else {
			p.fail()
		}
	default:
		return nil
	}
	p.mark(s, start)
	return s
}

func (p *parser) brackets() *gojq.Suffix {
	p.expect("[")
	if p.accept("]") {
		return &gojq.Suffix{Iter: true}
	}
	ix := &gojq.Index{}
	if p.accept(":") {
		ix.IsSlice = true
		ix.End = p.query()
	} else {
		ix.Start = p.query()
		if p.accept(":") {
			ix.IsSlice = true
			if !p.is("]") {
				ix.End = p.query()
			}
		}
	}
	p.expect("]")
	return &gojq.Suffix{Index: ix}
}

func (p *parser) primary() *gojq.Term {
	switch p.tok.Kind {
	case TokenField:
		t := &gojq.Term{Type: gojq.TermTypeIndex, Index: &gojq.Index{Name: p.tok.Text[1:]}}
		p.advance()
		return t
	case TokenNumber:
		t := &gojq.Term{Type: gojq.TermTypeNumber, Number: p.tok.Text}
		p.advance()
		return t
	case TokenString, TokenStringStart:
		return &gojq.Term{Type: gojq.TermTypeString, Str: p.string()}
	case TokenFormat:
		t := &gojq.Term{Type: gojq.TermTypeFormat, Format: p.tok.Text}
		p.advance()
		if p.tok.Kind == TokenString || p.tok.Kind == TokenStringStart {
			t.Str = p.string()
		}
		return t
	case TokenVariable:
		return &gojq.Term{Type: gojq.TermTypeFunc, Func: &gojq.Func{Name: p.variable()}}
	case TokenIdent:
		return p.call()
	case TokenKeyword:
		return p.keyword()
	}
	return p.symbol()
}

func (p *parser) call() *gojq.Term {
	start := p.tok.Span
	f := &gojq.Func{Name: p.tok.Text}
	p.advance()
	if p.accept("(") {
		for {
			f.Args = append(f.Args, p.query())
			if !p.accept(";") {
				break
			}
		}
		p.expect(")")
	}
	p.tree.spans[f] = start // the name alone
	return &gojq.Term{Type: gojq.TermTypeFunc, Func: f}
}

func (p *parser) symbol() *gojq.Term {
	switch {
	case p.accept(".."):
		return &gojq.Term{Type: gojq.TermTypeRecurse}
	case p.accept("."):
		return p.dot()
	case p.accept("("):
		q := p.query()
		p.expect(")")
		return &gojq.Term{Type: gojq.TermTypeQuery, Query: q}
	case p.accept("["):
		if p.accept("]") {
			return &gojq.Term{Type: gojq.TermTypeArray, Array: &gojq.Array{}}
		}
		q := p.query()
		p.expect("]")
		return &gojq.Term{Type: gojq.TermTypeArray, Array: &gojq.Array{Query: q}}
	case p.is("{"):
		return p.object()
	case p.accept("-"):
		return &gojq.Term{Type: gojq.TermTypeUnary, Unary: &gojq.Unary{Op: gojq.OpSub, Term: p.term()}}
	case p.accept("+"):
		return &gojq.Term{Type: gojq.TermTypeUnary, Unary: &gojq.Unary{Op: gojq.OpAdd, Term: p.term()}}
	}
	p.fail()
	return nil
}

// dot reads what follows a dot that stands first: a string key, brackets, or nothing.
func (p *parser) dot() *gojq.Term {
	if p.tok.Kind == TokenString || p.tok.Kind == TokenStringStart {
		return &gojq.Term{Type: gojq.TermTypeIndex, Index: &gojq.Index{Str: p.string()}}
	}
	if !p.is("[") {
		return &gojq.Term{Type: gojq.TermTypeIdentity}
	}
	start := p.tok.Span.Start
	s := p.brackets()
	p.mark(s, start)
	if s.Iter {
		return &gojq.Term{Type: gojq.TermTypeIdentity, SuffixList: []*gojq.Suffix{s}}
	}
	return &gojq.Term{Type: gojq.TermTypeIndex, Index: s.Index}
}

func (p *parser) string() *gojq.String {
	if p.tok.Kind == TokenString {
		s := &gojq.String{Str: p.tok.Text}
		p.advance()
		return s
	}
	s := &gojq.String{Queries: []*gojq.Query{}}
	p.advance()
	for p.tok.Kind != TokenStringEnd {
		start := p.tok.Span.Start
		if p.tok.Kind == TokenString {
			q := &gojq.Query{Term: &gojq.Term{Type: gojq.TermTypeString, Str: &gojq.String{Str: p.tok.Text}}}
			p.advance()
			s.Queries = append(s.Queries, q)
			continue
		}
		if p.tok.Kind != TokenStringQuery {
			p.fail()
		}
		p.advance()
		q := &gojq.Query{Term: &gojq.Term{Type: gojq.TermTypeQuery, Query: p.query()}}
		if !p.is(")") {
			p.fail()
		}
		p.inString = true
		p.advance()
		p.tree.spans[q] = Span{start, p.prev.Span.End}
		s.Queries = append(s.Queries, q)
	}
	p.advance()
	return s
}

func (p *parser) object() *gojq.Term {
	p.expect("{")
	o := &gojq.Object{}
	for !p.is("}") {
		o.KeyVals = append(o.KeyVals, p.keyVal())
		if !p.accept(",") {
			break
		}
	}
	p.expect("}")
	return &gojq.Term{Type: gojq.TermTypeObject, Object: o}
}

func (p *parser) keyVal() *gojq.ObjectKeyVal {
	start := p.tok.Span.Start
	kv := &gojq.ObjectKeyVal{}
	switch p.tok.Kind {
	case TokenVariable, TokenIdent, TokenKeyword:
		kv.Key = p.tok.Text
		p.advance()
	case TokenString, TokenStringStart:
		kv.KeyString = p.string()
	default:
		p.expect("(")
		kv.KeyQuery = p.query()
		p.expect(")")
		if !p.is(":") {
			p.fail()
		}
	}
	if p.accept(":") {
		kv.Val = p.objectVal()
	}
	p.mark(kv, start)
	return kv
}

func (p *parser) objectVal() *gojq.Query {
	defer p.enter()()
	start := p.tok.Span.Start
	q := p.expr(0)
	if p.is("|") {
		op := p.tok.Span
		p.advance()
		q = &gojq.Query{Left: q, Op: gojq.OpPipe, Right: p.objectVal()}
		p.tree.ops[q] = op
		p.mark(q, start)
	}
	return q
}

func (p *parser) keyword() *gojq.Term {
	switch word := p.tok.Text; word {
	case "null", "true", "false":
		p.advance()
		return &gojq.Term{Type: map[string]gojq.TermType{"null": gojq.TermTypeNull, "true": gojq.TermTypeTrue, "false": gojq.TermTypeFalse}[word]}
	case "if":
		return p.conditional()
	case "try":
		p.advance()
		t := &gojq.Try{Body: p.tryOperand()}
		if p.accept("catch") {
			t.Catch = p.tryOperand()
		}
		return &gojq.Term{Type: gojq.TermTypeTry, Try: t}
	case "reduce", "foreach":
		return p.fold(word)
	case "break":
		p.advance()
		return &gojq.Term{Type: gojq.TermTypeBreak, Break: p.variable()}
	}
	p.fail()
	return nil
}

// tryOperand is one term: what follows a try binds tighter than any operator.
func (p *parser) tryOperand() *gojq.Query {
	start := p.tok.Span.Start
	q := &gojq.Query{Term: p.term()}
	p.mark(q, start)
	return q
}

func (p *parser) conditional() *gojq.Term {
	p.expect("if")
	c := &gojq.If{Cond: p.query()}
	p.expect("then")
	c.Then = p.query()
	for p.accept("elif") {
		e := &gojq.IfElif{Cond: p.query()}
		p.expect("then")
		e.Then = p.query()
		c.Elif = append(c.Elif, e)
	}
	if p.accept("else") {
		c.Else = p.query()
	}
	p.expect("end")
	return &gojq.Term{Type: gojq.TermTypeIf, If: c}
}

func (p *parser) fold(word string) *gojq.Term {
	p.advance()
	source := p.expr(0)
	p.expect("as")
	patterns := p.patterns()
	p.expect("(")
	first := p.query()
	p.expect(";")
	update := p.query()
	if word == "reduce" {
		p.expect(")")
		return &gojq.Term{Type: gojq.TermTypeReduce, Reduce: &gojq.Reduce{Query: source, Patterns: patterns, Start: first, Update: update}}
	}
	var extract *gojq.Query
	if p.accept(";") {
		extract = p.query()
	}
	p.expect(")")
	return &gojq.Term{Type: gojq.TermTypeForeach, Foreach: &gojq.Foreach{Query: source, Patterns: patterns, Start: first, Update: update, Extract: extract}}
}
