package analyzer

// Locate is where a step of an address that the expression reads or writes is written: the token of its key. An address
// can be spread over the expression (`.a as $x | $x.b`) or made by functions; where the same key is written more than
// once, the token counts whose keys before it are those of the path. ok is false where no token is the step's.
func (e *Expr) Locate(path Path, step int) (span Span, ok bool) {
	if step < 0 || step >= len(path) {
		return Span{}, false
	}
	var written []writtenStep
	for _, t := range Tokens(e.Source) {
		switch {
		case t.Kind == TokenField:
			written = append(written, writtenStep{Step{Kind: Key, Name: t.Text[1:]}, Span{t.Span.Start + 1, t.Span.End}})
		case t.Kind == TokenString:
			written = append(written, writtenStep{Step{Kind: Key, Name: t.Text}, t.Span})
		case t.Kind == TokenOperator && t.Text == "]":
			written = append(written, writtenStep{Step{Kind: Each}, t.Span})
		}
	}
	best := -1
	for i, w := range written {
		if w.step != path[step] {
			continue
		}
		if n := agreeing(written[:i], path[:step]); n > best {
			best, span = n, w.span
		}
	}
	return span, best >= 0
}

type writtenStep struct {
	step Step
	span Span
}

// agreeing is the number of keys that two lists have in common from their ends, brackets apart.
func agreeing(written []writtenStep, path Path) int {
	n, i := 0, len(written)-1
	for j := len(path) - 1; j >= 0; j-- {
		if path[j].Kind != Key {
			continue
		}
		for i >= 0 && written[i].step.Kind != Key {
			i--
		}
		if i < 0 || written[i].step != path[j] {
			return n
		}
		n, i = n+1, i-1
	}
	if i < 0 {
		n++ // the path starts where the expression does
	}
	return n
}
