package main

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"

	"github.com/aymanbagabas/go-udiff"
	"github.com/google/renameio/v2"
	"github.com/spf13/cobra"

	"github.com/kartalint/kartalint/catalog"
	"github.com/kartalint/kartalint/reports"
	"github.com/kartalint/kartalint/rules"
	"github.com/kartalint/kartalint/rules/all"
	"github.com/kartalint/kartalint/rules/fix"
)

// mend is the fix command's flags.
type mend struct {
	input
	unsafe bool
	diff   bool
	check  bool
	verify bool
	only   []string
}

func newFix() *cobra.Command {
	m := &mend{}
	cmd := &cobra.Command{
		Use:   "fix [PATH…]",
		Short: "Apply the fixes of findings",
		Long: "Apply the fixes of findings to the files, each replaced as a whole. Only safe fixes are applied: those after which every path yields what it\n" +
			"yielded before; each is tried on objects made from the paths first. A fix that does not remove its finding, or adds one as bad, is taken back.\n" +
			"With - the mended text of standard input goes to standard output.",
		RunE: func(cmd *cobra.Command, args []string) error { return m.run(cmd, args) },
	}
	f := cmd.Flags()
	m.flags(cmd)
	f.BoolVar(&m.unsafe, "unsafe", false, "also apply fixes that can change what is read for some objects")
	f.BoolVar(&m.diff, "diff", false, "print a unified diff and write nothing")
	f.BoolVar(&m.check, "check", false, "write nothing; exit 1 when something would change")
	f.BoolVar(&m.verify, "verify", false, "print the proof of each fix: objects tried, results equal, what can be written now")
	f.StringSliceVar(&m.only, "rule", nil, "only fixes of these rules, by id")
	return cmd
}

func (m *mend) run(cmd *cobra.Command, args []string) error {
	paths, err := m.load(args)
	if err != nil {
		return err
	}
	cfg := rules.Config{Levels: map[string]rules.Severity{}}
	if err := m.config.Apply(&cfg); err != nil {
		return err
	}
	linter, err := rules.New(all.Rules(), cfg)
	if err != nil {
		return err
	}
	for _, id := range m.only {
		if _, err := findRule(all.Rules(), id); err != nil {
			return err
		}
	}
	names, err := catalog.List(paths, m.options())
	if err != nil {
		return err
	}
	if len(names) == 0 && !m.allowEmpty {
		return fmt.Errorf("no YAML or JSON file in %v; give --allow-empty if that is right", paths)
	}
	changed, fixes := 0, 0
	for _, name := range names {
		res, old, err := m.file(cmd, linter, name)
		if err != nil {
			return err
		}
		fixes += len(res.Applied)
		if !bytes.Equal(res.Source, old) {
			changed++
		}
		m.tell(cmd, name, res)
		if err := m.put(cmd, name, old, res.Source); err != nil {
			return err
		}
	}
	cmd.PrintErrf("%s in %s\n", reports.Plural(fixes, "fix"), reports.Plural(changed, "file"))
	if m.check && changed > 0 {
		return errFindings
	}
	return nil
}

// file mends one file's text.
func (m *mend) file(cmd *cobra.Command, linter *rules.Linter, name string) (*fix.Result, []byte, error) {
	src, err := readInput(name)
	if err != nil {
		return nil, nil, err
	}
	label := name
	if name == "-" && m.stdinName != "" {
		label = m.stdinName
	}
	opts := fix.Options{Unsafe: m.unsafe, Rules: m.only, Check: func(before, after *catalog.File, f rules.Finding, x rules.Fix) error {
		proof, err := fix.Prove(cmd.Context(), before, after, f, x, nil)
		if m.verify && proof != nil {
			cmd.PrintErrf("%s:%d: %s %s: %s tried, %d with results before, %d equal after%s\n", reports.Clean(label), f.At.Start.Line, f.Rule.ID, reports.Clean(x.Title),
				reports.Plural(proof.Objects, "object"), proof.Compared, proof.Equal, writes(proof))
		}
		return err
	}}
	return fix.File(linter, label, src, m.options(), opts), src, nil
}

func writes(p *fix.Proof) string {
	switch {
	case !p.OldWrites && p.NewWrites:
		return "; no write could go through it, and now one can"
	case p.NewWrites:
		return "; it can be written"
	}
	return ""
}

func readInput(name string) ([]byte, error) {
	if name == "-" {
		return io.ReadAll(os.Stdin)
	}
	info, err := os.Stat(name)
	if err != nil {
		return nil, err
	}
	if !info.Mode().IsRegular() {
		return nil, fmt.Errorf("%s is no regular file", name)
	}
	return os.ReadFile(name)
}

// tell says what was done, and what was not.
func (m *mend) tell(cmd *cobra.Command, name string, res *fix.Result) {
	for _, a := range res.Applied {
		cmd.PrintErrf("%s:%d:%d: fixed: %s [%s]\n", reports.Clean(name), a.Finding.At.Start.Line, a.Finding.At.Start.Column, reports.Clean(a.Fix.Title), a.Finding.Rule.ID)
	}
	for _, r := range res.Refused {
		cmd.PrintErrf("%s:%d:%d: taken back: %s [%s]: %s\n", reports.Clean(name), r.Finding.At.Start.Line, r.Finding.At.Start.Column, reports.Clean(r.Fix.Title), r.Finding.Rule.ID, reports.Clean(r.Reason))
	}
	if res.Unsafe > 0 {
		cmd.PrintErrf("%s: %s more with --unsafe\n", reports.Clean(name), reports.Plural(res.Unsafe, "fix"))
	}
}

// put writes the mended text where it belongs.
func (m *mend) put(cmd *cobra.Command, name string, old, text []byte) error {
	switch {
	case m.diff:
		_, err := io.WriteString(cmd.OutOrStdout(), udiff.Unified("a/"+filepath.ToSlash(name), "b/"+filepath.ToSlash(name), string(old), string(text)))
		return err
	case m.check || bytes.Equal(old, text) && name != "-":
		return nil
	case name == "-":
		_, err := cmd.OutOrStdout().Write(text)
		return err
	}
	info, err := os.Stat(name)
	if err != nil {
		return err
	}
	target, err := filepath.EvalSymlinks(name)
	if err != nil {
		return err
	}
	if err := renameio.WriteFile(target, text, info.Mode().Perm(), renameio.WithExistingPermissions()); err != nil {
		return errors.Join(fmt.Errorf("%s could not be replaced and is as it was", name), err)
	}
	return nil
}
