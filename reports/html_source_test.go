package reports

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/kartalint/kartalint/catalog"
)

// position is where a byte of a text stands.
func position(text string, offset int) catalog.Position {
	before := text[:offset]
	return catalog.Position{Offset: offset, Line: strings.Count(before, "\n") + 1, Column: len([]rune(before[strings.LastIndexByte(before, '\n')+1:])) + 1}
}

func spanOf(text string, start, end int) catalog.Span {
	return catalog.Span{File: "f", Start: position(text, start), End: position(text, end)}
}

func sourceOf(text string) *lineSource {
	return &lineSource{read: func(string) []byte { return []byte(text) }}
}

func show(lines []htmlLine) string {
	var b strings.Builder
	for _, l := range lines {
		fmt.Fprintf(&b, "%d:%s", l.Number, l.Before)
		if l.Marked {
			fmt.Fprintf(&b, "<%s>%s", l.Mark, l.After)
		}
		b.WriteString("\n")
	}
	return b.String()
}

func TestSnippet(t *testing.T) {
	text := "one\ntwo\nthree\r\nfour\nfünf six\nseven"
	for name, c := range map[string]struct {
		from, to string // the marked text starts and ends with these
		around   int
		want     string
	}{
		"one word":        {"three", "three", 1, "2:two\n3:<three>\n4:four\n"},
		"the first line":  {"one", "one", 2, "1:<one>\n2:two\n3:three\n"},
		"the last line":   {"seven", "seven", 2, "4:four\n5:fünf six\n6:<seven>\n"},
		"behind a letter": {"six", "six", 0, "5:fünf <six>\n"},
		"several lines":   {"two", "four", 0, "2:<two>\n3:<three>\n4:<four>\n"},
	} {
		t.Run(name, func(t *testing.T) {
			at := spanOf(text, strings.Index(text, c.from), strings.Index(text, c.to)+len(c.to))
			if diff := cmp.Diff(c.want, show(sourceOf(text).snippet(at, c.around))); diff != "" {
				t.Error(diff)
			}
		})
	}
}

func TestSnippetLimits(t *testing.T) {
	long := strings.Repeat("é", 50_000)
	text := long + "mark" + long + "\n" + strings.Repeat("line\n", 50)
	at := strings.Index(text, "mark")
	got := sourceOf(text).snippet(spanOf(text, at, at+4), 1)
	if l := got[0]; l.Mark != "mark" || len([]rune(l.Before+l.After)) != 2*htmlPart+2 || !strings.HasPrefix(l.Before, "…") || !strings.HasSuffix(l.After, "…") {
		t.Errorf("%+v", l)
	}
	if got := sourceOf(text).snippet(spanOf(text, at, len(text)), 0); len(got) != htmlMarked {
		t.Errorf("%d lines", len(got))
	}
	gone := &lineSource{read: func(string) []byte { return []byte("short") }}
	if got := gone.snippet(spanOf(text, at, at+4), 1); got != nil {
		t.Errorf("a text that has changed gives %+v", got)
	}
	if got := (&lineSource{}).snippet(spanOf(text, at, at+4), 1); got != nil {
		t.Errorf("no text gives %+v", got)
	}
}

func showDiff(lines []htmlDiff) string {
	var b strings.Builder
	for _, l := range lines {
		fmt.Fprintf(&b, "%d %d %s\n", l.Old, l.New, l.Text)
	}
	return b.String()
}

func TestFixDiff(t *testing.T) {
	var numbered strings.Builder
	for i := 1; i <= 30; i++ {
		fmt.Fprintf(&numbered, "line %d\n", i)
	}
	text := numbered.String()
	edit := func(old, new string) catalog.Edit {
		i := strings.Index(text, old)
		return catalog.Edit{Span: spanOf(text, i, i+len(old)), New: new}
	}
	for name, c := range map[string]struct {
		edits []catalog.Edit
		want  string
	}{
		"a word":  {[]catalog.Edit{edit("line 15\n", "LINE\n")}, "12 12 line 12\n13 13 line 13\n14 14 line 14\n15 0 line 15\n0 15 LINE\n16 16 line 16\n17 17 line 17\n18 18 line 18\n"},
		"a line":  {[]catalog.Edit{edit("line 1\n", "")}, "1 0 line 1\n2 1 line 2\n3 2 line 3\n4 3 line 4\n"},
		"the end": {[]catalog.Edit{edit("line 30\n", "line 30\nmore\n")}, "28 28 line 28\n29 29 line 29\n30 30 line 30\n0 31 more\n"},
		"two places": {[]catalog.Edit{edit("line 25", "B"), edit("line 5\n", "A\n")}, "2 2 line 2\n3 3 line 3\n4 4 line 4\n5 0 line 5\n0 5 A\n6 6 line 6\n7 7 line 7\n8 8 line 8\n0 0 …\n" +
			"22 22 line 22\n23 23 line 23\n24 24 line 24\n25 0 line 25\n0 25 B\n26 26 line 26\n27 27 line 27\n28 28 line 28\n"},
		"overlapping": {[]catalog.Edit{edit("line 25", "B"), edit("ine 25", "A")}, ""},
		"none":        {nil, ""},
	} {
		t.Run(name, func(t *testing.T) {
			if diff := cmp.Diff(c.want, showDiff(sourceOf(text).diff(c.edits))); diff != "" {
				t.Error(diff)
			}
		})
	}
}

// TestFixDiffWide holds that the changed part of a very long line is shown, cut at code points.
func TestFixDiffWide(t *testing.T) {
	text := strings.Repeat("é", 20_000) + "old" + strings.Repeat("é", 20_000)
	at := strings.Index(text, "old")
	got := sourceOf(text).diff([]catalog.Edit{{Span: spanOf(text, at, at+3), New: "new"}})
	if len(got) != 2 || !strings.Contains(got[0].Text, "éoldé") || !strings.Contains(got[1].Text, "énewé") {
		t.Fatalf("%v", got)
	}
	for _, l := range got {
		if n := len([]rune(l.Text)); n > htmlWide+2 || strings.ContainsRune(l.Text, '\\') {
			t.Errorf("%d code points: %s", n, l.Text)
		}
	}
	many := strings.Repeat("x\n", 1000)
	if got := sourceOf(many).diff([]catalog.Edit{{Span: spanOf(many, 0, len(many)), New: strings.Repeat("y\n", 1000)}}); len(got) != htmlDiffs+1 {
		t.Errorf("%d lines", len(got))
	}
}
