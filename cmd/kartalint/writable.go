package main

import (
	"encoding/json"
	"io"

	"github.com/olekukonko/tablewriter"
	"github.com/olekukonko/tablewriter/tw"
	"github.com/spf13/cobra"

	"github.com/kartalint/kartalint/patch"
)

// writable is the command's flags.
type writable struct {
	input
	format string
}

// writableRow is one path field of one definition.
type writableRow struct {
	Definition string `json:"definition"`
	patch.WritableField
}

func newWritable() *cobra.Command {
	w := &writable{}
	cmd := &cobra.Command{
		Use:   "writable [PATH…]",
		Short: "Show which pod fields can be written, and why the others cannot",
		RunE:  func(cmd *cobra.Command, args []string) error { return w.run(cmd, args) },
	}
	w.flags(cmd)
	w.builtinFlag(cmd)
	cmd.Flags().StringVar(&w.format, "format", "table", "table or json")
	return cmd
}

func (w *writable) run(cmd *cobra.Command, args []string) error {
	if err := oneOf("format", w.format, "table", "json"); err != nil {
		return err
	}
	defs, err := w.definitions(cmd, args)
	if err != nil {
		return err
	}
	rows := []writableRow{}
	for _, def := range defs {
		d, err := patch.Compile(def)
		if err != nil {
			return err
		}
		for _, f := range d.Writable() {
			rows = append(rows, writableRow{d.Name(), f})
		}
	}
	if w.format == "json" {
		return writeJSON(cmd.OutOrStdout(), map[string]any{"version": 1, "fields": rows})
	}
	cells := make([][]string, len(rows))
	for i, r := range rows {
		can := "no"
		if r.Writable {
			can = "yes"
		}
		cells[i] = []string{r.Definition, r.Component, r.Field, oneLine(r.Path), can, oneLine(r.Reason)}
	}
	return writeTable(cmd.OutOrStdout(), []string{"Definition", "Component", "Field", "Path", "Writable", "Why not"}, cells)
}

func writeJSON(out io.Writer, v any) error {
	enc := json.NewEncoder(out)
	enc.SetEscapeHTML(false)
	enc.SetIndent("", "  ")
	return enc.Encode(v)
}

func writeTable(out io.Writer, header []string, rows [][]string) error {
	t := tablewriter.NewTable(out, tablewriter.WithHeaderAutoFormat(tw.Off), tablewriter.WithSymbols(tw.NewSymbols(tw.StyleASCII)))
	t.Header(header)
	if err := t.Bulk(rows); err != nil {
		return err
	}
	return t.Render()
}
