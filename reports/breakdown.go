package reports

import (
	"cmp"
	"encoding/csv"
	"encoding/json"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/kartalint/kartalint/analyzer"
	"github.com/kartalint/kartalint/catalog"
)

// Classes are the names of the classes, in the order of analyzer.Class.
var Classes = []string{"address", "respelled", "filter", "formula", "invalid"}

// Breakdown tells how the paths of a catalog divide into classes. It is also the JSON of `kartalint paths`.
type Breakdown struct {
	Version      int            `json:"version"`
	Scope        string         `json:"scope"` // paths or all
	Files        int            `json:"files"`
	Definitions  int            `json:"definitions"`
	Total        int            `json:"total"`
	Addresses    int            `json:"addresses"`
	Formulas     int            `json:"formulas"` // everything but addresses
	Classes      map[string]int `json:"classes"`
	ByField      []FieldRow     `json:"byField"`
	ByDefinition []DefRow       `json:"byDefinition"`
	Paths        []PathRow      `json:"paths"`

	KeepOthers bool      `json:"-"` // take in the fields outside the scope too, uncounted
	Others     []PathRow `json:"-"`
}

// ClassCounts is one row's counts.
type ClassCounts struct {
	Address   int `json:"address"`
	Respelled int `json:"respelled"`
	Filter    int `json:"filter"`
	Formula   int `json:"formula"`
	Invalid   int `json:"invalid"`
}

func (c *ClassCounts) add(class analyzer.Class) {
	*[]*int{&c.Address, &c.Respelled, &c.Filter, &c.Formula, &c.Invalid}[class]++
}

func (c ClassCounts) cells() []string {
	var cells []string
	for _, n := range []int{c.Address, c.Respelled, c.Filter, c.Formula, c.Invalid} {
		cells = append(cells, fmt.Sprint(n))
	}
	return cells
}

// FieldRow counts the paths of one field name.
type FieldRow struct {
	Field string `json:"field"`
	ClassCounts
}

// DefRow counts the paths of one definition.
type DefRow struct {
	Definition string `json:"definition"`
	File       string `json:"file"`
	ClassCounts

	number int // of the definition, in the order in which they were added
	kind   catalog.Kind
	span   catalog.Span // the document
}

// PathRow is one path.
type PathRow struct {
	File       string      `json:"file"`
	Line       int         `json:"line"`
	Column     int         `json:"column"`
	Definition string      `json:"definition"`
	Component  string      `json:"component"`
	Field      string      `json:"field"`
	Role       string      `json:"role"`
	Side       string      `json:"side"`
	Expression string      `json:"expression"`
	Class      string      `json:"class"`
	Normal     string      `json:"normal"`
	Writes     []string    `json:"writes"`
	Reads      []string    `json:"reads"`
	Reasons    []ReasonRow `json:"reasons"`

	number        int // of the definition
	span          catalog.Span
	access        catalog.Access
	writes, reads []analyzer.Path
}

// ReasonRow is one reason for a path's class, with its place in the file.
type ReasonRow struct {
	Kind   string `json:"kind"`
	Text   string `json:"text"`
	Line   int    `json:"line"`
	Column int    `json:"column"`
}

// NewBreakdown is an empty breakdown of a scope: paths (single-valued path fields) or all.
func NewBreakdown(scope string) *Breakdown {
	return &Breakdown{Version: 1, Scope: scope, Classes: map[string]int{}, ByField: []FieldRow{}, ByDefinition: []DefRow{}, Paths: []PathRow{}}
}

// Row is what is told of one field.
func Row(f *catalog.PathField, path func(string) string) PathRow {
	e, err := f.Expr()
	at := f.Node.Offsets(0, len(f.Expression))
	row := PathRow{File: path(at.File), Line: at.Start.Line, Column: at.Start.Column, Definition: f.Definition.Name, Field: f.Name, Role: string(f.Role), Side: string(f.Side),
		Expression: f.Expression, Class: Classes[e.Class], Normal: e.Normal, Writes: paths(e.Writes), Reads: paths(e.Reads), Reasons: []ReasonRow{},
		span: f.Node.Span(), access: f.Access, writes: e.Writes, reads: e.Reads}
	if f.Component != nil {
		row.Component = f.Component.Name
	}
	for _, r := range e.Reasons {
		p := f.Node.Offsets(r.Span.Start, r.Span.End).Start
		row.Reasons = append(row.Reasons, ReasonRow{string(r.Kind), r.Text, p.Line, p.Column})
	}
	var failed *analyzer.Error
	if asError(err, &failed) {
		for _, p := range failed.Problems {
			at := f.Node.Offsets(p.Span.Start, p.Span.End).Start
			row.Reasons = append(row.Reasons, ReasonRow{string(p.Kind), p.Message, at.Line, at.Column})
		}
	}
	return row
}

