package main

import (
	"fmt"
	"os"
	"strings"

	"github.com/schollz/progressbar/v3"
	"github.com/spf13/cobra"
	"golang.org/x/term"

	"github.com/kartalint/kartalint/catalog"
	"github.com/kartalint/kartalint/patch"
)

// verify is the command's flags.
type verify struct {
	input
	format, writer string
	objects        []string
	quiet          bool
}

type verifySummary struct {
	Checked     int `json:"checked"`
	Violations  int `json:"violations"`
	Skipped     int `json:"skipped"`
	Definitions int `json:"definitions"`
	Objects     int `json:"objects"`
}

func newVerify() *cobra.Command {
	v := &verify{}
	cmd := &cobra.Command{
		Use:   "verify [PATH…]",
		Short: "Prove on objects that writes change their own place and nothing else",
		Long: `Holds the lens laws of every written field on recorded objects and on one made from each definition.
With --writer whole it replays what a whole-struct write-back does, and lists what that destroys.`,
		RunE: func(cmd *cobra.Command, args []string) error { return v.run(cmd, args) },
	}
	v.flags(cmd)
	v.builtinFlag(cmd)
	f := cmd.Flags()
	f.StringVar(&v.format, "format", "table", "table or json")
	f.StringVar(&v.writer, "writer", "fields", "fields (the engine) or whole (the write-back of whole structs)")
	f.StringArrayVar(&v.objects, "objects", nil, "file or folder with recorded objects (repeatable)")
	f.BoolVar(&v.quiet, "quiet", false, "print violations only")
	return cmd
}

func (v *verify) run(cmd *cobra.Command, args []string) error {
	if err := oneOf("format", v.format, "table", "json"); err != nil {
		return err
	}
	if err := oneOf("writer", v.writer, "fields", "whole"); err != nil {
		return err
	}
	defs, err := v.definitions(cmd, args)
	if err != nil {
		return err
	}
	objects, err := readObjects(cmd, v.objects)
	if err != nil {
		return err
	}
	summary := verifySummary{Definitions: len(defs), Objects: len(objects)}
	results := []patch.Result{}
	bar := progress(len(defs))
	for _, def := range defs {
		more, skipped, err := v.definition(cmd, def, objects)
		if err != nil {
			return err
		}
		results = append(results, more...)
		summary.Skipped += skipped
		_ = bar.Add(1)
	}
	_ = bar.Clear()
	summary.Checked = len(results)
	for _, r := range results {
		if !r.OK {
			summary.Violations++
		}
	}
	return v.report(cmd, summary, results)
}

func (v *verify) definition(cmd *cobra.Command, def *catalog.Definition, objects []patch.Object) ([]patch.Result, int, error) {
	d, err := patch.Compile(def)
	if err != nil {
		return nil, 0, err
	}
	made, err := patch.Synthetic(def)
	if err != nil {
		return nil, 0, err
	}
	var results []patch.Result
	skipped := 0
	for _, o := range append([]patch.Object{made}, objects...) {
		if !d.Matches(o.Value) {
			continue
		}
		var more []patch.Result
		var n int
		if v.writer == "whole" {
			more, n, err = patch.Replay(def, o)
		} else {
			more, n, err = patch.Verify(cmd.Context(), def, o)
		}
		if err != nil {
			return nil, 0, err
		}
		results = append(results, more...)
		skipped += n
	}
	return results, skipped, nil
}

func (v *verify) report(cmd *cobra.Command, s verifySummary, results []patch.Result) error {
	out := cmd.OutOrStdout()
	if v.format == "json" {
		if err := writeJSON(out, map[string]any{"version": 1, "summary": s, "results": results}); err != nil {
			return err
		}
	} else if err := v.table(cmd, s, results); err != nil {
		return err
	}
	if s.Violations > 0 {
		return errFindings
	}
	return nil
}

func (v *verify) table(cmd *cobra.Command, s verifySummary, results []patch.Result) error {
	var rows [][]string
	for _, r := range results {
		if !r.OK {
			rows = append(rows, []string{r.Definition, r.Component, r.Field, strings.TrimSpace(r.Object + " " + r.Instance), r.Law, oneLine(r.Message)})
		}
	}
	if len(rows) > 0 {
		if err := writeTable(cmd.OutOrStdout(), []string{"Definition", "Component", "Field", "Object", "Law", "What happens"}, rows); err != nil {
			return err
		}
	}
	if v.quiet {
		return nil
	}
	_, err := fmt.Fprintf(cmd.OutOrStdout(), "%d checked, %d violations, %d skipped (%d definitions, %d objects)\n",
		s.Checked, s.Violations, s.Skipped, s.Definitions, s.Objects)
	return err
}

// progress shows on a terminal how far a long run is.
func progress(n int) *progressbar.ProgressBar {
	if n < 10 || !term.IsTerminal(int(os.Stderr.Fd())) {
		return progressbar.DefaultSilent(int64(n))
	}
	return progressbar.Default(int64(n))
}

// oneLine is a text without line breaks and control characters.
func oneLine(s string) string {
	return strings.Join(strings.FieldsFunc(s, func(r rune) bool { return r < ' ' || r == 0x7f }), " ")
}
