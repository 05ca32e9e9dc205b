package rules

import (
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"slices"
	"strings"

	"github.com/kartalint/kartalint/catalog"
	"github.com/kartalint/kartalint/catalog/kube"
)

// Config chooses the rules and their severities.
type Config struct {
	// Levels gives rules another severity, by id; Off turns one off, Default takes the rule's own.
	Levels map[string]Severity
	// PathLevels are levels for the files that a glob matches; the last match wins over Levels.
	PathLevels []PathLevel
	// Only, where not empty, turns every rule off that it does not name.
	Only     []string
	Settings Settings
}

// PathLevel is the severity of one rule in the files that match a glob.
type PathLevel struct {
	Match    func(file string) bool
	Rule     string
	Severity Severity
}

// Linter runs rules over files. It is safe for concurrent use: every method works on what it is given alone.
type Linter struct {
	rules  []*Rule // those that are on somewhere, by id
	checks []*Rule // those of them that check a definition and have what they need
	known  map[string]*Rule
	levels map[string]Severity
	paths  []PathLevel
	cfg    Settings
}

// New makes a linter of the rules. Its error names every id in cfg that no rule has, with the nearest one.
func New(list []*Rule, cfg Config) (*Linter, error) {
	l := &Linter{known: map[string]*Rule{}, levels: map[string]Severity{}, paths: cfg.PathLevels, cfg: cfg.Settings}
	if l.cfg.Writes == "" {
		l.cfg.Writes = WritesWhole
	}
	if l.cfg.Types == nil {
		l.cfg.Types = kube.Builtin()
	}
	for _, r := range list {
		if l.known[r.ID] != nil {
			return nil, fmt.Errorf("two rules have the id %s", r.ID)
		}
		l.known[r.ID] = r
		l.levels[r.ID] = Default
	}
	if err := l.checkIDs(cfg); err != nil {
		return nil, err
	}
	if len(cfg.Only) > 0 {
		for id := range l.levels {
			if !slices.Contains(cfg.Only, id) {
				l.levels[id] = Off
			}
		}
	}
	for id, level := range cfg.Levels {
		l.levels[id] = level
	}
	for _, r := range list {
		if l.levels[r.ID] != Off || slices.ContainsFunc(l.paths, func(p PathLevel) bool { return p.Rule == r.ID && p.Severity != Off }) {
			l.rules = append(l.rules, r)
		}
	}
	slices.SortFunc(l.rules, func(a, b *Rule) int { return strings.Compare(a.ID, b.ID) })
	for _, r := range l.rules {
		if r.Check != nil && l.Runs(r.ID) {
			l.checks = append(l.checks, r)
		}
	}
	return l, nil
}

func (l *Linter) checkIDs(cfg Config) error {
	var unknown []string
	check := func(id string) {
		if l.known[id] == nil {
			unknown = append(unknown, fmt.Sprintf("%q%s", id, l.suggest(id)))
		}
	}
	for id := range cfg.Levels {
		check(id)
	}
	for _, p := range cfg.PathLevels {
		check(p.Rule)
	}
	for _, id := range cfg.Only {
		check(id)
	}
	if len(unknown) == 0 {
		return nil
	}
	slices.Sort(unknown)
	return fmt.Errorf("unknown rule %s; `kartalint rules` lists them", strings.Join(slices.Compact(unknown), ", "))
}

// suggest is " (nearest: KL301)" for a misspelt id or a rule's name, "" where nothing is near.
func (l *Linter) suggest(id string) string {
	names := make([]string, 0, len(l.known))
	for known, r := range l.known {
		if r.Name == id || strings.EqualFold(known, id) {
			return fmt.Sprintf(" (use %s)", known)
		}
		names = append(names, known)
	}
	if near := Nearest(id, names); near != "" {
		return fmt.Sprintf(" (nearest: %s)", near)
	}
	return ""
}

