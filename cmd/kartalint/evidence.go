package main

import (
	"fmt"

	"github.com/spf13/cobra"

	"github.com/kartalint/kartalint/catalog"
	"github.com/kartalint/kartalint/catalog/kube"
	"github.com/kartalint/kartalint/patch"
	"github.com/kartalint/kartalint/reports"
	"github.com/kartalint/kartalint/rules"
	"github.com/kartalint/kartalint/rules/config"
)

// evidence are the flags for what definitions are compared with: types and recorded objects.
type evidence struct {
	crds    []string
	objects []string
}

func (e *evidence) flags(cmd *cobra.Command) {
	f := cmd.Flags()
	f.StringArrayVar(&e.crds, "crd", nil, "file or folder with CustomResourceDefinitions to check addresses against (repeatable)")
	f.StringArrayVar(&e.objects, "objects", nil, "file or folder with recorded objects to look at (repeatable)")
}

// readable are the objects of the files that can be read. What is wrong with one file is told and hides no other.
func readable(cmd *cobra.Command, paths []string) ([]patch.Object, error) {
	names, err := catalog.List(paths, catalog.Options{})
	if err != nil {
		return nil, err
	}
	var all []patch.Object
	for _, name := range names {
		list, err := readObjects(cmd, []string{name})
		if err == nil {
			all = append(all, list...)
		} else if _, err := fmt.Fprintln(cmd.ErrOrStderr(), "warning:", reports.Clean(err.Error())); err != nil {
			return nil, err
		}
	}
	return all, nil
}

// configured takes the paths of the configuration where the flags name none.
func (e *evidence) configured(c *config.Config) {
	if len(e.crds) == 0 {
		e.crds = c.Resolve(c.CRDs)
	}
	if len(e.objects) == 0 {
		e.objects = c.Resolve(c.Objects)
	}
}

// settings reads both. What is wrong with one CRD is told and hides no other.
func (e *evidence) settings(cmd *cobra.Command) (rules.Settings, error) {
	s := rules.Settings{Types: kube.Builtin()}
	if len(e.crds) > 0 {
		types, problems, err := kube.Load(e.crds)
		for _, problem := range problems {
			if _, err := fmt.Fprintln(cmd.ErrOrStderr(), "warning:", reports.Clean(problem.Error())); err != nil {
				return s, err
			}
		}
		if err != nil {
			return s, err
		}
		s.Types = types
	}
	if len(e.objects) > 0 {
		list, err := readable(cmd, e.objects)
		if err != nil {
			return s, err
		}
		s.Evidence = rules.NewEvidence(list)
	}
	return s, nil
}
