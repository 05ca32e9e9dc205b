package analyzer

import (
	"cmp"
	"reflect"
	"slices"
	"strings"

	"github.com/itchyny/gojq"
)

// UseKind is the kind of a Use.
type UseKind uint8

// The kinds of uses.
const (
	UseFunction UseKind = iota // a call, Name and Arity
	UseOperator                // a binary operator
	UseVariable                // $name
	UseFormat                  // @base64
	UseDescend                 // ..
	UseKeyword                 // reduce, foreach, label, try, def, if
)

// Use is one construct that stands anywhere in an expression: in bodies of functions, arguments, interpolations, keys and
// values of objects, patterns, bounds of slices.
type Use struct {
	Kind    UseKind
	Name    string
	Arity   int
	Span    Span // of the name or the operator
	Builtin bool // a function of gojq, not one that the expression defines
}

// Uses lists the constructs of an expression in source order; nil for one that does not parse.
// The list is made once and must not be changed.
func (e *Expr) Uses() []Use {
	t := e.parsed()
	if t == nil {
		return nil
	}
	e.lazy.usesOnce.Do(func() { e.lazy.uses = usesOf(t) })
	return e.lazy.uses
}

func usesOf(t *tree) []Use {
	w := &walker{tree: t, defined: map[string]bool{}}
	w.walk(reflect.ValueOf(t.query))
	slices.SortStableFunc(w.uses, func(a, b Use) int { return cmp.Compare(a.Span.Start, b.Span.Start) })
	for i, u := range w.uses {
		if u.Kind == UseFunction {
			w.uses[i].Builtin = !w.defined[u.Name]
		}
	}
	return w.uses
}

type walker struct {
	tree    *tree
	uses    []Use
	defined map[string]bool
}

func (w *walker) use(kind UseKind, name string, arity int, span Span) {
	w.uses = append(w.uses, Use{Kind: kind, Name: name, Arity: arity, Span: span})
}

// walk visits every node that a value holds, in whatever field: a construct cannot hide in one that a list forgot.
func (w *walker) walk(v reflect.Value) {
	switch v.Kind() {
	case reflect.Pointer:
		if !v.IsNil() {
			w.node(v.Interface())
			w.walk(v.Elem())
		}
	case reflect.Slice:
		for i := range v.Len() {
			w.walk(v.Index(i))
		}
	case reflect.Struct:
		for i := range v.NumField() {
			w.walk(v.Field(i))
		}
	}
}

func (w *walker) node(n any) {
	switch n := n.(type) {
	case *gojq.Query:
		if n.Op != 0 && n.Term == nil {
			w.use(UseOperator, n.Op.String(), 2, w.tree.ops[n])
		}
	case *gojq.FuncDef:
		w.defined[n.Name] = true
		for _, a := range n.Args {
			w.defined[strings.TrimPrefix(a, "$")] = true
		}
		w.use(UseKeyword, "def", len(n.Args), w.tree.spans[n])
	case *gojq.Term:
		w.term(n)
	}
}

func (w *walker) term(t *gojq.Term) {
	span := w.tree.spans[t]
	word := func(name string) Span { return Span{span.Start, span.Start + len(name)} }
	switch t.Type {
	case gojq.TermTypeFunc:
		if strings.HasPrefix(t.Func.Name, "$") {
			w.use(UseVariable, t.Func.Name, 0, word(t.Func.Name))
		} else {
			w.use(UseFunction, t.Func.Name, len(t.Func.Args), w.tree.spans[t.Func])
		}
	case gojq.TermTypeFormat:
		w.use(UseFormat, t.Format, 0, word(t.Format))
	case gojq.TermTypeRecurse:
		w.use(UseDescend, "..", 0, word(".."))
	case gojq.TermTypeReduce:
		w.use(UseKeyword, "reduce", 0, word("reduce"))
	case gojq.TermTypeForeach:
		w.use(UseKeyword, "foreach", 0, word("foreach"))
	case gojq.TermTypeLabel:
		w.use(UseKeyword, "label", 0, word("label"))
	case gojq.TermTypeTry:
		w.use(UseKeyword, "try", 0, word("try"))
	case gojq.TermTypeIf:
		w.use(UseKeyword, "if", 0, word("if"))
	}
}
