package main

import (
	"fmt"

	"github.com/spf13/cobra"

	"github.com/kartalint/kartalint/catalog/kube"
	"github.com/kartalint/kartalint/reports"
	"github.com/kartalint/kartalint/rules"
)

// types are the built-in types and those of the CRDs. What is wrong with one CRD is told and hides no other.
func (l *lint) types(cmd *cobra.Command) (*kube.Types, error) {
	paths := l.crds
	if len(paths) == 0 {
		paths = l.config.Resolve(l.config.CRDs)
	}
	if len(paths) == 0 {
		return kube.Builtin(), nil
	}
	types, problems, err := kube.Load(paths)
	for _, problem := range problems {
		if _, err := fmt.Fprintln(cmd.ErrOrStderr(), "warning:", reports.Clean(problem.Error())); err != nil {
			return nil, err
		}
	}
	return types, err
}

// readEvidence reads recorded objects; nil where no path is given, so that rules that need objects are silent.
func readEvidence(cmd *cobra.Command, paths []string) (*rules.Evidence, error) {
	if len(paths) == 0 {
		return nil, nil
	}
	list, err := readObjects(cmd, paths)
	if err != nil {
		return nil, err
	}
	return rules.NewEvidence(list), nil
}
