package evidence

import (
	"context"
	"fmt"

	"github.com/kartalint/kartalint/catalog"
	"github.com/kartalint/kartalint/patch"
	"github.com/kartalint/kartalint/rules"
)

var writeLaw = &rules.Rule{
	ID: "KL905", Name: "write-law", Severity: rules.Error, Needs: rules.NeedsObjects,
	Title: "a written field that breaks a lens law on a recorded object",
	What: "A field write through the definition (`kartalint verify`), tried on every recorded object and instance, after which the value is not what was written (PutGet), the old value written " +
		"back changes the object (GetPut), a second write is not as if it were the first (PutPut), or something beside the field's place differs (Frame).",
	Why:        "A write through the path does not do what it says, on an object that exists.",
	Mend:       "See `kartalint verify --objects`; give the field a path of its own.",
	SilencedBy: append(silencers[:len(silencers):len(silencers)], "KL401", "KL403", "KL902", "KL903", "KL906"),
	Check: func(p *rules.Pass) {
		said := map[string]bool{}
		for _, o := range objects(p) {
			results, _, err := patch.Verify(context.Background(), p.Definition, o)
			if err != nil {
				continue // what is wrong with the definition has a finding of its own
			}
			for _, r := range results {
				key := r.Component + "\x00" + r.Field + "\x00" + r.Law
				if f := field(p, r); !r.OK && f != nil && !said[key] {
					said[key] = true
					p.Field(f, fmt.Sprintf("%s breaks the law %s on %s: %s; see kartalint verify", rules.NameOf(f), r.Law, called(o), oneLine(r.Message)), rules.WithKey(r.Law))
				}
			}
		}
	},
}

func field(p *rules.Pass, r patch.Result) *catalog.PathField {
	for _, c := range p.Components() {
		if c.Name == r.Component {
			return fieldNamed(c, r.Field)
		}
	}
	return nil
}
