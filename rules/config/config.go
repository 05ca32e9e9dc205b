// Package config reads .kartalint.yaml: which files are checked, which rules are on and how much they weigh. It knows
// the shape of the file and nothing of the rules but their ids; the command line's flags win over it.
package config

import (
	"bytes"
	_ "embed"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/bmatcuk/doublestar/v4"
	"github.com/santhosh-tekuri/jsonschema/v5"
	"go.yaml.in/yaml/v3"

	"github.com/kartalint/kartalint/rules"
)

// FileName is the configuration file that Find looks for.
const FileName = ".kartalint.yaml"

// maxSize bounds the file: a configuration is a page of text.
const maxSize = 1 << 20

//go:embed schema.json
var schema []byte

// Schema is the JSON Schema of the file.
func Schema() []byte { return schema }

// Config is the file's content. Paths and globs are relative to Dir.
type Config struct {
	File      string `yaml:"-"` // where it was read
	Dir       string `yaml:"-"` // its folder
	Paths     []string
	Exclude   []string
	CRDs      []string `yaml:"crds"`
	Objects   []string
	FailOn    string `yaml:"fail-on"`
	Writes    rules.Writes
	Rules     map[string]string
	Overrides []Override
}

// Override is the severity of rules in some files.
type Override struct {
	Paths []string
	Rules map[string]string
}

// Error is a mistake in the file, with its place.
type Error struct {
	File         string
	Line, Column int
	Message      string
}

// Error prints file:line:column: message.
func (e *Error) Error() string {
	return fmt.Sprintf("%s:%d:%d: %s", e.File, e.Line, e.Column, e.Message)
}

// Find looks for the file in dir and the folders above it, up to the first that holds a .git entry; "" where there is
// none.
func Find(dir string) (string, error) {
	dir, err := filepath.Abs(dir)
	if err != nil {
		return "", err
	}
	for {
		path := filepath.Join(dir, FileName)
		if info, err := os.Stat(path); err == nil && info.Mode().IsRegular() {
			return path, nil
		}
		_, err := os.Lstat(filepath.Join(dir, ".git"))
		if parent := filepath.Dir(dir); err == nil || parent == dir {
			return "", nil
		} else {
			dir = parent
		}
	}
}

// Load reads a configuration file. Mistakes in it are all reported at once, each as an *Error, joined.
func Load(path string) (*Config, error) {
	src, err := readBounded(path)
	if err != nil {
		return nil, err
	}
	c, err := Parse(path, src)
	if err != nil {
		return nil, err
	}
	c.Dir = filepath.Dir(path)
	return c, nil
}

func readBounded(path string) ([]byte, error) {
	info, err := os.Stat(path)
	if err != nil {
		return nil, fmt.Errorf("cannot read the configuration: %w", err)
	}
	if !info.Mode().IsRegular() {
		return nil, &Error{path, 1, 1, "the configuration is no regular file"}
	}
	f, err := os.Open(path)
	if err != nil {
		return nil, fmt.Errorf("cannot read the configuration: %w", err)
	}
	defer func() { _ = f.Close() }()
	src, err := io.ReadAll(io.LimitReader(f, maxSize+1))
	if err != nil {
		return nil, fmt.Errorf("cannot read the configuration: %w", err)
	}
	if len(src) > maxSize {
		return nil, &Error{path, 1, 1, fmt.Sprintf("the configuration is larger than %d bytes", maxSize)}
	}
	return src, nil
}

// Parse reads a configuration from its text; file names it in errors.
func Parse(file string, src []byte) (*Config, error) {
	c := &Config{File: file, Dir: "."}
	var doc yaml.Node
	dec := yaml.NewDecoder(bytes.NewReader(src))
	if err := dec.Decode(&doc); errors.Is(err, io.EOF) {
		return c, nil
	} else if err != nil {
		return nil, syntaxError(file, err)
	}
	if len(doc.Content) == 0 || doc.Content[0].Tag == "!!null" {
		return c, nil
	}
	if err := dec.Decode(new(yaml.Node)); !errors.Is(err, io.EOF) {
		return nil, &Error{file, 1, 1, "the configuration has more than one document: keep the first"}
	}
	root := doc.Content[0]
	if err := errors.Join(check(file, root)...); err != nil {
		return nil, err
	}
	if err := root.Decode(c); err != nil {
		return nil, syntaxError(file, err)
	}
	return c, errors.Join(checkGlobs(file, root, c)...)
}

