// Package gate compares two states of a catalog, a base and what stands now: which findings are new, which are solved, and
// which paths can no longer be written or are written elsewhere. Definitions are followed by name, renamed ones by the kind
// of their root. It knows findings and paths, and nothing of where the states come from.
package gate

import (
	"fmt"

	"github.com/kartalint/kartalint/analyzer"
	"github.com/kartalint/kartalint/catalog"
	"github.com/kartalint/kartalint/rules"
)

// Rules are the rules that judge a change. They find nothing in a catalog alone; [Paths] makes their findings.
var Rules = []*rules.Rule{lostAddress, movedTarget}

var lostAddress = &rules.Rule{
	ID: "KL311", Name: "lost-address", Severity: rules.Error, Needs: rules.NeedsBase,
	Title: "a path that could be written at the base of the comparison, and cannot any more",
	What: "With `--base`: a written or scale field of a definition that was an address (or a respelled one) at the base and is a formula or a filter now: `.spec.x` that became `.spec.x // 1`. " +
		"Definitions are followed by name, renamed ones by kind.",
	Why:        "Whoever writes through the path fails from now on, or writes elsewhere.",
	Mend:       "Keep the address, and put the default where the value is read.",
	SilencedBy: []string{"KL201", "KL202", "KL203"},
}

var movedTarget = &rules.Rule{
	ID: "KL312", Name: "moved-target", Severity: rules.Note, Needs: rules.NeedsBase,
	Title:      "a path whose write target is another one than at the base of the comparison",
	What:       "With `--base`: a written or scale field of a definition that is an address, as it was at the base, and names another place now.",
	Why:        "Objects that were written through the old place keep what was written there.",
	Mend:       "Nothing, where the move is wanted.",
	SilencedBy: []string{"KL201", "KL202", "KL203"},
}

// Definition is what a comparison keeps of a definition.
type Definition struct {
	Name  string
	Kind  catalog.Kind // of the root, without its node
	Paths []Path       // those that are written, or writable by wish
}

// Path is what a comparison keeps of a path field.
type Path struct {
	Component, Field string
	Index            int // among the component's fields of that name
	Expression       string
	Class            analyzer.Class
	Normal           string
	At               catalog.Span // the cause that it is no address, or the whole expression
	Cause            string       // the text of the cause
}

func (p Path) writable() bool { return p.Class == analyzer.Address || p.Class == analyzer.Respelled }

// Take keeps what is compared of a definition.
func Take(d *catalog.Definition) Definition {
	out := Definition{Name: d.Name}
	if d.Root != nil && d.Root.Kind != nil {
		out.Kind = catalog.Kind{Group: d.Root.Kind.Group, Version: d.Root.Kind.Version, Kind: d.Root.Kind.Kind}
	}
	type place struct{ component, field string }
	seen := map[place]int{}
	for _, f := range d.Fields {
		if f.Access == catalog.AccessReadOnly || f.Component == nil {
			continue
		}
		e, _ := f.Expr()
		key := place{f.Component.Name, f.Name}
		span, cause := analyzer.Span{Start: 0, End: len(f.Expression)}, ""
		if len(e.Reasons) > 0 && e.Normal == "" {
			span, cause = e.Reasons[0].Span, e.Reasons[0].Text
		}
		out.Paths = append(out.Paths, Path{f.Component.Name, f.Name, seen[key], f.Expression, e.Class, e.Normal, f.Node.Offsets(span.Start, span.End), cause})
		seen[key]++
	}
	return out
}

// Renames are the definitions of the base that have another name now: old name to new. A definition is taken for a
// renamed one where its name is gone and the one definition of its kind that is there now is new.
func Renames(base, now []Definition) map[string]string {
	names := map[string]bool{}
	for _, d := range base {
		names[d.Name] = true
	}
	fresh := map[catalog.Kind][]string{}
	there := map[string]bool{}
	for _, d := range now {
		there[d.Name] = true
		if !names[d.Name] {
			fresh[d.Kind] = append(fresh[d.Kind], d.Name)
		}
	}
	renamed := map[string]string{}
	for _, d := range base {
		if !there[d.Name] && len(fresh[d.Kind]) == 1 && d.Kind.Kind != "" {
			renamed[d.Name] = fresh[d.Kind][0]
		}
	}
	return renamed
}

// Paths are the findings about paths that changed. They stand in files of the state now.
func Paths(base, now []Definition, renamed map[string]string) []rules.Finding {
	type place struct {
		definition, component, field string
		index                        int
	}
	before := map[place]Path{}
	for _, d := range base {
		name := d.Name
		if to, ok := renamed[name]; ok {
			name = to
		}
		for _, p := range d.Paths {
			before[place{name, p.Component, p.Field, p.Index}] = p
		}
	}
	var found []rules.Finding
	for _, d := range now {
		for _, p := range d.Paths {
			old, ok := before[place{d.Name, p.Component, p.Field, p.Index}]
			if ok && old.writable() {
				found = append(found, changed(d, old, p)...)
			}
		}
	}
	return found
}

func changed(d Definition, old, p Path) []rules.Finding {
	f := rules.Finding{At: p.At, Definition: d.Name, Component: p.Component, Field: p.Field, Expression: p.Expression, Key: p.Expression}
	switch {
	case p.Class == analyzer.Filter || p.Class == analyzer.Formula:
		f.Rule = lostAddress
		f.Message = fmt.Sprintf("%s of %s could be written at %s, and is a %s now (%s): every write through it fails or lands elsewhere; keep the address", p.Field, p.Component, old.Normal, classWord(p.Class), p.Cause)
	case p.writable() && p.Normal != old.Normal:
		f.Rule = movedTarget
		f.Message = fmt.Sprintf("%s of %s was written at %s, and is at %s now: objects keep what was written at the old place", p.Field, p.Component, old.Normal, p.Normal)
	default:
		return nil
	}
	return []rules.Finding{f}
}

func classWord(c analyzer.Class) string {
	if c == analyzer.Filter {
		return "filter"
	}
	return "formula"
}

// Mark says of each finding of the state now whether the base has it too, by fingerprint and count, and returns those of
// the base that are solved, and the number that both have. Suppressed findings take no part.
func Mark(base, now []rules.Finding, renamed map[string]string) (solved []rules.Finding, unchanged int) {
	left := map[string][]rules.Finding{}
	for _, f := range base {
		if f.Suppressed != nil {
			continue
		}
		key := f.Fingerprint
		if to, ok := renamed[f.Definition]; ok {
			key = rules.FingerprintIn(f, to)
		}
		left[key] = append(left[key], f)
	}
	for i := range now {
		f := &now[i]
		if list := left[f.Fingerprint]; f.Suppressed == nil && len(list) > 0 {
			f.Known = true
			left[f.Fingerprint] = list[1:]
			unchanged++
		}
	}
	for _, list := range left {
		solved = append(solved, list...)
	}
	rules.Sort(solved)
	return solved, unchanged
}