func asError(err error, target **analyzer.Error) bool {
	e, ok := err.(*analyzer.Error)
	*target = e
	return ok
}

func paths(list []analyzer.Path) []string {
	out := make([]string, 0, len(list))
	for _, p := range list {
		out = append(out, p.String())
	}
	return out
}

// Add takes in a file's definitions.
func (b *Breakdown) Add(f *catalog.File, path func(string) string) {
	if len(f.Definitions) > 0 {
		b.Files++
	}
	for _, d := range f.Definitions {
		b.Definitions++
		row := DefRow{Definition: d.Name, File: path(f.Name), number: b.Definitions, span: d.Node.Span()}
		if d.Root != nil && d.Root.Kind != nil {
			row.kind = catalog.Kind{Group: d.Root.Kind.Group, Version: d.Root.Kind.Version, Kind: d.Root.Kind.Kind}
		}
		for _, field := range d.Fields {
			counted := field.Single || b.Scope != "paths"
			if !counted && !b.KeepOthers {
				continue
			}
			told := Row(field, path)
			told.number = row.number
			if !counted {
				b.Others = append(b.Others, told)
				continue
			}
			e, _ := field.Expr()
			b.count(field.Name, e.Class)
			row.add(e.Class)
			b.Paths = append(b.Paths, told)
		}
		b.ByDefinition = append(b.ByDefinition, row)
	}
}

func (b *Breakdown) count(field string, class analyzer.Class) {
	b.Total++
	b.Classes[Classes[class]]++
	i, found := slices.BinarySearchFunc(b.ByField, field, func(r FieldRow, name string) int { return strings.Compare(r.Field, name) })
	if !found {
		b.ByField = slices.Insert(b.ByField, i, FieldRow{Field: field})
	}
	b.ByField[i].add(class)
	if class == analyzer.Address {
		b.Addresses++
	} else {
		b.Formulas++
	}
}

// Finish sorts the rows and fills in the classes that do not occur.
func (b *Breakdown) Finish() {
	for _, c := range Classes {
		b.Classes[c] += 0
	}
	slices.SortStableFunc(b.ByDefinition, func(x, y DefRow) int { return cmp.Or(strings.Compare(x.File, y.File), 0) })
}

// Headline is the breakdown in one line.
func (b *Breakdown) Headline() string {
	inside := fmt.Sprintf("%d respellable, %s, %s", b.Classes["respelled"], Plural(b.Classes["filter"], "filter"), Plural(b.Classes["formula"], "formula"))
	if n := b.Classes["invalid"]; n > 0 {
		inside += fmt.Sprintf(", %d invalid", n)
	}
	return fmt.Sprintf("%s = %s + %s (%s)", Plural(b.Total, "path"), addresses(b.Addresses), formulas(b.Formulas), inside)
}

func addresses(n int) string {
	if n == 1 {
		return "1 address"
	}
	return fmt.Sprintf("%d addresses", n)
}

func formulas(n int) string {
	if n == 1 {
		return "1 formula or filter"
	}
	return fmt.Sprintf("%d formulas and filters", n)
}

// WritePaths writes a breakdown as table, json, markdown or csv; list adds every path.
func (b *Breakdown) WritePaths(w io.Writer, format string, list bool) error {
	switch format {
	case "json":
		enc := json.NewEncoder(w)
		enc.SetEscapeHTML(false)
		return enc.Encode(b)
	case "csv":
		return b.writeCSV(w)
	case "markdown":
		return b.writeMarkdown(w, list)
	}
	return b.writeTable(w, list)
}

func (b *Breakdown) writeTable(w io.Writer, list bool) error {
	header := append([]string{"field"}, Classes...)
	fields := NewTable(w, 1, 2, 3, 4, 5)
	fields.Header(header)
	for _, r := range b.ByField {
		if err := fields.Append(append([]string{Clean(r.Field)}, r.cells()...)); err != nil {
			return err
		}
	}
	header = append([]string{"definition"}, Classes...)
	defs := NewTable(w, 1, 2, 3, 4, 5)
	defs.Header(header)
	for _, r := range b.ByDefinition {
		if err := defs.Append(append([]string{Clean(r.Definition)}, r.cells()...)); err != nil {
			return err
		}
	}
	if err := fields.Render(); err != nil {
		return err
	}
	if _, err := fmt.Fprintln(w); err != nil {
		return err
	}
	if err := defs.Render(); err != nil {
		return err
	}
	if list {
		if err := b.writeList(w); err != nil {
			return err
		}
	}
	_, err := fmt.Fprintf(w, "\n%s\n", b.Headline())
	return err
}

