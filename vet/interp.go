package vet

import (
	"go/ast"
	"go/constant"
	"go/token"
	"go/types"
	"slices"
	"strconv"

	"golang.org/x/tools/go/analysis"
)

// Limits of a run: code that goes beyond them is left out.
const (
	maxCalls = 16     // helper functions inside helper functions
	maxSteps = 200000 // expressions evaluated in one package
)

// interp runs the straight parts of a package's code on values.
type interp struct {
	pass      *analysis.Pass
	api       *api
	functions map[*types.Func]*ast.FuncDecl
	constants map[types.Object]ast.Expr // a constant's own expression
	globals   map[types.Object]ast.Expr // a package variable that is never assigned again
	roots     []root
	origins   map[*value]root   // of values that are definitions, and of their copies
	seen      map[ast.Node]bool // literals that a root or a helper's result took in
	steps     int
}

// root is a definition that the code makes.
type root struct {
	value         *value
	version, kind string
	called        bool // made by a function that the package's own code calls
}

// frame is one function at work.
type frame struct {
	*interp
	vars   map[types.Object]*value
	result *value
	depth  int
}

func newInterp(pass *analysis.Pass, a *api) *interp {
	in := &interp{pass: pass, api: a, functions: map[*types.Func]*ast.FuncDecl{}, constants: map[types.Object]ast.Expr{},
		globals: map[types.Object]ast.Expr{}, origins: map[*value]root{}, seen: map[ast.Node]bool{}}
	for _, file := range pass.Files {
		for _, decl := range file.Decls {
			switch d := decl.(type) {
			case *ast.FuncDecl:
				if f, ok := pass.TypesInfo.Defs[d.Name].(*types.Func); ok && d.Body != nil {
					in.functions[f] = d
				}
			case *ast.GenDecl:
				in.declare(d)
			}
		}
	}
	for _, file := range pass.Files {
		ast.Inspect(file, in.dropAssigned)
	}
	return in
}

// declare takes in the constants and variables of a declaration that have a value of their own each.
func (in *interp) declare(d *ast.GenDecl) {
	for _, spec := range d.Specs {
		s, ok := spec.(*ast.ValueSpec)
		if !ok || len(s.Names) != len(s.Values) {
			continue
		}
		for i, name := range s.Names {
			switch obj := in.pass.TypesInfo.Defs[name].(type) {
			case *types.Const:
				in.constants[obj] = s.Values[i]
			case *types.Var:
				in.globals[obj] = s.Values[i]
			}
		}
	}
}

// dropAssigned forgets the package variables that code assigns or takes the address of.
func (in *interp) dropAssigned(n ast.Node) bool {
	forget := func(e ast.Expr) {
		if id := rootIdent(e); id != nil {
			delete(in.globals, in.pass.TypesInfo.Uses[id])
		}
	}
	switch n := n.(type) {
	case *ast.AssignStmt:
		for _, e := range n.Lhs {
			forget(e)
		}
	case *ast.UnaryExpr:
		if n.Op == token.AND {
			if _, literal := n.X.(*ast.CompositeLit); !literal {
				forget(n.X)
			}
		}
	}
	return true
}

// rootIdent is the variable at the start of x.a.b[i].
func rootIdent(e ast.Expr) *ast.Ident {
	for {
		switch x := ast.Unparen(e).(type) {
		case *ast.Ident:
			return x
		case *ast.SelectorExpr:
			e = x.X
		case *ast.IndexExpr:
			e = x.X
		case *ast.StarExpr:
			e = x.X
		default:
			return nil
		}
	}
}

// run runs every function without arguments known, and every package variable, and leaves the definitions in roots.
func (in *interp) run() {
	for _, file := range in.pass.Files {
		for _, decl := range file.Decls {
			switch d := decl.(type) {
			case *ast.FuncDecl:
				if d.Body != nil && in.builds(d.Body) {
					f := &frame{interp: in, vars: map[types.Object]*value{}}
					f.block(d.Body)
				}
			case *ast.GenDecl:
				f := &frame{interp: in, vars: map[types.Object]*value{}}
				for _, spec := range d.Specs {
					if s, ok := spec.(*ast.ValueSpec); ok && d.Tok == token.VAR {
						for _, e := range s.Values {
							if in.builds(e) {
								f.eval(e)
							}
						}
					}
				}
			}
		}
	}
}