// syntaxError keeps the line that the YAML library names and drops its prefix.
func syntaxError(file string, err error) error {
	text := strings.TrimPrefix(err.Error(), "yaml: ")
	line := 1
	if rest, ok := strings.CutPrefix(text, "line "); ok {
		number, message, _ := strings.Cut(rest, ": ")
		if n, err := strconv.Atoi(number); err == nil {
			line, text = n, message
		}
	}
	return &Error{file, line, 1, strings.ReplaceAll(text, "\n", " ")}
}

// check holds the document against the schema.
func check(file string, root *yaml.Node) []error {
	if n := unusual(root); n != nil {
		return []error{&Error{file, n.Line, n.Column, "anchors, aliases and merge keys are not read in a configuration: write the value out"}}
	}
	value, errs := plain(file, root)
	if len(errs) > 0 {
		return errs
	}
	var failed *jsonschema.ValidationError
	if err := jsonschema.MustCompileString("config.json", string(schema)).Validate(value); !errors.As(err, &failed) {
		return nil
	}
	return leaves(file, root, failed)
}

// unusual finds a node that the plain reading does not cover.
func unusual(n *yaml.Node) *yaml.Node {
	if n.Kind == yaml.AliasNode || n.Anchor != "" || n.Tag == "!!merge" {
		return n
	}
	for _, c := range n.Content {
		if found := unusual(c); found != nil {
			return found
		}
	}
	return nil
}

// plain is the node as JSON values: booleans, numbers and strings as YAML types them, but `on` and `off` as the words
// that they are in the schema.
func plain(file string, n *yaml.Node) (any, []error) {
	switch n.Kind {
	case yaml.MappingNode:
		m := map[string]any{}
		var errs []error
		for i := 0; i+1 < len(n.Content); i += 2 {
			key := n.Content[i]
			if _, twice := m[key.Value]; twice {
				errs = append(errs, &Error{file, key.Line, key.Column, fmt.Sprintf("%q stands here twice", key.Value)})
			}
			value, more := plain(file, n.Content[i+1])
			m[key.Value], errs = value, append(errs, more...)
		}
		return m, errs
	case yaml.SequenceNode:
		list := []any{}
		var errs []error
		for _, item := range n.Content {
			value, more := plain(file, item)
			list, errs = append(list, value), append(errs, more...)
		}
		return list, errs
	}
	var v any
	if n.Tag == "!!null" || n.Decode(&v) != nil {
		return nil, nil
	}
	switch v.(type) {
	case string, bool:
		return v, nil
	case int, int64, uint64, float64:
		return n.Value, nil
	}
	return n.Value, nil
}

// leaves turns a schema error into one error a cause, at its place.
func leaves(file string, root *yaml.Node, e *jsonschema.ValidationError) []error {
	if len(e.Causes) > 0 {
		var list []error
		for _, c := range e.Causes {
			list = append(list, leaves(file, root, c)...)
		}
		return list
	}
	node, name := locate(root, e.InstanceLocation)
	if key, ok := unknownKey(e.Message); ok {
		return []error{unknown(file, node, name, key, e.KeywordLocation)}
	}
	if strings.Contains(e.KeywordLocation, "/propertyNames/") {
		return []error{wrongID(file, root, name)}
	}
	message := e.Message
	if name != "" {
		message = name + ": " + message
	}
	return []error{&Error{file, node.Line, node.Column, message}}
}

// unknownKey reads the first key that additionalProperties or propertyNames refused.
func unknownKey(message string) (string, bool) {
	rest, ok := strings.CutPrefix(message, "additionalProperties '")
	if !ok {
		return "", false
	}
	key, _, _ := strings.Cut(rest, "'")
	return key, true
}

// wrongID is the error at a key that is no rule id.
func wrongID(file string, root *yaml.Node, id string) error {
	at := find(root, id)
	return &Error{file, at.Line, at.Column, fmt.Sprintf("%q is no rule id: write KL and three digits, as `kartalint rules` lists them", id)}
}

func unknown(file string, parent *yaml.Node, name, key, keyword string) error {
	at := parent
	for i := 0; i+1 < len(parent.Content); i += 2 {
		if parent.Content[i].Value == key {
			at = parent.Content[i]
		}
	}
	known := []string{"paths", "exclude", "crds", "objects", "fail-on", "writes", "rules", "overrides"}
	if strings.Contains(keyword, "overrides") {
		known = []string{"paths", "rules"}
	}
	message := fmt.Sprintf("unknown setting %q", key)
	if near := rules.Nearest(key, known); near != "" {
		message += fmt.Sprintf(": did you mean %q?", near)
	} else {
		message += ": known are " + strings.Join(known, ", ")
	}
	if name != "" {
		message = name + ": " + message
	}
	return &Error{file, at.Line, at.Column, message}
}

