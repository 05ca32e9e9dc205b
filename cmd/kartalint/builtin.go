package main

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/google/renameio/v2"
	"github.com/spf13/cobra"

	"github.com/kartalint/kartalint/catalog/builtin"
	"github.com/kartalint/kartalint/reports"
	"github.com/kartalint/kartalint/rules"
)

// errBuiltinFixed refuses to mend what stands in no file.
var errBuiltinFixed = errors.New("the built-in catalog is part of the program: write it to a folder with `kartalint builtin export DIR`, and mend that")

func newBuiltin() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "builtin",
		Short: "List, show or export the built-in catalog",
		Long: "The program carries a catalog of definitions for well-known workload types. Other commands take it with --builtin; here it can be looked\n" +
			"at, and written to a folder as the start of one's own.",
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error { return cmd.Help() },
	}
	force := false
	export := &cobra.Command{
		Use: "export DIR", Short: "Write the definitions to a folder", Args: cobra.ExactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error { return exportBuiltin(cmd, args[0], force) },
	}
	export.Flags().BoolVar(&force, "force", false, "replace files that are there")
	cmd.AddCommand(
		&cobra.Command{Use: "list", Short: "List the definitions with their kinds", Args: cobra.NoArgs, RunE: func(cmd *cobra.Command, _ []string) error { return listBuiltin(cmd) }},
		&cobra.Command{Use: "show NAME", Short: "Print a definition, by its name or by the kind that it is for", Args: cobra.ExactArgs(1), RunE: func(cmd *cobra.Command, args []string) error { return showBuiltin(cmd, args[0]) }},
		export)
	return cmd
}

func listBuiltin(cmd *cobra.Command) error {
	table := reports.NewTable(cmd.OutOrStdout())
	table.Header([]string{"name", "group", "version", "kind"})
	for _, name := range builtin.Names() {
		for _, d := range builtin.File(name).Definitions {
			k := d.Root.Kind
			if err := table.Append([]string{name, k.Group, k.Version, k.Kind}); err != nil {
				return err
			}
		}
	}
	return table.Render()
}

func showBuiltin(cmd *cobra.Command, name string) error {
	found := builtin.Lookup(name)
	switch len(found) {
	case 0:
		return unknownBuiltin(name)
	case 1:
		_, err := cmd.OutOrStdout().Write(found[0].File.Source)
		return err
	}
	var names []string
	for _, d := range found {
		names = append(names, d.Name)
	}
	return fmt.Errorf("%s is a kind of several groups: name one of %s", name, strings.Join(names, ", "))
}

func unknownBuiltin(name string) error {
	words := builtin.Names()
	for _, file := range builtin.Names() {
		for _, d := range builtin.File(file).Definitions {
			words = append(words, d.Root.Kind.Kind)
		}
	}
	if near := rules.Nearest(name, words); near != "" {
		return fmt.Errorf("there is no built-in definition %q: did you mean %s?", name, near)
	}
	return fmt.Errorf("there is no built-in definition %q; `kartalint builtin list` lists them", name)
}

// exportBuiltin writes each file as a whole, and none where one stands in the way. One that is as it should be stays.
func exportBuiltin(cmd *cobra.Command, dir string, force bool) error {
	var write, inTheWay []string
	for _, name := range builtin.Names() {
		text, _ := builtin.Text(name)
		have, err := os.ReadFile(filepath.Join(dir, name+".yaml"))
		switch {
		case err == nil && bytes.Equal(have, text):
			continue
		case err == nil:
			inTheWay = append(inTheWay, name+".yaml")
		case !errors.Is(err, fs.ErrNotExist):
			return err
		}
		write = append(write, name)
	}
	if len(inTheWay) > 0 && !force {
		return fmt.Errorf("%s has other files of these names: %s; nothing was written, --force replaces them", dir, strings.Join(inTheWay, ", "))
	}
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return err
	}
	for _, name := range write {
		text, _ := builtin.Text(name)
		if err := renameio.WriteFile(filepath.Join(dir, name+".yaml"), text, 0o644); err != nil {
			return err
		}
	}
	_, err := fmt.Fprintf(cmd.ErrOrStderr(), "wrote %s to %s\n", reports.Plural(len(write), "definition"), dir)
	return err
}
