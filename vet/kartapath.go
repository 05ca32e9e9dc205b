package vet

import (
	"errors"
	"go/ast"
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/analysis"

	"github.com/kartalint/kartalint/analyzer"
	"github.com/kartalint/kartalint/catalog"
	"github.com/kartalint/kartalint/rules"
)

// Paths is the analyzer kartapath: it judges constant expressions that flow into path fields outside a definition that
// kartadef rebuilt.
var Paths = &analysis.Analyzer{
	Name:     "kartapath",
	Doc:      "report jq expressions in path fields that do not compile, that the runtime refuses, or that cannot be written",
	URL:      guide,
	Run:      runPaths,
	Requires: []*analysis.Analyzer{Definitions},
}

func runPaths(pass *analysis.Pass) (any, error) {
	def := pass.ResultOf[Definitions].(*rebuilt)
	if !def.api.concerns(pass.Pkg) {
		return nil, nil
	}
	p, err := newPaths(pass, def)
	if err != nil {
		return nil, err
	}
	f := &frame{interp: newInterp(pass, def.api), vars: map[types.Object]*value{}}
	for _, file := range pass.Files {
		ast.Inspect(file, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.CompositeLit:
				if !def.seen[n] {
					p.literal(f, n)
				}
			case *ast.AssignStmt:
				p.assigned(f, n)
			}
			return true
		})
	}
	p.rep.flush()
	return nil, nil
}

type paths struct {
	pass   *analysis.Pass
	def    *rebuilt
	linter *rules.Linter
	rep    *reporter
}

func newPaths(pass *analysis.Pass, def *rebuilt) (*paths, error) {
	linter, lowest, err := newLinter()
	if err != nil {
		return nil, err
	}
	return &paths{pass: pass, def: def, linter: linter, rep: newReporter(pass, lowest)}, nil
}

// literal judges the path fields of one struct literal.
func (p *paths) literal(f *frame, lit *ast.CompositeLit) {
	s, ok := deref(f.typeOf(lit)).Underlying().(*types.Struct)
	if !ok {
		return
	}
	for _, e := range lit.Elts {
		if kv, ok := e.(*ast.KeyValueExpr); ok {
			if i := fieldIndex(s, kv.Key); i >= 0 && isPathTag(s.Tag(i)) {
				p.field(f, s.Field(i), s.Tag(i), kv.Value)
			}
		}
	}
}

// assigned judges constants assigned to path fields: x.PodSpecPath = ptr.To("…").
func (p *paths) assigned(f *frame, s *ast.AssignStmt) {
	for i, lhs := range s.Lhs {
		sel, ok := ast.Unparen(lhs).(*ast.SelectorExpr)
		if !ok || len(s.Lhs) != len(s.Rhs) {
			continue
		}
		selection := p.pass.TypesInfo.Selections[sel]
		if selection == nil || selection.Kind() != types.FieldVal {
			continue
		}
		if tag, field := selectedTag(selection); isPathTag(tag) {
			p.field(f, field, tag, s.Rhs[i])
		}
	}
}

func selectedTag(selection *types.Selection) (string, *types.Var) {
	t := selection.Recv()
	for k, i := range selection.Index() {
		s, ok := deref(t).Underlying().(*types.Struct)
		if !ok {
			return "", nil
		}
		if k == len(selection.Index())-1 {
			return s.Tag(i), s.Field(i)
		}
		t = s.Field(i).Type()
	}
	return "", nil
}

// field judges the constant in a path field, a single one or a list.
func (p *paths) field(f *frame, field *types.Var, tag string, e ast.Expr) {
	v := f.eval(e)
	values := []*value{v}
	if v.kind == list {
		values = v.items
	}
	name, _, _ := jsonName(field, tag)
	for _, v := range values {
		if v.kind == scalar && v.quoted && v.text != "" {
			p.expression(name, v)
		}
	}
}

// expression judges one constant by its field's role.
func (p *paths) expression(name string, v *value) {
	_, err := analyzer.Analyze(v.text)
	var failed *analyzer.Error
	if errors.As(err, &failed) {
		for _, problem := range failed.Problems {
			p.report(v, problem.Span, invalidRule(problem), problem.Message)
		}
		return
	}
	for _, f := range p.lint(name, v.text) {
		pos, end := f.doc.span(f.At)
		if f.target != nil {
			pos, end = v.pos(f.start), v.pos(f.end)
			if len(v.pieces) == 0 {
				end = v.at.End()
			}
		}
		if f.Severity >= p.rep.lowest {
			p.rep.add(analysis.Diagnostic{Pos: pos, End: end, Category: f.Rule.ID, URL: ruleURL(f.Rule),
				Message: f.Rule.ID + " " + f.Rule.Name + ": " + name + ": " + f.Message, SuggestedFixes: loneFix(f.Finding, v)})
		}
	}
}

