package main

import (
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/kartalint/kartalint/catalog"
	"github.com/kartalint/kartalint/reports"
)

// paths is the command's flags.
type paths struct {
	input
	format  string
	scope   string
	classes []string
	list    bool
}

func newPaths() *cobra.Command {
	p := &paths{}
	cmd := &cobra.Command{
		Use:   "paths [PATH…]",
		Short: "Show which paths are addresses, and which are formulas and filters",
		RunE:  func(cmd *cobra.Command, args []string) error { return p.run(cmd, args) },
	}
	f := cmd.Flags()
	p.flags(cmd)
	p.builtinFlag(cmd)
	f.StringVar(&p.format, "format", "table", "table, json, markdown or csv")
	f.StringVar(&p.scope, "scope", "paths", "paths (the single-valued path fields) or all (also actions, expressions and gang keys)")
	f.StringSliceVar(&p.classes, "class", nil, "list only paths of these classes: "+strings.Join(reports.Classes, ", "))
	f.BoolVar(&p.list, "list", false, "print every path with its class, normal form, write targets and first reason")
	return cmd
}

func (p *paths) run(cmd *cobra.Command, args []string) error {
	names, err := p.load(args)
	if err != nil {
		return err
	}
	if err := oneOf("format", p.format, "table", "json", "markdown", "csv"); err != nil {
		return err
	}
	if err := oneOf("scope", p.scope, "paths", "all"); err != nil {
		return err
	}
	for _, c := range p.classes {
		if err := oneOf("class", c, reports.Classes...); err != nil {
			return err
		}
	}
	b := reports.NewBreakdown(p.scope)
	name := func(s string) string { return s }
	if p.format == "json" {
		name = p.reportPath()
	}
	var summary reports.Summary
	var broken []catalog.Problem
	err = p.walk(cmd.Context(), names, func(f *catalog.File) any { return f }, func(v any) error {
		f := v.(*catalog.File)
		b.Add(f, name)
		summary.Files++
		summary.Definitions += len(f.Definitions)
		summary.Skipped = merge(summary.Skipped, f.Skipped)
		broken = append(broken, f.Problems...)
		return nil
	})
	if err != nil {
		return err
	}
	for _, problem := range broken {
		cmd.PrintErrf("%s:%d:%d: %s\n", reports.Clean(problem.At.File), problem.At.Start.Line, problem.At.Start.Column, reports.Clean(problem.Message))
	}
	if err := p.checkEmpty(summary, names, len(broken)); err != nil {
		return err
	}
	b.Finish()
	if len(p.classes) > 0 {
		b.Paths = slices.DeleteFunc(b.Paths, func(r reports.PathRow) bool { return !slices.Contains(p.classes, r.Class) })
	}
	if err := b.WritePaths(cmd.OutOrStdout(), p.format, p.list || len(p.classes) > 0); err != nil {
		return err
	}
	if len(broken) > 0 {
		return errFindings
	}
	return nil
}

func merge(into, from map[string]int) map[string]int {
	for kind, n := range from {
		if into == nil {
			into = map[string]int{}
		}
		into[kind] += n
	}
	return into
}
