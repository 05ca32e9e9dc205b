package reports

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/kartalint/kartalint/catalog"
	"github.com/kartalint/kartalint/rules"
)

// Limits of what the page shows of one text, in code points, and of one list.
const (
	htmlText  = 4000
	htmlLabel = 200
	htmlList  = 60
)

// htmlPage is the data of the page; its script makes everything else. Indexes are into the lists of the same value.
type htmlPage struct {
	Headline    string           `json:"headline"`
	Checked     string           `json:"checked"`
	Notices     []string         `json:"notices,omitempty"`
	Breakdown   *htmlBreakdown   `json:"breakdown,omitempty"`
	Rules       []htmlRule       `json:"rules"` // those with findings
	Definitions []htmlDefinition `json:"definitions"`
	Findings    []htmlFinding    `json:"findings"`
}

type htmlBreakdown struct {
	Total   int            `json:"total"`
	Classes map[string]int `json:"classes"`
	ByField []FieldRow     `json:"byField"`
}

type htmlRule struct {
	ID    string `json:"id"`
	Name  string `json:"name"`
	Title string `json:"title"`
	What  string `json:"what"`
	Why   string `json:"why"`
	Mend  string `json:"mend"`
}

type htmlDefinition struct {
	ID      string      `json:"id"`
	Name    string      `json:"name"`
	Kind    string      `json:"kind"` // of the workload
	File    string      `json:"file"`
	Line    int         `json:"line"`
	Classes ClassCounts `json:"classes"`
	Paths   []htmlPath  `json:"paths"`
	Crowded bool        `json:"crowded,omitempty"` // too many written fields to compare them all
}

type htmlFinding struct {
	ID         string        `json:"id"`
	Rule       int           `json:"rule"`
	Severity   string        `json:"severity"`
	Message    string        `json:"message"`
	File       string        `json:"file"`
	Line       int           `json:"line"`
	Column     int           `json:"column"`
	Definition int           `json:"definition"` // -1 where it stands in none
	Component  string        `json:"component,omitempty"`
	Field      string        `json:"field,omitempty"`
	Snippet    []htmlLine    `json:"snippet,omitempty"`
	Related    []htmlRelated `json:"related,omitempty"`
	Fixes      []htmlFix     `json:"fixes,omitempty"`
	Suppressed string        `json:"suppressed,omitempty"` // why it is hidden
}

type htmlRelated struct {
	Message string     `json:"message"`
	File    string     `json:"file"`
	Line    int        `json:"line"`
	Column  int        `json:"column"`
	Snippet []htmlLine `json:"snippet,omitempty"`
}

type htmlFix struct {
	Title string     `json:"title"`
	Safe  bool       `json:"safe"`
	Diff  []htmlDiff `json:"diff"`
}

// pageMaker fills a page.
type pageMaker struct {
	in     *Input
	page   *htmlPage
	lines  *lineSource
	taken  map[string]int
	byFile map[string][]int // definitions by the file's name as it was read
	spans  []catalog.Span   // of the definitions
}

func (in *Input) page(opts Options) *htmlPage {
	m := &pageMaker{in: in, lines: &lineSource{read: in.Source}, taken: map[string]int{}, byFile: map[string][]int{},
		page: &htmlPage{Headline: "No path was looked at", Checked: in.Summary.String(), Rules: []htmlRule{}, Definitions: []htmlDefinition{}, Findings: []htmlFinding{}}}
	for _, n := range in.Summary.Notices {
		m.page.Notices = append(m.page.Notices, tidy(n, htmlText))
	}
	m.breakdown()
	m.rules(opts)
	for _, f := range in.Findings {
		if f.Suppressed == nil || opts.Suppressed {
			m.finding(f)
		}
	}
	return m.page
}

func (m *pageMaker) breakdown() {
	b := m.in.Paths
	if b == nil {
		return
	}
	m.page.Headline = b.Headline()
	m.page.Breakdown = &htmlBreakdown{b.Total, b.Classes, b.ByField}
	index := map[int]int{} // of a definition's number
	for i, d := range b.ByDefinition {
		index[d.number] = i
		m.byFile[d.span.File] = append(m.byFile[d.span.File], i)
		m.spans = append(m.spans, d.span)
		m.page.Definitions = append(m.page.Definitions, htmlDefinition{ID: m.id("d-" + slug(d.Definition)), Name: tidy(d.Definition, htmlLabel), Kind: kindText(d.kind),
			File: tidy(d.File, htmlLabel), Line: d.span.Start.Line, Classes: d.ClassCounts})
	}
	rows := make([][]PathRow, len(b.ByDefinition))
	for _, list := range [][]PathRow{b.Paths, b.Others} {
		for _, r := range list {
			if i, ok := index[r.number]; ok {
				rows[i] = append(rows[i], r)
			}
		}
	}
	for i := range rows {
		slices.SortStableFunc(rows[i], func(x, y PathRow) int { return cmp.Or(x.Line-y.Line, x.Column-y.Column) })
		d := &m.page.Definitions[i]
		d.Paths, d.Crowded = writeMap(rows[i])
	}
}