// definitions are the roots, without those of a function run on its own that a call has run with its arguments.
func (in *interp) definitions() []root {
	called := map[ast.Node]bool{}
	for _, r := range in.roots {
		if r.called {
			called[r.value.at] = true
		}
	}
	var list []root
	for _, r := range in.roots {
		if r.called || !called[r.value.at] {
			list = append(list, r)
		}
	}
	return list
}

// builds says whether a definition's literal stands in the code.
func (in *interp) builds(n ast.Node) bool {
	found := false
	ast.Inspect(n, func(n ast.Node) bool {
		if lit, ok := n.(*ast.CompositeLit); ok && !found {
			_, _, found = in.api.definition(in.typeOf(lit))
			found = found || in.elementIsDefinition(lit)
		}
		return !found
	})
	return found
}

// elementIsDefinition says whether a literal's elements are definitions whose types it leaves out.
func (in *interp) elementIsDefinition(lit *ast.CompositeLit) bool {
	var elem types.Type
	switch t := in.typeOf(lit).Underlying().(type) {
	case *types.Slice:
		elem = t.Elem()
	case *types.Array:
		elem = t.Elem()
	case *types.Map:
		elem = t.Elem()
	default:
		return false
	}
	_, _, ok := in.api.definition(deref(elem))
	return ok
}

func (in *interp) typeOf(e ast.Expr) types.Type {
	if t := in.pass.TypesInfo.TypeOf(e); t != nil {
		return t
	}
	return types.Typ[types.Invalid]
}

func deref(t types.Type) types.Type {
	if p, ok := t.Underlying().(*types.Pointer); ok {
		return p.Elem()
	}
	return t
}

// copied is a struct copied as an assignment does. The copy of a definition takes its place: what is changed afterwards
// is changed in the copy.
func (f *frame) copied(v *value) *value {
	c := v.clone()
	if r, ok := f.origins[v]; ok {
		r.value, r.called = c, r.called || f.depth > 0
		f.origins[c] = r
		f.roots = append(slices.DeleteFunc(f.roots, func(r root) bool { return r.value == v }), r)
	}
	return c
}

// block runs statements one after the other; what branches or loops leaves what it assigns unknown.
func (f *frame) block(b *ast.BlockStmt) {
	for _, s := range b.List {
		f.statement(s)
	}
}

func (f *frame) statement(s ast.Stmt) {
	switch s := s.(type) {
	case *ast.AssignStmt:
		f.assign(s)
	case *ast.DeclStmt:
		if d, ok := s.Decl.(*ast.GenDecl); ok && d.Tok == token.VAR {
			f.declareLocal(d)
		}
	case *ast.ReturnStmt:
		f.returned(s)
	case *ast.ExprStmt:
		f.eval(s.X)
	case *ast.BlockStmt:
		f.block(s)
	case *ast.DeferStmt, *ast.GoStmt, *ast.EmptyStmt, *ast.BranchStmt:
	default:
		f.branch(s)
	}
}

// branch runs the definitions inside a statement that may run any number of times, then forgets what it assigns.
func (f *frame) branch(s ast.Stmt) {
	ast.Inspect(s, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.FuncLit:
			return false
		case *ast.AssignStmt:
			for _, e := range n.Lhs {
				f.forget(e)
			}
		case *ast.RangeStmt:
			f.forget(n.Key)
			f.forget(n.Value)
		case *ast.IncDecStmt:
			f.forget(n.X)
		case *ast.ReturnStmt:
			f.result = newUnknown(n)
		case *ast.CompositeLit:
			if _, _, ok := f.api.definition(f.typeOf(n)); ok {
				f.eval(n)
				return false
			}
		}
		return true
	})
}

// forget makes a variable unknown, or open where only a part of it is assigned.
func (f *frame) forget(e ast.Expr) {
	if e == nil {
		return
	}
	id := rootIdent(e)
	if id == nil {
		return
	}
	obj := f.pass.TypesInfo.ObjectOf(id)
	if _, whole := ast.Unparen(e).(*ast.Ident); whole || f.vars[obj] == nil {
		f.vars[obj] = newUnknown(e)
	} else {
		f.vars[obj].open = true
	}
}

