package reports

import (
	"bufio"
	"bytes"
	"encoding/json"
	"io"

	"github.com/kartalint/kartalint/catalog"
	"github.com/kartalint/kartalint/rules"
)

var jsonFormat = Format{Name: "json", About: "findings and summary as JSON, version 1", Write: writeJSON}

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

func writeJSON(w io.Writer, in *Input, _ Options) error {
	report := jsonReport{Version: 1, Summary: jsonSummary{
		in.Summary.Errors, in.Summary.Warnings, in.Summary.Notes, in.Summary.Suppressed, in.Summary.Files, in.Summary.Definitions, in.Summary.Typed, in.Summary.Skipped, in.Summary.Notices}}
	if b := in.Base; b != nil {
		report.Base = &jsonBase{b.Ref, b.Unchanged, []jsonFinding{}, headline(b.Before), headline(b.After)}
		for _, f := range b.Solved {
			report.Base.Solved = append(report.Base.Solved, in.finding(f))
		}
	}
	// One value at a time: an encoder holds the whole of what it encodes.
	j := &jsonWriter{out: bufio.NewWriter(w)}
	j.value(report)
	j.openLast("findings")
	for i, f := range in.Findings {
		if i > 0 {
			j.text(",")
		}
		j.value(in.finding(f))
		j.flushValue()
	}
	j.text("]}\n")
	return j.close()
}

// jsonWriter writes JSON in pieces. The first error is kept.
type jsonWriter struct {
	out   *bufio.Writer
	piece bytes.Buffer // the last value, not written yet
	err   error
}

// value encodes a value and holds it back.
func (j *jsonWriter) value(v any) {
	j.piece.Reset()
	enc := json.NewEncoder(&j.piece)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(v); err != nil && j.err == nil {
		j.err = err
	}
	if n := j.piece.Len(); n > 0 {
		j.piece.Truncate(n - 1) // the encoder's line end
	}
}

// openLast writes the object that is held back, left open, and starts a list in it.
func (j *jsonWriter) openLast(key string) {
	if n := j.piece.Len(); n > 0 {
		j.piece.Truncate(n - 1)
	}
	j.flushValue()
	j.text(",\"" + key + "\":[")
}

func (j *jsonWriter) flushValue() {
	if _, err := j.out.Write(j.piece.Bytes()); err != nil && j.err == nil {
		j.err = err
	}
}

func (j *jsonWriter) text(s string) {
	if _, err := j.out.WriteString(s); err != nil && j.err == nil {
		j.err = err
	}
}

func (j *jsonWriter) close() error {
	if err := j.out.Flush(); err != nil && j.err == nil {
		j.err = err
	}
	return j.err
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

func (in *Input) finding(f rules.Finding) jsonFinding {
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
