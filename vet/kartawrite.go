package vet

import (
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"strings"

	"golang.org/x/tools/go/analysis"
)

// WholeWrites is the analyzer kartawrite: it finds writes that replace a whole struct through a definition.
var WholeWrites = &analysis.Analyzer{
	Name: "kartawrite",
	Doc:  "report writes of whole pod structs through a definition, which delete what the struct does not know",
	URL:  guide,
	Run:  runWholeWrites,
}

// writeMethods are the methods that write a whole struct, each with what such a write deletes.
var writeMethods = map[string]string{
	"UpdatePodTemplateSpec":    "every field at the template's place that corev1.PodTemplateSpec does not know, and adds its zero values",
	"UpdatePodSpec":            "every field at the pod spec's place that corev1.PodSpec does not know, and adds its zero values",
	"UpdatePodMetadata":        "everything at the metadata's place but what the struct holds",
	"UpdateFragmentedPodSpec":  "at every fragment's place what the struct does not know, and writes nulls where an instance lacks one",
	"UpdatePodMetadataByIndex": "everything at the metadata's place but what the struct holds",
}

// readMethods give the structs that are written back.
var readPrefixes = []string{"GetPodTemplateSpec", "GetPodSpec", "GetPodMetadata", "GetFragmentedPodSpec", "Extract"}

var extraWriteMethods string

func init() {
	WholeWrites.Flags.StringVar(&extraWriteMethods, "methods", "", "comma-separated names of further methods that write a whole struct")
}

func runWholeWrites(pass *analysis.Pass) (any, error) {
	methods := map[string]string{}
	for name, deletes := range writeMethods {
		methods[name] = deletes
	}
	for name := range strings.SplitSeq(extraWriteMethods, ",") {
		if name = strings.TrimSpace(name); name != "" {
			methods[name] = "what the struct does not know"
		}
	}
	rep := newReporter(pass, 0)
	for _, file := range pass.Files {
		for _, decl := range file.Decls {
			fn, ok := decl.(*ast.FuncDecl)
			if !ok || fn.Body == nil {
				continue
			}
			ast.Inspect(fn.Body, func(n ast.Node) bool {
				if call, ok := n.(*ast.CallExpr); ok {
					checkWrite(pass, rep, fn, call, methods)
				}
				return true
			})
		}
	}
	rep.flush()
	return nil, nil
}

func checkWrite(pass *analysis.Pass, rep *reporter, fn *ast.FuncDecl, call *ast.CallExpr, methods map[string]string) {
	sel, ok := ast.Unparen(call.Fun).(*ast.SelectorExpr)
	if !ok || methods[sel.Sel.Name] == "" {
		return
	}
	selection := pass.TypesInfo.Selections[sel]
	if selection == nil || selection.Kind() != types.MethodVal || !reads(selection.Recv()) {
		return
	}
	source := ""
	for _, arg := range call.Args {
		if s := origin(pass, fn.Body, arg, 0); s != "" {
			source = s
		}
	}
	message := fmt.Sprintf("kartawrite: %s writes a whole struct%s: the write deletes %s, and reports success; "+
		"write the fields that change with a field patch (patch.Open, Patch, Apply)", sel.Sel.Name, source, methods[sel.Sel.Name])
	rep.add(analysis.Diagnostic{Pos: sel.Sel.Pos(), End: call.End(), Category: "kartawrite", Message: message, URL: guide})
}

// reads says whether a type also has a method that reads the structs: what else is named Update… is not ours.
func reads(t types.Type) bool {
	for _, t := range []types.Type{t, types.NewPointer(t)} {
		set := types.NewMethodSet(t)
		for i := range set.Len() {
			for _, prefix := range readPrefixes {
				if strings.HasPrefix(set.At(i).Obj().Name(), prefix) {
					return true
				}
			}
		}
	}
	return false
}

// origin says where a written value comes from: a read of the same kind, or a literal; "" where the function does not
// show it.
func origin(pass *analysis.Pass, body *ast.BlockStmt, e ast.Expr, depth int) string {
	if depth > 8 {
		return ""
	}
	switch e := ast.Unparen(e).(type) {
	case *ast.UnaryExpr:
		return origin(pass, body, e.X, depth+1)
	case *ast.StarExpr:
		return origin(pass, body, e.X, depth+1)
	case *ast.SelectorExpr:
		return origin(pass, body, e.X, depth+1)
	case *ast.IndexExpr:
		return origin(pass, body, e.X, depth+1)
	case *ast.CompositeLit:
		for _, elt := range e.Elts {
			if kv, ok := elt.(*ast.KeyValueExpr); ok {
				elt = kv.Value
			}
			if s := origin(pass, body, elt, depth+1); strings.Contains(s, "read by") {
				return s
			}
		}
		return " that is built anew"
	case *ast.CallExpr:
		if sel, ok := ast.Unparen(e.Fun).(*ast.SelectorExpr); ok && readMethod(sel.Sel.Name) {
			return " that was read by " + sel.Sel.Name
		}
		for _, arg := range e.Args {
			if s := origin(pass, body, arg, depth+1); s != "" {
				return s
			}
		}
		return ""
	case *ast.Ident:
		if obj := pass.TypesInfo.Uses[e]; obj != nil {
			return assignedFrom(pass, body, obj, e.Pos(), depth)
		}
	}
	return ""
}

func readMethod(name string) bool {
	for _, prefix := range readPrefixes {
		if strings.HasPrefix(name, prefix) {
			return true
		}
	}
	return false
}

// assignedFrom is the origin of the last value that a variable got before the place.
func assignedFrom(pass *analysis.Pass, body *ast.BlockStmt, obj types.Object, before token.Pos, depth int) string {
	found := ""
	take := func(lhs ast.Expr, rhs ast.Expr) {
		if strings.Contains(found, "read by") {
			return // what is read and changed since is still what was read
		}
		if id := rootIdent(lhs); id != nil && pass.TypesInfo.ObjectOf(id) == obj && id.Pos() < before {
			if s := origin(pass, body, rhs, depth+1); s != "" {
				found = s
			}
		}
	}
	ast.Inspect(body, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.AssignStmt:
			for i, lhs := range n.Lhs {
				take(lhs, n.Rhs[min(i, len(n.Rhs)-1)])
			}
		case *ast.ValueSpec:
			for i, name := range n.Names {
				if len(n.Values) > 0 {
					take(name, n.Values[min(i, len(n.Values)-1)])
				}
			}
		case *ast.RangeStmt:
			if n.Value != nil {
				take(n.Value, n.X)
			}
		}
		return true
	})
	return found
}
