package reports

import (
	"github.com/kartalint/kartalint/catalog"
	"github.com/kartalint/kartalint/rules"
)

var jsonFormat = Format{Name: "json", About: "findings and summary as JSON, version 1", Pieces: &Pieces{Head: jsonHead, Finding: jsonOne, Between: ",", Tail: jsonTail}}

// The shapes below are stable; keys may be added.
// jsonReport is all of the report but its last key, findings, a list of jsonFinding.
type jsonReport struct {
	Version int         `json:"version"`
	Summary jsonSummary `json:"summary"`
	Base    *jsonBase   `json:"base,omitempty"`
}

type jsonBase struct {
	Ref       string        `json:"ref"`
	Unchanged int           `json:"unchanged"`
	Solved    []jsonFinding `json:"solved"`
	Before    jsonHeadline  `json:"before"`
	After     jsonHeadline  `json:"after"`
}

type jsonHeadline struct {
	Total     int `json:"total"`
	Addresses int `json:"addresses"`
	Formulas  int `json:"formulas"`
}

type jsonSummary struct {
	Errors      int            `json:"errors"`
	Warnings    int            `json:"warnings"`
	Notes       int            `json:"notes"`
	Suppressed  int            `json:"suppressed"`
	Files       int            `json:"files"`
	Definitions int            `json:"definitions"`
	Typed       int            `json:"typed"`
	Skipped     map[string]int `json:"skipped,omitempty"`
	Notices     []string       `json:"notices,omitempty"`
}

type jsonPlace struct {
	File      string `json:"file"`
	Line      int    `json:"line"`
	Column    int    `json:"column"`
	EndLine   int    `json:"endLine,omitempty"`
	EndColumn int    `json:"endColumn,omitempty"`
}

type jsonFinding struct {
	Rule     string `json:"rule"`
	Name     string `json:"name"`
	Severity string `json:"severity"`
	Message  string `json:"message"`
	jsonPlace
	Definition  string        `json:"definition"`
	Component   string        `json:"component"`
	Field       string        `json:"field"`
	Expression  string        `json:"expression"`
	Related     []jsonRelated `json:"related"`
	Fixes       []jsonFix     `json:"fixes"`
	Fingerprint string        `json:"fingerprint"`
	Suppressed  *jsonReason   `json:"suppressed,omitempty"`
	Known       bool          `json:"known,omitempty"` // the base has it too
}

type jsonRelated struct {
	Message string `json:"message"`
	jsonPlace
}

type jsonFix struct {
	Title string     `json:"title"`
	Safe  bool       `json:"safe"`
	Edits []jsonEdit `json:"edits"`
}

type jsonEdit struct {
	jsonPlace
	NewText string `json:"newText"`
}

type jsonReason struct {
	Reason   string `json:"reason,omitempty"`
	Baseline bool   `json:"baseline,omitempty"`
}

// jsonHead prints everything but the findings, and opens their list: an encoder would hold the whole of it.
func jsonHead(p *Printer) error {
	in := p.in
	report := jsonReport{Version: 1, Summary: jsonSummary{
		in.Summary.Errors, in.Summary.Warnings, in.Summary.Notes, in.Summary.Suppressed, in.Summary.Files, in.Summary.Definitions, in.Summary.Typed, in.Summary.Skipped, in.Summary.Notices}}
	if b := in.Base; b != nil {
		report.Base = &jsonBase{b.Ref, b.Unchanged, []jsonFinding{}, headline(b.Before), headline(b.After)}
		for i := range b.Solved {
			report.Base.Solved = append(report.Base.Solved, in.finding(&b.Solved[i]))
		}
	}
	if err := p.value(report); err != nil {
		return err
	}
	p.Out.Truncate(p.Out.Len() - 1)
	p.Out.WriteString(`,"findings":[`)
	return nil
}

func jsonOne(p *Printer, f *rules.Finding) error { return p.value(p.in.finding(f)) }

func jsonTail(p *Printer) error {
	p.Out.WriteString("]}\n")
	return nil
}

func headline(b *Breakdown) jsonHeadline { return jsonHeadline{b.Total, b.Addresses, b.Formulas} }

func (in *Input) place(at catalog.Span, end bool) jsonPlace {
	file := at.File
	if in.Path != nil {
		file = in.Path(file)
	}
	p := jsonPlace{File: file, Line: at.Start.Line, Column: at.Start.Column}
	if end {
		p.EndLine, p.EndColumn = at.End.Line, at.End.Column
	}
	return p
}

func (in *Input) finding(f *rules.Finding) jsonFinding {
	j := jsonFinding{Rule: f.Rule.ID, Name: f.Rule.Name, Severity: f.Severity.String(), Message: f.Message, jsonPlace: in.place(f.At, true),
		Definition: f.Definition, Component: f.Component, Field: f.Field, Expression: f.Expression, Fingerprint: f.Fingerprint, Known: f.Known,
		Related: []jsonRelated{}, Fixes: []jsonFix{}}
	for _, r := range f.Related {
		j.Related = append(j.Related, jsonRelated{r.Message, in.place(r.At, false)})
	}
	for _, x := range f.Fixes {
		fix := jsonFix{Title: x.Title, Safe: x.Safe, Edits: []jsonEdit{}}
		for _, e := range x.Edits {
			fix.Edits = append(fix.Edits, jsonEdit{in.place(e.Span, true), e.New})
		}
		j.Fixes = append(j.Fixes, fix)
	}
	if f.Suppressed != nil {
		j.Suppressed = &jsonReason{f.Suppressed.Reason, f.Suppressed.Baseline}
	}
	return j
}
