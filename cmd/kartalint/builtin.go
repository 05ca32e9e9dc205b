package main

import (
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/google/renameio/v2"
	"github.com/spf13/cobra"

	"github.com/kartalint/kartalint/catalog/builtin"
	"github.com/kartalint/kartalint/reports"
	"github.com/kartalint/kartalint/rules"
)

func newBuiltin() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "builtin",
		Short: "List, show or export the built-in catalog",
		Args:  cobra.NoArgs,
		RunE:  func(cmd *cobra.Command, _ []string) error { return cmd.Help() },
	}
	force := false
	export := &cobra.Command{
		Use: "export DIR", Short: "Write the definitions to a folder", Args: cobra.ExactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error { return exportBuiltin(cmd, args[0], force) },
	}
	export.Flags().BoolVar(&force, "force", false, "replace files that are there")
	cmd.AddCommand(
		&cobra.Command{Use: "list", Short: "List the definitions with their kinds", Args: cobra.NoArgs, RunE: func(cmd *cobra.Command, _ []string) error { return listBuiltin(cmd) }},
		&cobra.Command{Use: "show NAME", Short: "Print a definition", Args: cobra.ExactArgs(1), RunE: func(cmd *cobra.Command, args []string) error { return showBuiltin(cmd, args[0]) }},
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
	text, ok := builtin.Text(name)
	if !ok {
		if near := rules.Nearest(name, builtin.Names()); near != "" {
			return fmt.Errorf("there is no built-in definition %q: did you mean %s?", name, near)
		}
		return fmt.Errorf("there is no built-in definition %q; `kartalint builtin list` lists them", name)
	}
	_, err := cmd.OutOrStdout().Write(text)
	return err
}

// exportBuiltin writes all files or none: it looks first whether one is there.
func exportBuiltin(cmd *cobra.Command, dir string, force bool) error {
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return err
	}
	names := builtin.Names()
	for _, name := range names {
		path := filepath.Join(dir, name+".yaml")
		if _, err := os.Lstat(path); err == nil && !force {
			return fmt.Errorf("%s: %w; give --force to replace it", path, fs.ErrExist)
		}
	}
	for _, name := range names {
		text, _ := builtin.Text(name)
		if err := renameio.WriteFile(filepath.Join(dir, name+".yaml"), text, 0o644); err != nil {
			return err
		}
	}
	_, err := fmt.Fprintf(cmd.ErrOrStderr(), "wrote %s to %s\n", reports.Plural(len(names), "definition"), dir)
	return err
}
