package textedit

import (
	"bytes"
	"errors"
	"fmt"
)

// OpKind says what an operation does.
type OpKind int

const (
	// Set adds or replaces the member or element at the path. Maps that are
	// missing on the way, or null, are created. An index equal to the length
	// of a list appends. Setting a map over a map, or a list over a list,
	// changes only what differs.
	Set OpKind = iota
	// Remove deletes the member or element at the path, which must be there.
	Remove
	// Append adds an element at the end of the list at the path. A missing or
	// null list is created.
	Append
)

func (k OpKind) String() string {
	switch k {
	case Set:
		return "set"
	case Remove:
		return "remove"
	case Append:
		return "append"
	}
	return fmt.Sprintf("OpKind(%d)", int(k))
}

// An Op is one operation on a document. Operations apply in order; each one
// sees the document that the ones before it leave, as in RFC 6902.
type Op struct {
	Kind OpKind
	// Path holds string keys and int indexes. The empty path is the document.
	Path []any
	// Value is a JSON value: nil, bool, string, json.Number, int, int64,
	// uint64, float64, map[string]any or []any; any other type counts as what
	// encoding/json makes of it.
	Value any
	// KeyOrder orders the keys of new maps, as in slices.SortFunc. nil is
	// alphabetical, but a map added to a list of maps follows the one before it.
	KeyOrder func(a, b string) int
}

// A Document is one document of a file.
type Document struct {
	// Start and End are byte offsets. The documents follow each other without
	// a gap; the first one starts at 0, the last one ends with the file.
	Start, End int
	// Line is the 1-based line of the "---" or of the first value.
	Line int
	// Value is the decoded value, aliases and merge keys followed: nil, bool,
	// string, json.Number (the exact digits), map[string]any and []any, and
	// float64 for the infinities and NaN of YAML. Timestamps are strings.
	Value any
	// Err says why the document has no value as JSON (a duplicate key, a key
	// that is no scalar). Such a document cannot be edited.
	Err error
}

// A File is a parsed source. It is never changed, and safe for concurrent use.
type File struct {
	lines
	json     bool
	docs     []*document
	comments []span
}

// Parse reads a YAML source of any number of documents, or a JSON source of
// one or more values. The error is a *[ParseError] or a *[RefusedError].
func Parse(src []byte) (*File, error) {
	f := &File{lines: newLines(src)}
	if docs, ok := parseJSON(f.lines); ok {
		f.json, f.docs = true, docs
		return f, nil
	}
	var err error
	f.docs, f.comments, err = parseYAML(f.lines)
	if err != nil {
		return nil, err
	}
	return f, nil
}

// Documents lists the documents in order. Every document counts that YAML
// counts, empty ones too: "---\n---\na: 1" has two. A source of comments alone
// has none.
func (f *File) Documents() []Document {
	out := make([]Document, len(f.docs))
	for i, d := range f.docs {
		value, err := f.decode(d.root)
		out[i] = Document{Start: d.start, End: d.end, Line: d.line, Value: value, Err: err}
	}
	return out
}

// Documents is [Parse] and [File.Documents].
func Documents(src []byte) ([]Document, error) {
	f, err := Parse(src)
	if err != nil {
		return nil, err
	}
	return f.Documents(), nil
}

// Apply is [Parse] and [File.Apply].
func Apply(src []byte, doc int, ops []Op) ([]byte, error) {
	f, err := Parse(src)
	if err != nil {
		return nil, err
	}
	return f.Apply(doc, ops)
}

// An Edit replaces the bytes [Start, End) of the source by Text.
type Edit struct {
	Start, End int
	Text       string
}

// Apply returns the source with the operations done on the document with index
// doc, as [File.Documents] counts. Where they ask for what is already there,
// the result equals the source. The error is a *[RefusedError] or an
// *[OpError], or says that there is no such document; then there is no result.
func (f *File) Apply(doc int, ops []Op) ([]byte, error) {
	out, _, err := f.run(doc, ops)
	return out, err
}

// Edits returns what [File.Apply] changes, checked as there: edits of the
// source in the order of the text, none of which overlap.
func (f *File) Edits(doc int, ops []Op) ([]Edit, error) {
	_, edits, err := f.run(doc, ops)
	return edits, err
}

func (f *File) run(doc int, ops []Op) ([]byte, []Edit, error) {
	if doc < 0 || doc >= len(f.docs) {
		return nil, nil, fmt.Errorf("document %d of a file with %d", doc, len(f.docs))
	}
	if _, err := f.decode(f.docs[doc].root); err != nil {
		return nil, nil, err
	}
	ops, err := normalOps(ops)
	if err != nil {
		return nil, nil, err
	}
	var failed *selfCheckError
	for _, mode := range []mode{{}, {noLiteral: true}, {endLine: true}} {
		out, edits, err := f.edit(doc, ops, mode)
		given, ok := errors.AsType[*selfCheckError](err)
		if !ok {
			return out, edits, err
		}
		if failed == nil {
			failed = given
		}
	}
	return nil, nil, f.refuse(failed.off, "the edit was given up, since "+failed.why)
}

// mode is a way to try an edit again that the check turned down.
type mode struct {
	// A literal block swallows a comment that is indented below it, and needs
	// a line break behind it; a quoted string does not.
	noLiteral bool
	// A literal block that a removal leaves as the last value of a file without
	// a final line break keeps its own.
	endLine bool
}

func normalOps(ops []Op) ([]Op, error) {
	out := make([]Op, len(ops))
	for i, op := range ops {
		value, err := normalValue(op.Value, 0)
		if err != nil {
			return nil, &OpError{i, op.Path, err.Error()}
		}
		op.Value = value
		out[i] = op
	}
	return out, nil
}

// edit does the operations once and checks the result.
func (f *File) edit(doc int, ops []Op, mode mode) ([]byte, []Edit, error) {
	d := f.docs[doc]
	plan := &planner{File: f, root: keep(d.root)}
	for i := range ops {
		if err := plan.do(i, &ops[i]); err != nil {
			return nil, nil, err
		}
	}
	e := &emitter{File: f, look: f.lookOf(d, mode.noLiteral), looks: map[*node]look{}}
	e.document(plan.root)
	if len(e.edits) == 0 {
		return bytes.Clone(f.src), nil, nil
	}
	out, done, err := splice(f.lines, e.edits, mode.endLine)
	if err != nil {
		return nil, nil, err
	}
	if err := f.check(doc, ops, out, done, mode); err != nil {
		return nil, nil, err
	}
	return out, done, nil
}