// locate follows a JSON pointer and names the last key on the way.
func locate(n *yaml.Node, pointer string) (*yaml.Node, string) {
	name := ""
	for part := range strings.SplitSeq(strings.TrimPrefix(pointer, "/"), "/") {
		part = strings.NewReplacer("~1", "/", "~0", "~").Replace(part)
		switch n.Kind {
		case yaml.MappingNode:
			for i := 0; i+1 < len(n.Content); i += 2 {
				if n.Content[i].Value == part {
					n, name = n.Content[i+1], part
					break
				}
			}
		case yaml.SequenceNode:
			if i, err := strconv.Atoi(part); err == nil && i < len(n.Content) {
				n = n.Content[i]
			}
		}
	}
	return n, name
}

// checkGlobs refuses patterns that could never match.
func checkGlobs(file string, root *yaml.Node, c *Config) []error {
	var errs []error
	bad := func(pattern string) {
		if !doublestar.ValidatePattern(filepath.ToSlash(pattern)) {
			at := find(root, pattern)
			errs = append(errs, &Error{file, at.Line, at.Column, fmt.Sprintf("%q is no valid glob", pattern)})
		}
	}
	for _, p := range slices.Concat(c.Paths, c.Exclude) {
		bad(p)
	}
	for _, o := range c.Overrides {
		for _, p := range o.Paths {
			bad(p)
		}
	}
	return errs
}

func find(n *yaml.Node, value string) *yaml.Node {
	if n.Kind == yaml.ScalarNode && n.Value == value {
		return n
	}
	for _, c := range n.Content {
		if found := find(c, value); found.Kind == yaml.ScalarNode && found.Value == value {
			return found
		}
	}
	return n
}

// Apply adds the file's rule levels to what a linter is made of. Levels that are set already, by flags, win.
func (c *Config) Apply(to *rules.Config) error {
	if to.Levels == nil {
		to.Levels = map[string]rules.Severity{}
	}
	for id, word := range c.Rules {
		level, err := parseLevel(word)
		if err != nil {
			return err
		}
		if _, set := to.Levels[id]; !set {
			to.Levels[id] = level
		}
	}
	for _, o := range c.Overrides {
		match := c.matcher(o.Paths)
		for id, word := range o.Rules {
			level, err := parseLevel(word)
			if err != nil {
				return err
			}
			to.PathLevels = append(to.PathLevels, rules.PathLevel{Match: match, Rule: id, Severity: level})
		}
	}
	if to.Settings.Writes == "" {
		to.Settings.Writes = c.Writes
	}
	return nil
}

func parseLevel(word string) (rules.Severity, error) {
	if word == "on" {
		return rules.Default, nil
	}
	return rules.ParseSeverity(word)
}

// matcher says whether a file, as named on the command line, matches one of the globs relative to the configuration.
func (c *Config) matcher(globs []string) func(string) bool {
	return func(file string) bool {
		if abs, err := filepath.Abs(filepath.FromSlash(file)); err == nil {
			if dir, err := filepath.Abs(c.Dir); err == nil {
				if rel, err := filepath.Rel(dir, abs); err == nil {
					file = filepath.ToSlash(rel)
				}
			}
		}
		return slices.ContainsFunc(globs, func(g string) bool {
			ok, _ := doublestar.Match(filepath.ToSlash(g), file)
			return ok
		})
	}
}

// Resolve makes the file's paths usable from the working folder.
func (c *Config) Resolve(paths []string) []string {
	list := make([]string, len(paths))
	for i, p := range paths {
		if !filepath.IsAbs(p) {
			p = filepath.Join(c.Dir, p)
		}
		if wd, err := os.Getwd(); err == nil {
			if rel, err := filepath.Rel(wd, p); err == nil && filepath.IsAbs(p) && !strings.HasPrefix(rel, "..") {
				p = rel
			}
		}
		list[i] = filepath.ToSlash(p)
	}
	return list
}

// Missing says whether an error means that the file does not exist.
func Missing(err error) bool { return errors.Is(err, fs.ErrNotExist) }
