package analyzer

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"sync"

	"github.com/agnivade/levenshtein"
	"github.com/itchyny/gojq"
)

// function is what a builtin that computes yields.
type function struct {
	typ    Type
	strict bool // fails on null input
	each   bool // evaluates its arguments on each element of its input
	many   bool // any number of results
	vals   []any
}

// functions are the builtins that compute a value, by name; they read their input and their arguments.
var functions = map[string]function{}

func init() {
	add := func(f function, names string) {
		for name := range strings.FieldsSeq(names) {
			functions[name] = f
		}
	}
	add(function{typ: Bool, vals: booleans}, "not isinfinite isnan isnormal isfinite isvalid isempty")
	add(function{typ: Bool, vals: booleans, strict: true}, "has contains inside startswith endswith test in")
	add(function{typ: Bool, vals: booleans, strict: true, each: true}, "any all")
	add(function{typ: Number}, "length now infinite nan input_line_number")
	add(function{typ: Number, strict: true}, "utf8bytelength tonumber floor ceil round sqrt pow log log2 log10 exp exp2 exp10 abs fabs trunc mktime significand logb gamma lgamma tgamma bsearch todate fromdate significand drem ldexp scalb scalbln nearbyint rint sin cos tan asin acos atan atan2 cbrt fmin fmax fma fmod hypot copysign")
	add(function{typ: String}, "tostring tojson type")
	add(function{typ: String, strict: true}, "ascii_downcase ascii_upcase ltrim rtrim trim implode join ascii sub gsub strftime strflocaltime todate dateadd datesub date format")
	add(function{typ: Any}, "ltrimstr rtrimstr trimstr")
	add(function{typ: Number | Array | Null}, "index rindex indices")
	add(function{typ: Bool, strict: true}, "toboolean")
	add(function{typ: Array}, "reverse paths")
	add(function{typ: Array, strict: true}, "explode split flatten sort unique transpose tostream gmtime localtime strptime frexp modf splits match scan captures")
	add(function{typ: Array, strict: true, each: true}, "map sort_by group_by unique_by")
	add(function{typ: Any, strict: true, each: true}, "min_by max_by map_values with_entries")
	add(function{typ: Any}, "add env builtins input debug stderr input_filename splits getpath error fromstream truncate_stream limit ltrimstr $__prog_args get_search_list halt halt_error modulemeta tojson")
	add(function{typ: Any, strict: true}, "min max fromjson from_entries combinations capture match scan splits")
	add(function{typ: Any, many: true}, "inputs range repeat splits scan match tostream fromstream truncate_stream leaf_paths paths walk combinations")
	add(function{typ: Object, strict: true}, "tojsonobject")
	add(function{typ: Any}, "setpath delpaths del to_array pick debug walk @json ltrimstr error add")
}

// filters keep some of the places that their input, or their argument, yields.
var filters = map[string]bool{
	"values/0": true, "nulls/0": true, "objects/0": true, "arrays/0": true, "strings/0": true, "numbers/0": true, "booleans/0": true,
	"scalars/0": true, "iterables/0": true, "finites/0": true, "normals/0": true,
}

var keptTypes = map[string]Type{"values": Any &^ Null, "nulls": Null, "objects": Object, "arrays": Array, "strings": String, "numbers": Number,
	"booleans": Bool, "scalars": Any &^ (Array | Object), "iterables": Array | Object, "finites": Number, "normals": Number}

// known is gojq's own list of builtins, as name/arity.
var known = sync.OnceValue(func() map[string]bool {
	set := map[string]bool{}
	q, err := gojq.Parse("builtins")
	if err != nil {
		return set
	}
	if v, ok := q.Run(nil).Next(); ok {
		if list, ok := v.([]any); ok {
			for _, name := range list {
				if s, ok := name.(string); ok {
					set[s] = true
				}
			}
		}
	}
	return set
})

func isBuiltin(name string) bool {
	switch name {
	case "empty/0", "path/1", "error/0", "error/1", "not/0", "select/1", "length/0", "keys/0", "to_entries/0":
		return true
	}
	return known()[name] && !strings.HasPrefix(name, "_")
}

func (in *interpreter) variable(name string, span Span, env *environment) result {
	if b := env.find(name); b != nil {
		v := b.val
		v.outs = one
		v.place, v.fixed = false, false
		v.from = name
		return v
	}
	switch name {
	case "$ENV":
		return result{typ: Object, outs: one}
	case "$__loc__":
		return result{typ: Object, outs: one}
	}
	in.problem(ErrorVariable, span, name, 0, fmt.Sprintf("the variable %s is not defined", name))
	return everything()
}

