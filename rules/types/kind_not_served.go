package types

import (
	"fmt"
	"strings"

	"github.com/kartalint/kartalint/catalog"
	"github.com/kartalint/kartalint/catalog/kube"
	"github.com/kartalint/kartalint/rules"
)

var kindNotServed = &rules.Rule{
	ID: "KL804", Name: "kind-not-served", Severity: rules.Error,
	Title: "a group, version or kind that the type's source does not have",
	What: "The kind of a component whose version is not in the CRD that is given for it, or whose kind or group differs from a known one in a letter or two; for the groups `apps`, `batch` and the core group " +
		"the built-in types are the source.",
	Why:        "No object of the kind exists: the definition matches nothing.",
	Mend:       "Write group, version and kind as the CRD has them.",
	Severities: "warning for a version that the CRD marks as deprecated or does not serve",
	Needs:      rules.NeedsTypes,
	SilencedBy: []string{"KL002", "KL101"},
	Check: func(p *rules.Pass) {
		for _, c := range p.Components() {
			if c.Kind != nil && c.Kind.Node != nil && c.Kind.Kind != "" && c.Kind.Version != "" {
				checkKind(p, c, *c.Kind)
			}
		}
	},
}

func checkKind(p *rules.Pass, c *catalog.Component, k catalog.Kind) {
	t := p.Settings.Types.Of(k)
	name := k.Version + " " + k.Kind
	if k.Group != "" {
		name = k.Group + "/" + name
	}
	say := func(key, message string, opts ...rules.Option) {
		node := c.Kind.Node.Get(key)
		if node == nil {
			node = c.Kind.Node
		}
		p.Node(c, node, key, "/"+c.Name+"/kind", message, append(opts, rules.WithKey(name))...)
	}
	switch {
	case t.Status == kube.NoVersion:
		say("version", fmt.Sprintf("%s: %s has no version %s of %s; use %s", c.Name, t.Source, k.Version, k.Kind, strings.Join(t.Versions, " or ")))
	case t.Status == kube.NoKind && t.Near != "":
		say("kind", fmt.Sprintf("%s: %s has no %s; did you mean %s?", c.Name, t.Source, name, t.Near))
	case t.Status == kube.NoKind:
		say("kind", fmt.Sprintf("%s: %s has no %s; write the kind as the API server knows it", c.Name, t.Source, name))
	case t.Status == kube.Known && !t.Served:
		say("version", fmt.Sprintf("%s: %s does not serve %s; use a version that it serves", c.Name, t.Source, name), rules.As(rules.Warning))
	case t.Status == kube.Known && t.Deprecated:
		say("version", fmt.Sprintf("%s: %s marks %s as deprecated; use a newer version", c.Name, t.Source, name), rules.As(rules.Warning))
	}
}
