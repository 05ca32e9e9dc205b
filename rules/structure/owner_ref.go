package structure

import (
	"fmt"
	"strings"

	"github.com/kartalint/kartalint/catalog"
	"github.com/kartalint/kartalint/rules"
)

var ownerRef = &rules.Rule{
	ID: "KL103", Name: "owner-ref", Severity: rules.Error,
	Title: "an ownerRef that leads nowhere",
	What:  "A root with an `ownerRef`; a child without one; an `ownerRef` to an unknown component; a chain of owners that does not reach the root (the whole cycle is named).",
	Why:   "The runtime refuses the definition, or the component's pods belong to nothing.",
	Mend:  "Name the component that owns this one; the nearest name is in the message.",
	Check: func(p *rules.Pass) {
		if p.Root != nil && p.Root.OwnerRef != "" {
			report(p, p.Root, fmt.Sprintf("the root component %s has an ownerRef, and nothing owns a root: remove it", p.Root.Name))
		}
		for _, c := range p.Children {
			checkOwner(p, c)
		}
	},
}

func report(p *rules.Pass, c *catalog.Component, message string) {
	node := c.Node.Get("ownerRef")
	if node == nil {
		node = at(c)
	}
	p.Node(c, node, "ownerRef", "/"+c.Name+"/ownerRef", message)
}

func checkOwner(p *rules.Pass, c *catalog.Component) {
	switch {
	case c.OwnerRef == "":
		report(p, c, fmt.Sprintf("%s has no ownerRef: a child names the component that owns it; add ownerRef%s", called(c), rootName(p)))
		return
	case c.Parent() == nil:
		report(p, c, fmt.Sprintf("%s is owned by %q, which is no component%s", called(c), c.OwnerRef, nearestName(c.OwnerRef, names(p.Definition))))
		return
	}
	chain := []string{c.Name}
	seen := map[*catalog.Component]bool{c: true}
	for at := c.Parent(); at != nil && !at.Root; at = at.Parent() {
		chain = append(chain, at.Name)
		if seen[at] {
			if first(p, at) == c {
				report(p, c, fmt.Sprintf("the owners of %s form a cycle (%s) that never reaches the root: let one of them be owned by %s", called(c), strings.Join(chain, " → "), p.Root.Name))
			}
			return
		}
		seen[at] = true
	}
}

// first is the member of a cycle that stands first in the file: the cycle is reported there alone.
func first(p *rules.Pass, member *catalog.Component) *catalog.Component {
	cycle := map[*catalog.Component]bool{}
	for at := member; at != nil && !cycle[at]; at = at.Parent() {
		cycle[at] = true
	}
	for _, c := range p.Children {
		if cycle[c] {
			return c
		}
	}
	return member
}

func rootName(p *rules.Pass) string {
	if p.Root == nil || p.Root.Name == "" {
		return ""
	}
	return ": " + p.Root.Name
}