func (in *interpreter) problem(kind ErrorKind, span Span, name string, arity int, message string) {
	in.problems = append(in.problems, Problem{Kind: kind, Span: span, Name: name, Arity: arity, Message: message})
}

func (in *interpreter) call(t *gojq.Term, input result, env *environment) result {
	f := t.Func
	if strings.HasPrefix(f.Name, "$") {
		span := in.span(t)
		span.End = span.Start + len(f.Name)
		return in.variable(f.Name, span, env)
	}
	key := f.Name + "/" + strconv.Itoa(len(f.Args))
	if b := env.find(key); b != nil {
		return in.user(b, f, input, env)
	}
	span := in.span(f)
	if !isBuiltin(key) {
		in.unknown(f, span, env)
		return everything()
	}
	if r, ok := in.navigation(key, f, span, input, env); ok {
		return r
	}
	return in.compute(f, span, input, env)
}

// unknown reports a function that gojq does not have.
func (in *interpreter) unknown(f *gojq.Func, span Span, env *environment) {
	arities := []string{}
	var names []string
	for name := range known() {
		n, arity, _ := strings.Cut(name, "/")
		names = append(names, n)
		if n == f.Name {
			arities = append(arities, arity)
		}
	}
	for e := env; e != nil; e = e.next {
		n, arity, ok := strings.Cut(e.name, "/")
		if ok && n == f.Name {
			arities = append(arities, arity)
		}
	}
	if len(arities) > 0 {
		slices.Sort(arities)
		in.problem(ErrorArity, span, f.Name, len(f.Args), fmt.Sprintf("%s takes %s arguments, not %d", f.Name, strings.Join(arities, " or "), len(f.Args)))
		return
	}
	message := fmt.Sprintf("there is no function %s/%d", f.Name, len(f.Args))
	slices.Sort(names)
	best, distance := "", len(f.Name)/3+1
	for _, n := range names {
		if d := levenshtein.ComputeDistance(f.Name, n); d < distance && !strings.HasPrefix(n, "_") {
			best, distance = n, d
		}
	}
	if best != "" {
		message += ": did you mean " + best + "?"
	}
	in.problem(ErrorFunction, span, f.Name, len(f.Args), message)
}

// user calls a function of the expression, or a closure parameter.
func (in *interpreter) user(b *environment, f *gojq.Func, input result, env *environment) result {
	if in.calls++; in.calls > maxRecursion {
		in.calls--
		in.read(input)
		in.risky = true
		in.reason(ReasonTooComplex, in.span(f), f.Name)
		return everything()
	}
	defer func() { in.calls-- }()
	if b.arg != nil {
		r := in.query(b.arg, input, b.env)
		r.fixed = false
		return r
	}
	inner := b
	outs := one
	for i, name := range b.def.Args {
		if bare, ok := strings.CutPrefix(name, "$"); ok {
			v := in.silently(f.Args[i], input, env)
			outs = outs.then(v.outs)
			inner = &environment{next: inner, name: name, val: v.copied()}
			inner = &environment{next: inner, name: bare + "/0", arg: f.Args[i], env: env}
			continue
		}
		inner = &environment{next: inner, name: name + "/0", arg: f.Args[i], env: env}
	}
	r := in.query(b.def.Body, input, inner)
	r.fixed = false
	r.outs = outs.then(r.outs)
	return r
}