func (f *frame) declareLocal(d *ast.GenDecl) {
	for _, spec := range d.Specs {
		s, ok := spec.(*ast.ValueSpec)
		if !ok {
			continue
		}
		for i, name := range s.Names {
			obj := f.pass.TypesInfo.Defs[name]
			switch {
			case len(s.Values) == len(s.Names):
				f.vars[obj] = f.eval(s.Values[i])
			case len(s.Values) == 0 && obj != nil:
				f.vars[obj] = zero(obj.Type(), name)
			default:
				f.vars[obj] = newUnknown(name)
			}
		}
	}
}

// zero is the value of a variable that is declared and not set.
func zero(t types.Type, at ast.Node) *value {
	switch t.Underlying().(type) {
	case *types.Struct, *types.Map:
		return newObject(at)
	case *types.Slice:
		return &value{kind: list, at: at}
	}
	return newUnknown(at)
}

func (f *frame) assign(s *ast.AssignStmt) {
	if len(s.Lhs) != len(s.Rhs) || s.Tok != token.ASSIGN && s.Tok != token.DEFINE {
		for _, e := range s.Rhs {
			f.eval(e)
		}
		for _, e := range s.Lhs {
			f.forget(e)
		}
		return
	}
	results := make([]*value, len(s.Rhs))
	for i, e := range s.Rhs {
		results[i] = f.eval(e)
		if _, isStruct := f.typeOf(e).Underlying().(*types.Struct); isStruct {
			if _, fresh := ast.Unparen(e).(*ast.CompositeLit); !fresh {
				results[i] = f.copied(results[i])
			}
		}
	}
	for i, e := range s.Lhs {
		f.store(e, results[i])
	}
}

// store puts a value into a variable, a field or a map element.
func (f *frame) store(to ast.Expr, v *value) {
	switch to := ast.Unparen(to).(type) {
	case *ast.Ident:
		if obj := f.pass.TypesInfo.ObjectOf(to); obj != nil {
			f.vars[obj] = v
		}
	case *ast.SelectorExpr:
		parent := f.eval(to.X)
		names, ok := f.fieldPath(to)
		if parent.kind != object || !ok {
			f.forget(to)
			return
		}
		if len(names) == 0 {
			merge(parent, v)
			return
		}
		for _, name := range names[:len(names)-1] {
			if m := parent.members[name]; m == nil || m.kind != object {
				parent.set(name, newObject(to))
			}
			parent = parent.members[name]
		}
		parent.set(names[len(names)-1], v)
	case *ast.IndexExpr:
		parent, key := f.eval(to.X), f.eval(to.Index)
		if parent.kind == object && key.kind == scalar {
			parent.set(key.text, v)
			return
		}
		f.forget(to)
	default:
		f.forget(to)
	}
}

func merge(parent, v *value) {
	if v.kind != object {
		parent.open = true
		return
	}
	for _, name := range v.names {
		parent.set(name, v.members[name])
	}
}

// fieldPath is the names in a file that a selector leads through: one, none for an inlined struct, several for a field
// that is promoted from a struct with a name of its own. ok is false where it selects no field that is written.
func (f *frame) fieldPath(sel *ast.SelectorExpr) (names []string, ok bool) {
	selection := f.pass.TypesInfo.Selections[sel]
	if selection == nil || selection.Kind() != types.FieldVal {
		return nil, false
	}
	t := selection.Recv()
	for _, i := range selection.Index() {
		s, isStruct := deref(t).Underlying().(*types.Struct)
		if !isStruct {
			return nil, false
		}
		name, inline, _ := jsonName(s.Field(i), s.Tag(i))
		if name == "" && !inline {
			return nil, false
		}
		if !inline {
			names = append(names, name)
		}
		t = s.Field(i).Type()
	}
	return names, true
}

func (f *frame) returned(s *ast.ReturnStmt) {
	for i, e := range s.Results {
		v := f.eval(e)
		if i == 0 {
			if f.result != nil {
				v = newUnknown(e)
			}
			f.result = v
		}
	}
}

