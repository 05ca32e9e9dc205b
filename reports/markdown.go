package reports

import (
	"cmp"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/kartalint/kartalint/rules"
)

var markdownFormat = Format{Name: "markdown", About: "a job summary or comment of a pull request", whole: writeMarkdown, NeedsPaths: true}

// maxMarkdown is the size in bytes that a comment of GitHub may have, less what a note of a cut takes.
const (
	maxComment  = 65536
	maxMarkdown = maxComment - 300
)

func writeMarkdown(w io.Writer, in *Input, opts Options) error {
	m := &markdown{}
	m.add("## kartalint\n\n**%s**\n\n", MarkdownText(in.Summary.String()))
	if in.Paths != nil {
		m.add("%s\n\n", MarkdownText(in.Paths.Headline()))
	}
	if in.Base != nil {
		m.base(in)
	}
	groups := grouped(in, opts)
	for _, g := range groups {
		m.group(in, g)
	}
	if len(groups) == 0 {
		m.add("Nothing was found.\n")
	}
	if in.Paths != nil {
		m.breakdown(in.Paths)
	}
	for _, notice := range in.Summary.Notices {
		m.add("\n%s\n", MarkdownText(notice))
	}
	m.note()
	_, err := io.WriteString(w, m.out.String())
	return err
}

// markdown collects parts as long as they fit.
type markdown struct {
	out  strings.Builder
	cut  int // parts left out
	rows int // findings left out
}

// note says what was left out.
func (m *markdown) note() {
	what := Plural(m.rows, "finding")
	switch {
	case m.rows == 0 && m.cut == 0:
		return
	case m.rows == 0:
		what = Plural(m.cut, "part")
	case m.cut > 0:
		what += " and " + Plural(m.cut, "part")
	}
	fmt.Fprintf(&m.out, "\n_%s left out: a comment holds %d KB. The whole list is in the other reports._\n", what, maxComment>>10)
}

func (m *markdown) add(format string, args ...any) {
	m.part(fmt.Sprintf(format, args...))
}

// part is written as a whole or not at all, so that no table and no fold stays open.
func (m *markdown) part(text string) bool {
	if m.out.Len()+len(text) > maxMarkdown {
		m.cut++
		return false
	}
	m.out.WriteString(text)
	return true
}

func (m *markdown) base(in *Input) {
	for _, line := range in.Base.Lines(in.Summary.Errors + in.Summary.Warnings + in.Summary.Notes) {
		m.add("- %s\n", MarkdownText(line))
	}
	if n := len(in.Base.Solved); n > 0 {
		m.add("\n**Solved, thank you:**\n\n")
		for i, f := range in.Base.Solved {
			if i == 20 {
				m.add("- and %d more\n", n-i)
				break
			}
			m.add("- %s %s %s\n", MarkdownCode(f.At.File), f.Rule.ID, MarkdownText(f.Message))
		}
	}
	m.add("\n")
}

type ruleGroup struct {
	rule     *rules.Rule
	severity rules.Severity
	findings []rules.Finding
}

// grouped are the findings by severity and rule, the worst first.
func grouped(in *Input, opts Options) []ruleGroup {
	var groups []ruleGroup
	for _, f := range in.New() {
		if f.Suppressed != nil && !opts.Suppressed {
			continue
		}
		i := slices.IndexFunc(groups, func(g ruleGroup) bool { return g.rule == f.Rule && g.severity == f.Severity })
		if i < 0 {
			groups = append(groups, ruleGroup{f.Rule, f.Severity, nil})
			i = len(groups) - 1
		}
		groups[i].findings = append(groups[i].findings, f)
	}
	slices.SortStableFunc(groups, func(a, b ruleGroup) int {
		return cmp.Or(int(b.severity)-int(a.severity), strings.Compare(a.rule.ID, b.rule.ID))
	})
	return groups
}

// group writes a rule's findings, folded for notes: as many rows as fit, and nothing where none does.
func (m *markdown) group(in *Input, g ruleGroup) {
	open := ""
	if g.severity > rules.Note {
		open = " open"
	}
	var b strings.Builder
	fmt.Fprintf(&b, "<details%s><summary><b>%s: %s %s (%d)</b></summary>\n\n[%s](%s/blob/main/docs/rules.md#%s)\n\n| place | component | what |\n|---|---|---|\n",
		open, g.severity, g.rule.ID, g.rule.Name, len(g.findings), g.rule.Title, home, strings.ToLower(g.rule.ID))
	const end = "\n</details>\n\n"
	head := b.Len()
	for i, f := range g.findings {
		row := tableRow(in, f)
		if m.rows > 0 || m.out.Len()+b.Len()+len(row)+len(end) > maxMarkdown {
			m.rows += len(g.findings) - i
			break
		}
		b.WriteString(row)
	}
	if b.Len() > head {
		m.out.WriteString(b.String() + end)
	}
}

func tableRow(in *Input, f rules.Finding) string {
	file := f.At.File
	if in.Path != nil {
		file = in.Path(file)
	}
	return fmt.Sprintf("| %s | %s | %s |\n", MarkdownCode(fmt.Sprintf("%s:%d", file, f.At.Start.Line)), MarkdownCode(f.Component), MarkdownText(f.Message))
}

func (m *markdown) breakdown(p *Breakdown) {
	var b strings.Builder
	if p.writeMarkdown(&b, false) == nil {
		m.part("\n<details><summary>Paths by field and definition</summary>\n\n" + b.String() + "\n</details>\n")
	}
}

// MarkdownText is a text that Markdown shows as it is, in one line and in one cell of a table: no mark-up, no HTML, no
// mention of a user or an issue.
func MarkdownText(s string) string {
	s = strings.Join(strings.Fields(Clean(s)), " ")
	if r := []rune(s); len(r) > 1000 {
		s = string(r[:999]) + "…"
	}
	var b strings.Builder
	for _, r := range s {
		switch r {
		case '<':
			b.WriteString("&lt;")
		case '>':
			b.WriteString("&gt;")
		case '&':
			b.WriteString("&amp;")
		case '@', '#': // names and numbers are looked for in the text that is shown, so escaping does not help
			b.WriteByte('\\')
			b.WriteRune(r)
			b.WriteString("&#8203;")
		case '\\', '`', '*', '_', '{', '}', '[', ']', '(', ')', '|', '~', '$':
			b.WriteByte('\\')
			b.WriteRune(r)
		default:
			b.WriteRune(r)
		}
	}
	return b.String()
}
