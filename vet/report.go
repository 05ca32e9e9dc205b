package vet

import (
	"fmt"
	"go/ast"
	"go/token"
	"sort"
	"strings"

	"golang.org/x/tools/go/analysis"

	"github.com/kartalint/kartalint/rules"
)

// reporter turns findings into diagnostics: sorted, none twice, without those that a comment hides.
type reporter struct {
	pass      *analysis.Pass
	lowest    rules.Severity
	ignores   map[lineKey]map[string]bool
	generated map[string]bool
	list      []analysis.Diagnostic
	seen      map[string]bool
}

type lineKey struct {
	file string
	line int
}

func newReporter(pass *analysis.Pass, lowest rules.Severity) *reporter {
	r := &reporter{pass: pass, lowest: lowest, ignores: map[lineKey]map[string]bool{}, generated: map[string]bool{}, seen: map[string]bool{}}
	for _, file := range pass.Files {
		name := pass.Fset.Position(file.FileStart).Filename
		r.generated[name] = !settings.generated && ast.IsGenerated(file)
		for _, group := range file.Comments {
			for _, c := range group.List {
				r.comment(name, c)
			}
		}
	}
	return r
}

// comment takes in a suppression: it covers its own line and the next.
func (r *reporter) comment(file string, c *ast.Comment) {
	text, ok := strings.CutPrefix(c.Text, "//kartalint:ignore ")
	if !ok {
		if text, ok = strings.CutPrefix(c.Text, "// kartalint:ignore "); !ok {
			return
		}
	}
	ids, reason, problem := rules.ParseIgnore(text)
	if problem == "" && reason == "" {
		problem = "a suppression needs a reason"
	}
	if problem != "" {
		r.add(analysis.Diagnostic{Pos: c.Pos(), End: c.End(), Category: "KL007", Message: "KL007 suppression: " + problem})
		return
	}
	line := r.pass.Fset.Position(c.Pos()).Line
	for _, key := range []lineKey{{file, line}, {file, line + 1}} {
		if r.ignores[key] == nil {
			r.ignores[key] = map[string]bool{}
		}
		for _, id := range ids {
			r.ignores[key][id] = true
		}
	}
}

// finding reports what a rule found in a definition.
func (r *reporter) finding(f rules.Finding, doc *document, root root) {
	if f.Severity < r.lowest {
		return
	}
	pos, end := doc.span(f.At)
	if pos == token.NoPos {
		pos, end = root.value.at.Pos(), root.value.at.End()
	}
	d := analysis.Diagnostic{Pos: pos, End: end, Category: f.Rule.ID, URL: ruleURL(f.Rule),
		Message: f.Rule.ID + " " + f.Rule.Name + ": " + f.Message}
	for _, rel := range f.Related {
		if p, e := doc.span(rel.At); p != token.NoPos {
			d.Related = append(d.Related, analysis.RelatedInformation{Pos: p, End: e, Message: rel.Message})
		}
	}
	d.SuggestedFixes = fixes(f, doc)
	r.add(d)
}

// fixes are the safe fixes of a finding that replace one whole string literal.
func fixes(f rules.Finding, doc *document) []analysis.SuggestedFix {
	for _, fix := range f.Fixes {
		if !fix.Safe || len(fix.Edits) != 1 {
			continue
		}
		v, _ := doc.place(fix.Edits[0].Span.Start.Line, fix.Edits[0].Span.Start.Column)
		if v == nil || len(v.pieces) != 1 {
			continue
		}
		text, err := decodeJSON(fix.Edits[0].New)
		if err != nil {
			continue
		}
		return []analysis.SuggestedFix{{Message: fix.Title, TextEdits: []analysis.TextEdit{literalEdit(v.pieces[0].lit, text)}}}
	}
	return nil
}

func (r *reporter) add(d analysis.Diagnostic) {
	at := r.pass.Fset.Position(d.Pos)
	key := fmt.Sprintf("%s\x00%d\x00%s", at.Filename, at.Offset, d.Message)
	if r.seen[key] || r.ignores[lineKey{at.Filename, at.Line}][d.Category] || r.generated[at.Filename] {
		return
	}
	r.seen[key] = true
	r.list = append(r.list, d)
}

// flush reports in the order of the source.
func (r *reporter) flush() {
	sort.SliceStable(r.list, func(i, j int) bool { return r.list[i].Pos < r.list[j].Pos })
	for _, d := range r.list {
		r.pass.Report(d)
	}
}

// guide is the page that explains the analyzers.
const guide = "https://github.com/kartalint/kartalint/blob/main/docs/go.md"

// ruleURL is the rule's anchor in the documentation.
func ruleURL(rule *rules.Rule) string {
	return "https://github.com/kartalint/kartalint/blob/main/docs/rules.md#" + strings.ToLower(rule.ID)
}