// rules lists the rules that found something, in the order of their ids.
func (m *pageMaker) rules(opts Options) {
	var found []*rules.Rule
	for _, f := range m.in.Findings {
		if (f.Suppressed == nil || opts.Suppressed) && !slices.Contains(found, f.Rule) {
			found = append(found, f.Rule)
		}
	}
	slices.SortFunc(found, func(x, y *rules.Rule) int { return strings.Compare(x.ID, y.ID) })
	for _, r := range found {
		m.page.Rules = append(m.page.Rules, htmlRule{r.ID, r.Name, r.Title, strings.TrimSpace(r.What), strings.TrimSpace(r.Why), strings.TrimSpace(r.Mend)})
	}
}

func (m *pageMaker) finding(f rules.Finding) {
	at := m.in.place(f.At, false)
	mark := f.Fingerprint
	if mark == "" {
		mark = f.Rule.ID
	}
	h := htmlFinding{ID: m.id("f-" + slug(mark[:min(len(mark), 12)])), Rule: slices.IndexFunc(m.page.Rules, func(r htmlRule) bool { return r.ID == f.Rule.ID }),
		Severity: f.Severity.String(), Message: tidy(f.Message, htmlText), File: tidy(at.File, htmlLabel), Line: at.Line, Column: at.Column, Definition: m.definition(f),
		Component: tidy(f.Component, htmlLabel), Field: tidy(f.Field, htmlLabel), Snippet: m.lines.snippet(f.At, 2)}
	if f.Suppressed != nil {
		h.Suppressed = suppression(f.Suppressed)
	}
	for _, r := range f.Related[:min(len(f.Related), htmlList)] {
		p := m.in.place(r.At, false)
		h.Related = append(h.Related, htmlRelated{tidy(r.Message, htmlText), tidy(p.File, htmlLabel), p.Line, p.Column, m.lines.snippet(r.At, 0)})
	}
	for _, x := range f.Fixes[:min(len(f.Fixes), htmlList)] {
		h.Fixes = append(h.Fixes, htmlFix{tidy(x.Title, htmlText), x.Safe, m.lines.diff(x.Edits)})
	}
	m.page.Findings = append(m.page.Findings, h)
	m.attach(f, len(m.page.Findings)-1, h.Definition)
}

// definition is the index of the one that a finding stands in: by its place, else by its name.
func (m *pageMaker) definition(f rules.Finding) int {
	list := m.byFile[f.At.File]
	for _, i := range list {
		if s := m.spans[i]; f.At.Start.Offset >= s.Start.Offset && f.At.Start.Offset < s.End.Offset {
			return i
		}
	}
	for _, i := range list {
		if m.in.Paths.ByDefinition[i].Definition == f.Definition && f.Definition != "" {
			return i
		}
	}
	return -1
}

// attach lists a finding with the path fields that it points into.
func (m *pageMaker) attach(f rules.Finding, number, definition int) {
	if definition < 0 {
		return
	}
	paths := m.page.Definitions[definition].Paths
	spots := []catalog.Span{f.At}
	for _, r := range f.Related {
		spots = append(spots, r.At)
	}
	for i := range paths {
		p := &paths[i]
		inside := func(s catalog.Span) bool {
			return s.File == p.span.File && s.Start.Offset >= p.span.Start.Offset && s.Start.Offset < p.span.End.Offset
		}
		if slices.ContainsFunc(spots, inside) && len(p.Findings) < htmlList {
			p.Findings = append(p.Findings, number)
		}
	}
}

func suppression(s *rules.Suppression) string {
	switch {
	case s.Baseline:
		return "known from the baseline"
	case s.Reason != "":
		return tidy(s.Reason, htmlText)
	}
	return "suppressed by a comment"
}

// id is a name that no other element of the page has.
func (m *pageMaker) id(name string) string {
	m.taken[name]++
	if n := m.taken[name]; n > 1 {
		return m.id(fmt.Sprintf("%s-%d", name, n))
	}
	return name
}

// slug is a text as part of an address in the page.
func slug(s string) string {
	s = strings.Map(func(r rune) rune {
		if r >= 'a' && r <= 'z' || r >= '0' && r <= '9' || r == '.' {
			return r
		}
		if r >= 'A' && r <= 'Z' {
			return r + 'a' - 'A'
		}
		return '-'
	}, s)
	return s[:min(len(s), 80)]
}

func kindText(k catalog.Kind) string {
	version := k.Version
	if k.Group != "" {
		version = k.Group + "/" + version
	}
	return tidy(strings.TrimSpace(k.Kind+" "+version), htmlLabel)
}

// tidy makes a text harmless to look at: control characters as codes, line ends kept, at most limit code points.
func tidy(s string, limit int) string {
	if n := utf8.RuneCountInString(s); n > limit {
		s = fmt.Sprintf("%s… (%d characters)", string([]rune(s)[:limit]), n)
	}
	lines := strings.Split(strings.ReplaceAll(s, "\t", "  "), "\n")
	for i, l := range lines {
		lines[i] = Clean(strings.TrimSuffix(l, "\r"))
	}
	return strings.TrimRight(strings.Join(lines, "\n"), "\n")
}