// Runs says whether a rule of that id is on and has the inputs that it needs.
func (l *Linter) Runs(id string) bool {
	r := l.known[id]
	if r == nil || !slices.Contains(l.rules, r) {
		return false
	}
	return r.Needs != NeedsObjects || l.cfg.Evidence != nil
}

// FileResult is what linting one file gave.
type FileResult struct {
	Findings []Finding // of the file's own rules; in order once the result is settled
	// Late are the findings that only the whole catalog shows, in order: those of the rules over all definitions, and those
	// about suppression comments, which may hide one of them. Finish fills them in.
	Late        []Finding
	Summaries   []Summary // one per definition, for the rules over the whole catalog
	ignores     []*ignore
	settled     bool
	Definitions int
	Typed       int // definitions whose root kind has a known type
}

// File runs every rule over one file. The result holds no reference to the file's nodes.
func (l *Linter) File(f *catalog.File) *FileResult {
	res := &FileResult{Definitions: len(f.Definitions), ignores: findIgnores(f)}
	for _, r := range l.rules {
		if r.CheckFile != nil {
			r.CheckFile(&FilePass{Problems: f.Problems, rule: r, report: l.sink(&res.Findings, f.Name)})
		}
	}
	for _, d := range f.Definitions {
		l.definition(d, res, f.Name)
		res.Summaries = append(res.Summaries, summarize(d))
	}
	return res
}

func (l *Linter) definition(d *catalog.Definition, res *FileResult, file string) {
	sink := l.sink(&res.Findings, file)
	pass := &Pass{Definition: d, Settings: l.cfg, root: l.rootType(d), report: func(f Finding) {
		f.document = d.Document
		sink(f)
	}}
	if pass.root.Status == kube.Known {
		res.Typed++
	}
	for _, r := range l.checks {
		pass.rule = r
		r.Check(pass)
	}
}

// sink fills in a finding's severity and keeps it unless its rule is off for the file.
func (l *Linter) sink(list *[]Finding, file string) func(Finding) {
	return func(f Finding) {
		level := l.levels[f.Rule.ID]
		for _, p := range l.paths {
			if p.Rule == f.Rule.ID && p.Match(file) {
				level = p.Severity
			}
		}
		switch {
		case level == Off:
			return
		case level != Default:
			f.Severity = level
		case f.Severity == Default:
			f.Severity = f.Rule.Severity
		}
		*list = append(*list, f)
	}
}

// Add takes a finding that was made beside the rules' own checks into the result of its file, as if its rule had made it.
func (l *Linter) Add(res *FileResult, f Finding) {
	if l.Runs(f.Rule.ID) {
		l.sink(&res.Findings, f.At.File)(f)
	}
}

// catalog runs the rules that judge all definitions at once, over the summaries of all files.
func (l *Linter) catalog(results []*FileResult) {
	n := 0
	for _, r := range results {
		n += len(r.Summaries)
	}
	all, byFile := make([]Summary, 0, n), make(map[string]*FileResult, len(results))
	for _, r := range results {
		all = append(all, r.Summaries...)
		for _, s := range r.Summaries {
			byFile[s.NameAt.File] = r
		}
	}
	for _, r := range l.rules {
		if r.CheckCatalog == nil {
			continue
		}
		r.CheckCatalog(&CatalogPass{Definitions: all, rule: r, report: func(f Finding) {
			if res := byFile[f.At.File]; res != nil {
				l.sink(&res.Late, f.At.File)(f)
			}
		}})
	}
}

// Result is what linting a catalog gave.
type Result struct {
	Findings []Finding // sorted by file, line, column, rule and message; suppressed ones among them
}

// Lint runs every rule over a loaded catalog.
func (l *Linter) Lint(c *catalog.Catalog) *Result {
	results := make([]*FileResult, 0, len(c.Files))
	for _, f := range c.Files {
		results = append(results, l.File(f))
	}
	return l.Collect(results)
}

