package rules

import "github.com/kartalint/kartalint/catalog"

// Finding is one diagnostic. Its message says what is wrong, why it hurts and what to do, in one line; it names the
// component, the field and the address.
type Finding struct {
	Rule       *Rule
	Severity   Severity
	Message    string
	At         catalog.Span // the cause: the operator or the name to blame
	Definition string       // metadata.name
	Component  string       // "" where no component is concerned
	Field      string       // the innermost named key that it is about; a list's key for its elements
	Expression string       // the whole expression where the finding is about one
	Related    []Related
	Fixes      []Fix
	// Fingerprint identifies the finding across moved lines: rule, definition, component, field and normal form. Equal
	// findings of one definition have equal fingerprints and are counted.
	Fingerprint string
	// Known says that the base of a comparison has the finding too.
	Known      bool
	Suppressed *Suppression // the comment or baseline entry that hides it; nil otherwise

	// Subject is the place that the finding judges, as a JSON pointer in its document; silencing compares it.
	Subject string
	// Key tells findings of one rule on one field apart in the fingerprint; Expression's normal form by default.
	Key string

	document int // the document of the file that Subject points into
}

// Related is another place that a finding speaks of.
type Related struct {
	Message string
	At      catalog.Span
}

// Fix is a way to mend a finding.
type Fix struct {
	Title string
	Safe  bool // same results, same shape, wherever the old one had any
	Edits []catalog.Edit
}

// Suppression says what hides a finding.
type Suppression struct {
	Reason   string
	At       catalog.Span // the comment; the zero Span for a baseline entry
	Baseline bool
}
