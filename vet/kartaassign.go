package vet

import (
	"go/ast"
	"go/types"
	"regexp"
	"strings"

	"golang.org/x/tools/go/analysis"
)

// Assigns is the analyzer kartaassign: it judges constant expressions that a runner assigns through.
var Assigns = &analysis.Analyzer{
	Name:     "kartaassign",
	Doc:      "report constant jq expressions given to a runner's Assign or AssignZip that no write can go through",
	URL:      guide,
	Run:      runAssigns,
	Requires: []*analysis.Analyzer{Definitions},
}

var runnerTypes string

func init() {
	Assigns.Flags.StringVar(&runnerTypes, "runners", `(Runner|Accessor|Evaluator)$`, "regular expression of the names of the types whose Assign and AssignZip take jq expressions")
}

func runAssigns(pass *analysis.Pass) (any, error) {
	runner, err := regexp.Compile(runnerTypes)
	if err != nil {
		return nil, err
	}
	def := pass.ResultOf[Definitions].(*rebuilt)
	var judge *paths
	var f *frame
	for _, file := range pass.Files {
		ast.Inspect(file, func(n ast.Node) bool {
			call, ok := n.(*ast.CallExpr)
			if !ok || err != nil || !isAssign(pass, call, runner) {
				return true
			}
			if judge == nil {
				if judge, err = newPaths(pass, def); err != nil {
					return false
				}
				f = &frame{interp: newInterp(pass, def.api), vars: map[types.Object]*value{}}
			}
			for _, arg := range call.Args {
				if v := f.eval(arg); v.kind == scalar && v.quoted && looksLikePath(v.text) {
					judge.expression("podSpecPath", v)
				}
			}
			return true
		})
	}
	if judge != nil {
		judge.rep.flush()
	}
	return nil, err
}

// looksLikePath tells the expression from other strings among the arguments, which are the values.
func looksLikePath(s string) bool {
	s = strings.TrimLeft(s, "( \t\n")
	return strings.HasPrefix(s, ".") || strings.HasPrefix(s, "[") || strings.HasPrefix(s, "{")
}

func isAssign(pass *analysis.Pass, call *ast.CallExpr, runner *regexp.Regexp) bool {
	sel, ok := ast.Unparen(call.Fun).(*ast.SelectorExpr)
	if !ok || sel.Sel.Name != "Assign" && sel.Sel.Name != "AssignZip" {
		return false
	}
	selection := pass.TypesInfo.Selections[sel]
	if selection == nil {
		return false
	}
	named, ok := types.Unalias(deref(selection.Recv())).(*types.Named)
	return ok && runner.MatchString(named.Obj().Name())
}
