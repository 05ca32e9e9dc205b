package kube

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"sync"

	"go.yaml.in/yaml/v3"
)

// crd is one CustomResourceDefinition.
type crd struct {
	file        string
	group, kind string
	versions    []version
}

// version is one version of a CRD; its schema is read at the first question.
type version struct {
	name               string
	served, deprecated bool
	schema             func() *Schema // nil where the version has none
}

// errHelm is said of a chart's template.
var errHelm = errors.New("a Helm template, not YAML: render it first (helm template), or take the CRD from a cluster (kubectl get crd NAME -o yaml)")

// readCRDs reads the CRDs of a file. Documents of other kinds are passed over; broken ones are the errors, and hide no other.
func readCRDs(file string, src []byte) ([]*crd, []error) {
	var found []*crd
	var failed []error
	for _, doc := range documents(src) {
		r, err := readDocument(doc)
		if err != nil {
			failed = append(failed, fmt.Errorf("%s: %w", file, err))
			continue
		}
		for _, object := range objectsOf(r) {
			if object.member("kind") == nil || object.member("kind").text() != "CustomResourceDefinition" {
				continue
			}
			c, err := readCRD(file, object)
			if err != nil {
				failed = append(failed, fmt.Errorf("%s: %w", file, err))
				continue
			}
			found = append(found, c)
		}
	}
	return found, failed
}

// documents are the documents of a file: the text between lines of three dashes.
func documents(src []byte) [][]byte {
	var out [][]byte
	at := 0
	for from := 0; from < len(src); {
		end := len(src)
		if n := bytes.Index(src[from:], []byte("\n---")); n >= 0 {
			end = from + n + 1
		}
		if end == len(src) {
			break
		}
		rest := src[end+3:]
		if len(rest) == 0 || rest[0] == '\n' || rest[0] == '\r' || rest[0] == ' ' {
			out = append(out, src[at:end])
			at = end + 3
			if n := bytes.IndexByte(rest, '\n'); n >= 0 {
				at = end + 3 + n
			}
		}
		from = end + 3
	}
	first := src[at:]
	if len(out) == 0 {
		first = bytes.TrimPrefix(bytes.TrimPrefix(src, []byte("\xef\xbb\xbf")), []byte("---"))
	}
	return append(out, first)
}

// readDocument reads a document by outline where it is in plain block style, else with the YAML library.
func readDocument(doc []byte) (reader, error) {
	if plainBlocks(doc) && !templated(doc) {
		return outlineOf(block{src: doc, end: len(doc)}), nil
	}
	var n yaml.Node
	err := yaml.NewDecoder(bytes.NewReader(doc)).Decode(&n)
	switch {
	case errors.Is(err, io.EOF):
		return node{&yaml.Node{}}, nil
	case templated(doc) && (err != nil || !isMapping(&n)):
		return nil, errHelm
	case err != nil:
		return nil, fmt.Errorf("cannot be read as YAML: %w", err)
	case len(n.Content) == 0:
		return node{&yaml.Node{}}, nil
	}
	return node{n.Content[0]}, nil
}

// isMapping says whether a document holds a mapping with plain keys: a template's {{ … }} parses as one inside another.
func isMapping(n *yaml.Node) bool {
	if len(n.Content) == 0 || n.Content[0].Kind != yaml.MappingNode {
		return false
	}
	for i := 0; i < len(n.Content[0].Content); i += 2 {
		if n.Content[0].Content[i].Kind != yaml.ScalarNode {
			return false
		}
	}
	return true
}

// templated says whether a line starts with a template's action.
func templated(doc []byte) bool {
	for at := 0; ; {
		n := bytes.Index(doc[at:], []byte("{{"))
		if n < 0 {
			return false
		}
		before := doc[:at+n]
		before = before[bytes.LastIndexByte(before, '\n')+1:]
		if len(bytes.TrimLeft(before, " ")) == 0 {
			return true
		}
		at += n + 2
	}
}

// objectsOf are a document, or the items of a List.
func objectsOf(r reader) []reader {
	if items := r.member("items"); items != nil && r.member("spec") == nil {
		return items.items()
	}
	return []reader{r}
}

func readCRD(file string, r reader) (*crd, error) {
	spec := r.member("spec")
	name := textOf(r, "metadata", "name")
	if spec == nil {
		return nil, fmt.Errorf("the CustomResourceDefinition %s has no spec", name)
	}
	c := &crd{file: file, group: textOf(spec, "group"), kind: textOf(spec, "names", "kind")}
	if c.group == "" || c.kind == "" {
		return nil, fmt.Errorf("the CustomResourceDefinition %s has no group or no names.kind", name)
	}
	shared := member(spec, "validation", "openAPIV3Schema") // apiextensions.k8s.io/v1beta1
	if list := spec.member("versions"); list != nil {
		for _, v := range list.items() {
			c.versions = append(c.versions, readVersion(v, shared))
		}
	} else if v := textOf(spec, "version"); v != "" {
		c.versions = append(c.versions, version{name: v, served: true, schema: lazySchema(shared)})
	}
	if len(c.versions) == 0 {
		return nil, fmt.Errorf("the CustomResourceDefinition %s has no versions", name)
	}
	return c, nil
}

func readVersion(r, shared reader) version {
	v := version{served: true}
	schema := shared
	for _, m := range r.members() {
		switch m.name {
		case "name":
			v.name = m.value.text()
		case "served":
			v.served = m.value.text() == "true"
		case "deprecated":
			v.deprecated = m.value.text() == "true"
		case "schema":
			if own := m.value.member("openAPIV3Schema"); own != nil {
				schema = own
			}
		}
	}
	v.schema = lazySchema(schema)
	return v
}

// lazySchema is nil where there is nothing to read: an absent or empty schema says nothing of any place.
func lazySchema(r reader) func() *Schema {
	if r == nil || len(r.members()) == 0 {
		return nil
	}
	return sync.OnceValue(func() *Schema { return openAPI(r, true) })
}

func member(r reader, keys ...string) reader {
	for _, k := range keys {
		if r == nil {
			return nil
		}
		r = r.member(k)
	}
	return r
}

func textOf(r reader, keys ...string) string {
	if m := member(r, keys...); m != nil {
		return m.text()
	}
	return ""
}
