package reports

import (
	"bytes"
	"encoding/json"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"net/url"
	"os"
	"strings"
	"testing"

	"github.com/owenrumney/go-sarif/v3/pkg/report/v210/sarif"
	"github.com/santhosh-tekuri/jsonschema/v5"
	"go.yaml.in/yaml/v3"

	"github.com/kartalint/kartalint/rules"
)

// definitionWith is a definition whose name, component and path hold a text.
func definitionWith(t *testing.T, text string) string {
	t.Helper()
	doc := map[string]any{"apiVersion": "run.ai/v1alpha1", "kind": "Karta", "metadata": map[string]any{"name": text},
		"spec": map[string]any{"structureDefinition": map[string]any{"rootComponent": map[string]any{"name": text,
			"kind":            map[string]any{"group": "example.com", "version": "v1", "kind": text},
			"specDefinition":  map[string]any{"podSpecPath": "(.spec[" + quotedJSON(text) + "])"},
			"scaleDefinition": map[string]any{"replicasPath": "." + text}}}}}
	src, err := yaml.Marshal(doc)
	if err != nil {
		t.Fatal(err)
	}
	return string(src)
}

func quotedJSON(s string) string {
	b, _ := json.Marshal(s)
	return string(b)
}

var hostileTexts = []string{"</script><script>alert(1)</script>", "::error::x", "\x1b[31mred\x1b]0;title\x07", "two\nlines\r\n::warning::x", "a|b|c", "`ticks` ``two``", "@everyone #1 <b>",
	"[link](javascript:alert(1))", "% %0A , : ;", strings.Repeat("long", 2500), "\u202eright to left", "]]>", "&amp;<!--", "##[error]x", "a:b", "/absolute", "{0} ${{ x }}"}

// TestHostileTexts puts hostile texts into every report: each stays well-formed and harmless.
func TestHostileTexts(t *testing.T) {
	schema := sarifSchema(t)
	for _, text := range hostileTexts {
		in := inputOf(t, map[string]string{"a.yaml": definitionWith(t, text)})
		in.Files = []string{"a.yaml", text}
		if len(in.Findings) == 0 {
			t.Fatalf("%q: nothing is found", text)
		}
		for _, f := range Formats() {
			var out bytes.Buffer
			if err := f.Write(&out, in, Options{}); err != nil {
				t.Fatalf("%s of %q: %v", f.Name, text, err)
			}
			if err := wellFormed(f.Name, out.Bytes(), schema); err != nil {
				t.Errorf("%s of %.60q: %v", f.Name, text, err)
			}
		}
	}
}

// TestHostileNames puts hostile texts where they come from beside definitions: a file's name, a ref, a reason, a notice, a
// kind that was skipped.
func TestHostileNames(t *testing.T) {
	schema := sarifSchema(t)
	for _, text := range hostileTexts {
		in := inputOf(t, map[string]string{text: respelledDefinition})
		in.Files = []string{text}
		in.Findings[0].Suppressed = &rules.Suppression{Reason: text}
		in.Base = &Comparison{Ref: text, Solved: in.Findings, Before: in.Paths, After: in.Paths}
		in.Summary.Notices = []string{text}
		in.Summary.Skipped = map[string]int{text: 1}
		for _, f := range Formats() {
			var out bytes.Buffer
			if err := f.Write(&out, in, Options{Suppressed: true, Category: text}); err != nil {
				t.Fatalf("%s of %q: %v", f.Name, text, err)
			}
			if err := wellFormed(f.Name, out.Bytes(), schema); err != nil {
				t.Errorf("%s of %.60q: %v", f.Name, text, err)
			}
		}
	}
}

func wellFormed(format string, out []byte, schema *jsonschema.Schema) error {
	if i := bytes.IndexFunc(out, func(r rune) bool { return r < ' ' && r != '\n' && r != '\t' || r == 0x202e }); i >= 0 && format != "json" && format != "sarif" { // in those a fix's text is data
		return fmt.Errorf("a control character at %d", i)
	}
	switch format {
	case "json":
		return json.Unmarshal(out, new(any))
	case "sarif":
		var v any
		if err := json.Unmarshal(out, &v); err != nil {
			return err
		}
		return schema.Validate(v)
	case "junit":
		dec := xml.NewDecoder(bytes.NewReader(out))
		for {
			if _, err := dec.Token(); errors.Is(err, io.EOF) {
				return nil
			} else if err != nil {
				return err
			}
		}
	case "github":
		return onlyAnnotations(string(out))
	case "markdown":
		return plainMarkdown(string(out))
	}
	return nil
}

