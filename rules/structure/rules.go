// Package structure holds the rules about how components are put together: kinds, owners, names, shapes, selectors and
// gangs.
package structure

import (
	"embed"
	"strings"

	"github.com/kartalint/kartalint/catalog"
	"github.com/kartalint/kartalint/rules"
)

//go:embed testdata/*/bad.yaml testdata/*/good.yaml
var examples embed.FS

// Rules are the rules of the family.
var Rules = rules.WithExamples(examples, rootKind, rootStatus, ownerRef, componentName, podSpecShape, instanceSelector, gangMember, redundantChildKind)

// names are the names of a definition's components.
func names(d *catalog.Definition) []string {
	var list []string
	for _, c := range d.Components() {
		if c.Name != "" {
			list = append(list, c.Name)
		}
	}
	return list
}

// called names a component in a message.
func called(c *catalog.Component) string {
	switch {
	case c.Name != "":
		return c.Name
	case c.Root:
		return "the root component"
	}
	return "a component without a name"
}

// nearestName is ": did you mean x?", or the list of names.
func nearestName(name string, known []string) string {
	if near := rules.Nearest(name, known); near != "" {
		return ": did you mean " + near + "?"
	}
	return ": components are " + strings.Join(known, ", ")
}

// at is the node to point at for what a component lacks: its name, or itself.
func at(c *catalog.Component) *catalog.Node {
	if n := c.Node.Get("name"); n != nil {
		return n
	}
	if len(c.Node.Members) > 0 {
		return c.Node.Members[0].Key
	}
	return c.Node
}