// eval is the value of an expression.
func (f *frame) eval(e ast.Expr) *value {
	if f.steps++; f.steps > maxSteps {
		return newUnknown(e)
	}
	if tv, ok := f.pass.TypesInfo.Types[e]; ok && tv.Value != nil {
		return f.constant(e, tv.Value)
	}
	switch e := e.(type) {
	case *ast.ParenExpr:
		return f.eval(e.X)
	case *ast.UnaryExpr:
		if e.Op == token.AND {
			return f.eval(e.X)
		}
	case *ast.StarExpr:
		return f.eval(e.X)
	case *ast.Ident:
		return f.variable(e)
	case *ast.SelectorExpr:
		return f.selected(e)
	case *ast.IndexExpr:
		if parent, key := f.eval(e.X), f.eval(e.Index); parent.kind == object && key.kind == scalar && parent.members[key.text] != nil {
			return parent.members[key.text]
		}
	case *ast.CompositeLit:
		return f.literal(e, f.typeOf(e))
	case *ast.CallExpr:
		return f.call(e)
	}
	return newUnknown(e)
}

// constant is a constant's value, with the literals that it is written in where they stand in this package.
func (f *frame) constant(e ast.Expr, c constant.Value) *value {
	v := &value{kind: scalar, at: e}
	switch c.Kind() {
	case constant.String:
		v.text, v.quoted = constant.StringVal(c), true
		pieces, ok := f.pieces(e, 0, nil)
		if ok && len(pieces) > 0 && pieces[len(pieces)-1].end == len(v.text) {
			v.pieces = pieces
		}
	case constant.Bool, constant.Int:
		v.text = c.ExactString()
	default:
		return newUnknown(e)
	}
	return v
}

// pieces collects the literals of a constant string expression that starts at offset of the whole.
func (f *frame) pieces(e ast.Expr, start int, out []piece) ([]piece, bool) {
	switch x := ast.Unparen(e).(type) {
	case *ast.BasicLit:
		text, err := strconv.Unquote(x.Value)
		return append(out, piece{start, start + len(text), x}), err == nil
	case *ast.BinaryExpr:
		out, ok := f.pieces(x.X, start, out)
		if !ok || len(out) == 0 {
			return out, false
		}
		return f.pieces(x.Y, out[len(out)-1].end, out)
	case *ast.Ident:
		if own, ok := f.constants[f.pass.TypesInfo.Uses[x]]; ok {
			return f.pieces(own, start, out)
		}
	case *ast.CallExpr: // a conversion
		if len(x.Args) == 1 && f.pass.TypesInfo.Types[x.Fun].IsType() {
			return f.pieces(x.Args[0], start, out)
		}
	}
	return out, false
}

func (f *frame) variable(id *ast.Ident) *value {
	obj := f.pass.TypesInfo.Uses[id]
	if v, ok := f.vars[obj]; ok {
		return v
	}
	if own, ok := f.globals[obj]; ok && f.depth < maxCalls {
		sub := &frame{interp: f.interp, vars: map[types.Object]*value{}, depth: f.depth + 1}
		return sub.eval(own)
	}
	if id.Name == "nil" && obj == types.Universe.Lookup("nil") {
		return nil0(id)
	}
	return newUnknown(id)
}

// nil0 is nil: an empty list, which is left out of a file like an absent member.
func nil0(at ast.Node) *value { return &value{kind: list, at: at} }

func (f *frame) selected(sel *ast.SelectorExpr) *value {
	parent := newUnknown(sel)
	if f.pass.TypesInfo.Selections[sel] != nil {
		parent = f.eval(sel.X)
	}
	names, ok := f.fieldPath(sel)
	if !ok {
		return newUnknown(sel)
	}
	for i, name := range names {
		if parent.kind != object {
			return newUnknown(sel)
		}
		m := parent.members[name]
		if m == nil {
			if m = absent(parent, sel, f.typeOf(sel), i == len(names)-1); m.kind == object {
				parent.set(name, m)
			}
		}
		parent = m
	}
	return parent
}

// absent is the value of a field that nothing has set: an empty struct, which may be filled yet, or an empty list.
func absent(parent *value, sel *ast.SelectorExpr, t types.Type, last bool) *value {
	if parent.open {
		return newUnknown(sel)
	}
	if !last {
		return newObject(sel)
	}
	switch t.Underlying().(type) {
	case *types.Struct:
		return newObject(sel)
	case *types.Slice:
		return nil0(sel)
	}
	return newUnknown(sel)
}

