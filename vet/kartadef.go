package vet

import (
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"reflect"
	"slices"
	"strings"

	"golang.org/x/tools/go/analysis"

	"github.com/kartalint/kartalint/catalog"
	"github.com/kartalint/kartalint/rules"
	"github.com/kartalint/kartalint/rules/all"
)

// Definitions is the analyzer kartadef: it rebuilds the definitions that Go code makes and runs the rules on them.
var Definitions = &analysis.Analyzer{
	Name:       "kartadef",
	Doc:        "report what the kartalint rules find in Karta definitions built in Go code",
	URL:        guide,
	Run:        runDefinitions,
	ResultType: reflect.TypeOf((*rebuilt)(nil)),
}

// settings are the flags that the analyzers share; kartadef owns them.
var settings struct {
	api       string
	disable   string
	severity  string
	writes    string
	generated bool
}

func init() {
	flags := &Definitions.Flags
	flags.StringVar(&settings.api, "api", "", "comma-separated import paths that hold the API's Go types, beside those known by name and shape")
	// What is wrong with a flag's value is told when it is read: a driver shows no error of an analyzer that others need.
	settings.severity, settings.writes = "warning", "whole"
	checked := func(to *string) func(string) error {
		return func(v string) error {
			old := *to
			*to = v
			_, _, err := newLinter()
			if err != nil {
				*to = old
			}
			return err
		}
	}
	flags.Func("disable", "comma-separated ids of rules that are off", checked(&settings.disable))
	flags.Func("severity", "the lowest severity that is reported: error, warning (the default) or note", checked(&settings.severity))
	flags.Func("writes", "how controllers write: whole (structs, the default) or fields", checked(&settings.writes))
	flags.BoolVar(&settings.generated, "generated", true, "also report findings in generated files")
}

// rebuilt is what kartadef leaves for the other analyzers of the package.
type rebuilt struct {
	api  *api
	seen map[ast.Node]bool // the literals that stand in a definition
}

func runDefinitions(pass *analysis.Pass) (any, error) {
	a := newAPI()
	out := &rebuilt{api: a, seen: map[ast.Node]bool{}}
	if !a.concerns(pass.Pkg) {
		return out, nil
	}
	linter, lowest, err := newLinter()
	if err != nil {
		return nil, err
	}
	in := newInterp(pass, a)
	in.run()
	rep := newReporter(pass, lowest)
	for _, r := range in.definitions() {
		r.value.literals(func(n ast.Node) { out.seen[n] = true })
		for _, f := range lintRoot(linter, r) {
			rep.finding(f.Finding, f.doc, r)
		}
	}
	rep.flush()
	return out, nil
}

func newAPI() *api {
	a := &api{shapes: map[types.Type]bool{}}
	if settings.api != "" {
		a.extra = strings.Split(settings.api, ",")
	}
	return a
}

func newLinter() (*rules.Linter, rules.Severity, error) {
	lowest, err := rules.ParseSeverity(settings.severity)
	if err != nil {
		return nil, 0, err
	}
	cfg := rules.Config{Levels: map[string]rules.Severity{}, Settings: rules.Settings{Writes: rules.Writes(settings.writes)}}
	if w := cfg.Settings.Writes; w != rules.WritesWhole && w != rules.WritesFields {
		return nil, 0, fmt.Errorf("%q is neither whole nor fields", settings.writes)
	}
	for id := range strings.SplitSeq(settings.disable, ",") {
		if id = strings.TrimSpace(id); id != "" {
			cfg.Levels[id] = rules.Off
		}
	}
	linter, err := rules.New(all.Rules(), cfg)
	if err != nil {
		return nil, 0, err
	}
	return linter, lowest, nil
}

// located is a finding with the document that its place is in.
type located struct {
	rules.Finding
	doc *document
}

// lintRoot runs the rules on one definition and keeps the findings that what is unknown in it cannot answer.
func lintRoot(linter *rules.Linter, r root) []located {
	withHeader(r)
	doc := write(r.value)
	file := catalog.Parse("definition.json", []byte(doc.text.String()), catalog.Options{})
	var kept []located
	for _, f := range linter.Collect([]*rules.FileResult{linter.File(file)}).Findings {
		if answered(f, r.value) {
			kept = append(kept, located{f, doc})
		}
	}
	return kept
}

// withHeader adds the API version and kind that a scheme fills in when the object is written.
func withHeader(r root) {
	for name, text := range map[string]string{"apiVersion": r.version, "kind": r.kind} {
		if m := r.value.members[name]; m == nil || m.kind == scalar && m.text == "" {
			r.value.set(name, &value{kind: scalar, text: text, quoted: true, at: r.value.at})
		}
	}
}

// expressionFamilies are the rules that look at expressions that are there: nothing that is unknown beside them makes
// such a finding wrong.
var expressionFamilies = []string{"KL2", "KL3", "KL4"}

// answered says whether a finding holds whatever stands where the value is unknown.
func answered(f rules.Finding, definition *value) bool {
	if definition.complete() {
		return true
	}
	if f.Expression != "" && slices.ContainsFunc(expressionFamilies, func(p string) bool { return strings.HasPrefix(f.Rule.ID, p) }) && f.Rule.ID != "KL310" {
		return true
	}
	component := componentOf(definition, f.Component)
	return f.Component != "" && component != nil && component.complete() && f.Rule.ID != "KL103" && f.Rule.ID[:3] != "KL7"
}

// componentOf finds a component by name.
func componentOf(definition *value, name string) *value {
	structure := definition.get("spec", "structureDefinition")
	if structure == nil {
		return nil
	}
	candidates := []*value{structure.members["rootComponent"]}
	if children := structure.members["childComponents"]; children != nil {
		candidates = append(candidates, children.items...)
	}
	for _, c := range candidates {
		if c != nil && c.kind == object && c.members["name"] != nil && c.members["name"].text == name {
			return c
		}
	}
	return nil
}

// get follows names through objects; nil where one is missing.
func (v *value) get(names ...string) *value {
	for _, name := range names {
		if v == nil || v.kind != object {
			return nil
		}
		v = v.members[name]
	}
	return v
}

// span is the Go range of a finding's place.
func (d *document) span(at catalog.Span) (token.Pos, token.Pos) {
	v, start := d.place(at.Start.Line, at.Start.Column)
	if v == nil {
		return token.NoPos, token.NoPos
	}
	if v.kind != scalar || len(v.pieces) == 0 {
		return v.at.Pos(), v.at.End()
	}
	_, end := d.place(at.End.Line, at.End.Column)
	if at.End.Line != at.Start.Line || end <= start {
		return v.pos(start), v.pos(len(v.text))
	}
	return v.pos(start), v.pos(end)
}
