// Package textedit changes single values inside the text of a YAML or JSON
// file and keeps every other byte: comments, key order, quoting, indentation,
// number spelling, blank lines, line ends and the other documents of the file.
//
// No YAML library writes back what it read, so nothing here is ever printed
// from a parsed tree. The text is parsed only to locate the values; the
// original bytes are cut and spliced; then the result is parsed again. A result
// is returned only when
//
//   - the edited document holds exactly the wanted value, numbers compared
//     digit by digit;
//   - every other document of the file is as it was;
//   - every comment outside the replaced text is still a comment, at its place;
//   - the file ends as it ended, with or without a final line break, unless a
//     literal block becomes its last value and needs one.
//
// Otherwise an error is returned and no text at all.
//
// # Use
//
//	file, err := textedit.Parse(src)
//	for i, doc := range file.Documents() { … doc.Value … }
//	out, err := file.Apply(i, []textedit.Op{
//		{Kind: textedit.Set, Path: []any{"metadata", "labels", "team"}, Value: "ml"},
//		{Kind: textedit.Remove, Path: []any{"spec", "containers", 0, "command"}},
//	})
//
// A member of a "kind: List" is reached by its path: "items", 3, "spec", ….
//
// # How new text looks
//
// A new key goes behind the last one of its map, above the comments of the
// outer level; missing maps on the way come with it in one insertion. null and
// an empty {} on the way become maps too. Indentation, the offset of lists, the
// space behind dashes, quotes, the order of keys in the elements of a list, the
// spacing of brackets and line breaks follow the siblings, else the document. A
// replaced string keeps its quotes. Otherwise a string is quoted only where
// some reader of YAML 1.1 or 1.2 could take it for something else, and a text of
// several lines becomes a literal block where it can.
//
// Setting a map over a map, or a list over a list, is done member by member:
// what stays equal is not touched. Numbers are equal by value, so that 1 set
// over 1.0 changes nothing.
//
// # What goes with a removed value
//
// A comment goes only when it stands on a line of the removed or replaced value
// itself: behind it, or between its first and its last line. A comment above a
// removed key stays. Removing the last member of a map leaves {}, the last
// element of a list []. Where the first key of a list's element goes, the next
// one moves up to the dash.
//
// # What is refused
//
// Whatever would change a value beside the wanted one, or cannot be located
// with certainty, is a *[RefusedError] with line, column and reason: a path
// through an alias or through a node that an alias repeats, a key that a merge
// key provides, a tagged target, a target written with "? ", duplicate keys,
// and line breaks on which readers of YAML disagree (NEL, LS, PS, lone CR).
//
// The package knows texts and values. It must not know Kubernetes, Karta
// definitions or jq.
package textedit