// literal is the value of a composite literal.
func (f *frame) literal(lit *ast.CompositeLit, t types.Type) *value {
	f.seen[lit] = true
	t = deref(t)
	var v *value
	switch u := t.Underlying().(type) {
	case *types.Struct:
		v = f.structLiteral(lit, u)
	case *types.Map:
		v = f.mapLiteral(lit, u)
	case *types.Slice, *types.Array:
		v = f.listLiteral(lit, u.(interface{ Elem() types.Type }).Elem())
	default:
		return newUnknown(lit)
	}
	if version, kind, ok := f.api.definition(t); ok {
		r := root{v, version, kind, f.depth > 0}
		f.origins[v] = r
		f.roots = append(f.roots, r)
	}
	return v
}

// element evaluates an element whose type a literal may leave out.
func (f *frame) element(e ast.Expr, t types.Type) *value {
	if lit, ok := e.(*ast.CompositeLit); ok {
		return f.literal(lit, t)
	}
	v := f.eval(e)
	if _, isStruct := t.Underlying().(*types.Struct); isStruct {
		return f.copied(v)
	}
	return v
}

func (f *frame) structLiteral(lit *ast.CompositeLit, s *types.Struct) *value {
	v := newObject(lit)
	set := map[string]bool{}
	for i, e := range lit.Elts {
		index, expr := i, e
		if kv, ok := e.(*ast.KeyValueExpr); ok {
			index, expr = fieldIndex(s, kv.Key), kv.Value
		}
		if index < 0 || index >= s.NumFields() {
			v.open = true
			continue
		}
		name, inline, omitempty := jsonName(s.Field(index), s.Tag(index))
		member := f.element(expr, s.Field(index).Type())
		switch {
		case inline:
			merge(v, member)
		case name != "" && !(omitempty && member.kind == scalar && member.text == "" && member.quoted):
			v.set(name, member)
		}
		set[name] = true
	}
	for i := range s.NumFields() {
		name, inline, omitempty := jsonName(s.Field(i), s.Tag(i))
		if b, ok := s.Field(i).Type().Underlying().(*types.Basic); ok && b.Info()&types.IsString != 0 && name != "" && !inline && !omitempty && !set[name] {
			v.set(name, &value{kind: scalar, at: lit, quoted: true}) // JSON writes it as ""
		}
	}
	return v
}

func fieldIndex(s *types.Struct, key ast.Expr) int {
	id, ok := key.(*ast.Ident)
	for i := range s.NumFields() {
		if ok && s.Field(i).Name() == id.Name {
			return i
		}
	}
	return -1
}

func (f *frame) mapLiteral(lit *ast.CompositeLit, m *types.Map) *value {
	v := newObject(lit)
	for _, e := range lit.Elts {
		kv, ok := e.(*ast.KeyValueExpr)
		if !ok {
			continue
		}
		key := f.eval(kv.Key)
		member := f.element(kv.Value, m.Elem())
		if key.kind != scalar {
			v.open = true
			continue
		}
		v.set(key.text, member)
	}
	return v
}

func (f *frame) listLiteral(lit *ast.CompositeLit, elem types.Type) *value {
	v := &value{kind: list, at: lit}
	for _, e := range lit.Elts {
		if kv, ok := e.(*ast.KeyValueExpr); ok {
			v.open = true
			e = kv.Value
		}
		v.items = append(v.items, f.element(e, elem))
	}
	return v
}

// call is the result of a call: a conversion, append, a pointer helper, or a function of the package.
func (f *frame) call(call *ast.CallExpr) *value {
	if f.pass.TypesInfo.Types[call.Fun].IsType() && len(call.Args) == 1 {
		return f.eval(call.Args[0])
	}
	if id, ok := ast.Unparen(call.Fun).(*ast.Ident); ok {
		if b, ok := f.pass.TypesInfo.Uses[id].(*types.Builtin); ok {
			return f.builtin(b.Name(), call)
		}
	}
	args := make([]*value, len(call.Args))
	for i, a := range call.Args {
		args[i] = f.eval(a)
	}
	callee := f.callee(call)
	if callee == nil {
		return newUnknown(call)
	}
	if decl := f.functions[callee.Origin()]; decl != nil {
		return f.invoke(decl, call, args)
	}
	if len(args) == 1 && pointerHelper(callee) {
		return args[0]
	}
	return newUnknown(call)
}

