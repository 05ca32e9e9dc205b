package patch_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/kartalint/kartalint/patch"
	"github.com/kartalint/kartalint/patch/textedit"
)

const head = "apiVersion: demo.example/v1\nkind: Demo\n"

// Texts that break tools, edited through the engine: the right text comes out or a refusal with a reason.
func TestHostileTexts(t *testing.T) {
	scheduler, image := "kai", "new"
	sched := patch.Pod{SchedulerName: &scheduler}
	label := patch.Pod{Labels: map[string]string{"team": "ml"}}
	const template = "specDefinition: {podTemplateSpecPath: .spec.t}"
	tests := []struct {
		name, src string
		patch     patch.Patch
		old, new  string // the one change of the text; both empty for none
		err       string // part of the refusal
	}{
		{name: "CRLF", src: strings.ReplaceAll(head+"spec:\n  t:\n    spec:\n      schedulerName: s # c\nz: 1\n", "\n", "\r\n"), patch: sched,
			old: "schedulerName: s # c\r\n", new: "schedulerName: kai # c\r\n"},
		{name: "CRLF, a new line", src: strings.ReplaceAll(head+"spec:\n  t:\n    spec:\n      a: 1\nz: 1\n", "\n", "\r\n"), patch: sched,
			old: "      a: 1\r\n", new: "      a: 1\r\n      schedulerName: kai\r\n"},
		{name: "no final newline", src: head + "spec:\n  t:\n    spec: {a: 1}\n    metadata:\n      labels:\n        x: y", patch: label, old: "x: y", new: "x: y\n        team: ml"},
		{name: "BOM", src: "\ufeff" + head + "spec:\n  t:\n    spec: {schedulerName: s}\n", patch: sched, old: "{schedulerName: s}", new: "{schedulerName: kai}"},
		{name: "comments between keys", src: head + "spec:\n  # of t\n  t:\n    # of spec\n    spec: # behind\n      # of name\n      schedulerName: s # own\n      # last\n# end\n", patch: sched,
			old: "schedulerName: s #", new: "schedulerName: kai #"},
		{name: "multi-document", src: "kind: Other\nspec: {t: {spec: {schedulerName: s}}}\n---\n" + head + "spec: {t: {spec: {schedulerName: s}}}\n---\n# nothing\n---\nkind: Last\n...\n", patch: sched,
			old: "v1\nkind: Demo\nspec: {t: {spec: {schedulerName: s}}}", new: "v1\nkind: Demo\nspec: {t: {spec: {schedulerName: kai}}}"},
		{name: "the same object twice", src: head + "spec: {t: {spec: {}}}\n---\n" + head + "spec: {t: {spec: {}}}\n", patch: sched, err: "does not hold the plan's object exactly once"},
		{name: "an item of a List", src: "kind: List\nitems:\n- kind: Other\n- apiVersion: demo.example/v1\n  kind: Demo\n  spec:\n    t: {spec: {schedulerName: 's'}}\n", patch: sched,
			old: "'s'", new: "'kai'"},
		{name: "flow style", src: head + "spec: {t: { spec: {schedulerName: s , a: [1,2]} } }\n", patch: sched, old: "schedulerName: s ,", new: "schedulerName: kai ,"},
		{name: "JSON", src: "{\"apiVersion\": \"demo.example/v1\", \"kind\": \"Demo\",\n\t\"spec\": {\"t\": {\"spec\": {\"schedulerName\": \"s\", \"n\": 1e3}}}}", patch: sched, old: `"s"`, new: `"kai"`},
		{name: "quoted keys", src: head + "'spec':\n  \"t\":\n    'spec':\n      \"schedulerName\": s\n", patch: sched, old: `"schedulerName": s`, new: `"schedulerName": kai`},
		{name: "question mark keys", src: head + "spec:\n  ? t\n  : spec:\n      ? schedulerName\n      : s\n", patch: sched, err: `line 4, column 3: the key is written with "? "`},
		{name: "duplicate keys", src: head + "spec:\n  t:\n    spec: {schedulerName: s, schedulerName: t}\n", patch: sched, err: "schedulerName"},
		{name: "an anchor on the way that nobody uses", src: head + "spec:\n  t: &t\n    spec: {schedulerName: s}\n", patch: sched, old: "{schedulerName: s}", new: "{schedulerName: kai}"},
		{name: "an anchor on the way that another uses", src: head + "spec:\n  t: &t\n    spec: {schedulerName: s}\n  other: *t\n", patch: sched, err: "anchor"},
		{name: "an alias on the way", src: head + "base: &t\n  spec: {schedulerName: s}\nspec:\n  t: *t\n", patch: sched, err: "alias"},
		{name: "a merge key beside", src: head + "base: &b {x: 1}\nspec:\n  t:\n    spec:\n      <<: *b\n      schedulerName: s\n", patch: sched, old: "schedulerName: s\n", new: "schedulerName: kai\n"},
		{name: "a value from a merge key", src: head + "base: &b {schedulerName: s}\nspec:\n  t:\n    spec:\n      <<: *b\n      a: 1\n", patch: sched,
			old: "      a: 1\n", new: "      a: 1\n      schedulerName: kai\n"},
		{name: "a block scalar before", src: head + "spec:\n  t:\n    spec:\n      note: |\n        schedulerName: s\n\n      schedulerName: s\n", patch: sched,
			old: "\n      schedulerName: s\n", new: "\n      schedulerName: kai\n"},
		{name: "a folded value", src: head + "spec:\n  t:\n    spec:\n      schedulerName: >-\n        a\n        b\n      z: 1\n", patch: sched, old: ">-\n        a\n        b\n", new: "kai\n"},
		{name: "an empty map", src: head + "spec:\n  t:\n    spec: {}\n", patch: sched, old: " {}\n", new: "\n      schedulerName: kai\n"},
		{name: "a tilde in place of labels", src: head + "spec:\n  t:\n    spec: {}\n    metadata:\n      labels: ~\n", patch: label, old: "labels: ~\n", new: "labels:\n        team: ml\n"},
		{name: "nothing in place of labels", src: head + "spec:\n  t:\n    spec: {}\n    metadata:\n      labels:\n      x: 1\n", patch: label, old: "labels:\n", new: "labels:\n        team: ml\n"},
		{name: "tabs after a colon", src: head + "spec:\n  t:\n    spec:\n      schedulerName:\ts\n", patch: sched, old: ":\ts", new: ":\tkai"},
		{name: "tabs as indentation", src: head + "spec:\n\tt: {}\n", patch: sched, err: "line 4: found character that cannot start any token"},
		{name: "numbers as they are spelled", src: head + "spec:\n  t:\n    spec: {schedulerName: s, a: 0x1F, b: 1_000, c: 1.0, d: 1e3, e: 9007199254740993, f: 012}\n", patch: sched,
			old: "schedulerName: s,", new: "schedulerName: kai,"},
		{name: "what is there already, in a strange style", src: head + "spec: {t: {spec: {schedulerName: \"k\\u0061i\"},metadata:   {}}}\r\n", patch: sched},
		{name: "a name that YAML takes for something else", src: head + "spec:\n  t:\n    metadata:\n      labels:\n        a: b\n", patch: patch.Pod{Labels: map[string]string{"on": "no", "1": "1"}},
			old: "        a: b\n", new: "        a: b\n        \"1\": \"1\"\n        \"on\": \"no\"\n"},
		{name: "a container among comments", src: head + "spec:\n  t:\n    spec:\n      containers:\n      # one\n      - image: old # i\n        name: m\n      # two\n      - {name: n, image: old}\n", patch: patch.Pod{Containers: map[string]patch.Container{"n": {Image: &image}}},
			old: "{name: n, image: old}", new: "{name: n, image: new}"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			text, err := editHostile(t, definitionOf(t, template), tt.src, tt.patch)
			if tt.err != "" {
				if !isError(err, errText(tt.err)) {
					t.Fatalf("error %v, want %q; text:\n%s", err, tt.err, text)
				}
				return
			}
			if err != nil {
				t.Fatal(err)
			}
			want := tt.src
			if tt.old != "" {
				if strings.Count(want, tt.old) != 1 {
					t.Fatalf("%q is not in the source once", tt.old)
				}
				want = strings.Replace(want, tt.old, tt.new, 1)
			}
			if diff := cmp.Diff(want, text); diff != "" {
				t.Errorf("-want +got:\n%s", diff)
			}
		})
	}
}

