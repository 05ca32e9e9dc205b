package reports

import (
	"bytes"
	"cmp"
	"compress/gzip"
	"encoding/json"
	"fmt"
	"io"
	"net/url"
	"slices"
	"strings"

	"github.com/owenrumney/go-sarif/v3/pkg/report/v210/sarif"

	"github.com/kartalint/kartalint/catalog"
	"github.com/kartalint/kartalint/rules"
)

var sarifFormat = Format{Name: "sarif", About: "SARIF 2.1.0, as GitHub's code scanning reads it", whole: writeSARIF}

// What code scanning takes: https://docs.github.com/en/code-security/code-scanning/integrating-with-code-scanning/sarif-support-for-code-scanning
const (
	maxResults     = 5000     // that are stored of a run; more are dropped by the reader, in an order of its own
	maxUpload      = 10 << 20 // bytes of a compressed report; a larger one is refused
	maxRelated     = 100      // other places of a result
	maxDescription = 1024     // of short and full descriptions
	// fingerprintKey is ours: primaryLocationLineHash is left to the uploader, which computes it from the checkout.
	fingerprintKey = "kartalint/v1"
	schemaURI      = "https://json.schemastore.org/sarif-2.1.0.json"
	home           = "https://github.com/kartalint/kartalint"
)

func writeSARIF(w io.Writer, in *Input, opts Options) error {
	run := sarif.NewRun()
	run.Tool = &sarif.Tool{Driver: driver(in, opts)}
	kind := "unicodeCodePoints"
	run.ColumnKind = &kind
	if category := strings.TrimRight(opts.Category, "/"); category != "" {
		id := category + "/" // what stands after the last slash is the name of one run
		run.AutomationDetails = &sarif.RunAutomationDetails{ID: &id}
	}
	s := &sarifWriter{in: in, lines: &lineSource{read: in.Source}, seen: map[string]int{}, index: map[string]int{}}
	for i, r := range in.Rules {
		s.index[r.ID] = i
	}
	list := reported(in, opts)
	run.Results = []*sarif.Result{}
	for _, f := range list[:min(len(list), maxResults)] {
		run.Results = append(run.Results, s.result(f))
	}
	out, err := fitted(run, len(list), maxUpload)
	if err != nil {
		return err
	}
	_, err = w.Write(out)
	return err
}

// fitted is the report of a run, with as many of its results, the worst first, as a compressed report may hold. found is
// how many results there are.
func fitted(run *sarif.Run, found, limit int) ([]byte, error) {
	for {
		run.Invocations = nil
		if cut := found - len(run.Results); cut > 0 {
			run.Invocations = append(run.Invocations, cutNotice(cut))
		}
		out, err := compact(&sarif.Report{Version: "2.1.0", Schema: schemaURI, Runs: []*sarif.Run{run}})
		if err != nil || len(run.Results) == 0 || len(out) < limit || compressed(out) < limit {
			return out, err
		}
		run.Results = run.Results[:len(run.Results)/2]
	}
}

// compressed is the size of a text as it is uploaded.
func compressed(text []byte) int {
	var out bytes.Buffer
	zip := gzip.NewWriter(&out)
	_, _ = zip.Write(text) // a buffer takes everything
	_ = zip.Close()
	return out.Len()
}

// reported are the findings that the report holds, the worst first.
func reported(in *Input, opts Options) []rules.Finding {
	var list []rules.Finding
	for _, f := range in.Findings {
		if f.Suppressed == nil || opts.Suppressed {
			list = append(list, f)
		}
	}
	slices.SortStableFunc(list, func(a, b rules.Finding) int { return int(b.Severity) - int(a.Severity) })
	return list
}

func cutNotice(n int) *sarif.Invocation {
	i := sarif.NewInvocation()
	done := true
	i.ExecutionSuccessful = &done
	note := sarif.NewNotification()
	note.Level = "note"
	note.Message = textMessage(fmt.Sprintf("%s left out, the least severe: a reader takes %d of a run and %d MB.", Plural(n, "result"), maxResults, maxUpload>>20))
	i.ToolExecutionNotifications = append(i.ToolExecutionNotifications, note)
	return i
}

// driver describes the tool and every rule, whatever was found, so that the list changes with the tool alone.
func driver(in *Input, opts Options) *sarif.ToolComponent {
	d := sarif.NewToolComponent()
	name, uri := "kartalint", home
	d.Name, d.InformationURI = &name, &uri
	version := strings.TrimPrefix(opts.Version, "v")
	if version == "" || version[0] < '0' || version[0] > '9' {
		version = "0.0.0-" + cmp.Or(version, "dev") // readers compare versions as numbers
	}
	d.Version, d.SemanticVersion = &version, &version
	for _, r := range in.Rules {
		d.Rules = append(d.Rules, descriptor(r))
	}
	return d
}

