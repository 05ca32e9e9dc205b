package all

import (
	"context"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/kartalint/kartalint/analyzer"
	"github.com/kartalint/kartalint/catalog"
	"github.com/kartalint/kartalint/catalog/kube"
	"github.com/kartalint/kartalint/rules"
	"github.com/kartalint/kartalint/rules/ruletest"
)

// TestBrokenSegments drops, misspells and swaps one segment of each address of the reference catalog and of ours, for the
// kinds whose type is known, and looks whether a rule says so on the field. Places that the type says nothing about are left out.
func TestBrokenSegments(t *testing.T) {
	types, problems, err := kube.Load([]string{filepath.Join(ruletest.Shared(t), "crds")})
	if err != nil || len(problems) > 0 {
		t.Fatal(err, problems)
	}
	linter, err := rules.New(Rules(), rules.Config{Settings: rules.Settings{Types: types}})
	if err != nil {
		t.Fatal(err)
	}
	c, err := catalog.Load(context.Background(), []string{filepath.Join(ruletest.Shared(t), "catalog"), "../../catalog/builtin/definitions"}, catalog.Options{})
	if err != nil {
		t.Fatal(err)
	}
	var n segments
	for _, file := range c.Files {
		before := complaints(linter, file)
		for _, d := range file.Definitions {
			schema := types.Of(*d.Root.Kind)
			if schema.Status != kube.Known {
				continue
			}
			for _, f := range d.Fields {
				if e, err := f.Expr(); err == nil && e.Normal != "" && f.Side == catalog.SideWorkload && schema.Schema.Walk(e.Writes[0]).Broken < 0 {
					n.try(t, linter, before, schema.Schema, file, f, e.Writes[0])
				}
			}
		}
	}
	t.Logf("%d of %d broken addresses are found; %d more lie where the type says nothing", n.found, n.tried, n.free)
	if n.tried < 500 || n.found*100 < n.tried*95 {
		t.Errorf("only %d of %d are found", n.found, n.tried)
	}
}

type segments struct{ tried, found, free int }

func (n *segments) try(t *testing.T, linter *rules.Linter, before map[string]bool, schema *kube.Schema, file *catalog.File, f *catalog.PathField, path analyzer.Path) {
	for _, mutant := range brokenPaths(path) {
		if freeForm(schema, mutant) {
			n.free++
			continue
		}
		edit, err := f.Node.Replace(mutant.String())
		if err != nil {
			continue
		}
		text, err := catalog.ApplyEdits(file.Source, []catalog.Edit{edit})
		if err != nil {
			t.Fatal(err)
		}
		n.tried++
		after := complaints(linter, catalog.Parse(file.Name, text, catalog.Options{}))
		new := false
		for c := range after {
			new = new || !before[c]
		}
		if new {
			n.found++
		} else {
			t.Logf("not found: %s in place of %s in %s", mutant, path, f.Definition.Name)
		}
	}
}

// complaints are the warnings and errors of a file.
func complaints(linter *rules.Linter, file *catalog.File) map[string]bool {
	found := map[string]bool{}
	for _, f := range linter.Collect([]*rules.FileResult{linter.File(file)}).Findings {
		if f.Severity >= rules.Warning {
			found[strings.Join([]string{f.Rule.ID, f.Component, f.Field, f.Message}, "|")] = true
		}
	}
	return found
}

// freeForm says whether a path leads through a place that the type leaves open.
func freeForm(s *kube.Schema, path analyzer.Path) bool {
	if s.Walk(path).Untyped >= 0 {
		return true
	}
	for i := range path {
		if at := s.Walk(path[:i]).Schema; at != nil && at.Shape == kube.Map {
			return true
		}
	}
	return false
}

// brokenPaths are a path with one key dropped, misspelt, or swapped with the next.
func brokenPaths(path analyzer.Path) []analyzer.Path {
	var out []analyzer.Path
	for i, s := range path {
		if s.Kind != analyzer.Key {
			continue
		}
		if len(path) > 1 {
			out = append(out, slices.Delete(slices.Clone(path), i, i+1))
		}
		misspelt := slices.Clone(path)
		misspelt[i].Name = s.Name[:len(s.Name)/2] + "x" + s.Name[len(s.Name)/2:]
		out = append(out, misspelt)
		if i+1 < len(path) && path[i+1].Kind == analyzer.Key && path[i+1] != s {
			moved := slices.Clone(path)
			moved[i], moved[i+1] = moved[i+1], moved[i]
			out = append(out, moved)
		}
	}
	return out
}
