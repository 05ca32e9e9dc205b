package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/google/renameio/v2"
	"github.com/mattn/go-isatty"
	"github.com/spf13/cobra"

	"github.com/kartalint/kartalint/catalog"
	"github.com/kartalint/kartalint/reports"
	"github.com/kartalint/kartalint/rules"
	"github.com/kartalint/kartalint/rules/all"
	"github.com/kartalint/kartalint/rules/baseline"
	seen "github.com/kartalint/kartalint/rules/evidence"
	"github.com/kartalint/kartalint/rules/gate"
)

// lint is the command's flags and state.
type lint struct {
	input
	evidence
	format        string
	reports       []string
	enable        []string
	disable       []string
	severities    []string
	failOn        string
	writes        string
	color         string
	quiet         bool
	suppressed    bool
	baseline      string
	writeBaseline string
	acceptNew     bool
	showValues    bool
	base          string
	failOnNew     bool
	category      string
	fix           bool
	unsafe        bool
	diff          bool

	recorded *rules.Evidence
	shown    []seen.Shown
}

func newLint() *cobra.Command {
	l := &lint{}
	cmd := &cobra.Command{
		Use:   "lint [PATH…]",
		Short: "Report what is wrong with definitions",
		Long: "Report what is wrong with definitions.\n\nPATH is a file, a folder (read with everything below it), a glob, or - for standard input. Without one the paths of\n" +
			".kartalint.yaml are read, else the working folder. The exit status is 0 for nothing at or above --fail-on, 1 for findings, and 2\n" +
			"when the tool could not do its work.",
		RunE: func(cmd *cobra.Command, args []string) error { return l.run(cmd, args) },
	}
	f := cmd.Flags()
	l.input.flags(cmd)
	l.evidence.flags(cmd)
	l.builtinFlag(cmd)
	f.StringVar(&l.format, "format", "text", "how findings are printed: "+formatNames())
	f.StringArrayVar(&l.reports, "report", nil, "also write a report, as FORMAT=FILE (repeatable)")
	f.StringSliceVar(&l.enable, "enable", nil, "run only these rules, by id")
	f.StringSliceVar(&l.disable, "disable", nil, "do not run these rules, by id")
	f.StringSliceVar(&l.severities, "severity", nil, "give a rule another severity, as ID=error|warning|note|off (repeatable)")
	f.StringVar(&l.failOn, "fail-on", "warning", "the lowest severity that makes the exit status 1: error, warning, note or never")
	f.StringVar(&l.writes, "writes", "", "how controllers write: whole (structs, the default) or fields")
	f.StringVar(&l.base, "base", "", "git ref to compare with: report what is new, what is solved, and paths that can no longer be written")
	f.BoolVar(&l.failOnNew, "fail-on-new", true, "with --base: only new findings make the exit status 1")
	f.BoolVar(&l.fix, "fix", false, "apply the safe fixes to the files first, as kartalint fix does")
	f.BoolVar(&l.unsafe, "unsafe", false, "with --fix: also fixes that can change what is read for some objects")
	f.BoolVar(&l.diff, "diff", false, "print what --fix would change as a unified diff, and write nothing")
	f.StringVar(&l.category, "category", "", "category of a SARIF run, for several runs of the tool on one commit")
	f.BoolVar(&l.showValues, "show-values", false, "first print what every path yields on every recorded object")
	f.StringVar(&l.color, "color", "auto", "colours: auto, always or never")
	f.BoolVar(&l.quiet, "quiet", false, "print nothing but the reports that --report names")
	f.BoolVar(&l.suppressed, "show-suppressed", false, "print suppressed findings too, marked")
	f.StringVar(&l.baseline, "baseline", "", "file of known findings, which are not reported again")
	f.StringVar(&l.writeBaseline, "write-baseline", "", "write the findings to this file as known, and exit 0")
	f.BoolVar(&l.acceptNew, "accept-new", false, "let --write-baseline take new findings into a file that is there already")
	return cmd
}

func formatNames() string {
	var names []string
	for _, f := range reports.Formats() {
		names = append(names, f.Name)
	}
	return strings.Join(names, ", ")
}

// target is one report to write.
type target struct {
	format reports.Format
	file   string
}

func (l *lint) run(cmd *cobra.Command, args []string) error {
	paths, err := l.load(args)
	if err != nil {
		return err
	}
	l.configured(l.config)
	targets, err := l.check(cmd, paths)
	if err != nil {
		return err
	}
	linter, err := l.linter(cmd)
	if err != nil {
		return err
	}
	if l.fix || l.diff {
		if err := l.mend(cmd, linter, paths); err != nil {
			return err
		}
	}
	g := l.gatherer(cmd, linter, paths, targets)
	if err := l.walk(cmd.Context(), paths, g.work, g.take); err != nil {
		return err
	}
	in := g.in
	if err := l.checkEmpty(in.Summary, paths, g.problems); err != nil {
		return err
	}
	if err := l.collect(cmd.Context(), g, paths); err != nil {
		return err
	}
	if l.showValues {
		if err := reports.WriteValues(cmd.OutOrStdout(), l.shown); err != nil {
			return err
		}
	}
	if l.writeBaseline != "" {
		return l.update(cmd, in)
	}
	return l.report(cmd, g, targets)
}

