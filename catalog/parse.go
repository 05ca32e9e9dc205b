package catalog

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"regexp"
	"strconv"
	"strings"
	"unicode/utf8"

	"go.yaml.in/yaml/v3"
)

// Parse reads a file's text: YAML or JSON, any number of documents. What is wrong with it is in the file's problems and
// those of its definitions; documents that can be read are read.
func Parse(name string, src []byte, opts Options) *File {
	opts = opts.withDefaults()
	if int64(len(src)) > opts.MaxFileSize {
		f := newFile(name, nil)
		f.problem(ProblemLimit, 0, "the file is larger than %d bytes: it is not read", opts.MaxFileSize)
		return f
	}
	f := newFile(name, src)
	if !utf8.Valid(src) {
		f.problem(ProblemSyntax, invalidByte(src), "this is no UTF-8 text: save the file as UTF-8")
		return f
	}
	text := src
	isJSON := strings.HasSuffix(strings.ToLower(name), ".json") || looksLikeJSON(src)
	if isJSON {
		text = detab(src)
	}
	f.lineBreaks()
	for i, chunk := range chunks(text) {
		if i >= opts.MaxDocuments {
			f.problem(ProblemLimit, chunk.start, "the file has more than %d documents: the rest is not read", opts.MaxDocuments)
			break
		}
		f.document(text, chunk, isJSON, opts)
	}
	return f
}

// invalidByte is the offset of the first byte that is no UTF-8.
func invalidByte(src []byte) int {
	for i := 0; i < len(src); {
		r, size := utf8.DecodeRune(src[i:])
		if r == utf8.RuneError && size == 1 {
			return i
		}
		i += size
	}
	return len(src)
}

func (f *File) problem(kind ProblemKind, at int, format string, args ...any) {
	end := at
	for end < len(f.Source) && f.Source[end] != '\n' && f.Source[end] != '\r' {
		end++
	}
	f.Problems = append(f.Problems, Problem{Kind: kind, Message: fmt.Sprintf(format, args...), At: f.Span(at, end)})
}

// lineBreaks reports the line breaks of YAML that editors and code review do not count as such.
func (f *File) lineBreaks() {
	if f.yaml == nil {
		return
	}
	names := map[string]string{"\r": "a carriage return alone", "\u0085": "U+0085", "\u2028": "U+2028", "\u2029": "U+2029"}
	for i := 0; i < len(f.Source); i++ {
		n := breakAt(f.Source, i)
		if n == 0 {
			continue
		}
		if what := names[string(f.Source[i:i+n])]; what != "" {
			f.Problems = append(f.Problems, Problem{Kind: ProblemLineBreak, At: f.Span(i, i+n),
				Message: what + " ends a line for YAML and for nothing else: what is read is not what is seen; remove it"})
			return
		}
		i += n - 1
	}
}

func looksLikeJSON(src []byte) bool {
	src = bytes.TrimLeft(bytes.TrimPrefix(src, bom), " \t\r\n")
	return len(src) > 0 && src[0] == '{' && json.Valid(src)
}

// detab makes the tabs of a JSON text blanks, which the YAML library wants; none stands inside a string.
func detab(src []byte) []byte {
	if bytes.IndexByte(src, '\t') < 0 {
		return src
	}
	return bytes.ReplaceAll(src, []byte{'\t'}, []byte{' '})
}

// chunk is the text of one document.
type chunk struct{ start, end int }

// chunks cuts a text at its document markers. A broken document then does not hide the next.
func chunks(src []byte) []chunk {
	var list []chunk
	start := 0
	if bytes.HasPrefix(src, bom) {
		start = len(bom)
	}
	begin := start
	for at := start; at < len(src); {
		end := bytes.IndexByte(src[at:], '\n')
		if end < 0 {
			end = len(src)
		} else {
			end += at + 1
		}
		if isMarker(src[at:end]) && at > begin {
			if !directivesOnly(src[begin:at]) {
				list = append(list, chunk{begin, at})
				begin = at
			}
		}
		at = end
	}
	return append(list, chunk{begin, len(src)})
}

