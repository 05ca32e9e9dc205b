// Package fix applies the fixes of findings to a file's text, pass by pass, and takes back every one that does not do
// what it promises. It knows findings and edits; it writes no file.
package fix

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"

	"go.yaml.in/yaml/v3"

	"github.com/kartalint/kartalint/catalog"
	"github.com/kartalint/kartalint/rules"
)

// maxPasses ends a chain of fixes that make each other necessary.
const maxPasses = 20

// Options choose the fixes.
type Options struct {
	Unsafe bool     // also those that can change what is read for some objects
	Rules  []string // only those of these rules; all where empty
	// Check, where set, is asked before a fix is applied; its error refuses the fix. It is where a proof by evaluation
	// stands.
	Check func(before, after *catalog.File, f rules.Finding, fix rules.Fix) error
}

// Applied is a fix that holds.
type Applied struct {
	Finding rules.Finding // as it was found, with places in the text of its pass
	Fix     rules.Fix
}

// Refused is a fix that was taken back, or never applied.
type Refused struct {
	Finding rules.Finding
	Fix     rules.Fix
	Reason  string
}

// Result is what mending one file gave. Source is the old text where nothing was applied.
type Result struct {
	Source  []byte
	Applied []Applied
	Refused []Refused
	Unsafe  int // fixes left out because they are unsafe and Options.Unsafe is not set
}

// File mends one file.
func File(linter *rules.Linter, name string, src []byte, options catalog.Options, opts Options) *Result {
	m := &mender{linter: linter, name: name, options: options, opts: opts, refused: map[string]bool{}, res: &Result{Source: src}}
	for range maxPasses {
		if !m.pass() {
			break
		}
	}
	return m.res
}

type mender struct {
	linter  *rules.Linter
	name    string
	options catalog.Options
	opts    Options
	refused map[string]bool
	res     *Result
}

// state is a text and what is found in it.
type state struct {
	src      []byte
	file     *catalog.File
	findings []rules.Finding
}

func (m *mender) look(src []byte) state {
	file := catalog.Parse(m.name, src, m.options)
	return state{src, file, m.linter.Collect([]*rules.FileResult{m.linter.File(file)}).Findings}
}

// candidate is a fix to try.
type candidate struct {
	finding rules.Finding
	fix     rules.Fix
}

// pass applies the fixes whose edits do not overlap, and says whether any held.
func (m *mender) pass() bool {
	before := m.look(m.res.Source)
	list := m.choose(before)
	if len(list) == 0 {
		return false
	}
	if after, err := m.try(before, list); err == nil {
		m.take(after, list)
		return true
	}
	held := false
	for i, c := range list {
		if i > 0 {
			before = m.look(m.res.Source)
			moved, ok := m.again(before, c)
			if !ok {
				continue // an earlier fix of the pass mended it too
			}
			c = moved
		}
		after, err := m.try(before, []candidate{c})
		if err != nil {
			m.refuse(c, err.Error())
			continue
		}
		m.take(after, []candidate{c})
		held = true
	}
	return held
}

// choose picks the fixes of a pass: the first wanted one of each finding, none that overlaps an earlier one.
func (m *mender) choose(s state) []candidate {
	var list []candidate
	var taken []catalog.Edit
	m.res.Unsafe = 0
	for _, f := range s.findings {
		c, ok := m.wanted(f)
		if !ok || overlap(taken, c.fix.Edits) {
			continue
		}
		taken = append(taken, c.fix.Edits...)
		list = append(list, c)
	}
	return list
}

func (m *mender) wanted(f rules.Finding) (candidate, bool) {
	if f.Suppressed != nil || len(m.opts.Rules) > 0 && !slices.Contains(m.opts.Rules, f.Rule.ID) {
		return candidate{}, false
	}
	for _, fix := range f.Fixes {
		c := candidate{f, fix}
		switch {
		case !fix.Safe && !m.opts.Unsafe:
			m.res.Unsafe++
		case !m.refused[key(c)]:
			return c, true
		}
	}
	return candidate{}, false
}

// again finds a candidate in the text that earlier fixes of the pass have changed.
func (m *mender) again(s state, c candidate) (candidate, bool) {
	for _, f := range s.findings {
		if identity(f) != identity(c.finding) {
			continue
		}
		for _, fix := range f.Fixes {
			if fix.Title == c.fix.Title {
				return candidate{f, fix}, true
			}
		}
	}
	return candidate{}, false
}

func key(c candidate) string { return identity(c.finding) + "\x00" + c.fix.Title }

// identity knows a finding again after an edit: not by its place, and not by its definition's name, which a fix may
// change.
func identity(f rules.Finding) string {
	return strings.Join([]string{f.Rule.ID, f.Component, f.Field, f.Subject, f.Key}, "\x00")
}

// place is what a rule finds where, whatever the expression there is.
func place(f rules.Finding) string {
	return strings.Join([]string{f.Rule.ID, f.Component, f.Field, f.Subject}, "\x00")
}

