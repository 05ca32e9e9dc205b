package main

import (
	"encoding/json"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"github.com/kartalint/kartalint/reports"
	"github.com/kartalint/kartalint/rules"
	"github.com/kartalint/kartalint/rules/all"
)

func newRules() *cobra.Command {
	format := "text"
	cmd := &cobra.Command{
		Use:   "rules [ID]",
		Short: "List the rules, or explain one",
		Args:  cobra.MaximumNArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := oneOf("format", format, "text", "json", "markdown"); err != nil {
				return err
			}
			list := all.Rules()
			if len(args) == 1 {
				r, err := findRule(list, args[0])
				if err != nil {
					return err
				}
				list = []*rules.Rule{r}
			}
			return printRules(cmd, list, format, len(args) == 1)
		},
	}
	cmd.Flags().StringVar(&format, "format", format, "text, json or markdown")
	return cmd
}

func findRule(list []*rules.Rule, id string) (*rules.Rule, error) {
	var ids []string
	for _, r := range list {
		if strings.EqualFold(r.ID, id) || r.Name == id {
			return r, nil
		}
		ids = append(ids, r.ID)
	}
	if near := rules.Nearest(strings.ToUpper(id), ids); near != "" {
		return nil, fmt.Errorf("there is no rule %q: did you mean %s?", id, near)
	}
	return nil, fmt.Errorf("there is no rule %q; `kartalint rules` lists them", id)
}

func printRules(cmd *cobra.Command, list []*rules.Rule, format string, explain bool) error {
	out := cmd.OutOrStdout()
	switch {
	case format == "json":
		return json.NewEncoder(out).Encode(reports.RulesJSON(list))
	case format == "markdown":
		text, err := reports.RulesMarkdown(list)
		if err == nil {
			_, err = fmt.Fprint(out, text)
		}
		return err
	case explain:
		text, err := reports.ExplainRule(list[0])
		if err == nil {
			_, err = fmt.Fprint(out, text)
		}
		return err
	}
	table := reports.NewTable(out)
	table.Header([]string{"id", "name", "severity", "fix", "finds"})
	for _, r := range list {
		if err := table.Append([]string{r.ID, r.Name, r.Severity.String(), reports.FixWord(r), r.Title}); err != nil {
			return err
		}
	}
	return table.Render()
}
