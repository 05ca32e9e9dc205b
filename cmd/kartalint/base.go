package main

import (
	"context"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/bmatcuk/doublestar/v4"

	"github.com/kartalint/kartalint/catalog"
	"github.com/kartalint/kartalint/internal/gitref"
	"github.com/kartalint/kartalint/reports"
	"github.com/kartalint/kartalint/rules"
	"github.com/kartalint/kartalint/rules/gate"
)

// state is a catalog at one time.
type state struct {
	results     []*rules.FileResult
	definitions []gate.Definition
	paths       *reports.Breakdown
}

// baseState lints the same paths at a git ref.
func (l *lint) baseState(ctx context.Context, linter *rules.Linter, paths []string) (*state, error) {
	repository, err := gitref.Open(ctx, ".")
	if err != nil {
		return nil, err
	}
	commit, err := repository.Resolve(ctx, l.base)
	if err != nil {
		return nil, err
	}
	wanted, err := selection(repository.Root, paths)
	if err != nil {
		return nil, err
	}
	opts := l.options()
	names := map[string]string{} // by the path from the root: as the working folder names it
	files, err := repository.Files(ctx, commit, nil, func(name string) bool {
		local := localName(repository.Root, name)
		if !wanted(name) || !catalog.Readable(local, opts) {
			return false
		}
		names[name] = local
		return true
	})
	if err != nil {
		return nil, err
	}
	s := &state{paths: reports.NewBreakdown("paths")}
	for _, name := range slices.Sorted(maps.Keys(files)) {
		file := catalog.Parse(names[name], files[name], opts)
		s.results = append(s.results, linter.File(file))
		for _, d := range file.Definitions {
			s.definitions = append(s.definitions, gate.Take(d))
		}
		s.paths.Add(file, func(s string) string { return s })
	}
	s.paths.Finish()
	return s, nil
}

// selection says which files of a repository, by their paths from its root, the command line's paths name.
func selection(root string, paths []string) (func(string) bool, error) {
	var patterns []string
	for _, p := range paths {
		abs, err := filepath.Abs(p)
		if err != nil {
			return nil, err
		}
		// the part of a glob before its first special character is a place; links in it are resolved as git does
		if !strings.ContainsAny(p, "*?[{") {
			if resolved, err := filepath.EvalSymlinks(abs); err == nil {
				abs = resolved
			}
		}
		rel, err := filepath.Rel(root, abs)
		if err != nil || rel == ".." || strings.HasPrefix(rel, ".."+string(filepath.Separator)) {
			return nil, fmt.Errorf("--base: %s lies outside the repository %s", p, root)
		}
		patterns = append(patterns, filepath.ToSlash(rel))
	}
	return func(name string) bool {
		return slices.ContainsFunc(patterns, func(p string) bool {
			if p == "." || name == p || strings.HasPrefix(name, p+"/") {
				return true
			}
			ok, _ := doublestar.Match(p, name)
			return ok
		})
	}, nil
}

// localName is a path from the repository's root as the working folder names it.
func localName(root, name string) string {
	path := filepath.Join(root, filepath.FromSlash(name))
	wd, err := os.Getwd()
	if err != nil {
		return path
	}
	if resolved, err := filepath.EvalSymlinks(wd); err == nil {
		wd = resolved
	}
	if rel, err := filepath.Rel(wd, path); err == nil {
		return filepath.ToSlash(rel)
	}
	return filepath.ToSlash(path)
}

// addChanged adds the findings about changed paths to the state now.
func addChanged(linter *rules.Linter, base, now *state) map[string]string {
	renamed := gate.Renames(base.definitions, now.definitions)
	byFile := map[string]*rules.FileResult{}
	for _, r := range now.results {
		for _, s := range r.Summaries {
			byFile[s.NameAt.File] = r
		}
	}
	for _, f := range gate.Paths(base.definitions, now.definitions, renamed) {
		if r := byFile[f.At.File]; r != nil {
			linter.Add(r, f)
		}
	}
	return renamed
}