func definitionOf(t *testing.T, parts string) *patch.Definition {
	t.Helper()
	d, err := patch.Compile(definition(t, parts))
	if err != nil {
		t.Fatal(err)
	}
	return d
}

// editHostile reads the demo object of a text, plans and edits.
func editHostile(t *testing.T, d *patch.Definition, src string, p patch.Patch) (string, error) {
	t.Helper()
	docs, err := textedit.Documents([]byte(src))
	if err != nil {
		return "", err
	}
	for _, doc := range docs {
		if doc.Err != nil {
			return "", doc.Err
		}
		m, _ := doc.Value.(map[string]any)
		candidates, _ := m["items"].([]any)
		for _, c := range append(candidates, doc.Value) {
			m, _ := c.(map[string]any)
			if m["kind"] != "Demo" {
				continue
			}
			w, err := d.Open(m)
			if err != nil {
				return "", err
			}
			plan, err := w.Patch("w", p)
			if err != nil {
				return "", err
			}
			text, err := plan.ApplyText([]byte(src))
			return string(text), err
		}
	}
	return "", errors.New("no demo object")
}

// Ten thousand containers: one line changes, and a container that is not there is told.
func TestTenThousandContainers(t *testing.T) {
	var b strings.Builder
	b.WriteString(head + "spec:\n  containers:\n")
	for i := range 10000 {
		fmt.Fprintf(&b, "  - name: c%d\n    image: old\n", i)
	}
	src, image := b.String(), "new"
	d := definitionOf(t, "specDefinition: {podSpecPath: .spec}")
	text, err := editHostile(t, d, src, patch.Pod{Containers: map[string]patch.Container{"c9000": {Image: &image}, "c17": {Image: &image}}})
	if err != nil {
		t.Fatal(err)
	}
	want := strings.NewReplacer("name: c9000\n    image: old", "name: c9000\n    image: new", "name: c17\n    image: old", "name: c17\n    image: new").Replace(src)
	if text != want {
		t.Error("other lines have changed")
	}
	if _, err = editHostile(t, d, src, patch.Pod{Containers: map[string]patch.Container{"c10000": {Image: &image}}}); !isError(err, new(*patch.MissingEntryError)) {
		t.Errorf("error %v", err)
	} else if len(err.Error()) > 2000 {
		t.Errorf("the message has %d bytes", len(err.Error()))
	}
}
