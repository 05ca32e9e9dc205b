package main

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// TestCommandsDocumented holds docs/cli.md against the commands; -update writes it anew.
func TestCommandsDocumented(t *testing.T) {
	var b strings.Builder
	b.WriteString("<!-- Made from the commands by `make docs`. Do not edit. -->\n\n# The command line\n\n`kartalint completion bash|zsh|fish|powershell` writes a completion script.\n")
	root := newRoot(&b, &b)
	for _, c := range root.Commands() {
		if c.Name() != "help" && c.Name() != "completion" && !c.Hidden {
			document(&b, c)
		}
	}
	const file = "../../docs/cli.md"
	if *update {
		if err := os.WriteFile(file, []byte(b.String()), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	have, err := os.ReadFile(file)
	if err != nil || string(have) != b.String() {
		t.Errorf("docs/cli.md is stale (%v): make docs", err)
	}
}

func document(b *strings.Builder, c *cobra.Command) {
	fmt.Fprintf(b, "\n## kartalint %s\n\n%s\n\n", c.Name(), strings.ReplaceAll(strings.TrimSpace(c.Long), "\n", " "))
	if c.Long == "" {
		fmt.Fprintf(b, "%s.\n\n", c.Short)
	}
	fmt.Fprintf(b, "    %s\n", c.UseLine())
	for _, sub := range c.Commands() {
		fmt.Fprintf(b, "    %s    %s\n", sub.UseLine(), sub.Short)
	}
	flags := c.LocalFlags()
	if !flags.HasAvailableFlags() {
		return
	}
	b.WriteString("\n| flag | default | meaning |\n|---|---|---|\n")
	flags.VisitAll(func(f *pflag.Flag) {
		value, usage := pflag.UnquoteUsage(f)
		def := f.DefValue
		if f.Name == "help" || f.Hidden {
			return
		}
		if f.Name == "jobs" {
			def = "one a core"
		}
		if def == "[]" || def == "false" {
			def = ""
		}
		fmt.Fprintf(b, "| `--%s` | %s | %s |\n", strings.TrimSpace(f.Name+" "+value), def, strings.ReplaceAll(usage, "|", "\\|"))
	})
}

// TestGuidesCarryExamples holds the workflow files that stand in a guide against the files that are checked.
func TestGuidesCarryExamples(t *testing.T) {
	guide, err := os.ReadFile("../../docs/ci.md")
	if err != nil {
		t.Fatal(err)
	}
	links := regexp.MustCompile(`\]\((examples/[a-z-]+\.yml)\)`).FindAllSubmatch(guide, -1)
	if len(links) != 2 {
		t.Errorf("%d examples", len(links))
	}
	for _, m := range links {
		text, err := os.ReadFile(filepath.Join("../../docs", string(m[1])))
		if err != nil || !bytes.Contains(guide, text) {
			t.Errorf("docs/ci.md does not hold %s as it is (%v)", m[1], err)
		}
	}
}
