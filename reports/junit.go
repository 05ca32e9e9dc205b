package reports

import (
	"encoding/xml"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/kartalint/kartalint/rules"
)

var junitFormat = Format{Name: "junit", About: "JUnit XML: a suite a file, a case a finding", whole: writeJUnit}

type junitSuites struct {
	XMLName  xml.Name      `xml:"testsuites"`
	Name     string        `xml:"name,attr"`
	Tests    int           `xml:"tests,attr"`
	Failures int           `xml:"failures,attr"`
	Skipped  int           `xml:"skipped,attr"`
	Suites   []*junitSuite `xml:"testsuite"`
}

type junitSuite struct {
	Name     string      `xml:"name,attr"`
	Tests    int         `xml:"tests,attr"`
	Failures int         `xml:"failures,attr"`
	Skipped  int         `xml:"skipped,attr"`
	Cases    []junitCase `xml:"testcase"`
}

type junitCase struct {
	Name      string        `xml:"name,attr"`
	Class     string        `xml:"classname,attr"`
	File      string        `xml:"file,attr"`
	Line      int           `xml:"line,attr"`
	Failure   *junitText    `xml:"failure"`
	Skipped   *junitMessage `xml:"skipped"`
	SystemOut string        `xml:"system-out,omitempty"`
}

type junitText struct {
	Message string `xml:"message,attr"`
	Type    string `xml:"type,attr"`
	Text    string `xml:",chardata"`
}

type junitMessage struct {
	Message string `xml:"message,attr"`
}

// writeJUnit: errors and warnings are failures, notes pass with their text, suppressed findings are skipped. A file without
// a finding is one case that passes.
func writeJUnit(w io.Writer, in *Input, _ Options) error {
	all := &junitSuites{Name: "kartalint"}
	byFile := map[string]*junitSuite{}
	suite := func(file string) *junitSuite {
		if in.Path != nil {
			file = in.Path(file)
		}
		file = Clean(file)
		if byFile[file] == nil {
			byFile[file] = &junitSuite{Name: file}
			all.Suites = append(all.Suites, byFile[file])
		}
		return byFile[file]
	}
	for _, file := range in.Files {
		suite(file)
	}
	for _, f := range in.New() {
		suite(f.At.File).add(f)
	}
	for _, s := range all.Suites {
		if len(s.Cases) == 0 {
			s.Cases = append(s.Cases, junitCase{Name: "no findings", Class: s.Name, File: s.Name, Line: 1})
		}
		s.Tests = len(s.Cases)
		all.Tests, all.Failures, all.Skipped = all.Tests+s.Tests, all.Failures+s.Failures, all.Skipped+s.Skipped
	}
	if _, err := io.WriteString(w, xml.Header); err != nil {
		return err
	}
	enc := xml.NewEncoder(w)
	enc.Indent("", "  ")
	if err := enc.Encode(all); err != nil {
		return err
	}
	_, err := io.WriteString(w, "\n")
	return err
}

func (s *junitSuite) add(f rules.Finding) {
	c := junitCase{Name: caseName(f), Class: s.Name, File: s.Name, Line: max(f.At.Start.Line, 1)}
	text := fmt.Sprintf("%s:%d:%d: %s: %s", s.Name, f.At.Start.Line, f.At.Start.Column, f.Severity, Clean(f.Message))
	switch {
	case f.Suppressed != nil:
		s.Skipped++
		c.Skipped = &junitMessage{Clean("suppressed: " + f.Suppressed.Reason)}
	case f.Severity > rules.Note:
		s.Failures++
		c.Failure = &junitText{Message: Clean(f.Message), Type: f.Severity.String(), Text: text}
	default:
		c.SystemOut = text
	}
	s.Cases = append(s.Cases, c)
}

// caseName tells a finding's case from the others of the file: readers follow cases by name.
func caseName(f rules.Finding) string {
	parts := []string{f.Rule.ID, f.Rule.Name, f.Definition, f.Component, f.Field}
	return Clean(strings.Join(slices.DeleteFunc(parts, func(s string) bool { return s == "" }), " "))
}
