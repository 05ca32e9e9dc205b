package catalog

// ProblemKind names what is wrong with a file or document.
type ProblemKind string

// The problem kinds.
const (
	ProblemSyntax       ProblemKind = "syntax"        // no valid YAML or JSON
	ProblemUnreadable   ProblemKind = "unreadable"    // the file cannot be read
	ProblemDuplicateKey ProblemKind = "duplicate-key" // one key twice in a mapping
	ProblemLimit        ProblemKind = "limit"         // a limit against hostile input was met
	ProblemLineBreak    ProblemKind = "line-break"    // U+0085, U+2028, U+2029 or a lone CR, which YAML counts as a line end and editors do not
	ProblemSchema       ProblemKind = "schema"        // refused by the JSON Schema of a definition
	ProblemCEL          ProblemKind = "cel"           // the CEL variant of the API
)

// Problem is something wrong with a file or document, found while loading.
type Problem struct {
	Kind      ProblemKind
	Message   string // what is wrong and what to do, one line
	At        Span
	Component string // the component concerned, "" where none
	Field     string // the innermost named key concerned, "" where none
	Pointer   string // the place in the document as a JSON pointer: of an unknown or missing field, the mapping it belongs in
	Suggest   string // the nearest known name for an unknown one, "" where none
}