func isMarker(line []byte) bool {
	return bytes.HasPrefix(line, []byte("---")) && (len(line) == 3 || line[3] == ' ' || line[3] == '\n' || line[3] == '\r' || line[3] == '\t')
}

func directivesOnly(text []byte) bool {
	found := false
	for line := range bytes.Lines(text) {
		switch line = bytes.TrimSpace(line); {
		case len(line) == 0 || line[0] == '#':
		case line[0] == '%':
			found = true
		default:
			return false
		}
	}
	return found
}

// document reads one document of the file.
func (f *File) document(text []byte, c chunk, isJSON bool, opts Options) {
	var y yaml.Node
	dec := yaml.NewDecoder(bytes.NewReader(text[c.start:c.end]))
	err := decode(dec, &y)
	if errors.Is(err, io.EOF) {
		return
	}
	base := f.yamlLine(c.start) - 1
	if err != nil {
		f.syntaxError(err, c, base)
		return
	}
	if len(y.Content) == 0 || y.Content[0].Kind == yaml.ScalarNode && y.Content[0].Tag == "!!null" {
		return
	}
	if err := decode(dec, new(yaml.Node)); err != nil && !errors.Is(err, io.EOF) {
		f.syntaxError(err, c, base)
		return
	}
	f.Documents++
	b := &treeBuilder{file: f, base: base, limits: limits{opts.MaxDepth, opts.MaxExpansion}}
	root := b.build(y.Content[0], 0)
	f.Problems = append(f.Problems, b.problems...)
	if !b.failed {
		f.object(root, opts)
	}
}

// decode turns a panic of the library into an error.
func decode(dec *yaml.Decoder, y *yaml.Node) (err error) {
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("yaml: %v", r)
		}
	}()
	return dec.Decode(y)
}

var yamlLineError = regexp.MustCompile(`^line (\d+): `)

func (f *File) syntaxError(err error, c chunk, base int) {
	message := strings.TrimPrefix(err.Error(), "yaml: ")
	at := c.start
	if m := yamlLineError.FindStringSubmatch(message); m != nil {
		message = message[len(m[0]):]
		if line, err := strconv.Atoi(m[1]); err == nil {
			at = min(f.offset(base+line, 1), c.end)
		}
	} else {
		at = f.contentStart(at)
	}
	if i := bytes.IndexByte(f.Source[c.start:c.end], 0); i >= 0 && strings.Contains(message, "control characters") {
		at = c.start + i
	}
	f.problem(ProblemSyntax, at, "this is no valid YAML: %s", strings.ReplaceAll(message, "\n", " "))
}

// contentStart skips blank lines.
func (f *File) contentStart(at int) int {
	for at < len(f.Source) && (f.Source[at] == '\n' || f.Source[at] == '\r') {
		at++
	}
	return at
}

// object takes in one object: a definition, a list of objects, or something else.
func (f *File) object(n *Node, opts Options) {
	kind, apiVersion := n.Get("kind").text(), n.Get("apiVersion").text()
	group, _, _ := strings.Cut(apiVersion, "/")
	switch {
	case group == "run.ai" && kind == "Karta", group == "optimization.nvidia.com" && kind == "ResourceInterface":
		f.Definitions = append(f.Definitions, f.define(n, opts))
	case strings.HasSuffix(kind, "List") && n.Get("items") != nil && n.Get("items").Kind == Sequence:
		for _, item := range n.Get("items").Items {
			f.object(item, opts)
		}
	case n.Kind == Sequence:
		for _, item := range n.Items {
			if item.Get("kind").text() == "Karta" || item.Get("kind").text() == "ResourceInterface" {
				f.object(item, opts)
			}
		}
	case kind == "":
		f.Skipped["(no kind)"]++
	default:
		f.Skipped[kind]++
	}
}