// loneFix is the safe fix of a finding on a constant that is one literal: the literal with the mended text.
func loneFix(f rules.Finding, v *value) []analysis.SuggestedFix {
	for _, fix := range f.Fixes {
		if !fix.Safe || len(fix.Edits) != 1 || len(v.pieces) != 1 {
			continue
		}
		if text, err := decodeJSON(fix.Edits[0].New); err == nil {
			return []analysis.SuggestedFix{{Message: fix.Title, TextEdits: []analysis.TextEdit{literalEdit(v.pieces[0].lit, text)}}}
		}
	}
	return nil
}

func invalidRule(p analyzer.Problem) string {
	if p.Kind == analyzer.ErrorSyntax {
		return "KL201 jq-syntax"
	}
	return "KL202 jq-compile"
}

func (p *paths) report(v *value, span analyzer.Span, rule, message string) {
	pos, end := v.pos(span.Start), v.pos(span.End)
	if len(v.pieces) == 0 {
		end = v.at.End()
	}
	id, _, _ := strings.Cut(rule, " ")
	p.rep.add(analysis.Diagnostic{Pos: pos, End: end, Category: id, Message: rule + ": " + message})
}

// inExpression is a finding on a lone expression, with its bytes.
type inExpression struct {
	located
	target     *value
	start, end int
}

// loneFamilies are the rules that judge an expression by itself and its field's role.
var loneFamilies = []string{"KL203", "KL204", "KL301", "KL302", "KL303", "KL305", "KL306", "KL307", "KL308"}

// lint runs the rules of lone expressions on a definition made around the one.
func (p *paths) lint(name, expression string) []inExpression {
	root := around(name, expression)
	if root == nil {
		return nil
	}
	doc := write(root)
	file := catalog.Parse("definition.json", []byte(doc.text.String()), catalog.Options{})
	var list []inExpression
	for _, f := range p.linter.Collect([]*rules.FileResult{p.linter.File(file)}).Findings {
		v, start := doc.place(f.At.Start.Line, f.At.Start.Column)
		if f.Expression != expression || v == nil || !slices.Contains(loneFamilies, f.Rule.ID) {
			continue
		}
		_, end := doc.place(f.At.End.Line, f.At.End.Column)
		list = append(list, inExpression{located{f, doc}, v, start, end})
	}
	return list
}

// around is a definition that is right but for the expression in the field of that name; nil for a field that no rule
// of lone expressions looks at.
func around(name, expression string) *value {
	at := ast.NewIdent(name)
	str := func(s string) *value { return &value{kind: scalar, text: s, quoted: true, at: at} }
	obj := func(pairs ...any) *value {
		o := newObject(at)
		for i := 0; i < len(pairs); i += 2 {
			o.set(pairs[i].(string), pairs[i+1].(*value))
		}
		return o
	}
	component := obj("name", str("app"),
		"kind", obj("group", str("example.com"), "version", str("v1"), "kind", str("App")),
		"statusDefinition", obj("phaseDefinition", obj("path", str(".status.phase")),
			"statusMappings", obj("running", &value{kind: list, at: at, items: []*value{obj("byPhase", str("Running"))}})))
	switch name {
	case "podTemplateSpecPath", "podSpecPath":
		component.set("specDefinition", obj(name, str(expression)))
	case "metadataPath":
		component.set("specDefinition", obj("podSpecPath", str(".spec.kartalint"), name, str(expression)))
	case "replicasPath", "minReplicasPath", "maxReplicasPath":
		component.set("scaleDefinition", obj(name, str(expression)))
	case "instanceIdPath":
		component.set(name, str(expression))
	case "keyPath":
		component.set("podSelector", obj("componentTypeSelector", obj(name, str(expression))))
	case "idPath":
		component.set("podSelector", obj("componentInstanceSelector", obj(name, str(expression))))
	default:
		if !strings.HasSuffix(name, "Path") {
			return nil
		}
		component.set("specDefinition", obj("fragmentedPodSpecDefinition", obj(name, str(expression))))
	}
	return obj("apiVersion", str("run.ai/v1alpha1"), "kind", str("Karta"), "metadata", obj("name", str("example-com-app-v1")),
		"spec", obj("structureDefinition", obj("rootComponent", component)))
}
