package main

import (
	"github.com/spf13/cobra"

	"github.com/kartalint/kartalint/catalog"
	"github.com/kartalint/kartalint/rules"
)

// evidence are recorded objects by their kind.
type evidence map[catalog.Kind][]map[string]any

// Objects are the objects of a kind.
func (e evidence) Objects(kind catalog.Kind) []map[string]any {
	kind.Node = nil
	return e[kind]
}

// readEvidence reads recorded objects; nil where no path is given, so that rules that need objects are silent.
func readEvidence(cmd *cobra.Command, paths []string) (rules.EvidenceSource, error) {
	if len(paths) == 0 {
		return nil, nil
	}
	list, err := readObjects(cmd, paths)
	if err != nil {
		return nil, err
	}
	e := evidence{}
	for _, o := range list {
		apiVersion, _ := o.Value["apiVersion"].(string)
		kind, _ := o.Value["kind"].(string)
		k := catalog.ParseKind(apiVersion, kind)
		e[k] = append(e[k], o.Value)
	}
	return e, nil
}
