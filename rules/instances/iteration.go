package instances

import (
	"slices"

	"github.com/kartalint/kartalint/analyzer"
	"github.com/kartalint/kartalint/catalog"
)

// path is a field whose results are paired with the instances.
type path struct {
	field *catalog.PathField
	expr  *analyzer.Expr
}

// split gives a component's instance id path, nil where it has none, and the paths that are paired with it.
func split(c *catalog.Component) (id *path, others []path) {
	for _, f := range c.Fields {
		e, err := f.Expr()
		if err != nil {
			continue
		}
		switch f.Role {
		case catalog.RoleInstance:
			id = &path{f, e}
		case catalog.RoleSpec, catalog.RoleScale:
			others = append(others, path{f, e})
		}
	}
	return id, others
}

// base is the array or object that a path iterates first; nil where it iterates none.
func (p path) base() analyzer.Path {
	if len(p.expr.Outputs.Iterations) == 0 {
		return nil
	}
	return p.expr.Outputs.Iterations[0]
}

// depth counts the levels that a path iterates without choosing among their elements.
func (p path) depth() int {
	n := 0
	for i, it := range p.expr.Outputs.Iterations {
		if i == 0 || !p.chosen(it) {
			n++
		}
	}
	return n
}

// chosen says whether a condition looks at the elements of an iteration, so that it picks some of them.
func (p path) chosen(it analyzer.Path) bool {
	return slices.ContainsFunc(p.expr.Outputs.Conditions, func(c analyzer.Condition) bool {
		return slices.ContainsFunc(c.Reads, func(r analyzer.Path) bool { return r.HasPrefix(it) })
	})
}

// conditions are the texts of the conditions on the elements of the base.
func (p path) conditions() []string {
	var list []string
	for _, c := range p.expr.Outputs.Conditions {
		deeper := false
		for _, it := range p.expr.Outputs.Iterations[min(1, len(p.expr.Outputs.Iterations)):] {
			deeper = deeper || slices.ContainsFunc(c.Reads, func(r analyzer.Path) bool { return r.HasPrefix(it) })
		}
		if !deeper {
			list = append(list, c.Text)
		}
	}
	slices.Sort(list)
	return list
}

func same(a, b analyzer.Path) bool { return len(a) == len(b) && a.HasPrefix(b) }
