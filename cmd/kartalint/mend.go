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
	"github.com/kartalint/kartalint/rules/fix"
)

// mender applies fixes to files, for the fix command and for lint --fix.
type mender struct {
	linter    *rules.Linter
	recorded  *rules.Evidence
	options   catalog.Options
	stdinName string
	unsafe    bool
	diff      bool // print a diff and write nothing
	check     bool // write nothing
	verify    bool // print the proofs
	only      []string
}

// files mends files and says how many were changed, or would be.
func (m *mender) files(cmd *cobra.Command, names []string) (changed int, err error) {
	fixes := 0
	for _, name := range names {
		res, old, err := m.file(cmd, name)
		if err != nil {
			return changed, err
		}
		fixes += len(res.Applied)
		if !bytes.Equal(res.Source, old) {
			changed++
		}
		m.tell(cmd, name, res)
		if err := m.put(cmd, name, old, res.Source); err != nil {
			return changed, err
		}
	}
	cmd.PrintErrf("%s in %s\n", reports.Plural(fixes, "fix"), reports.Plural(changed, "file"))
	return changed, nil
}

// file mends one file's text.
func (m *mender) file(cmd *cobra.Command, name string) (*fix.Result, []byte, error) {
	src, err := readInput(name)
	if err != nil {
		return nil, nil, err
	}
	label := name
	if name == "-" && m.stdinName != "" {
		label = m.stdinName
	}
	opts := fix.Options{Unsafe: m.unsafe, Rules: m.only, Check: func(before, after *catalog.File, f rules.Finding, x rules.Fix) error {
		proof, err := fix.Prove(cmd.Context(), before, after, f, x, fix.Values(before, f, m.recorded))
		if m.verify {
			m.tellProof(cmd, label, before, after, f, x, proof)
		}
		return err
	}}
	return fix.File(m.linter, label, src, m.options, opts), src, nil
}

// tellProof prints what the proof of a fix showed: results on objects, and writes by the lens laws.
func (m *mender) tellProof(cmd *cobra.Command, label string, before, after *catalog.File, f rules.Finding, x rules.Fix, p *fix.Proof) {
	cmd.PrintErrf("%s:%d: %s %s:", reports.Clean(label), f.At.Start.Line, f.Rule.ID, reports.Clean(x.Title))
	if p != nil {
		cmd.PrintErrf(" %s tried, %d with results before, %d equal after;", reports.Plural(p.Objects, "object"), p.Compared, p.Equal)
		if !p.OldWrites && p.NewWrites {
			cmd.PrintErrf(" no write could go through it, and now one can;")
		}
	}
	old, now := fix.Hold(cmd.Context(), before, f, m.recorded), fix.Hold(cmd.Context(), after, f, m.recorded)
	cmd.PrintErrf(" lens laws of %s: %d of %d held before, %d of %d after\n", reports.Clean(f.Component), old.Tried-old.Broken, old.Tried, now.Tried-now.Broken, now.Tried)
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
func (m *mender) tell(cmd *cobra.Command, name string, res *fix.Result) {
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
func (m *mender) put(cmd *cobra.Command, name string, old, text []byte) error {
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