func descriptor(r *rules.Rule) *sarif.ReportingDescriptor {
	d := sarif.NewReportingDescriptor()
	id, name := r.ID, pascal(r.Name)
	uri := home + "/blob/main/docs/rules.md#" + strings.ToLower(r.ID)
	d.ID, d.Name, d.HelpURI = &id, &name, &uri
	d.ShortDescription = multi(upperFirst(limit(r.Title, maxDescription-1))+".", "")
	d.FullDescription = multi(limit(sentences(r.What, r.Why), maxDescription), "")
	d.Help = multi(sentences(r.What, r.Why, r.Mend), helpMarkdown(r))
	config := sarif.NewReportingConfiguration()
	config.Level = level(r.Severity)
	d.DefaultConfiguration = config
	bag := sarif.NewPropertyBag()
	bag.Tags = []string{"karta", family(r.ID)}
	bag.Properties = sarif.Properties{"precision": "high", "problem.severity": problemSeverity(r.Severity)}
	d.Properties = bag
	return d
}

// helpMarkdown is a rule's page without its last example. Code scanning shows line breaks as they are, so paragraphs are
// single lines.
func helpMarkdown(r *rules.Rule) string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s\n\n**Why it hurts.** %s\n\n**How to mend.** %s\n", oneParagraph(r.What), oneParagraph(r.Why), oneParagraph(r.Mend))
	if r.Bad != "" {
		fmt.Fprintf(&b, "\nBad:\n\n```yaml\n%s```\n\nGood:\n\n```yaml\n%s```\n", r.Bad, r.Good)
	}
	fmt.Fprintf(&b, "\n[%s %s](%s/blob/main/docs/rules.md#%s)\n", r.ID, r.Name, home, strings.ToLower(r.ID))
	return b.String()
}

func oneParagraph(s string) string { return strings.Join(strings.Fields(s), " ") }

// sentences joins texts, each with a full stop.
func sentences(list ...string) string {
	var out []string
	for _, s := range list {
		if s = oneParagraph(s); s != "" {
			out = append(out, strings.TrimSuffix(s, ".")+".")
		}
	}
	return strings.Join(out, " ")
}

func limit(s string, n int) string {
	if r := []rune(s); len(r) > n {
		return string(r[:n-1]) + "…"
	}
	return s
}

func upperFirst(s string) string {
	if s == "" {
		return s
	}
	return strings.ToUpper(s[:1]) + s[1:]
}

// pascal is a rule's name as SARIF wants identifiers: SharedWriteTarget.
func pascal(name string) string {
	var b strings.Builder
	for part := range strings.SplitSeq(name, "-") {
		b.WriteString(upperFirst(part))
	}
	return b.String()
}

// family is the tag of a rule's family.
func family(id string) string {
	names := []string{"files", "structure", "jq", "targets", "overlap", "instances", "status", "selectors", "types", "evidence"}
	if len(id) > 2 && id[2] >= '0' && id[2] <= '9' {
		return names[id[2]-'0']
	}
	return "other"
}

func level(s rules.Severity) string {
	return map[rules.Severity]string{rules.Error: "error", rules.Warning: "warning"}[s] + map[bool]string{true: "note"}[s <= rules.Note]
}

func problemSeverity(s rules.Severity) string {
	if s <= rules.Note {
		return "recommendation"
	}
	return level(s)
}

func multi(text, markdown string) *sarif.MultiformatMessageString {
	m := &sarif.MultiformatMessageString{Text: &text}
	if markdown != "" {
		m.Markdown = &markdown
	}
	return m
}

func textMessage(text string) *sarif.Message {
	m := sarif.NewMessage()
	m.Text = &text
	return m
}

// sarifWriter makes results.
type sarifWriter struct {
	in    *Input
	lines *lineSource
	index map[string]int // of rules, by id
	seen  map[string]int // fingerprints
}

func (s *sarifWriter) result(f rules.Finding) *sarif.Result {
	r := sarif.NewResult()
	id := f.Rule.ID
	r.RuleID, r.RuleIndex, r.Level = &id, -1, level(f.Severity)
	if i, ok := s.index[id]; ok {
		r.RuleIndex = i
	}
	text := unlinked(sentence(Clean(f.Message)))
	for i, rel := range f.Related[:min(len(f.Related), maxRelated)] {
		text += fmt.Sprintf(" See [%s](%d).", strings.NewReplacer("[", "", "]", "", "\\", "").Replace(Clean(rel.Message)), i+1)
		l := s.location(rel.At, true)
		l.ID = i + 1
		l.Message = textMessage(sentence(Clean(rel.Message)))
		r.RelatedLocations = append(r.RelatedLocations, l)
	}
	r.Message = textMessage(text)
	r.Locations = append(r.Locations, s.location(f.At, true))
	s.seen[f.Fingerprint]++
	print := f.Fingerprint
	if n := s.seen[print]; n > 1 {
		print = fmt.Sprintf("%s:%d", print, n)
	}
	r.PartialFingerprints = map[string]string{fingerprintKey: print}
	for _, fix := range f.Fixes {
		if len(fix.Edits) > 0 {
			r.Fixes = append(r.Fixes, s.fix(fix))
		}
	}
	if f.Suppressed != nil {
		r.Suppressions = append(r.Suppressions, hidden(f.Suppressed))
	}
	return r
}

