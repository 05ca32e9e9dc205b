package rules

import (
	"bytes"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/kartalint/kartalint/catalog"
)

// ignore is one suppression comment:
//
//	# kartalint:ignore KL301,KL305 -- reason
//	# kartalint:ignore-document KL301 -- reason
//
// At the end of a line it covers that line; on a line of its own the next line and, where a key with a scalar starts
// there, the whole scalar; above the first key of a document, or as ignore-document, the whole document.
type ignore struct {
	ids        []string
	reason     string
	at         catalog.Span
	definition string
	first      int // the lines that it covers
	last       int
	problem    string // why it is malformed; "" where it is well-formed
	used       map[string]bool
}

var directive = regexp.MustCompile(`#[ \t]*kartalint:(ignore[A-Za-z-]*)([^\r\n]*)`)

// idList is what stands before the reason: ids, separated by commas or blanks.
var idList = regexp.MustCompile(`^[A-Za-z]+[0-9]+([ \t]*[, \t][ \t]*[A-Za-z]+[0-9]+)*$`)

// Suppression is the rule behind suppression comments themselves: they are judged by the frame, which alone knows what
// they hid.
var suppressionRule = &Rule{
	ID: "KL007", Name: "suppression", Severity: Note,
	Title: "a suppression comment that is malformed, names an unknown rule or hides nothing",
	What: "`# kartalint:ignore KL301 -- reason` hides findings of the rules that it names: at the end of a line those of that " +
		"line, on a line of its own those of the next line and of the scalar that starts there, above the first key of a document " +
		"(or as `kartalint:ignore-document`) those of the document. The ids and the reason are required. A comment that hides " +
		"nothing any more is a note, so that it can be removed; it is not judged while its rule is off or has no input.",
	Why: "A misspelt comment hides nothing while its author believes that it does; one without a reason cannot be reviewed; one that " +
		"outlived its finding will hide the next one.",
	Mend:       "Name the ids, add ` -- ` and the reason, and remove the comment when its finding is gone.",
	Severities: "error for a malformed comment and an unknown id; note for one that hides nothing",
	Check:      func(*Pass) {},
}

// SuppressionRule documents the findings about suppression comments; the linter itself reports them.
func SuppressionRule() *Rule { return suppressionRule }

// findIgnores reads the suppression comments of a file's definitions.
func findIgnores(f *catalog.File) []*ignore {
	if !bytes.Contains(f.Source, []byte("kartalint:ignore")) {
		return nil
	}
	var list []*ignore
	end := 0
	for _, d := range f.Definitions {
		start := documentStart(f.Source, end, d.Node.Span().Start.Offset)
		end = documentEnd(f.Source, d.Node.Span().End.Offset)
		for _, m := range directive.FindAllSubmatchIndex(f.Source[start:end], -1) {
			at := start + m[0]
			if insideScalar(d.Node, at) {
				continue
			}
			ig := parseIgnore(string(f.Source[start+m[2]:start+m[3]]), string(f.Source[start+m[4]:start+m[5]]))
			ig.at = catalog.Span{File: f.Name, Start: f.Position(at), End: f.Position(start + m[1])}
			ig.definition = d.Name
			ig.cover(f, d, at, start, end)
			list = append(list, ig)
		}
	}
	return list
}

// documentStart finds the head of the document whose first key is at offset: the line after the last document marker.
func documentStart(src []byte, from, offset int) int {
	head := src[from:offset]
	if i := bytes.LastIndex(head, []byte("\n---")); i >= 0 {
		return from + i + 1
	}
	return from
}

// documentEnd finds the end of the document whose last value ends at offset.
func documentEnd(src []byte, offset int) int {
	if i := bytes.Index(src[offset:], []byte("\n---")); i >= 0 {
		return offset + i
	}
	return len(src)
}

// parseIgnore reads what follows "kartalint:" in a comment.
func parseIgnore(word, rest string) *ignore {
	ig := &ignore{used: map[string]bool{}}
	ids, reason, hasReason := strings.Cut(rest, "--")
	ids = strings.TrimSpace(ids)
	ig.reason = strings.TrimSpace(reason)
	switch {
	case word != "ignore" && word != "ignore-document":
		ig.problem = fmt.Sprintf("unknown directive kartalint:%s: use kartalint:ignore or kartalint:ignore-document", word)
	case ids == "":
		ig.problem = "a suppression names the rules that it hides: write `kartalint:ignore KL301 -- reason`"
	case !idList.MatchString(ids):
		ig.problem = fmt.Sprintf("%q is no list of rule ids: write `kartalint:ignore KL301, KL305 -- reason`", ids)
	case !hasReason || ig.reason == "":
		ig.problem = "a suppression needs a reason: write `kartalint:ignore " + ids + " -- reason`"
	default:
		ig.ids = strings.FieldsFunc(ids, func(r rune) bool { return r == ',' || r == ' ' || r == '\t' })
	}
	if word == "ignore-document" {
		ig.last = -1
	}
	return ig
}

