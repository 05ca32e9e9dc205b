package reports

import (
	"bytes"
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"

	"github.com/kartalint/kartalint/analyzer"
	"github.com/kartalint/kartalint/catalog"
	"github.com/kartalint/kartalint/rules"
)

var update = flag.Bool("update", false, "write the golden files anew")

// respelled finds what is no address, with a fix where there is a normal form: a rule that stays as it is while those of
// the tool grow.
var respelled = &rules.Rule{ID: "KL999", Name: "no-address", Severity: rules.Warning, Title: "a path that is no address", What: "Every `path` that is none.",
	Why: "It cannot be written.", Mend: "Write the address.", Check: func(p *rules.Pass) {
		for _, f := range p.Fields {
			e, _ := f.Expr()
			switch {
			case e.Class == analyzer.Respelled:
				edit, err := f.Node.Replace(e.Normal)
				opts := []rules.Option{rules.WithRelated(p.NameSpan(), "the definition")}
				if err == nil {
					opts = append(opts, rules.WithFix("write "+e.Normal, true, edit))
				}
				p.InField(f, e.Reasons[0].Span, f.Name+" is "+e.Normal, opts...)
			case e.Class != analyzer.Address:
				p.Field(f, f.Name+" is no address: "+f.Expression, rules.As(rules.Note))
			}
		}
	}}

// inputOf lints sources with the rule above.
func inputOf(t *testing.T, sources map[string]string) *Input {
	t.Helper()
	linter, err := rules.New([]*rules.Rule{respelled}, rules.Config{})
	if err != nil {
		t.Fatal(err)
	}
	in := &Input{Paths: NewBreakdown("paths"), Rules: []*rules.Rule{respelled}, Source: func(name string) []byte { return []byte(sources[name]) }, Path: func(s string) string { return "top/" + s }}
	in.Paths.KeepOthers = true
	var results []*rules.FileResult
	for _, name := range slices.Sorted(func(yield func(string) bool) {
		for name := range sources {
			if !yield(name) {
				return
			}
		}
	}) {
		f := catalog.Parse(name, []byte(sources[name]), catalog.Options{})
		results = append(results, linter.File(f))
		in.Paths.Add(f, in.Path)
		in.Summary.Files++
		in.Summary.Definitions += len(f.Definitions)
	}
	in.Paths.Finish()
	in.Findings = linter.Collect(results).Findings
	in.Summary.Count(in.Findings)
	return in
}

func render(t *testing.T, in *Input) string {
	t.Helper()
	var out bytes.Buffer
	if err := writeHTML(&out, in, Options{}); err != nil {
		t.Fatal(err)
	}
	return out.String()
}

// dataOf is what stands in the page's data element.
func dataOf(t *testing.T, page string) *htmlPage {
	t.Helper()
	_, rest, ok := strings.Cut(page, `<script type="application/json" id="data">`)
	text, _, closed := strings.Cut(rest, "</script>")
	if !ok || !closed {
		t.Fatal("the page has no data element")
	}
	var data htmlPage
	if err := json.Unmarshal([]byte(text), &data); err != nil {
		t.Fatalf("the data is no JSON: %v", err)
	}
	return &data
}