// navigation covers the builtins that keep places, or that iterate in a known order.
func (in *interpreter) navigation(key string, f *gojq.Func, span Span, input result, env *environment) (result, bool) {
	keep := func(r result, outs Outputs) (result, bool) {
		in.reason(ReasonSelect, span, f.Name, r.paths...)
		r.fixed, r.outs = false, outs
		if r.place {
			in.read(r)
		}
		return r, true
	}
	switch key {
	case "empty/0":
		return result{place: true, outs: Outputs{}}, true
	case "error/0", "error/1":
		for _, a := range f.Args {
			in.read(in.silently(a, input, env))
		}
		in.read(input)
		in.hazard(HazardFunction, span, result{typ: Null, paths: input.paths})
		in.risky = true
		return result{place: true, outs: Outputs{}}, true
	case "select/1":
		before := len(in.reads)
		all := in.reads
		in.reads = nil
		cond := in.silently(f.Args[0], input, env)
		in.read(cond)
		reads := sortPaths(in.reads)
		in.reads = merged(all[:before:before], reads)
		in.reason(ReasonSelect, span, f.Name, reads...)
		r := input.single()
		r.fixed, r.norm = false, ""
		most := cond.outs.Max
		if len(cond.outs.Iterations) > 0 {
			most = Many // once for each element on which the condition holds
		}
		r.outs = Outputs{Max: most, Conditions: []Condition{{Text: f.Args[0].String(), Span: in.span(f.Args[0]), Reads: reads}}}
		return r, true
	case "first/0":
		return in.member(input.single(), Step{Kind: Index, Index: 0}), true
	case "last/0":
		return in.member(input.single(), Step{Kind: Index, Index: -1}), true
	case "nth/1":
		return in.index(&gojq.Index{Start: f.Args[0]}, input.single(), input, env, span), true
	case "first/1", "last/1":
		r := in.query(f.Args[0], input, env)
		least := min(1, r.outs.Min)
		if len(r.outs.Iterations) > 0 {
			least = 0
		}
		if f.Name == "last" {
			// path(last(f)) yields the place of the input in gojq, or fails: nothing can be written through it
			in.reason(ReasonFunction, span, f.Name, r.paths...)
			return result{paths: r.paths, typ: r.typ, vals: r.vals, made: r.made, outs: Outputs{Min: least, Max: min(1, r.outs.Max)}}, true
		}
		return keep(r, Outputs{Min: least, Max: min(1, r.outs.Max)})
	case "limit/2", "skip/2", "nth/2":
		n := in.silently(f.Args[0], input, env)
		in.read(n)
		in.risky = true
		r := in.query(f.Args[1], input, env)
		return keep(r, Outputs{Max: Many, Iterations: r.outs.Iterations})
	case "until/2", "while/2":
		in.risky = true
		in.read(in.silently(f.Args[0], result{paths: stepAll(input.paths, Step{Kind: Descend}), typ: Any, outs: one}, env))
		u := in.silently(f.Args[1], result{paths: stepAll(input.paths, Step{Kind: Descend}), place: input.place, typ: Any, outs: one}, env)
		r := in.either(input.single(), u)
		r.paths = merged(r.paths, stepAll(input.paths, Step{Kind: Descend}))
		in.read(r)
		return keep(r, Outputs{Max: Many})
	case "recurse/0", "recurse/1", "recurse/2", "repeat/1":
		in.risky = in.risky || len(f.Args) > 0
		r := input.single()
		r.paths = merged(r.paths, stepAll(input.paths, Step{Kind: Descend}))
		in.read(r)
		for _, a := range f.Args {
			v := in.silently(a, result{paths: stepAll(input.paths, Step{Kind: Descend}), place: input.place, typ: Any, outs: one}, env)
			in.read(v)
			r.place = r.place && (v.place || f.Name == "recurse" && len(f.Args) == 2)
			r.paths = merged(r.paths, v.paths)
		}
		r.fixed, r.typ, r.vals, r.outs = false, Any, nil, Outputs{Min: 1, Max: Many}
		in.reason(ReasonDescend, span, f.Name, input.paths...)
		return r, true
	case "getpath/1":
		return in.getpath(f, span, input, env), true
	case "to_entries/0", "keys/0":
		if len(input.paths) == 0 || input.view != noView {
			return result{}, false
		}
		in.hazard(HazardFunction, span, input)
		in.reason(ReasonFunction, span, f.Name, input.paths...)
		v := map[string]view{"to_entries": entries, "keys": keyNames}[f.Name]
		return result{paths: input.paths, view: v, typ: Array, outs: one}, true
	}
	if filters[key] {
		in.read(input)
		r := input.single()
		r.typ &= keptTypes[f.Name]
		return keep(r, Outputs{Max: 1, Conditions: []Condition{{Text: f.Name, Span: span, Reads: sortPaths(input.paths)}}})
	}
	return result{}, false
}