// collect judges the catalog as a whole and counts the findings.
func (l *lint) collect(ctx context.Context, g *gatherer, paths []string) error {
	in := g.in
	if g.breakdown {
		in.Paths.Finish()
	}
	switch {
	case g.stream != nil:
		g.linter.Finish(g.now.results)
		for _, r := range g.now.results {
			in.Summary.Count(r.Late)
		}
		return nil
	case l.base != "":
		if err := l.compare(ctx, g.linter, paths, in, g.now); err != nil {
			return err
		}
	default:
		in.Findings = g.linter.Collect(g.now.results).Findings
	}
	if err := l.known(in); err != nil {
		return err
	}
	in.Summary.Count(in.Findings)
	return nil
}

// check looks at the flags' values before any work is done.
func (l *lint) check(cmd *cobra.Command, paths []string) ([]target, error) {
	if !cmd.Flags().Changed("fail-on") && l.config.FailOn != "" {
		l.failOn = l.config.FailOn
	}
	if l.writes == "" {
		l.writes = string(l.config.Writes)
	}
	if l.writes == "" {
		l.writes = string(rules.WritesWhole)
	}
	if l.showValues && l.format != "text" {
		return nil, errors.New("--show-values goes with --format text")
	}
	if l.showValues && len(l.objects) == 0 {
		return nil, errors.New("--show-values needs recorded objects: name them with --objects")
	}
	if l.base != "" && (slices.Contains(paths, "-") || l.builtin) {
		return nil, errors.New("--base compares files of a repository: it does not go with standard input or --builtin")
	}
	if l.unsafe && !l.fix && !l.diff {
		return nil, errors.New("--unsafe goes with --fix or --diff")
	}
	if l.acceptNew && l.writeBaseline == "" {
		return nil, errors.New("--accept-new goes with --write-baseline")
	}
	format, formatErr := reports.Lookup(l.format)
	if err := errors.Join(formatErr, oneOf("fail-on", l.failOn, "error", "warning", "note", "never"), oneOf("writes", l.writes, "whole", "fields"),
		oneOf("color", l.color, "auto", "always", "never")); err != nil {
		return nil, err
	}
	targets, err := reportTargets(l.reports)
	if err != nil {
		return nil, err
	}
	if !l.quiet { // standard output comes last: a reader that goes away ends the process
		targets = append(targets, target{format, ""})
	}
	return targets, nil
}

// reportTargets reads the values of --report.
func reportTargets(values []string) ([]target, error) {
	var targets []target
	taken := map[string]string{}
	for _, r := range values {
		name, file, ok := strings.Cut(r, "=")
		if !ok || file == "" {
			return nil, fmt.Errorf("--report is %q: write FORMAT=FILE", r)
		}
		f, err := reports.Lookup(name)
		if err != nil {
			return nil, err
		}
		if file == "-" {
			return nil, fmt.Errorf("--report is %q: write to standard output with --format %s", r, name)
		}
		if other, ok := taken[filepath.Clean(file)]; ok {
			return nil, fmt.Errorf("--report writes %s twice, as %s and as %s: give each report a file of its own", file, other, name)
		}
		taken[filepath.Clean(file)] = name
		targets = append(targets, target{f, file})
	}
	return targets, nil
}

// linter is made of the flags and, below them, of the configuration.
func (l *lint) linter(cmd *cobra.Command) (*rules.Linter, error) {
	settings, err := l.settings(cmd)
	if err != nil {
		return nil, err
	}
	settings.Writes, l.recorded = rules.Writes(l.writes), settings.Evidence
	cfg := rules.Config{Levels: map[string]rules.Severity{}, Only: l.enable, Settings: settings}
	for _, id := range l.disable {
		cfg.Levels[id] = rules.Off
	}
	for _, s := range l.severities {
		id, word, ok := strings.Cut(s, "=")
		level, err := rules.ParseSeverity(word)
		if !ok || err != nil {
			return nil, fmt.Errorf("--severity is %q: write ID=LEVEL with error, warning, note or off", s)
		}
		cfg.Levels[id] = level
	}
	if err := l.config.Apply(&cfg); err != nil {
		return nil, fmt.Errorf("%s: %w", l.config.File, err)
	}
	return rules.New(all.Rules(), cfg)
}

// mend applies fixes before the report, which then tells what is left. Standard input cannot be mended in place, and the
// built-in catalog has no files.
func (l *lint) mend(cmd *cobra.Command, linter *rules.Linter, paths []string) error {
	if l.builtin {
		return errBuiltinFixed
	}
	if slices.Contains(paths, "-") {
		return errors.New("--fix and --diff mend files: use kartalint fix for standard input")
	}
	names, err := catalog.List(paths, l.options())
	if err != nil {
		return err
	}
	m := &mender{linter: linter, recorded: l.recorded, options: l.options(), unsafe: l.unsafe, diff: l.diff, only: l.enable}
	_, err = m.files(cmd, names)
	return err
}

