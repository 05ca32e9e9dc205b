package reports

import (
	"bufio"
	"fmt"
	"io"
	"strings"

	"github.com/kartalint/kartalint/rules"
)

var githubFormat = Format{Name: "github", About: "annotations of a GitHub workflow", whole: writeGitHub}

// maxAnnotations is how many annotations of one kind GitHub shows of a step; it drops the others without a word.
const maxAnnotations = 10

func writeGitHub(w io.Writer, in *Input, opts Options) error {
	out := bufio.NewWriter(w)
	shown := map[string]int{}
	left := 0
	for _, f := range in.New() {
		if f.Suppressed != nil && !opts.Suppressed {
			continue
		}
		kind := map[rules.Severity]string{rules.Error: "error", rules.Warning: "warning", rules.Note: "notice"}[f.Severity]
		if shown[kind]++; shown[kind] > maxAnnotations {
			left++
			continue
		}
		file := f.At.File
		if in.Path != nil {
			file = in.Path(file)
		}
		position := fmt.Sprintf("file=%s,line=%d,endLine=%d", property(Clean(file)), max(f.At.Start.Line, 1), max(f.At.End.Line, 1))
		if f.At.Start.Line == f.At.End.Line { // GitHub takes columns of one line alone
			position += fmt.Sprintf(",col=%d,endColumn=%d", max(f.At.Start.Column, 1), max(f.At.End.Column, 1))
		}
		fmt.Fprintf(out, "::%s %s,title=%s::%s\n", kind, position, property(f.Rule.ID+" "+f.Rule.Name), data(Clean(f.Message)))
	}
	if left > 0 {
		fmt.Fprintf(out, "%s not annotated: GitHub shows %d of a kind\n", Plural(left, "finding"), maxAnnotations)
	}
	if in.Base != nil {
		for _, line := range in.Base.Lines(in.Summary.Errors + in.Summary.Warnings + in.Summary.Notes) {
			fmt.Fprintln(out, plain(line))
		}
	}
	fmt.Fprintln(out, plain(in.Summary.String()))
	return out.Flush()
}

// data escapes the text of a workflow command, property that of one of its properties, as the runner reads them:
// https://github.com/actions/toolkit/blob/main/packages/core/src/command.ts
func data(s string) string {
	return strings.NewReplacer("%", "%25", "\r", "%0D", "\n", "%0A").Replace(s)
}

func property(s string) string {
	return strings.NewReplacer(":", "%3A", ",", "%2C").Replace(data(s))
}

// plain is a line of the log that holds no command: the runner takes the older spelling, ##[command], anywhere in a line.
func plain(s string) string { return strings.ReplaceAll(s, "##[", "# #[") }
