package reports

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/kartalint/kartalint/rules"
)

// Input is what a report is made of.
type Input struct {
	Findings []rules.Finding // sorted; suppressed ones are marked
	Summary  Summary
	Files    []string                 // that were read, in their order
	Rules    []*rules.Rule            // every rule, sorted by id
	Source   func(file string) []byte // a file's text; nil where it cannot be had
	Path     func(file string) string // how a machine reads a file's name: relative to the repository's root
	Base     *Comparison              // with what the findings are compared; nil without --base
	Paths    *Breakdown               // of the path fields; nil where no format needs it
}

// Comparison is what a state has beside another one, the base. Findings that both have are marked as Known.
type Comparison struct {
	Ref       string
	Solved    []rules.Finding // of the base, and gone
	Unchanged int
	Before    *Breakdown
	After     *Breakdown
}

// Lines tell the comparison: one line each for new, solved and unchanged findings, and for the paths.
func (c *Comparison) Lines(newFindings int) []string {
	lines := []string{fmt.Sprintf("compared with %s: %s, %d solved, %d unchanged", Clean(c.Ref), Plural(newFindings, "new finding"), len(c.Solved), c.Unchanged)}
	for _, d := range []struct {
		name          string
		before, after int
	}{{"addresses", c.Before.Addresses, c.After.Addresses}, {"formulas and filters", c.Before.Formulas, c.After.Formulas}} {
		lines = append(lines, fmt.Sprintf("%s %d → %d (%+d)", d.name, d.before, d.after, d.after-d.before))
	}
	return lines
}

// New are the findings that the base does not have: all of them without a base.
func (in *Input) New() []rules.Finding {
	if in.Base == nil {
		return in.Findings
	}
	var list []rules.Finding
	for _, f := range in.Findings {
		if !f.Known {
			list = append(list, f)
		}
	}
	return list
}

// Summary says what was checked.
type Summary struct {
	Errors, Warnings, Notes, Suppressed int
	Files, Definitions, Documents       int
	Typed                               int            // definitions that were checked against a type
	Types                               bool           // types were given: Typed is worth telling
	Skipped                             map[string]int // documents of other kinds, by kind
	Notices                             []string       // what else the reader should know: stale baseline entries, kinds without a type
}

// Count adds findings to the numbers, those that a base has too left out.
func (s *Summary) Count(list []rules.Finding) {
	for i := range list {
		switch f := &list[i]; {
		case f.Known:
		case f.Suppressed != nil:
			s.Suppressed++
		case f.Severity == rules.Error:
			s.Errors++
		case f.Severity == rules.Warning:
			s.Warnings++
		default:
			s.Notes++
		}
	}
}

// AtOrAbove is the number of counted findings of a severity and above.
func (s *Summary) AtOrAbove(lowest rules.Severity) int {
	n := s.Errors
	if lowest <= rules.Warning {
		n += s.Warnings
	}
	if lowest <= rules.Note {
		n += s.Notes
	}
	return n
}

// String is one line: what was found, what was checked, what was skipped.
func (s Summary) String() string {
	out := fmt.Sprintf("%s, %s, %s", Plural(s.Errors, "error"), Plural(s.Warnings, "warning"), Plural(s.Notes, "note"))
	if s.Suppressed > 0 {
		out += fmt.Sprintf(", %d suppressed", s.Suppressed)
	}
	out += fmt.Sprintf(" in %s of %s", Plural(s.Definitions, "definition"), Plural(s.Files, "file"))
	if s.Types {
		out += fmt.Sprintf("; %d of %s checked against a type", s.Typed, Plural(s.Definitions, "definition"))
	}
	if len(s.Skipped) > 0 {
		var kinds []string
		for kind, n := range s.Skipped {
			kinds = append(kinds, fmt.Sprintf("%d %s", n, Clean(kind)))
		}
		slices.Sort(kinds)
		if len(kinds) > 5 {
			kinds = append(kinds[:5:5], fmt.Sprintf("%d kinds more", len(kinds)-5))
		}
		out += "; skipped, being no definitions: " + strings.Join(kinds, ", ")
	}
	return out
}

// Plural is "1 error" or "2 errors".
func Plural(n int, word string) string {
	if n == 1 {
		return "1 " + word
	}
	if strings.HasSuffix(word, "x") {
		word += "e"
	}
	return fmt.Sprintf("%d %ss", n, word)
}

// Options say how a report looks.
type Options struct {
	Color      bool
	Suppressed bool   // suppressed findings too
	Category   string // of a SARIF run; "" for none
	Version    string // of the tool
	NoSummary  bool   // the text report leaves the summary to the caller
}

// Format is one way to write a report.
type Format struct {
	Name       string
	About      string  // one line for help texts
	NeedsPaths bool    // Input.Paths must be there
	Pieces     *Pieces // of a format that is written finding by finding; nil for another
	whole      func(w io.Writer, in *Input, opts Options) error
}

// Write writes the report of a set of findings.
func (f Format) Write(w io.Writer, in *Input, opts Options) error {
	if f.Pieces != nil {
		return f.Pieces.write(w, in, opts)
	}
	return f.whole(w, in, opts)
}

// Formats are all formats, sorted by name.
func Formats() []Format {
	return []Format{githubFormat, htmlFormat, jsonFormat, junitFormat, markdownFormat, sarifFormat, tableFormat, textFormat}
}

// Lookup is the format of that name; the error lists the names and the nearest one.
func Lookup(name string) (Format, error) {
	var names []string
	for _, f := range Formats() {
		if f.Name == name {
			return f, nil
		}
		names = append(names, f.Name)
	}
	message := fmt.Sprintf("unknown format %q: use %s", name, strings.Join(names, ", "))
	if near := rules.Nearest(name, names); near != "" {
		message = fmt.Sprintf("unknown format %q: did you mean %s? (%s)", name, near, strings.Join(names, ", "))
	}
	return Format{}, fmt.Errorf("%s", message)
}

// Clean makes a text from a file harmless for a terminal: control characters, escape sequences and characters that turn
// the direction of writing are shown as codes.
func Clean(s string) string {
	if !strings.ContainsFunc(s, harmful) {
		return s
	}
	var b strings.Builder
	for _, r := range s {
		if harmful(r) {
			fmt.Fprintf(&b, "\\u%04x", r)
		} else {
			b.WriteRune(r)
		}
	}
	return b.String()
}

func harmful(r rune) bool {
	return r < ' ' || r >= 0x7f && r < 0xa0 || r == 0xfffd || r >= 0x202a && r <= 0x202e || r >= 0x2066 && r <= 0x2069 || r == 0x200e || r == 0x200f || r == 0x2028 || r == 0x2029
}