// onlyAnnotations: every line is an annotation of ours, or one of the two lines at the end.
func onlyAnnotations(out string) error {
	for line := range strings.Lines(out) {
		ours := strings.HasPrefix(line, "::warning file=top/") || strings.HasPrefix(line, "::notice file=top/") || strings.HasPrefix(line, "::error file=top/")
		if strings.HasPrefix(line, "::") && !ours {
			return fmt.Errorf("a command of the text: %.80q", line)
		}
		if !ours && strings.Contains(line, "##[") { // the older spelling counts anywhere in a line
			return fmt.Errorf("a command of the text: %.80q", line)
		}
	}
	return nil
}

func plainMarkdown(out string) error {
	if len(out) > 65536 {
		return fmt.Errorf("%d bytes", len(out))
	}
	for _, bad := range []string{"<script", "<b>\n", "](javascript", "@everyone", "&#64;", "#1"} {
		if strings.Contains(out, bad) && !strings.Contains(out, "`"+bad) && !inCode(out, bad) {
			return fmt.Errorf("%q stands in it", bad)
		}
	}
	for line := range strings.Lines(out) {
		if strings.HasPrefix(line, "| `top/") && strings.Count(line, "|")-strings.Count(line, `\|`) != 4 {
			return fmt.Errorf("a row has other cells: %.120q", line)
		}
	}
	if strings.Count(out, "<details") != strings.Count(out, "</details>") {
		return errors.New("a fold stays open")
	}
	return nil
}

// inCode says whether every occurrence stands inside inline code.
func inCode(out, text string) bool {
	for line := range strings.Lines(out) {
		for at := 0; ; {
			i := strings.Index(line[at:], text)
			if i < 0 {
				break
			}
			if strings.Count(line[:at+i], "`")%2 == 0 {
				return false
			}
			at += i + len(text)
		}
	}
	return true
}

func sarifSchema(t *testing.T) *jsonschema.Schema {
	t.Helper()
	file, err := os.Open("testdata/sarif/sarif-2.1.0.json")
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = file.Close() }()
	c := jsonschema.NewCompiler()
	if err := c.AddResource("sarif.json", file); err != nil {
		t.Fatal(err)
	}
	schema, err := c.Compile("sarif.json")
	if err != nil {
		t.Fatal(err)
	}
	return schema
}

const respelledDefinition = `apiVersion: run.ai/v1alpha1
kind: Karta
metadata: {name: example-com-a-v1}
spec:
  structureDefinition:
    rootComponent:
      name: a
      kind: {group: example.com, version: v1, kind: A}
      specDefinition:
        podSpecPath: >-
          (.spec
          .pod)
        metadataPath: (.metadata)
`

// sarifOf is a report as data.
func sarifOf(t *testing.T, in *Input, opts Options) map[string]any {
	t.Helper()
	var out bytes.Buffer
	if err := writeSARIF(&out, in, opts); err != nil {
		t.Fatal(err)
	}
	var v map[string]any
	if err := json.Unmarshal(out.Bytes(), &v); err != nil {
		t.Fatal(err)
	}
	if err := sarifSchema(t).Validate(v); err != nil {
		t.Fatal(err)
	}
	return v["runs"].([]any)[0].(map[string]any)
}

func resultsOf(t *testing.T, run map[string]any) []map[string]any {
	t.Helper()
	var out []map[string]any
	for _, r := range run["results"].([]any) {
		out = append(out, r.(map[string]any))
	}
	return out
}