// getpath is navigation along a constant array of keys.
func (in *interpreter) getpath(f *gojq.Func, span Span, input result, env *environment) result {
	t := f.Args[0].Term
	if t != nil && t.Type == gojq.TermTypeArray && len(t.SuffixList) == 0 {
		r, ok := input.single(), true
		for _, q := range commaParts(t.Array.Query) {
			k := in.silently(q, input, env)
			step := stepOf(k)
			if len(k.vals) == 1 {
				if n, isInt := k.vals[0].(int); isInt {
					step = Step{Kind: Index, Index: n}
				}
			}
			ok = ok && step.Kind != AnyKey
			r = in.member(r, step)
		}
		if ok {
			in.reason(ReasonRespelled, span, f.Name)
			return r
		}
	}
	in.read(in.silently(f.Args[0], input, env))
	in.risky = true
	in.reason(ReasonComputedKey, span, f.Name, input.paths...)
	r := input.single()
	r.paths = merged(r.paths, stepAll(input.paths, Step{Kind: Descend}))
	in.read(r)
	r.fixed, r.typ, r.outs = false, Any, Outputs{Max: Many}
	return r
}

// commaParts are the elements of an array constructor's query.
func commaParts(q *gojq.Query) []*gojq.Query {
	if q == nil {
		return nil
	}
	if q.Op == gojq.OpComma && q.Term == nil {
		return append(commaParts(q.Left), commaParts(q.Right)...)
	}
	return []*gojq.Query{q}
}

// perElement are the builtins whose closure arguments run on what they iterate, not on their input.
var perElement = map[string]bool{"map/1": true, "map_values/1": true, "any/1": true, "all/1": true, "sort_by/1": true, "group_by/1": true,
	"unique_by/1": true, "min_by/1": true, "max_by/1": true, "with_entries/1": true}

// accepted are the types on which a builtin never fails.
func accepted(name string) Type {
	switch name {
	case "not", "type", "tostring", "tojson", "isempty", "empty", "env", "builtins", "now", "infinite", "nan":
		return Any
	case "length":
		return Any &^ Bool
	}
	return None
}

// compute covers the builtins that yield a new value.
func (in *interpreter) compute(f *gojq.Func, span Span, input result, env *environment) result {
	key := f.Name + "/" + strconv.Itoa(len(f.Args))
	fn, ok := functions[f.Name]
	if !ok {
		fn = function{typ: Any, many: true, strict: true} // one that the table does not know, mathematics for the most part
	}
	in.reason(ReasonFunction, span, f.Name, input.paths...)
	in.risk(input, accepted(f.Name))
	if len(f.Args) > 0 && !perElement[key] && f.Name != "any" && f.Name != "all" && f.Name != "isempty" {
		in.risky = true // the types of the arguments are not followed
	}
	outs := one
	switch {
	case key == "any/2" || key == "all/2":
		g := in.silently(f.Args[0], input, env)
		in.read(g)
		in.iterated = append(in.iterated, g.outs.Iterations...)
		in.read(in.silently(f.Args[1], g.single(), env))
		return result{typ: Bool, vals: booleans, outs: one}
	case key == "add/1" || key == "isempty/1":
		g := in.silently(f.Args[0], input, env)
		in.read(g)
		in.iterated = append(in.iterated, g.outs.Iterations...)
		return result{typ: fn.typ, vals: fn.vals, outs: one}
	case key == "path/1" || key == "paths/1" || key == "del/1" || key == "walk/1" || key == "pick/1":
		for _, a := range f.Args {
			in.read(in.silently(a, result{paths: stepAll(input.paths, Step{Kind: Descend}), place: true, typ: Any, outs: one}, env))
		}
		in.read(input)
		if f.Name == "path" {
			return result{typ: Array, outs: Outputs{Max: Many}}
		}
		return result{typ: Any, outs: Outputs{Max: Many}}
	case perElement[key]:
		in.read(input)
		in.hazard(HazardFunction, span, input)
		elem := in.each(input.single())
		if f.Name == "with_entries" {
			elem = result{paths: elem.paths, view: entry, typ: Object, outs: elem.outs}
		}
		v := in.silently(f.Args[0], elem.single(), env)
		in.read(v)
		return result{typ: fn.typ, vals: fn.vals, outs: one}
	case f.Name == "in" || f.Name == "inside":
		in.read(in.silently(f.Args[0], input, env))
	default:
		for _, a := range f.Args {
			v := in.silently(a, input, env)
			in.read(v)
			in.iterated = append(in.iterated, v.outs.Iterations...)
			outs = outs.then(v.outs)
		}
	}
	in.read(input)
	if fn.strict {
		in.hazard(HazardFunction, span, input)
	}
	if fn.many || !ok || f.Name == "env" {
		outs = Outputs{Max: Many}
	}
	if f.Name == "add" && len(f.Args) == 0 && input.typ == Array {
		return result{typ: fn.typ, outs: outs}
	}
	return result{typ: fn.typ, vals: fn.vals, outs: outs}
}