func overlap(taken, edits []catalog.Edit) bool {
	for _, a := range taken {
		for _, b := range edits {
			if a.Span.Start.Offset <= b.Span.End.Offset && b.Span.Start.Offset <= a.Span.End.Offset {
				return true
			}
		}
	}
	return false
}

// try applies fixes to a text and holds the result to what a fix promises.
func (m *mender) try(before state, list []candidate) (state, error) {
	var edits []catalog.Edit
	for _, c := range list {
		edits = append(edits, c.fix.Edits...)
	}
	src, err := catalog.ApplyEdits(before.src, edits)
	if err != nil {
		return state{}, err
	}
	if bytes.Equal(src, before.src) {
		return state{}, errors.New("it changes nothing")
	}
	after := m.look(src)
	for _, check := range []func(before, after state, list []candidate) error{wellFormed, removed, sameComments, otherDocuments} {
		if err := check(before, after, list); err != nil {
			return state{}, err
		}
	}
	if m.opts.Check != nil {
		for _, c := range list {
			if err := m.opts.Check(before.file, after.file, c.finding, c.fix); err != nil {
				return state{}, err
			}
		}
	}
	return after, nil
}

// wellFormed says that a text has no problem that the old one did not have.
func wellFormed(before, after state, _ []candidate) error {
	if len(after.file.Problems) > len(before.file.Problems) {
		return fmt.Errorf("the file would not be read any more: %s", after.file.Problems[0].Message)
	}
	if len(after.file.Definitions) != len(before.file.Definitions) {
		return errors.New("a definition would be lost")
	}
	return nil
}

// removed says that the findings are gone and that none as bad has come.
func removed(before, after state, list []candidate) error {
	had, has := count(before.findings), count(after.findings)
	worst := rules.Error
	for _, c := range list {
		id := identity(c.finding)
		if has[id] >= had[id] {
			return errors.New("the finding would still be there")
		}
		worst = min(worst, c.finding.Severity)
	}
	known := map[string]bool{}
	for _, f := range before.findings {
		known[place(f)] = true
	}
	for _, f := range after.findings {
		if f.Severity >= worst && !known[place(f)] && !uncovered(f, list) {
			return fmt.Errorf("%s would be found instead: %s", f.Rule.ID, f.Message)
		}
	}
	return nil
}

// uncovered says whether a fix only showed what its finding hid.
func uncovered(f rules.Finding, list []candidate) bool {
	return slices.ContainsFunc(list, func(c candidate) bool {
		return c.finding.Subject == f.Subject && c.finding.Definition == f.Definition && slices.Contains(c.finding.Rule.Uncovers, f.Rule.ID)
	})
}

func count(list []rules.Finding) map[string]int {
	n := map[string]int{}
	for _, f := range list {
		n[identity(f)]++
	}
	return n
}

// sameComments says that every comment is still there.
func sameComments(before, after state, _ []candidate) error {
	if had, has := comments(before.src), comments(after.src); !maps.Equal(had, has) {
		return errors.New("a comment would be lost")
	}
	return nil
}

// comments counts the comment lines of a YAML text.
func comments(src []byte) map[string]int {
	n := map[string]int{}
	dec := yaml.NewDecoder(bytes.NewReader(src))
	for {
		var doc yaml.Node
		if err := dec.Decode(&doc); err != nil {
			if !errors.Is(err, io.EOF) {
				n["(unreadable)"]++
			}
			return n
		}
		countComments(&doc, n)
	}
}

func countComments(node *yaml.Node, n map[string]int) {
	for _, text := range []string{node.HeadComment, node.LineComment, node.FootComment} {
		for line := range strings.Lines(text) {
			if line = strings.TrimSpace(line); line != "" {
				n[line]++
			}
		}
	}
	for _, c := range node.Content {
		countComments(c, n)
	}
}

// otherDocuments says that the edits stay inside definitions that have the findings.
func otherDocuments(before, _ state, list []candidate) error {
	for _, c := range list {
		for _, e := range c.fix.Edits {
			inside := slices.ContainsFunc(before.file.Definitions, func(d *catalog.Definition) bool {
				span := d.Node.Span()
				return d.Name == c.finding.Definition && span.Start.Offset <= e.Span.Start.Offset && e.Span.End.Offset <= span.End.Offset+1
			})
			if !inside {
				return errors.New("it would change another document")
			}
		}
	}
	return nil
}

func (m *mender) take(after state, list []candidate) {
	m.res.Source = after.src
	for _, c := range list {
		m.res.Applied = append(m.res.Applied, Applied{c.finding, c.fix})
	}
}

func (m *mender) refuse(c candidate, reason string) {
	m.refused[key(c)] = true
	m.res.Refused = append(m.res.Refused, Refused{c.finding, c.fix, reason})
}