func TestSARIFResults(t *testing.T) {
	run := sarifOf(t, inputOf(t, map[string]string{"a b.yaml": respelledDefinition}), Options{Version: "v1.2.3"})
	results := resultsOf(t, run)
	if len(results) != 2 {
		t.Fatalf("%d results", len(results))
	}
	for _, r := range results {
		place := r["locations"].([]any)[0].(map[string]any)["physicalLocation"].(map[string]any)
		region := place["region"].(map[string]any)
		if region["startLine"] != region["endLine"] || region["endColumn"].(float64) <= region["startColumn"].(float64) {
			t.Errorf("the region is %v", region)
		}
		if uri := place["artifactLocation"].(map[string]any)["uri"]; uri != "top/a%20b.yaml" {
			t.Errorf("the URI is %v", uri)
		}
		if len(r["relatedLocations"].([]any)) != 1 || !strings.Contains(r["message"].(map[string]any)["text"].(string), "](1)") {
			t.Errorf("the other place is not linked: %v", r["message"])
		}
		if prints := r["partialFingerprints"].(map[string]any); prints["primaryLocationLineHash"] != nil || prints[fingerprintKey] == "" {
			t.Errorf("fingerprints %v", prints)
		}
		for _, f := range r["fixes"].([]any) {
			if len(f.(map[string]any)["artifactChanges"].([]any)) == 0 {
				t.Error("a fix without changes")
			}
		}
	}
	driver := run["tool"].(map[string]any)["driver"].(map[string]any)
	rule := driver["rules"].([]any)[0].(map[string]any)
	for _, key := range []string{"id", "name", "shortDescription", "fullDescription", "help", "helpUri", "defaultConfiguration", "properties"} {
		if rule[key] == nil {
			t.Errorf("the rule has no %s", key)
		}
	}
	if props := rule["properties"].(map[string]any); props["security-severity"] != nil || props["precision"] == nil || props["problem.severity"] != "warning" {
		t.Errorf("properties %v", props)
	}
	if run["automationDetails"] != nil || run["columnKind"] != "unicodeCodePoints" || driver["semanticVersion"] != "1.2.3" {
		t.Errorf("automationDetails %v, columnKind %v, version %v", run["automationDetails"], run["columnKind"], driver["semanticVersion"])
	}
}

func TestSARIFCategoryAndVersion(t *testing.T) {
	var run map[string]any
	for _, category := range []string{"catalog", "catalog/"} {
		run = sarifOf(t, inputOf(t, nil), Options{Category: category})
		if run["automationDetails"].(map[string]any)["id"] != "catalog/" {
			t.Errorf("%q gives %v", category, run["automationDetails"])
		}
	}
	if v := run["tool"].(map[string]any)["driver"].(map[string]any)["version"]; v != "0.0.0-dev" {
		t.Errorf("version %v", v)
	}
	if results, ok := run["results"].([]any); !ok || len(results) != 0 {
		t.Errorf("a clean run has results %v", run["results"])
	}
}

func TestSARIFFingerprintsStay(t *testing.T) {
	prints := func(src string) []string {
		var out []string
		for _, r := range resultsOf(t, sarifOf(t, inputOf(t, map[string]string{"a.yaml": src}), Options{})) {
			out = append(out, r["partialFingerprints"].(map[string]any)[fingerprintKey].(string))
		}
		return out
	}
	before, after := prints(respelledDefinition), prints("# a comment\n\n"+strings.Replace(respelledDefinition, "spec:\n", "spec: # moved\n\n", 1))
	if len(before) != 2 || fmt.Sprint(before) != fmt.Sprint(after) {
		t.Errorf("moved lines change the fingerprints: %v, %v", before, after)
	}
}

func TestSARIFSuppressedAndLimits(t *testing.T) {
	in := inputOf(t, map[string]string{"a.yaml": respelledDefinition})
	in.Findings[0].Suppressed = &rules.Suppression{Reason: "known"}
	if n := len(resultsOf(t, sarifOf(t, in, Options{}))); n != 1 {
		t.Errorf("%d results without the suppressed one", n)
	}
	shown := resultsOf(t, sarifOf(t, in, Options{Suppressed: true}))
	if len(shown) != 2 || shown[0]["suppressions"] == nil {
		t.Errorf("suppressed results are marked: %v", shown)
	}
	note := in.Findings[1]
	note.Severity = rules.Note
	for range maxResults + 10 {
		in.Findings = append([]rules.Finding{note}, in.Findings...)
	}
	run := sarifOf(t, in, Options{})
	results := resultsOf(t, run)
	if len(results) != maxResults || results[0]["level"] != "warning" {
		t.Errorf("%d results, the first is a %v", len(results), results[0]["level"])
	}
	if run["invocations"] == nil {
		t.Error("nothing says what was cut")
	}
}

func TestMarkdownIsCut(t *testing.T) {
	in := inputOf(t, map[string]string{"a.yaml": respelledDefinition})
	in.Findings[0].Message = strings.Repeat("long @ ", 1500)
	for range 2000 {
		in.Findings = append(in.Findings, in.Findings[0])
	}
	var out bytes.Buffer
	if err := writeMarkdown(&out, in, Options{}); err != nil {
		t.Fatal(err)
	}
	if err := plainMarkdown(out.String()); err != nil {
		t.Error(err)
	}
	shown := strings.Count(out.String(), "| `top/a.yaml:")
	if shown < 10 || out.Len() < maxMarkdown-5000 {
		t.Errorf("%d findings in %d bytes: there is room for more", shown, out.Len())
	}
	if note := fmt.Sprintf("_%d findings left out: ", len(in.Findings)-shown); !strings.Contains(out.String(), note) {
		t.Errorf("%q does not stand in it: %s", note, out.String()[out.Len()-300:])
	}
}

