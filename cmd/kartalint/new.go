package main

import (
	"errors"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"github.com/kartalint/kartalint/catalog"
	"github.com/kartalint/kartalint/catalog/draft"
	"github.com/kartalint/kartalint/catalog/kube"
	"github.com/kartalint/kartalint/reports"
	"github.com/kartalint/kartalint/rules"
)

// newCommand is the command new: its flags.
type newCommand struct {
	crds    []string
	kind    string
	version string
	object  string
}

func newNew() *cobra.Command {
	n := &newCommand{}
	cmd := &cobra.Command{
		Use:   "new --crd FILE [--kind KIND]",
		Short: "Draft a definition from a type",
		Long: "Draft a definition from a CRD or a built-in Kubernetes type: where the pods stand, how many there are, conditions, phase and\n" +
			"suspend. Nothing is invented: comments ask for what no type shows. The draft goes to standard output.",
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error { return n.run(cmd) },
	}
	f := cmd.Flags()
	f.StringArrayVar(&n.crds, "crd", nil, "file or folder with the CRD (repeatable); without one the kind is a built-in one")
	f.StringVar(&n.kind, "kind", "", "the kind; not needed where the CRDs hold one alone")
	f.StringVar(&n.version, "version", "", "the version; the last one that is served, by default")
	f.StringVar(&n.object, "object", "", "file with a recorded object of the kind, which tells the keys of maps that the type leaves open")
	return cmd
}

func (n *newCommand) run(cmd *cobra.Command) error {
	types := kube.Builtin()
	if len(n.crds) > 0 {
		loaded, problems, err := kube.Load(n.crds)
		if err == nil {
			err = errors.Join(problems...)
		}
		if err != nil {
			return err
		}
		types = loaded
	}
	kind, err := n.choose(types)
	if err != nil {
		return err
	}
	found := types.Of(kind)
	switch found.Status {
	case kube.Known:
	case kube.NoVersion:
		return fmt.Errorf("%s has no version %s of %s: use %s", found.Source, kind.Version, kind.Kind, strings.Join(found.Versions, " or "))
	case kube.NoSchema:
		return fmt.Errorf("%s has no schema for %s %s: nothing can be drafted from it", found.Source, kind.Version, kind.Kind)
	default:
		return fmt.Errorf("the kind %s is not known", kind.Kind)
	}
	object, err := n.read(cmd, kind)
	if err != nil {
		return err
	}
	text, err := draft.Write(kind, found.Schema, object)
	if err != nil {
		return err
	}
	_, err = cmd.OutOrStdout().Write(text)
	return err
}

// choose settles the kind by the flags: one of the CRDs', or a built-in one.
func (n *newCommand) choose(types *kube.Types) (catalog.Kind, error) {
	kinds := types.Kinds()
	if len(n.crds) == 0 {
		kinds = kube.BuiltinWorkloads()
	}
	var names []string
	var chosen []catalog.Kind
	for _, k := range kinds {
		names = append(names, k.Kind)
		if n.kind == k.Kind || n.kind == "" && len(kinds) == 1 {
			chosen = append(chosen, k)
		}
	}
	switch {
	case n.kind == "" && len(chosen) == 0:
		return catalog.Kind{}, fmt.Errorf("--kind is needed: one of %s", strings.Join(names, ", "))
	case len(chosen) == 0:
		if near := rules.Nearest(n.kind, names); near != "" {
			return catalog.Kind{}, fmt.Errorf("there is no kind %q: did you mean %s? (%s)", n.kind, near, strings.Join(names, ", "))
		}
		return catalog.Kind{}, fmt.Errorf("there is no kind %q: use one of %s, or give the CRD with --crd", n.kind, strings.Join(names, ", "))
	case len(chosen) > 1:
		return catalog.Kind{}, fmt.Errorf("%s CRDs have the kind %s: give one of them alone", reports.Plural(len(chosen), "group"), n.kind)
	}
	if n.version != "" {
		chosen[0].Version = n.version
	}
	return chosen[0], nil
}

// read is the recorded object; nil without one.
func (n *newCommand) read(cmd *cobra.Command, kind catalog.Kind) (map[string]any, error) {
	if n.object == "" {
		return nil, nil
	}
	list, err := readObjects(cmd, []string{n.object})
	if err != nil {
		return nil, err
	}
	for _, o := range list {
		if o.Value["kind"] == kind.Kind {
			return o.Value, nil
		}
	}
	return nil, fmt.Errorf("%s holds no %s", n.object, kind.Kind)
}
