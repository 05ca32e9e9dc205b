package main

import (
	"fmt"

	"github.com/spf13/cobra"

	"github.com/kartalint/kartalint/catalog"
	"github.com/kartalint/kartalint/rules"
	"github.com/kartalint/kartalint/rules/all"
)

// fixCommand is the fix command's flags.
type fixCommand struct {
	input
	evidence
	unsafe bool
	diff   bool
	check  bool
	verify bool
	only   []string
}

func newFix() *cobra.Command {
	c := &fixCommand{}
	cmd := &cobra.Command{
		Use:   "fix [PATH…]",
		Short: "Apply the fixes of findings",
		Long: "Apply the fixes of findings to the files, each replaced as a whole. Only safe fixes are applied: those after which every path yields what it\n" +
			"yielded before; each is tried on objects made from the paths first, and on recorded ones. A fix that does not remove its finding, or adds one\n" +
			"as bad, is taken back. With - the mended text of standard input goes to standard output.",
		RunE: func(cmd *cobra.Command, args []string) error { return c.run(cmd, args) },
	}
	f := cmd.Flags()
	c.input.flags(cmd)
	c.evidence.flags(cmd)
	c.builtinFlag(cmd)
	cmd.Flag("builtin").Hidden = true // it is refused
	f.BoolVar(&c.unsafe, "unsafe", false, "also apply fixes that can change what is read for some objects")
	f.BoolVar(&c.diff, "diff", false, "print a unified diff and write nothing")
	f.BoolVar(&c.check, "check", false, "write nothing; exit 1 when something would change")
	f.BoolVar(&c.verify, "verify", false, "print the proof of each fix: objects tried, results equal, lens laws before and after")
	f.StringSliceVar(&c.only, "rule", nil, "only fixes of these rules, by id")
	return cmd
}

func (c *fixCommand) run(cmd *cobra.Command, args []string) error {
	if c.builtin {
		return errBuiltinFixed
	}
	paths, err := c.load(args)
	if err != nil {
		return err
	}
	c.configured(c.config)
	settings, err := c.settings(cmd)
	if err != nil {
		return err
	}
	cfg := rules.Config{Levels: map[string]rules.Severity{}, Settings: settings}
	if err := c.config.Apply(&cfg); err != nil {
		return err
	}
	linter, err := rules.New(all.Rules(), cfg)
	if err != nil {
		return err
	}
	for _, id := range c.only {
		if _, err := findRule(all.Rules(), id); err != nil {
			return err
		}
	}
	names, err := catalog.List(paths, c.options())
	if err != nil {
		return err
	}
	if len(names) == 0 && !c.allowEmpty {
		return fmt.Errorf("no YAML or JSON file in %v; give --allow-empty if that is right", paths)
	}
	m := &mender{linter: linter, recorded: settings.Evidence, options: c.options(), stdinName: c.stdinName, unsafe: c.unsafe, diff: c.diff, check: c.check, verify: c.verify, only: c.only}
	changed, err := m.files(cmd, names)
	if err != nil {
		return err
	}
	if c.check && changed > 0 {
		return errFindings
	}
	return nil
}
