package fix

import (
	"context"
	"encoding/json"
	"fmt"
	"reflect"
	"time"

	"github.com/kartalint/kartalint/analyzer"
	"github.com/kartalint/kartalint/catalog"
	"github.com/kartalint/kartalint/internal/synth"
	"github.com/kartalint/kartalint/rules"
)

// Proof is what evaluating an expression before and after a fix showed.
type Proof struct {
	Old, New  string
	Objects   int  // objects tried
	Compared  int  // those on which the old expression yields results
	Equal     int  // those on which the new one yields the same
	OldWrites bool // the old expression had places to write to
	NewWrites bool
}

// proofTime bounds one proof.
const proofTime = 5 * time.Second

// Prove evaluates the expression that a fix changes, before and after, on objects made from the places that the two read,
// and on the recorded ones. The error says on which object a fix that is called safe changes a result. A fix that changes
// no expression that could be evaluated before proves nothing: the result is nil.
func Prove(ctx context.Context, before, after *catalog.File, f rules.Finding, fix rules.Fix, recorded []any) (*Proof, error) {
	old, mended := expressions(before, after, f)
	if old == nil || mended == nil {
		return nil, nil
	}
	ctx, cancel := context.WithTimeout(ctx, proofTime)
	defer cancel()
	p := &Proof{Old: old.Source, New: mended.Source, OldWrites: old.Class != analyzer.Formula, NewWrites: mended.Class != analyzer.Formula}
	reads := append(append([]analyzer.Path{}, old.Reads...), mended.Reads...)
	for _, doc := range append(synth.Documents(reads), recorded...) {
		p.Objects++
		want, err := old.Eval(ctx, doc, 0)
		if err != nil {
			continue
		}
		p.Compared++
		got, err := mended.Eval(ctx, doc, 0)
		if ctx.Err() != nil {
			return p, fmt.Errorf("the proof took longer than %s", proofTime)
		}
		if err == nil && (reflect.DeepEqual(want, got) || len(want)+len(got) == 0) {
			p.Equal++
			continue
		}
		if fix.Safe {
			return p, fmt.Errorf("on %s it yields %s, and %s before", text(doc), text(got), text(want))
		}
	}
	return p, nil
}

// expressions are the analyses of the field that a finding is about, before and after.
func expressions(before, after *catalog.File, f rules.Finding) (old, mended *analyzer.Expr) {
	return expression(before, f, true), expression(after, f, false)
}

func expression(file *catalog.File, f rules.Finding, same bool) *analyzer.Expr {
	for _, d := range file.Definitions {
		if d.Name != f.Definition && same {
			continue
		}
		for _, field := range d.Fields {
			if field.Pointer == f.Subject && (!same || field.Expression == f.Expression) {
				if e, err := field.Expr(); err == nil {
					return e
				}
			}
		}
	}
	return nil
}

// text is a value as JSON, cut where it is long.
func text(v any) string {
	b, err := json.Marshal(v)
	if err != nil {
		return fmt.Sprint(v)
	}
	if len(b) > 200 {
		return string(b[:200]) + "…"
	}
	return string(b)
}
