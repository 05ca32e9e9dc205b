package rules

import (
	"fmt"
	"io/fs"

	"github.com/kartalint/kartalint/catalog"
)

// FixKind says whether a rule's findings come with a fix.
type FixKind uint8

// The fix kinds.
const (
	NoFix     FixKind = iota
	SafeFix           // same results in the same shape, wherever the old definition had any
	UnsafeFix         // can change what is read for some objects
)

// Needs names an outside input without which a rule is silent.
type Needs uint8

// The outside inputs.
const (
	NeedsNothing Needs = iota
	NeedsTypes         // a CRD, or a built-in Kubernetes type
	NeedsObjects       // recorded objects
	NeedsBase          // another state of the catalog to compare with; the checks stand outside the rule, in rules/gate
)

// Rule is one check with its documentation. Everything that is told about a rule (help, docs/rules.md, SARIF, the
// explanation on the terminal) is made from this value.
type Rule struct {
	ID         string   // KL301
	Name       string   // formula-target
	Severity   Severity // of a finding that does not say otherwise
	Title      string   // what it finds, one sentence without a full stop
	What       string   // what exactly is found, and what is not; Markdown paragraphs
	Why        string   // what it does to a workload or a reader
	Mend       string   // how to mend it
	Severities string   // when a finding has another severity than the default; "" where never
	Catalog    string   // why its findings on the reference catalog are right; "" where it has none there
	Bad, Good  string   // the example definitions, set by [WithExamples]
	Fix        FixKind
	Needs      Needs
	// SilencedBy lists rules whose finding on the same place makes a finding of this one pointless.
	SilencedBy []string
	// Uncovers lists rules whose finding on the same place this one hides until it is mended: a fix may leave them.
	Uncovers []string

	// CheckFile looks at what is wrong with a file as such; nil where the rule does not.
	CheckFile func(*FilePass)
	// Check looks at one definition; nil where the rule does not.
	Check func(*Pass)
	// CheckCatalog looks at all definitions at once, after every Check.
	CheckCatalog func(*CatalogPass)
}

// WithExamples sets the examples of a family's rules from its files testdata/<id>/bad.yaml and good.yaml, and returns the
// rules. It panics where one is missing: the files are embedded, so that is a mistake of the build.
func WithExamples(files fs.FS, list ...*Rule) []*Rule {
	for _, r := range list {
		r.Bad, r.Good = example(files, r.ID, "bad"), example(files, r.ID, "good")
	}
	return list
}

func example(files fs.FS, id, name string) string {
	text, err := fs.ReadFile(files, "testdata/"+id+"/"+name+".yaml")
	if err != nil {
		panic(fmt.Sprintf("rule %s has no example: %v", id, err))
	}
	return string(text)
}

// Summary is what a rule over the whole catalog sees of each definition; the definition itself may be gone by then.
type Summary struct {
	Name   string
	Kind   catalog.Kind // the root's; its Node is nil
	NameAt catalog.Span // metadata.name, or the document's start
	KindAt catalog.Span // the root's kind
	Root   string       // the root component's name
}
