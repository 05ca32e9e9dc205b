package analyzer

// Class says whether and how a write can go through an expression.
type Class uint8

// The classes, from the one that can be written to the one that cannot even be read.
const (
	Address   Class = iota // names one fixed place, or one per element of an iteration, and is written that way
	Respelled              // evaluates exactly as an address, written another way
	Filter                 // a path expression whose place depends on the data
	Formula                // a computed value: no place at all
	Invalid                // does not parse or does not compile
)

// Span is a half-open range of byte offsets in an expression's source.
type Span struct{ Start, End int }

// Expr is what is known of one jq expression without running it. It is immutable and may be shared between goroutines.
type Expr struct {
	Source   string    // as written
	Class    Class     //
	Normal   string    // normal form of an address or respelled address; "" otherwise
	Writes   []Path    // where a write would land: one for an address, every candidate for a filter, none for a formula
	Reads    []Path    // every address whose value can change the result, sorted, without duplicates
	Reasons  []Reason  // why it is no plain address, in source order; empty for an address
	Type     Type      // the union of the types that a result can have
	Values   []any     // every value that a result can have, where that is a known finite set (constants, comparisons); else nil
	Outputs  Outputs   // how many results there are
	NullSafe bool      // no error when any address read is absent or null
	Hazards  []Hazard  // each operation that can fail on absent or null input; empty when NullSafe
	Defaults []Default // each `E // constant`, in source order

	tree *tree     // nil where the expression was read as an address
	lazy *lazyTree // the same, and the compiled code, made when they are asked for
}

// ReasonKind names a cause for which an expression is no plain address. The strings are part of the JSON output.
type ReasonKind string

// The reason kinds of respelled addresses, filters and formulas.
const (
	ReasonRespelled      ReasonKind = "respelled"       // a pipe, parentheses or quotes that an address does not need
	ReasonSelect         ReasonKind = "select"          // select, first(f), limit, values, objects, …: keeps some places
	ReasonAlternative    ReasonKind = "alternative"     // E // F where both are paths
	ReasonCondition      ReasonKind = "condition"       // if … then P else Q end over paths
	ReasonComma          ReasonKind = "comma"           // P, Q
	ReasonDescend        ReasonKind = "descend"         // .. and recurse
	ReasonSlice          ReasonKind = "slice"           // .[1:3]
	ReasonComputedKey    ReasonKind = "computed-key"    // .[$name], .["\(…)"], getpath of data
	ReasonDefaultLiteral ReasonKind = "default-literal" // E // constant
	ReasonArithmetic     ReasonKind = "arithmetic"      // + - * / %, unary minus
	ReasonComparison     ReasonKind = "comparison"      // == != < <= > >=
	ReasonLogic          ReasonKind = "logic"           // and, or, not
	ReasonConstruct      ReasonKind = "construct"       // {…}, […], "…\(…)"
	ReasonConstant       ReasonKind = "constant"        // a literal
	ReasonVariableRoot   ReasonKind = "variable-root"   // navigation that starts at a variable: $t.items[]
	ReasonFunction       ReasonKind = "function"        // a builtin that computes: length, keys, to_entries, ascii_downcase
	ReasonReduce         ReasonKind = "reduce"          // reduce and foreach
	ReasonAssignment     ReasonKind = "assignment"      // =, |=, +=, del, …
	ReasonTooComplex     ReasonKind = "too-complex"     // the analysis gave up at its step limit
)

// Reason is one cause for which an expression is no plain address, pointing at the operator or the name to blame.
type Reason struct {
	Kind  ReasonKind
	Text  string // the source at Span: "// 1", "*", "select", "$t.cliques[]"
	Span  Span
	Paths []Path // the addresses concerned: the left side of a default, both sides of an alternative, what a select's condition reads
	Name  string // the function or variable, where one is to blame
}

// Type is a set of JSON types.
type Type uint8

// The JSON types; Any is their union and None that of an expression without results.
const (
	Null Type = 1 << iota
	Bool
	Number
	String
	Array
	Object
	None Type = 0
	Any       = Null | Bool | Number | String | Array | Object
)

// Outputs says how many results an expression yields. The result count is the product of the element counts of
// Iterations where Exact; where not Exact, it is Min at least and Max at most (per combination of elements).
type Outputs struct {
	Min, Max   int         // results for one element of every iteration; Max is Many when there is no bound
	Iterations []Path      // each array or object iterated, as the path that ends in Each, outermost first
	Conditions []Condition // each select that keeps only some of the elements
}

// Many is an Outputs.Max without a bound.
const Many = int(^uint(0) >> 1)

// Condition is a filter on the elements of an iteration.
type Condition struct {
	Text  string // the condition printed in gojq's canonical form, so that two spellings compare equal
	Span  Span
	Reads []Path
}

// HazardKind names an operation that fails on absent or null input. The strings are part of the JSON output.
type HazardKind string

// The hazards.
const (
	HazardIterate    HazardKind = "iterate"    // .x[] where .x may be absent
	HazardArithmetic HazardKind = "arithmetic" // .a * .b
	HazardFunction   HazardKind = "function"   // fromjson, test, length of a boolean, …
	HazardKey        HazardKind = "key"        // an object key or index that may be null
)

// Hazard is one operation that fails when an address that it needs is absent or null.
type Hazard struct {
	Kind  HazardKind
	Text  string // the source at Span
	Span  Span
	Paths []Path // the addresses whose absence makes it fail
	Safe  string // the whole expression in a null-safe spelling; "" where none is known
}

// Default is one `E // constant`.
type Default struct {
	Left      []Path // what E reads as a place
	LeftType  Type
	Value     any    // the constant
	Span      Span   // of the operator and the constant: `// 1`
	Whole     Span   // of the whole `E // constant`
	Collapses []Path // the iterations inside E that the default is applied to as one stream; empty when it applies per element
}
