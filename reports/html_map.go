package reports

import (
	"cmp"
	"fmt"

	"github.com/kartalint/kartalint/analyzer"
	"github.com/kartalint/kartalint/catalog"
)

// Limits of one map.
const (
	mapDepth   = 40  // steps of one path that are drawn
	mapCompare = 400 // written fields that are compared with each other
)

// htmlPath is one path field on the map of its definition.
type htmlPath struct {
	Line       int         `json:"line"`
	Column     int         `json:"column"`
	Component  string      `json:"component"`
	Field      string      `json:"field"`
	Role       string      `json:"role"`
	Access     string      `json:"access"` // written, wish or read
	Pod        bool        `json:"pod,omitempty"`
	Expression string      `json:"expression"`
	Class      string      `json:"class"`
	Normal     string      `json:"normal,omitempty"` // where it differs from the expression
	Writes     []htmlPlace `json:"writes,omitempty"`
	Reads      []htmlPlace `json:"reads,omitempty"` // of filters and formulas
	Reasons    []ReasonRow `json:"reasons,omitempty"`
	Near       []htmlNear  `json:"near,omitempty"`
	Findings   []int       `json:"findings,omitempty"`

	span catalog.Span
}

// htmlPlace is an address and its steps: ".name" for a member, "[]", "[0]", "[?]", "[:]" and ".." for the others.
type htmlPlace struct {
	Text  string   `json:"text,omitempty"` // where it is neither the normal form nor the expression
	Steps []string `json:"steps"`
}

// htmlNear is another written field of the definition whose target shares a place with this one's.
type htmlNear struct {
	Path int    `json:"path"`
	How  string `json:"how"` // same, holds, inside or may
}

// writeMap is the map of one definition's fields; crowded says that there are too many to compare all.
func writeMap(rows []PathRow) (paths []htmlPath, crowded bool) {
	paths = make([]htmlPath, 0, len(rows))
	var written []int
	for i, r := range rows {
		p := htmlPath{Line: r.Line, Column: r.Column, Component: tidy(r.Component, htmlLabel), Field: tidy(r.Field, htmlLabel), Role: r.Role, Access: string(r.access),
			Pod: r.Side == string(catalog.SidePod), Expression: tidy(r.Expression, htmlText), Class: r.Class, Writes: places(r.writes, cmp.Or(r.Normal, r.Expression)), span: r.span}
		if r.Class == Classes[analyzer.Filter] || r.Class == Classes[analyzer.Formula] {
			p.Reads = places(r.reads, "")
		}
		if r.Normal != r.Expression {
			p.Normal = tidy(r.Normal, htmlText)
		}
		for _, reason := range r.Reasons[:min(len(r.Reasons), htmlList)] {
			reason.Text = tidy(reason.Text, htmlText)
			p.Reasons = append(p.Reasons, reason)
		}
		if r.access != catalog.AccessReadOnly && len(r.writes) > 0 {
			written = append(written, i)
		}
		paths = append(paths, p)
	}
	if crowded = len(written) > mapCompare; crowded {
		written = written[:mapCompare]
	}
	for n, i := range written {
		for _, j := range written[n+1:] {
			if rows[i].Side == rows[j].Side && !undoes(rows[i], rows[j]) {
				relate(paths, i, j, nearness(rows[i].writes, rows[j].writes))
			}
		}
	}
	return paths, crowded
}

// undoes says whether one field suspends what the other resumes: they are meant to write the same place.
func undoes(a, b PathRow) bool {
	return a.Role == string(catalog.RoleSuspend) && b.Role == a.Role && a.Field != b.Field
}

// nearness is the closest relation that a target of one field has to a target of another.
func nearness(a, b []analyzer.Path) analyzer.Relation {
	rank := map[analyzer.Relation]int{analyzer.Equal: 4, analyzer.Contains: 3, analyzer.Within: 2, analyzer.Overlaps: 1}
	best := analyzer.Disjoint
	for _, p := range a[:min(len(a), htmlList)] {
		for _, q := range b[:min(len(b), htmlList)] {
			if r := p.Relation(q); rank[r] > rank[best] {
				best = r
			}
		}
	}
	return best
}

func relate(paths []htmlPath, i, j int, r analyzer.Relation) {
	if r == analyzer.Disjoint {
		return
	}
	how := map[analyzer.Relation]string{analyzer.Equal: "same", analyzer.Contains: "holds", analyzer.Within: "inside", analyzer.Overlaps: "may"}
	add := func(from, to int, how string) {
		if len(paths[from].Near) < htmlList {
			paths[from].Near = append(paths[from].Near, htmlNear{to, how})
		}
	}
	add(i, j, how[r])
	add(j, i, how[r.Converse()])
}

// places are addresses; the text of one that is known is left out, as most are.
func places(list []analyzer.Path, known string) []htmlPlace {
	var out []htmlPlace
	for _, p := range list[:min(len(list), htmlList)] {
		place := htmlPlace{Steps: []string{}}
		if text := p.String(); text != known {
			place.Text = tidy(text, htmlText)
		}
		for i, s := range p {
			if i == mapDepth {
				place.Steps = append(place.Steps, fmt.Sprintf(".… (%d steps more)", len(p)-i))
				break
			}
			place.Steps = append(place.Steps, step(s))
		}
		out = append(out, place)
	}
	return out
}

func step(s analyzer.Step) string {
	switch s.Kind {
	case analyzer.Key:
		return "." + tidy(s.Name, htmlLabel)
	case analyzer.Index:
		return fmt.Sprintf("[%d]", s.Index)
	case analyzer.Each:
		return "[]"
	case analyzer.Slice:
		return "[:]"
	case analyzer.AnyKey:
		return "[?]"
	}
	return ".."
}