func sentence(s string) string { return strings.TrimSuffix(s, ".") + "." }

// unlinked keeps a message's own brackets from being taken for a link to another place.
func unlinked(s string) string { return strings.ReplaceAll(s, "](", "] (") }

func hidden(s *rules.Suppression) *sarif.Suppression {
	out := sarif.NewSuppression()
	kind := "inSource"
	if s.Baseline {
		kind = "external"
	}
	out.Kind = &kind
	if s.Reason != "" {
		reason := Clean(s.Reason)
		out.Justification = &reason
	}
	return out
}

// location is a place with all four numbers. short cuts a place over several lines to its first: an alert is shown in a
// pull request only where all of its lines are in the change.
func (s *sarifWriter) location(at catalog.Span, short bool) *sarif.Location {
	l := sarif.NewLocation()
	l.PhysicalLocation = &sarif.PhysicalLocation{ArtifactLocation: s.artifact(at.File), Region: s.region(at, short)}
	return l
}

func (s *sarifWriter) artifact(file string) *sarif.ArtifactLocation {
	a := sarif.NewArtifactLocation()
	if s.in.Path != nil {
		file = s.in.Path(file)
	}
	uri := reference(file)
	a.URI = &uri
	return a
}

// reference is a file's name as a URI reference. Only a file outside the repository has an absolute one. A colon would make
// a scheme of what stands before it.
func reference(file string) string {
	escaped := strings.ReplaceAll((&url.URL{Path: file}).EscapedPath(), ":", "%3A")
	if strings.HasPrefix(file, "/") {
		return "file://" + escaped
	}
	return escaped
}

func (s *sarifWriter) region(at catalog.Span, short bool) *sarif.Region {
	line, column := max(at.Start.Line, 1), max(at.Start.Column, 1)
	endLine, endColumn := max(at.End.Line, line), max(at.End.Column, 1)
	if short && endLine > line {
		endLine, endColumn = line, column+1
		if text := s.lines.line(at); text != nil {
			endColumn = max(len([]rune(string(text)))+1, column+1)
		}
	}
	if short && endLine == line {
		endColumn = max(endColumn, column+1)
	}
	r := sarif.NewRegion()
	r.StartLine, r.StartColumn, r.EndLine, r.EndColumn = &line, &column, &endLine, &endColumn
	return r
}

// fix is a complete fix: one change a file, with every edit.
func (s *sarifWriter) fix(f rules.Fix) *sarif.Fix {
	out := sarif.NewFix()
	title := f.Title
	if !f.Safe {
		title += " (unsafe: it can change what is read for some objects)"
	}
	out.Description = textMessage(sentence(upperFirst(Clean(title))))
	byFile := map[string]*sarif.ArtifactChange{}
	for _, e := range f.Edits {
		change := byFile[e.Span.File]
		if change == nil {
			change = sarif.NewArtifactChange()
			change.ArtifactLocation = s.artifact(e.Span.File)
			byFile[e.Span.File] = change
			out.ArtifactChanges = append(out.ArtifactChanges, change)
		}
		replacement := sarif.NewReplacement()
		replacement.DeletedRegion = s.region(e.Span, false)
		text := e.New
		content := sarif.NewArtifactContent()
		content.Text = &text
		replacement.InsertedContent = content
		change.Replacements = append(change.Replacements, replacement)
	}
	return out
}

// compact is a report without what says nothing: the library spells out empty lists and defaults, which makes a report
// several times larger.
func compact(report *sarif.Report) ([]byte, error) {
	raw, err := json.Marshal(report)
	if err != nil {
		return nil, err
	}
	var tree any
	dec := json.NewDecoder(bytes.NewReader(raw))
	dec.UseNumber()
	if err := dec.Decode(&tree); err != nil {
		return nil, err
	}
	var out bytes.Buffer
	enc := json.NewEncoder(&out)
	enc.SetEscapeHTML(false)
	err = enc.Encode(prune(tree, ""))
	return out.Bytes(), err
}

// prune drops null, empty lists but those that a reader wants, and the defaults of the standard.
func prune(v any, key string) any {
	switch v := v.(type) {
	case map[string]any:
		for k, x := range v {
			if x = prune(x, k); x == nil || standardDefault(k, x) {
				delete(v, k)
			} else {
				v[k] = x
			}
		}
		if len(v) == 0 && key == "properties" {
			return nil
		}
	case []any:
		if len(v) == 0 && key != "results" && key != "rules" {
			return nil
		}
		for i := range v {
			v[i] = prune(v[i], "")
		}
	}
	return v
}

func standardDefault(key string, v any) bool {
	switch key {
	case "rank", "index", "ruleIndex", "id", "byteOffset", "charOffset", "parentIndex":
		n, ok := v.(json.Number)
		return ok && n.String() == "-1"
	case "language":
		return v == "en-US"
	case "kind":
		return v == "fail"
	case "enabled":
		return v == true
	case "isComprehensive":
		return v == false
	case "newlineSequences":
		return true
	}
	return false
}
