package types

import (
	"github.com/kartalint/kartalint/analyzer"
	"github.com/kartalint/kartalint/catalog"
	"github.com/kartalint/kartalint/catalog/kube"
	"github.com/kartalint/kartalint/rules"
)

// silencers are the rules whose finding on a field makes one of this family pointless.
var silencers = []string{"KL201", "KL202", "KL203", "KL701"}

// eachField calls do for every valid path field whose object's type is known.
func eachField(p *rules.Pass, do func(f *catalog.PathField, e *analyzer.Expr, t *kube.Schema)) {
	for _, f := range p.Fields {
		e, err := f.Expr()
		if err != nil {
			continue
		}
		if t := p.Type(f); t.Status == kube.Known {
			do(f, e, t.Schema)
		}
	}
}

// addresses are the places that an expression writes or reads, each once, and none that another one lies below: what is
// said of .spec.a.b is said of .spec.a.
func addresses(e *analyzer.Expr) []analyzer.Path {
	var list []analyzer.Path
	for _, p := range append(e.Writes[:len(e.Writes):len(e.Writes)], e.Reads...) {
		known := false
		for i, q := range list {
			if q.HasPrefix(p) {
				known = true
			} else if p.HasPrefix(q) {
				list[i], known = p, true
			}
		}
		if !known {
			list = append(list, p)
		}
	}
	return list
}

// written is the one place that a field names; ok is false for formulas and for filters.
func written(e *analyzer.Expr) (analyzer.Path, bool) {
	if e.Normal == "" {
		return nil, false
	}
	return e.Writes[0], true
}

// report reports on a step of a path of a field.
func report(p *rules.Pass, f *catalog.PathField, e *analyzer.Expr, path analyzer.Path, step int, message string, opts ...rules.Option) {
	span, ok := e.Locate(path, step)
	if !ok {
		span = analyzer.Span{Start: 0, End: len(e.Source)}
	}
	p.InField(f, span, message, opts...)
}

// object names the object that a field is evaluated on.
func object(p *rules.Pass, f *catalog.PathField) string {
	if f.Side == catalog.SidePod {
		return "Pod"
	}
	return p.Root.Kind.Kind + " " + p.Root.Kind.Version
}
