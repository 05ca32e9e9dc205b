package fix

import (
	"context"

	"github.com/kartalint/kartalint/catalog"
	"github.com/kartalint/kartalint/patch"
	"github.com/kartalint/kartalint/rules"
)

// Laws are the lens laws that writes through the component of a finding were held against.
type Laws struct {
	Tried  int // laws on fields, objects and instances
	Broken int
}

// Hold tries the lens laws of the component that a finding is about, as the file defines it: on an object that is made
// from the definition and on the recorded ones of its kind. Fields that cannot be written are not tried.
func Hold(ctx context.Context, file *catalog.File, f rules.Finding, recorded *rules.Evidence) Laws {
	var laws Laws
	for _, d := range file.Definitions {
		if d.Name != f.Definition || d.Root == nil || d.Root.Kind == nil {
			continue
		}
		objects := recorded.Objects(*d.Root.Kind)
		if made, err := patch.Synthetic(d); err == nil {
			objects = append([]patch.Object{made}, objects...)
		}
		for _, o := range objects {
			results, _, err := patch.Verify(ctx, d, o)
			if err != nil {
				continue // what is wrong with the definition has a finding of its own
			}
			for _, r := range results {
				if r.Component != f.Component {
					continue
				}
				laws.Tried++
				if !r.OK {
					laws.Broken++
				}
			}
		}
	}
	return laws
}

// Values are the recorded objects of a finding's definition, as Prove takes them.
func Values(file *catalog.File, f rules.Finding, recorded *rules.Evidence) []any {
	var out []any
	for _, d := range file.Definitions {
		if d.Name == f.Definition && d.Root != nil && d.Root.Kind != nil {
			for _, o := range recorded.Objects(*d.Root.Kind) {
				out = append(out, o.Value)
			}
		}
	}
	return out
}