// writeList prints each path with its class, normal form, write targets and first reason.
func (b *Breakdown) writeList(w io.Writer) error {
	if _, err := fmt.Fprintln(w); err != nil {
		return err
	}
	for _, p := range b.Paths {
		lines := fmt.Sprintf("%s:%d:%d: %s %s %s: %s\n", Clean(p.File), p.Line, p.Column, Clean(p.Component), p.Field, p.Class, Clean(strings.Join(strings.Fields(p.Expression), " ")))
		if p.Normal != "" && p.Normal != p.Expression {
			lines += "    normal form: " + Clean(p.Normal) + "\n"
		}
		if len(p.Writes) > 0 {
			lines += "    writes: " + Clean(strings.Join(p.Writes, ", ")) + "\n"
		}
		if len(p.Reasons) > 0 {
			r := p.Reasons[0]
			lines += fmt.Sprintf("    reason: %s %q at %d:%d\n", r.Kind, r.Text, r.Line, r.Column)
		}
		if p.Class == "formula" && len(p.Reads) > 0 {
			lines += "    reads: " + Clean(strings.Join(p.Reads, ", ")) + "\n"
		}
		if _, err := io.WriteString(w, lines); err != nil {
			return err
		}
	}
	return nil
}

func (b *Breakdown) writeCSV(w io.Writer) error {
	out := csv.NewWriter(w)
	rows := [][]string{{"file", "line", "column", "definition", "component", "field", "role", "class", "expression", "normal", "writes", "reads"}}
	for _, p := range b.Paths {
		rows = append(rows, []string{p.File, fmt.Sprint(p.Line), fmt.Sprint(p.Column), p.Definition, p.Component, p.Field, p.Role, p.Class, p.Expression, p.Normal,
			strings.Join(p.Writes, " "), strings.Join(p.Reads, " ")})
	}
	for _, row := range rows {
		for i, cell := range row {
			row[i] = harmlessCell(cell)
		}
	}
	return out.WriteAll(rows)
}

// harmlessCell keeps spreadsheets from taking a cell for a formula of theirs.
func harmlessCell(s string) string {
	if s != "" && strings.ContainsAny(s[:1], "=+-@\t\r") {
		return "'" + s
	}
	return s
}

func (b *Breakdown) writeMarkdown(w io.Writer, list bool) error {
	var out strings.Builder
	fmt.Fprintf(&out, "**%s**\n\n", b.Headline())
	table := func(head string, rows [][]string) {
		fmt.Fprintf(&out, "| %s | %s |\n|---|%s\n", head, strings.Join(Classes, " | "), strings.Repeat("---:|", len(Classes)))
		for _, r := range rows {
			fmt.Fprintf(&out, "| %s | %s |\n", MarkdownCode(r[0]), strings.Join(r[1:], " | "))
		}
		out.WriteString("\n")
	}
	var fields, defs [][]string
	for _, r := range b.ByField {
		fields = append(fields, append([]string{r.Field}, r.cells()...))
	}
	for _, r := range b.ByDefinition {
		defs = append(defs, append([]string{r.Definition}, r.cells()...))
	}
	table("field", fields)
	table("definition", defs)
	if list {
		out.WriteString("| place | component | field | class | expression |\n|---|---|---|---|---|\n")
		for _, p := range b.Paths {
			fmt.Fprintf(&out, "| %s | %s | %s | %s | %s |\n", MarkdownCode(fmt.Sprintf("%s:%d", p.File, p.Line)), MarkdownCode(p.Component), p.Field, p.Class, MarkdownCode(p.Expression))
		}
	}
	_, err := io.WriteString(w, out.String())
	return err
}

// MarkdownCode is a text as inline code that stays one cell of a table, whatever is in it.
func MarkdownCode(s string) string {
	s = strings.Join(strings.Fields(Clean(s)), " ")
	if s == "" {
		return ""
	}
	if r := []rune(s); len(r) > 200 {
		s = string(r[:199]) + "…"
	}
	fence := "`"
	for strings.Contains(s, fence) {
		fence += "`"
	}
	pad := ""
	if len(fence) > 1 {
		pad = " "
	}
	return fence + pad + strings.ReplaceAll(s, "|", "\\|") + pad + fence
}
