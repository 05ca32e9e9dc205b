package reports

import (
	"bytes"
	"fmt"
	"strings"

	"github.com/kartalint/kartalint/catalog"
	"github.com/kartalint/kartalint/rules"
)

// FixWord says in a word whether a rule has a fix.
func FixWord(r *rules.Rule) string {
	return map[rules.FixKind]string{rules.SafeFix: "safe", rules.UnsafeFix: "unsafe"}[r.Fix]
}

// needs says what outside input a rule needs; "" where none.
func needs(r *rules.Rule) string {
	return map[rules.Needs]string{rules.NeedsTypes: "a CRD (`--crd`) or a built-in Kubernetes type", rules.NeedsObjects: "recorded objects (`--objects`)", rules.NeedsBase: "a git ref to compare with (`--base`)"}[r.Needs]
}

// RuleJSON is what is told of a rule.
type RuleJSON struct {
	ID       string `json:"id"`
	Name     string `json:"name"`
	Severity string `json:"severity"`
	Fix      string `json:"fix,omitempty"`
	Title    string `json:"title"`
	What     string `json:"what"`
	Why      string `json:"why"`
	Mend     string `json:"mend"`
	Bad      string `json:"bad,omitempty"`
	Good     string `json:"good,omitempty"`
}

// RulesJSON is the documentation of rules as data.
func RulesJSON(list []*rules.Rule) []RuleJSON {
	out := make([]RuleJSON, 0, len(list))
	for _, r := range list {
		out = append(out, RuleJSON{r.ID, r.Name, r.Severity.String(), FixWord(r), r.Title, r.What, r.Why, r.Mend, r.Bad, r.Good})
	}
	return out
}

// exampleOutput is what a rule says of its own bad example.
func exampleOutput(r *rules.Rule) (string, error) {
	src := []byte(r.Bad)
	linter, err := rules.New([]*rules.Rule{r}, rules.Config{Settings: rules.ExampleSettings(src)})
	if err != nil {
		return "", err
	}
	file := catalog.Parse("bad.yaml", src, catalog.Options{})
	in := &Input{Findings: linter.Collect([]*rules.FileResult{linter.File(file)}).Findings, Source: func(string) []byte { return src }}
	in.Summary.Files, in.Summary.Definitions = 1, len(file.Definitions)
	in.Summary.Count(in.Findings)
	var out bytes.Buffer
	err = textFormat.Write(&out, in, Options{})
	return out.String(), err
}

// ExplainRule is a rule's documentation for a terminal.
func ExplainRule(r *rules.Rule) (string, error) {
	var b strings.Builder
	fmt.Fprintf(&b, "%s %s (%s)\n\n%s.\n", r.ID, r.Name, r.Severity, r.Title)
	section := func(title, text string) {
		if text != "" {
			fmt.Fprintf(&b, "\n%s\n%s\n", title, indent(wrap(text, 96), "  "))
		}
	}
	section("What", r.What)
	section("Why it hurts", r.Why)
	section("How to mend", r.Mend)
	section("Severity", r.Severities)
	if n := needs(r); n != "" {
		section("Needs", n)
	}
	if f := FixWord(r); f != "" {
		section("Fix", "It has "+map[string]string{"safe": "a safe fix", "unsafe": "an unsafe fix (kartalint fix --unsafe)"}[f]+".")
	}
	if r.Bad != "" {
		out, err := exampleOutput(r)
		if err != nil {
			return "", err
		}
		fmt.Fprintf(&b, "\nA bad example\n%s\nwhich gives\n%s\nA good example\n%s", indent(r.Bad, "  "), indent(out, "  "), indent(r.Good, "  "))
	}
	return b.String(), nil
}

// RulesMarkdown is docs/rules.md.
func RulesMarkdown(list []*rules.Rule) (string, error) {
	var b strings.Builder
	b.WriteString("<!-- Made by `make docs` from the rules themselves. Do not edit. -->\n\n# The rules\n\n")
	b.WriteString("**error**: data is lost or the runtime refuses it. **warning**: reads or writes go wrong for some objects. **note**: worth knowing, never fails a gate by itself.\n\n")
	b.WriteString("| id | name | severity | fix | finds |\n|---|---|---|---|---|\n")
	for _, r := range list {
		fmt.Fprintf(&b, "| [%s](#%s) | %s | %s | %s | %s |\n", r.ID, strings.ToLower(r.ID), r.Name, r.Severity, FixWord(r), strings.ReplaceAll(r.Title, "|", "\\|"))
	}
	for _, r := range list {
		if err := ruleMarkdown(&b, r); err != nil {
			return "", err
		}
	}
	return b.String(), nil
}

func ruleMarkdown(b *strings.Builder, r *rules.Rule) error {
	fmt.Fprintf(b, "\n<a id=%q></a>\n\n## %s %s\n\n%s.\n\n%s\n\n", strings.ToLower(r.ID), r.ID, r.Name, r.Title, r.What)
	fmt.Fprintf(b, "**Why it hurts.** %s\n\n**How to mend.** %s\n\n**Severity.** %s", r.Why, r.Mend, r.Severity)
	if r.Severities != "" {
		fmt.Fprintf(b, "; %s", r.Severities)
	}
	b.WriteString(".\n")
	if n := needs(r); n != "" {
		fmt.Fprintf(b, "\n**Needs** %s; silent without.\n", n)
	}
	if f := FixWord(r); f != "" {
		fmt.Fprintf(b, "\n**Fix.** %s.\n", map[string]string{"safe": "Safe", "unsafe": "Unsafe: `kartalint fix --unsafe`"}[f])
	}
	if r.Catalog != "" {
		fmt.Fprintf(b, "\n**On the reference catalog.** %s\n", r.Catalog)
	}
	if r.Bad == "" {
		return nil
	}
	out, err := exampleOutput(r)
	if err != nil {
		return err
	}
	fmt.Fprintf(b, "\nBad:\n\n```yaml\n%s```\n\n```text\n%s```\n\nGood:\n\n```yaml\n%s```\n", r.Bad, out, r.Good)
	return nil
}

func indent(s, by string) string {
	return by + strings.ReplaceAll(strings.TrimRight(s, "\n"), "\n", "\n"+by) + "\n"
}

// wrap breaks paragraphs into lines.
func wrap(text string, width int) string {
	var out []string
	for paragraph := range strings.SplitSeq(text, "\n") {
		line := ""
		for word := range strings.FieldsSeq(paragraph) {
			if line != "" && len(line)+1+len(word) > width {
				out = append(out, line)
				line = ""
			}
			if line != "" {
				line += " "
			}
			line += word
		}
		out = append(out, line)
	}
	return strings.Join(out, "\n")
}