// ParseIgnore reads what follows "kartalint:ignore" in a comment: rule ids, ` -- ` and a reason. The problem says what is
// wrong with it and how it is written; "" where nothing is.
func ParseIgnore(text string) (ids []string, reason, problem string) {
	ig := parseIgnore("ignore", " "+text)
	return ig.ids, ig.reason, ig.problem
}

// cover sets the lines that the comment at offset covers in the document src[start:end].
func (ig *ignore) cover(f *catalog.File, d *catalog.Definition, offset, start, end int) {
	line := f.Position(offset).Line
	own := len(bytes.TrimSpace(f.Source[lineStart(f.Source, offset):offset])) == 0
	switch {
	case ig.last == -1, own && offset < d.Node.Span().Start.Offset:
		ig.first, ig.last = f.Position(start).Line, f.Position(end).Line
	case !own:
		ig.first, ig.last = line, line
		ig.last = max(line, scalarEnd(d.Node, line))
	default:
		ig.first = nextContentLine(f, offset)
		ig.last = max(ig.first, scalarEnd(d.Node, ig.first))
	}
}

func lineStart(src []byte, offset int) int { return bytes.LastIndexByte(src[:offset], '\n') + 1 }

// nextContentLine is the first line after offset's that is neither blank nor a comment.
func nextContentLine(f *catalog.File, offset int) int {
	for {
		i := bytes.IndexByte(f.Source[offset:], '\n')
		if i < 0 {
			return f.Position(offset).Line
		}
		offset += i + 1
		text, _, _ := bytes.Cut(f.Source[offset:], []byte("\n"))
		if text = bytes.TrimSpace(text); len(text) > 0 && text[0] != '#' {
			return f.Position(offset).Line
		}
	}
}

// scalarEnd is the last line of the scalar whose key, or which itself, starts on the line; 0 where none does.
func scalarEnd(n *catalog.Node, line int) int {
	end := 0
	visit := func(start int, value *catalog.Node) {
		span := value.Span()
		if value.Kind == catalog.Scalar && !value.Alias && (start == line || span.Start.Line == line) {
			end = max(end, lastLine(span))
		}
		end = max(end, scalarEnd(value, line))
	}
	for _, m := range n.Members {
		visit(m.Key.Span().Start.Line, m.Value)
	}
	for _, item := range n.Items {
		visit(item.Span().Start.Line, item)
	}
	return end
}

// lastLine is the last line that a span has text on: a block scalar's span ends at the start of the line after it.
func lastLine(s catalog.Span) int {
	if s.End.Column == 1 && s.End.Line > s.Start.Line {
		return s.End.Line - 1
	}
	return s.End.Line
}

// insideScalar says whether an offset is text of a scalar, where a # is no comment.
func insideScalar(n *catalog.Node, offset int) bool {
	span := n.Span()
	if n.Kind == catalog.Scalar {
		return !n.Alias && span.Start.Offset <= offset && offset < span.End.Offset
	}
	for _, m := range n.Members {
		if insideScalar(m.Key, offset) || insideScalar(m.Value, offset) {
			return true
		}
	}
	return slices.ContainsFunc(n.Items, func(i *catalog.Node) bool { return insideScalar(i, offset) })
}

// mark marks the findings that a comment hides.
func mark(list []Finding, ignores []*ignore) {
	for i := range list {
		f := &list[i]
		for _, ig := range ignores {
			if ig.problem == "" && ig.first <= f.At.Start.Line && f.At.Start.Line <= ig.last && slices.Contains(ig.ids, f.Rule.ID) {
				f.Suppressed = &Suppression{Reason: ig.reason, At: ig.at}
				ig.used[f.Rule.ID] = true
			}
		}
	}
}

// judge reports what is wrong with a comment, once everything that it can hide is there.
func (l *Linter) judge(ig *ignore, res *FileResult) {
	report := func(severity Severity, message string) {
		l.sink(&res.Late, ig.at.File)(Finding{Rule: suppressionRule, Severity: severity, Message: message, At: ig.at,
			Definition: ig.definition, Key: strings.Join(ig.ids, ",") + ig.problem})
	}
	if ig.problem != "" {
		report(Error, ig.problem)
	}
	for _, id := range ig.ids {
		switch {
		case l.known[id] == nil:
			report(Error, fmt.Sprintf("the suppression names %s, which is no rule%s: it hides nothing", id, l.suggest(id)))
		case !ig.used[id] && l.Runs(id):
			report(Note, fmt.Sprintf("the suppression of %s hides nothing any more: remove it", id))
		}
	}
}