// compare collects the findings and says which of them the base has too.
func (l *lint) compare(ctx context.Context, linter *rules.Linter, paths []string, in *reports.Input, now *state) error {
	base, err := l.baseState(ctx, linter, paths)
	if err != nil {
		return err
	}
	renamed := addChanged(linter, base, now)
	in.Findings = linter.Collect(now.results).Findings
	in.Base = &reports.Comparison{Ref: l.base, Before: base.paths, After: in.Paths}
	in.Base.Solved, in.Base.Unchanged = gate.Mark(linter.Collect(base.results).Findings, in.Findings, renamed)
	if !l.failOnNew { // the gate is all findings, and so is what is told
		for i := range in.Findings {
			in.Findings[i].Known = false
		}
	}
	return nil
}

// known marks the findings of the baseline.
func (l *lint) known(in *reports.Input) error {
	if l.baseline == "" {
		return nil
	}
	b, err := baseline.Read(l.baseline)
	if err != nil {
		return err
	}
	for _, e := range b.Mark(in.Findings) {
		in.Summary.Notices = append(in.Summary.Notices, fmt.Sprintf("baseline: %s of %s %s %s does not occur any more (%d times): write the baseline anew with --write-baseline",
			e.Rule, e.Definition, e.Component, e.Field, e.Count))
	}
	return nil
}

// update writes the baseline.
func (l *lint) update(cmd *cobra.Command, in *reports.Input) error {
	left, err := baseline.Update(l.writeBaseline, in.Findings, l.acceptNew)
	if err != nil {
		return err
	}
	if left > 0 {
		return fmt.Errorf("%s that the baseline does not know were left out: give --accept-new to take them in", reports.Plural(left, "finding"))
	}
	_, err = fmt.Fprintf(cmd.ErrOrStderr(), "wrote %s\n", l.writeBaseline)
	return err
}

// report writes every report; one that cannot be written hides no other.
func (l *lint) report(cmd *cobra.Command, g *gatherer, targets []target) error {
	var failed error
	for _, t := range targets {
		var err error
		if t.file == "" {
			err = l.print(cmd, t.format, g)
		} else {
			err = writeReport(t, g.in, l.reportOptions(t))
		}
		failed = errors.Join(failed, err)
	}
	if failed != nil {
		return failed
	}
	if l.fails(g.in.Summary) {
		return errFindings
	}
	return nil
}

// reportOptions say how a report looks. The text report's summary goes to standard error: a clean catalog prints nothing.
func (l *lint) reportOptions(t target) reports.Options {
	return reports.Options{Suppressed: l.suppressed, Category: l.category, Version: toolVersion(), NoSummary: t.file == "" && t.format.Name == "text"}
}

// print writes a report to standard output.
func (l *lint) print(cmd *cobra.Command, format reports.Format, g *gatherer) error {
	opts := l.reportOptions(target{format, ""})
	opts.Color = l.coloured(cmd.OutOrStdout())
	var err error
	if g.stream != nil {
		err = g.stream.Write(cmd.OutOrStdout(), func(i int) []rules.Finding { return g.now.results[i].Late })
	} else {
		err = format.Write(cmd.OutOrStdout(), g.in, opts)
	}
	if err != nil || !opts.NoSummary {
		return err
	}
	_, err = fmt.Fprintln(cmd.ErrOrStderr(), g.in.Summary)
	return err
}

func writeReport(t target, in *reports.Input, opts reports.Options) error {
	var buf bytes.Buffer
	if err := t.format.Write(&buf, in, opts); err != nil {
		return fmt.Errorf("the %s report cannot be made: %w", t.format.Name, err)
	}
	if err := writeTarget(t.file, buf.Bytes()); err != nil {
		return fmt.Errorf("the %s report cannot be written: %w", t.format.Name, err)
	}
	return nil
}

// writeTarget replaces a file as a whole, so that nobody reads half a report. What is no plain file, such as /dev/stdout,
// is written to as it stands.
func writeTarget(file string, text []byte) error {
	if info, err := os.Lstat(file); err == nil && !info.Mode().IsRegular() {
		return os.WriteFile(file, text, 0o644)
	}
	return renameio.WriteFile(file, text, 0o644)
}

func (l *lint) coloured(w io.Writer) bool {
	switch l.color {
	case "always":
		return true
	case "never":
		return false
	}
	f, ok := w.(*os.File)
	return ok && os.Getenv("NO_COLOR") == "" && os.Getenv("TERM") != "dumb" && isatty.IsTerminal(f.Fd())
}

func (l *lint) fails(s reports.Summary) bool {
	limit, err := rules.ParseSeverity(l.failOn)
	return err == nil && s.AtOrAbove(limit) > 0 // never is no severity
}