// Settle drops what another finding makes pointless, marks what a comment hides and puts the file's own findings in order.
// Nothing can be added to them after that.
func (l *Linter) Settle(r *FileResult) {
	if r.settled {
		return
	}
	r.settled = true
	finish(r.Findings)
	r.Findings = silence(r.Findings)
	mark(r.Findings, r.ignores)
	Sort(r.Findings)
}

// Finish settles the results of all files and runs the rules over the whole catalog.
func (l *Linter) Finish(results []*FileResult) {
	l.catalog(results)
	for _, r := range results {
		l.Settle(r)
		mark(r.Late, r.ignores)
		if l.Runs(suppressionRule.ID) {
			for _, ig := range r.ignores {
				l.judge(ig, r)
			}
		}
		finish(r.Late)
		Sort(r.Late)
	}
}

// Collect finishes the results of all files and puts their findings in one list.
func (l *Linter) Collect(results []*FileResult) *Result {
	l.Finish(results)
	n := 0
	for _, r := range results {
		n += len(r.Findings) + len(r.Late)
	}
	out := &Result{Findings: make([]Finding, 0, n)}
	for _, r := range results {
		out.Findings = append(append(out.Findings, r.Findings...), r.Late...)
	}
	Sort(out.Findings)
	return out
}

// Sort orders findings by file, line, column, rule, message, as every report shows them.
func Sort(list []Finding) {
	if !slices.IsSortedFunc(list, compare) {
		slices.SortStableFunc(list, compare)
	}
}

func compare(a, b Finding) int {
	return cmp.Or(
		strings.Compare(a.At.File, b.At.File),
		cmp.Compare(a.At.Start.Line, b.At.Start.Line),
		cmp.Compare(a.At.Start.Column, b.At.Start.Column),
		strings.Compare(a.Rule.ID, b.Rule.ID),
		strings.Compare(a.Message, b.Message))
}

// finish fills in the fingerprints.
func finish(list []Finding) {
	for i := range list {
		f := &list[i]
		if f.Fingerprint == "" {
			f.Fingerprint = fingerprint(f)
		}
	}
}

// FingerprintIn is the fingerprint that a finding would have in a definition of another name.
func FingerprintIn(f Finding, definition string) string {
	f.Definition = definition
	return fingerprint(&f)
}

// fingerprint hashes what stays the same when lines move: never a position, never the message.
func fingerprint(f *Finding) string {
	key := f.Key
	if key == "" {
		key = strings.Join(strings.Fields(f.Expression), " ")
	}
	name := f.Definition
	if name == "" {
		name = f.At.File
	}
	sum := sha256.Sum256([]byte(strings.Join([]string{f.Rule.ID, name, f.Component, f.Field, key}, "\x00")))
	return hex.EncodeToString(sum[:12])
}

// silence drops the findings that another rule's finding on the same place makes pointless.
func silence(list []Finding) []Finding {
	type place struct {
		document      int
		subject, rule string
	}
	seen := map[place]bool{}
	for _, f := range list {
		seen[place{f.document, f.Subject, f.Rule.ID}] = true
	}
	return slices.DeleteFunc(list, func(f Finding) bool {
		return f.Subject != "" && slices.ContainsFunc(f.Rule.SilencedBy, func(id string) bool {
			return seen[place{f.document, f.Subject, id}]
		})
	})
}

func summarize(d *catalog.Definition) Summary {
	s := Summary{Name: d.Name, NameAt: d.NameSpan()}
	s.KindAt = s.NameAt
	if d.Root != nil {
		s.Root = d.Root.Name
		if d.Root.Kind != nil {
			s.Kind = catalog.Kind{Group: d.Root.Kind.Group, Version: d.Root.Kind.Version, Kind: d.Root.Kind.Kind}
			if d.Root.Kind.Node != nil {
				s.KindAt = d.Root.Kind.Node.Span()
			}
		}
	}
	return s
}