func TestHTMLData(t *testing.T) {
	src, err := os.ReadFile("testdata/html/catalog.yaml")
	if err != nil {
		t.Fatal(err)
	}
	page := render(t, inputOf(t, map[string]string{"catalog.yaml": string(src)}))
	got, err := json.MarshalIndent(dataOf(t, page), "", " ")
	if err != nil {
		t.Fatal(err)
	}
	got = append(got, '\n')
	golden := "testdata/html/data.json"
	if *update {
		if err := os.WriteFile(golden, got, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(golden)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(want), string(got)); diff != "" {
		t.Errorf("data differs from %s (renew with -update):\n%s", golden, diff)
	}
	if again := render(t, inputOf(t, map[string]string{"catalog.yaml": string(src)})); again != page {
		t.Error("a second report of the same catalog differs")
	}
}

// TestHTMLNear holds what the map says of two fields against the two definitions' text.
func TestHTMLNear(t *testing.T) {
	src, err := os.ReadFile("testdata/html/catalog.yaml")
	if err != nil {
		t.Fatal(err)
	}
	paths := dataOf(t, render(t, inputOf(t, map[string]string{"catalog.yaml": string(src)}))).Definitions[0].Paths
	var got []string
	for _, p := range paths {
		for _, n := range p.Near {
			got = append(got, fmt.Sprintf("%s %s %s", p.Field, n.How, paths[n.Path].Field))
		}
	}
	want := []string{"metadataPath same podSpecPath", "metadataPath holds replicasPath", "podSpecPath same metadataPath", "podSpecPath holds replicasPath",
		"replicasPath inside metadataPath", "replicasPath inside podSpecPath"}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}

// definition is a small definition with texts put into it as JSON strings, which YAML reads too.
func definition(name, component, expression string) string {
	quote := func(s string) string {
		b, _ := json.Marshal(s)
		return string(b)
	}
	return fmt.Sprintf("apiVersion: run.ai/v1alpha1\nkind: Karta\nmetadata:\n  name: %s\nspec:\n  structureDefinition:\n    rootComponent:\n      name: %s\n      kind: {group: a, version: v1, kind: %s}\n"+
		"      specDefinition:\n        podTemplateSpecPath: %s\n      statusDefinition:\n        phaseDefinition:\n          path: .status.phase\n", quote(name), quote(component), quote(name), quote(expression))
}

var hostile = map[string]string{
	"closing tag":   `</script><script>window.hacked = 1</script>`,
	"comment":       `<!--<script>`,
	"attribute":     `" onmouseover="window.hacked = 1" x='`,
	"placeholder":   `{{script}}{{data}}{{style}}`,
	"escape codes":  "\x1b[31mred\x1b[0m\x1b]0;title\x07",
	"lines":         "one\ntwo\r\nthree",
	"line ends":     "one\u2028two\u2029three\u0085four",
	"turned":        "abc\u202edef",
	"workflow":      "::error file=x::gone",
	"table":         "a|b|`c`|```",
	"long":          strings.Repeat("x", 10_000),
	"wide":          strings.Repeat("𝄞é", 5_000),
	"deep":          "." + strings.Repeat("a.", 9_999) + "a",
	"prototype":     `__proto__`,
	"empty":         ``,
	"invalid UTF-8": "a\xff\xfeb",
}

// TestHTMLHostile holds what must stay true of the page whatever a definition's texts are.
func TestHTMLHostile(t *testing.T) {
	plain := render(t, inputOf(t, map[string]string{"a.yaml": definition("n", "c", ".spec.template")}))
	frame := func(page string) string {
		_, rest, _ := strings.Cut(page, `id="data">`)
		data, _, _ := strings.Cut(rest, "</script>")
		page = strings.Replace(page, data, "", 1)
		page = regexp.MustCompile(`(?s)id="(headline|checked)">[^<]*`).ReplaceAllString(page, "")
		return page
	}
	for name, text := range hostile {
		for place, src := range map[string]string{
			"name": definition(text, "c", ".spec.template"), "component": definition("n", text, ".spec.template"), "expression": definition("n", "c", text),
			"string in an expression": definition("n", "c", ".spec | ."+jqString(text)),
		} {
			t.Run(name+"/"+place, func(t *testing.T) {
				in := inputOf(t, map[string]string{"a.yaml": src, "b-" + place + ".yaml": definition("other", "c", ".a | .b")})
				in.Summary.Notices = []string{text}
				page := render(t, in)
				if frame(page) != frame(plain) {
					t.Error("the page around the data depends on it")
				}
				data := dataOf(t, page)
				if len(data.Definitions) != 2 {
					t.Errorf("%d definitions", len(data.Definitions))
				}
				if !utf8.ValidString(page) {
					t.Error("the page is no UTF-8")
				}
				if i := strings.IndexFunc(page, func(r rune) bool { return r != '\n' && harmful(r) }); i >= 0 {
					t.Errorf("%q at %d", page[i:i+4], i)
				}
				if len(page) > len(plain)+200_000 {
					t.Errorf("%d bytes of page", len(page))
				}
			})
		}
	}
}

func jqString(s string) string {
	b, _ := json.Marshal(s)
	return string(b)
}

// TestHTMLNoPaths holds that the page can be made where the command has no breakdown, and where there is nothing at all.
func TestHTMLNoPaths(t *testing.T) {
	in := inputOf(t, map[string]string{"a.yaml": definition("n", "c", ".a | .b")})
	in.Paths, in.Source, in.Path = nil, nil, nil
	data := dataOf(t, render(t, in))
	if len(data.Findings) != 1 || data.Findings[0].Definition != -1 || data.Breakdown != nil || data.Findings[0].Snippet != nil {
		t.Errorf("%+v", data)
	}
	empty := dataOf(t, render(t, &Input{}))
	if len(empty.Findings)+len(empty.Definitions) > 0 {
		t.Errorf("%+v", empty)
	}
}

// TestHTMLSuppressed holds that hidden findings are left out unless they are asked for.
func TestHTMLSuppressed(t *testing.T) {
	in := inputOf(t, map[string]string{"a.yaml": definition("n", "c", ".a | .b")})
	in.Findings[0].Suppressed = &rules.Suppression{Reason: "on purpose"}
	if page := in.page(Options{}); len(page.Findings) != 0 || len(page.Rules) != 0 {
		t.Errorf("%+v", page)
	}
	page := in.page(Options{Suppressed: true})
	if len(page.Findings) != 1 || page.Findings[0].Suppressed != "on purpose" || page.Definitions[0].Paths[0].Findings[0] != 0 {
		t.Errorf("%+v", page)
	}
}

// TestHTMLNames holds that no two elements of the page have one name, also where definitions and findings repeat.
func TestHTMLNames(t *testing.T) {
	src := definition("same", "c", ".a | .b") + "---\n" + definition("same", "c", ".a | .b")
	data := dataOf(t, render(t, inputOf(t, map[string]string{"a.yaml": src, "b.yaml": src})))
	seen := map[string]bool{}
	for _, d := range data.Definitions {
		seen[d.ID] = true
	}
	for i, f := range data.Findings {
		seen[f.ID] = true
		if f.Definition != i {
			t.Errorf("finding %d stands in definition %d", i, f.Definition)
		}
	}
	if len(data.Definitions) != 4 || len(data.Findings) != 4 || len(seen) != 8 {
		t.Errorf("%d definitions, %d findings, %d names", len(data.Definitions), len(data.Findings), len(seen))
	}
}

// TestHTMLPolicy holds that the page names the very script and style that it carries, and nothing from elsewhere.
func TestHTMLPolicy(t *testing.T) {
	page := render(t, inputOf(t, map[string]string{"a.yaml": definition("n", "c", ".a | .b")}))
	between := func(from, to string) string {
		_, rest, _ := strings.Cut(page, from)
		text, _, _ := strings.Cut(rest, to)
		return text
	}
	policy := between(`http-equiv="Content-Security-Policy" content="`, `"`)
	for directive, text := range map[string]string{"script-src": between("<script>", "</script>"), "style-src": between("<style>", "</style>")} {
		if want := directive + " " + hash(text) + ";"; !strings.Contains(policy, want) || len(text) < 100 {
			t.Errorf("the policy %q has no %q", policy, want)
		}
	}
	if strings.Contains(policy, "unsafe") || !strings.HasPrefix(policy, "default-src 'none';") {
		t.Errorf("policy %q", policy)
	}
	if found := regexp.MustCompile(`(https?:)?//[a-z]|url\(|@import|innerHTML|\son[a-z]+="`).FindString(strings.Replace(page, between(`id="data">`, "</script>"), "", 1)); found != "" {
		t.Errorf("the page holds %q", found)
	}
}