func (f *frame) callee(call *ast.CallExpr) *types.Func {
	fun := ast.Unparen(call.Fun)
	switch x := fun.(type) {
	case *ast.IndexExpr:
		fun = x.X
	case *ast.IndexListExpr:
		fun = x.X
	}
	switch x := fun.(type) {
	case *ast.Ident:
		callee, _ := f.pass.TypesInfo.Uses[x].(*types.Func)
		return callee
	case *ast.SelectorExpr:
		callee, _ := f.pass.TypesInfo.Uses[x.Sel].(*types.Func)
		return callee
	}
	return nil
}

// pointerHelper says whether a function of another package can only be one that returns a pointer to its argument: it
// is generic in the argument's type, or has one of the names that such functions have for strings.
func pointerHelper(f *types.Func) bool {
	sig := f.Signature()
	origin := f.Origin().Signature()
	if sig.Recv() != nil || sig.Params().Len() != 1 || sig.Results().Len() != 1 {
		return false
	}
	p, ok := origin.Results().At(0).Type().(*types.Pointer)
	if !ok || !types.Identical(p.Elem(), origin.Params().At(0).Type()) {
		return false
	}
	if _, generic := p.Elem().(*types.TypeParam); generic {
		return true
	}
	switch f.Name() {
	case "To", "Of", "Ptr", "Pointer", "PtrTo", "Ref", "String", "StringPtr", "StringPointer":
		return true
	}
	return false
}

func (f *frame) builtin(name string, call *ast.CallExpr) *value {
	switch name {
	case "append":
		return f.appended(call)
	case "new":
		return zero(deref(f.typeOf(call)), call)
	case "make":
		return zero(f.typeOf(call), call)
	}
	for _, a := range call.Args {
		f.eval(a)
	}
	return newUnknown(call)
}

func (f *frame) appended(call *ast.CallExpr) *value {
	base := f.eval(call.Args[0])
	v := &value{kind: list, at: call, items: append([]*value(nil), base.items...), open: base.open || base.kind != list}
	slice, _ := f.typeOf(call).Underlying().(*types.Slice)
	for i, a := range call.Args[1:] {
		if call.Ellipsis.IsValid() && i == len(call.Args)-2 {
			more := f.eval(a)
			v.items = append(v.items, more.items...)
			v.open = v.open || more.open || more.kind != list
			continue
		}
		if slice == nil {
			return newUnknown(call)
		}
		v.items = append(v.items, f.element(a, slice.Elem()))
	}
	return v
}

// invoke runs a function of the package on the arguments.
func (f *frame) invoke(decl *ast.FuncDecl, call *ast.CallExpr, args []*value) *value {
	if f.depth >= maxCalls {
		return newUnknown(call)
	}
	sub := &frame{interp: f.interp, vars: map[types.Object]*value{}, depth: f.depth + 1}
	if decl.Recv != nil {
		if sel, ok := ast.Unparen(call.Fun).(*ast.SelectorExpr); ok {
			sub.bind(decl.Recv.List, []*value{f.eval(sel.X)}, false)
		}
	}
	variadic := len(decl.Type.Params.List) > 0
	if variadic {
		_, variadic = decl.Type.Params.List[len(decl.Type.Params.List)-1].Type.(*ast.Ellipsis)
	}
	sub.bind(decl.Type.Params.List, args, variadic && !call.Ellipsis.IsValid())
	sub.block(decl.Body)
	if sub.result == nil {
		return newUnknown(call)
	}
	return sub.result
}

// bind gives parameters their arguments; a variadic one takes the rest as a list.
func (f *frame) bind(params []*ast.Field, args []*value, variadic bool) {
	i := 0
	for _, p := range params {
		for _, name := range p.Names {
			obj := f.pass.TypesInfo.Defs[name]
			_, last := p.Type.(*ast.Ellipsis)
			switch {
			case last && variadic && i <= len(args):
				f.vars[obj] = &value{kind: list, at: name, items: args[i:]}
			case i < len(args):
				f.vars[obj] = args[i]
			default:
				f.vars[obj] = newUnknown(name)
			}
			i++
		}
		if len(p.Names) == 0 {
			i++
		}
	}
}
