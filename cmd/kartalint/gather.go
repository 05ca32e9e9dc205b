package main

import (
	"slices"

	"github.com/spf13/cobra"

	"github.com/kartalint/kartalint/catalog"
	"github.com/kartalint/kartalint/reports"
	"github.com/kartalint/kartalint/rules"
	"github.com/kartalint/kartalint/rules/all"
	seen "github.com/kartalint/kartalint/rules/evidence"
	"github.com/kartalint/kartalint/rules/gate"
)

// gatherer checks the files, several at once, and gathers what they gave in the order of their names.
type gatherer struct {
	*lint
	linter    *rules.Linter
	in        *reports.Input
	src       *sources
	now       *state
	stream    *reports.Stream // where nothing needs all findings at once
	breakdown bool            // the path fields are asked for too
	stdin     bool            // standard input is all there is
	problems  int
}

// looked is what one file gave.
type looked struct {
	result    *rules.FileResult
	rendered  reports.Rendered
	counts    reports.Summary // of the rendered findings
	err       error
	file      *catalog.File // only where it is kept, or its paths are asked for
	name      string
	problems  int
	documents int
	skipped   map[string]int
	changes   []gate.Definition
	shown     []seen.Shown
}

func (l *lint) gatherer(cmd *cobra.Command, linter *rules.Linter, paths []string, targets []target) *gatherer {
	src := &sources{builtin: l.builtin}
	g := &gatherer{lint: l, linter: linter, src: src, now: &state{}, stdin: len(paths) == 1 && slices.Contains(paths, "-")}
	g.in = &reports.Input{Rules: all.Rules(), Source: src.read, Path: l.reportPath()}
	g.in.Summary.Types = len(l.crds) > 0
	g.breakdown = l.base != "" || slices.ContainsFunc(targets, func(t target) bool { return t.format.NeedsPaths })
	if g.breakdown {
		g.in.Paths = reports.NewBreakdown("paths")
		g.in.Paths.KeepOthers = true
	}
	alone := len(targets) == 1 && targets[0].file == "" && targets[0].format.Pieces != nil
	if alone && l.base == "" && l.baseline == "" && l.writeBaseline == "" {
		opts := l.reportOptions(targets[0])
		opts.Color = l.coloured(cmd.OutOrStdout())
		g.stream = reports.NewStream(targets[0].format, g.in, opts)
	}
	return g
}

// work checks one file.
func (g *gatherer) work(f *catalog.File) any {
	r := &looked{name: f.Name, result: g.linter.File(f), problems: len(f.Problems), documents: f.Documents, skipped: f.Skipped}
	for _, d := range f.Definitions {
		if g.showValues {
			r.shown = append(r.shown, seen.Show(d, g.recorded)...)
		}
		if g.base != "" {
			r.changes = append(r.changes, gate.Take(d))
		}
	}
	if g.stdin || g.breakdown {
		r.file = f
	}
	if g.stream != nil {
		g.linter.Settle(r.result)
		r.counts.Count(r.result.Findings)
		r.rendered, r.err = g.stream.Render(r.result.Findings, f.Name, f.Source)
		r.result.Findings = nil
	}
	return r
}

// take takes in what the next file gave.
func (g *gatherer) take(v any) error {
	r := v.(*looked)
	if r.err != nil {
		return r.err
	}
	if r.file != nil {
		g.src.keep(r.file, g.stdin)
	}
	if g.breakdown {
		g.in.Paths.Add(r.file, g.in.Path)
	}
	if g.stream != nil {
		g.stream.Hold(r.rendered)
	}
	g.now.results = append(g.now.results, r.result)
	g.now.definitions = append(g.now.definitions, r.changes...)
	g.shown = append(g.shown, r.shown...)
	g.problems += r.problems
	g.in.Files = append(g.in.Files, r.name)
	s := &g.in.Summary
	s.Files++
	s.Definitions += r.result.Definitions
	s.Typed += r.result.Typed
	s.Documents += r.documents
	s.Errors, s.Warnings, s.Notes, s.Suppressed = s.Errors+r.counts.Errors, s.Warnings+r.counts.Warnings, s.Notes+r.counts.Notes, s.Suppressed+r.counts.Suppressed
	for kind, n := range r.skipped {
		if s.Skipped == nil {
			s.Skipped = map[string]int{}
		}
		s.Skipped[kind] += n
	}
	return nil
}
