package reports

import (
	"fmt"
	"io"

	"github.com/olekukonko/tablewriter"
	"github.com/olekukonko/tablewriter/renderer"
	"github.com/olekukonko/tablewriter/tw"
)

var tableFormat = Format{Name: "table", About: "one row a finding, and a count by rule", whole: writeTable}

// NewTable is a table in the one style of all commands: no colours, headers as given, numbers to the right where right
// names their columns.
func NewTable(w io.Writer, right ...int) *tablewriter.Table {
	align := tw.CellAlignment{Global: tw.AlignLeft}
	for _, c := range right {
		for len(align.PerColumn) <= c {
			align.PerColumn = append(align.PerColumn, tw.AlignLeft)
		}
		align.PerColumn[c] = tw.AlignRight
	}
	return tablewriter.NewTable(w,
		tablewriter.WithRenderer(renderer.NewBlueprint(tw.Rendition{Borders: tw.BorderNone, Symbols: tw.NewSymbols(tw.StyleASCII),
			Settings: tw.Settings{Separators: tw.Separators{BetweenColumns: tw.Off, BetweenRows: tw.Off}, Lines: tw.Lines{ShowHeaderLine: tw.Off}}})),
		tablewriter.WithHeaderAutoFormat(tw.Off),
		tablewriter.WithHeaderAlignmentConfig(align),
		tablewriter.WithRowAlignmentConfig(align),
		tablewriter.WithTrimSpace(tw.Off),
	)
}

func writeTable(w io.Writer, in *Input, opts Options) error {
	findings := NewTable(w)
	findings.Header([]string{"place", "severity", "rule", "component", "field", "message"})
	byRule := map[string]int{}
	rows := 0
	for _, f := range in.New() {
		if f.Suppressed != nil && !opts.Suppressed {
			continue
		}
		rows++
		byRule[f.Rule.ID+" "+f.Rule.Name]++
		message := []rune(Clean(f.Message))
		if len(message) > 100 {
			message = append(message[:99:99], '…')
		}
		if err := findings.Append([]string{place(f.At), f.Severity.String(), f.Rule.ID, Clean(f.Component), Clean(f.Field), string(message)}); err != nil {
			return err
		}
	}
	if rows > 0 {
		if err := findings.Render(); err != nil {
			return err
		}
		counts := NewTable(w, 1)
		counts.Header([]string{"rule", "findings"})
		for _, r := range in.Rules {
			if n := byRule[r.ID+" "+r.Name]; n > 0 {
				if err := counts.Append([]string{r.ID + " " + r.Name, fmt.Sprint(n)}); err != nil {
					return err
				}
			}
		}
		if _, err := fmt.Fprintln(w); err != nil {
			return err
		}
		if err := counts.Render(); err != nil {
			return err
		}
	}
	for _, notice := range in.Summary.Notices {
		if _, err := fmt.Fprintln(w, Clean(notice)); err != nil {
			return err
		}
	}
	_, err := fmt.Fprintln(w, in.Summary)
	return err
}
