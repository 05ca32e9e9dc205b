package overlap

import (
	"slices"

	"github.com/kartalint/kartalint/analyzer"
	"github.com/kartalint/kartalint/catalog"
)

// target is a written field with its one place.
type target struct {
	field *catalog.PathField
	expr  *analyzer.Expr
	path  analyzer.Path
}

// targets are a component's spec fields that are addresses, in document order.
func targets(c *catalog.Component) []target {
	var list []target
	for _, f := range c.Fields {
		e, err := f.Expr()
		if err == nil && f.Role == catalog.RoleSpec && e.Normal != "" {
			list = append(list, target{f, e, e.Writes[0]})
		}
	}
	return list
}

// below is the part of inner that stands below outer; ok is false where it does not.
func below(outer, inner analyzer.Path) (analyzer.Path, bool) {
	if outer.Relation(inner) != analyzer.Contains {
		return nil, false
	}
	return inner[len(outer):], true
}

// bridged are the pairs of fields that the engine knows to stand inside each other: a field of the container below the
// container or the list of containers.
func bridged(outer, inner string) bool {
	return (outer == "containersPath" || outer == "containerPath") && slices.Contains([]string{"containerPath", "imagePath", "resourcesPath"}, inner)
}