// TestSARIFReferences: a name is a reference from the repository's root, whatever is in it.
func TestSARIFReferences(t *testing.T) {
	for name, want := range map[string]string{
		"a/b.yaml":      "a/b.yaml",
		"a b%é.yaml":    "a%20b%25%C3%A9.yaml",
		"a:b.yaml":      "a%3Ab.yaml",
		"x/[1]#?.yaml":  "x/%5B1%5D%23%3F.yaml",
		"<stdin>":       "%3Cstdin%3E",
		"/else/where:1": "file:///else/where%3A1",
		"..odd/o.yaml":  "..odd/o.yaml",
		"\x1b[31m.yaml": "%1B%5B31m.yaml",
	} {
		got := reference(name)
		u, err := url.Parse(got)
		if err != nil || got != want || u.Path != name {
			t.Errorf("%q gives %q (%v), want %q", name, got, err, want)
		}
	}
}

// TestSARIFFitsUpload cuts a report whose texts do not compress.
func TestSARIFFitsUpload(t *testing.T) {
	in := inputOf(t, map[string]string{"a.yaml": respelledDefinition})
	s := &sarifWriter{in: in, lines: &lineSource{read: in.Source}, seen: map[string]int{}, index: map[string]int{}}
	run := sarif.NewRun()
	run.Tool = &sarif.Tool{Driver: driver(in, Options{})}
	random := rand.New(rand.NewPCG(1, 2))
	for range 64 {
		f := in.Findings[0]
		text := make([]byte, 1000)
		for i := range text {
			text[i] = byte('!' + random.IntN(90))
		}
		f.Message = string(text)
		run.Results = append(run.Results, s.result(f))
	}
	const limit = 20_000
	out, err := fitted(run, 64, limit)
	if err != nil {
		t.Fatal(err)
	}
	if n := len(run.Results); n != 16 || compressed(out) >= limit || !bytes.Contains(out, []byte(`"48 results left out`)) {
		t.Errorf("%d results, %d bytes compressed", n, compressed(out))
	}
}

// TestSARIFRuleOfNoList: a result of a rule that is not listed does not point at another one.
func TestSARIFRuleOfNoList(t *testing.T) {
	in := inputOf(t, map[string]string{"a.yaml": respelledDefinition})
	in.Rules = []*rules.Rule{{ID: "KL998", Name: "other", Title: "other", What: "x", Why: "y", Mend: "z"}}
	for _, r := range resultsOf(t, sarifOf(t, in, Options{})) {
		if r["ruleIndex"] != nil {
			t.Errorf("ruleIndex %v", r["ruleIndex"])
		}
	}
}

func TestGitHubAnnotations(t *testing.T) {
	in := inputOf(t, map[string]string{"a.yaml": respelledDefinition})
	for range 20 {
		in.Findings = append(in.Findings, in.Findings[0])
	}
	var out bytes.Buffer
	if err := writeGitHub(&out, in, Options{}); err != nil {
		t.Fatal(err)
	}
	if n := strings.Count(out.String(), "::warning "); n != maxAnnotations {
		t.Errorf("%d annotations", n)
	}
	if !strings.Contains(out.String(), "12 findings not annotated") {
		t.Errorf("nothing says what was left out:\n%s", out.String())
	}
}

func TestJUnitCounts(t *testing.T) {
	in := inputOf(t, map[string]string{"a.yaml": respelledDefinition})
	in.Files = []string{"a.yaml", "clean.yaml"}
	in.Findings[0].Suppressed = &rules.Suppression{Reason: "known"}
	var out bytes.Buffer
	if err := writeJUnit(&out, in, Options{}); err != nil {
		t.Fatal(err)
	}
	var suites junitSuites
	if err := xml.Unmarshal(out.Bytes(), &suites); err != nil {
		t.Fatal(err)
	}
	if suites.Tests != 3 || suites.Failures != 1 || suites.Skipped != 1 || len(suites.Suites) != 2 || suites.Suites[1].Cases[0].Name != "no findings" ||
		suites.Suites[0].Cases[0].Name != "KL999 no-address example-com-a-v1 a podSpecPath" {
		t.Errorf("%+v, first case %+v", suites, suites.Suites[0].Cases[0])
	}
}
