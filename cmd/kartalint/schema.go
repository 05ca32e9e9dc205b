package main

import (
	"github.com/spf13/cobra"

	"github.com/kartalint/kartalint/catalog"
	"github.com/kartalint/kartalint/rules/config"
)

func newSchema() *cobra.Command {
	return &cobra.Command{
		Use:   "schema [definition|config]",
		Short: "Print the JSON Schema of a definition or of the configuration",
		Args:  cobra.MaximumNArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			text := catalog.Schema()
			if len(args) == 1 {
				if err := oneOf("schema", args[0], "definition", "config"); err != nil {
					return err
				}
				if args[0] == "config" {
					text = config.Schema()
				}
			}
			_, err := cmd.OutOrStdout().Write(text)
			return err
		},
	}
}
