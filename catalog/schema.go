package catalog

import (
	_ "embed"
	"encoding/json"
	"errors"
	"fmt"
	"math/big"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"

	"github.com/santhosh-tekuri/jsonschema/v5"

	"github.com/kartalint/kartalint/internal/nearest"
)

//go:embed schema/karta.schema.json
var schemaText []byte

// Schema is the JSON Schema (draft 7) of a definition.
func Schema() []byte { return schemaText }

// shapeSchema is the part of the schema that the fast check reads. The library makes the messages; a definition that the
// fast check accepts never reaches it.
type shapeSchema struct {
	Ref                  string `json:"$ref"`
	Type                 string
	Properties           map[string]*shapeSchema
	Required             []string
	AdditionalProperties any
	Items                *shapeSchema
	MinItems             int
	Enum                 []string
	Definitions          map[string]*shapeSchema
}

var shapes = sync.OnceValue(func() *shapeSchema {
	root := &shapeSchema{}
	if err := json.Unmarshal(schemaText, root); err != nil {
		panic(err) // the schema is embedded
	}
	return root
})

var compiled = sync.OnceValue(func() *jsonschema.Schema { return jsonschema.MustCompileString("karta.json", string(schemaText)) })

// conforms says whether a node satisfies the schema.
func (s *shapeSchema) conforms(n *Node) bool {
	if s.Ref != "" {
		s = shapes().Definitions[strings.TrimPrefix(s.Ref, "#/definitions/")]
	}
	switch s.Type {
	case "object":
		return n.Kind == Mapping && s.object(n)
	case "array":
		if n.Kind != Sequence || len(n.Items) < s.MinItems {
			return false
		}
		for _, item := range n.Items {
			if !s.Items.conforms(item) {
				return false
			}
		}
		return true
	case "string":
		return n.Kind == Scalar && n.Tag == "!!str" && (s.Enum == nil || slices.Contains(s.Enum, n.Value))
	}
	return true
}

func (s *shapeSchema) object(n *Node) bool {
	closed := s.AdditionalProperties == false
	for _, m := range n.Members {
		if m.Key.Kind != Scalar {
			return false
		}
		p := s.Properties[m.Key.Value]
		switch {
		case p != nil && !p.conforms(m.Value), p == nil && closed:
			return false
		case p == nil && s.AdditionalProperties != nil && s.AdditionalProperties != true && m.Value.Tag != "!!str":
			return false
		}
	}
	for _, name := range s.Required {
		if n.Key(name) == nil {
			return false
		}
	}
	return true
}

// validate holds a definition against the schema.
func validate(d *Definition) []Problem {
	if shapes().conforms(d.Node) {
		return nil
	}
	var failed *jsonschema.ValidationError
	if err := compiled().Validate(d.Node.plain()); !errors.As(err, &failed) {
		return nil
	}
	v := validator{d}
	list := v.leaves(failed)
	slices.SortStableFunc(list, func(a, b Problem) int { return a.At.Start.Offset - b.At.Start.Offset })
	return slices.CompactFunc(list, func(a, b Problem) bool { return a.At == b.At && a.Message == b.Message })
}

// plain is a node as the library wants it: JSON values as Kubernetes reads YAML.
func (n *Node) plain() any {
	switch n.Kind {
	case Mapping:
		m := make(map[string]any, len(n.Members))
		for _, member := range n.Members {
			m[member.Key.Value] = member.Value.plain()
		}
		return m
	case Sequence:
		list := make([]any, len(n.Items))
		for i, item := range n.Items {
			list[i] = item.plain()
		}
		return list
	}
	return n.scalar()
}

// scalar is a scalar's JSON value; numbers keep their digits.
func (n *Node) scalar() any {
	switch n.Tag {
	case "!!null":
		return nil
	case "!!bool":
		return strings.EqualFold(n.Value, "true")
	case "!!int":
		if i, ok := new(big.Int).SetString(strings.ReplaceAll(n.Value, "_", ""), 0); ok {
			return json.Number(i.String())
		}
	case "!!float":
		if f, err := strconv.ParseFloat(n.Value, 64); err == nil && f-f == 0 {
			return json.Number(n.Value)
		}
	}
	return n.Value
}

type validator struct{ d *Definition }

func (v validator) leaves(e *jsonschema.ValidationError) []Problem {
	if len(e.Causes) > 0 {
		var list []Problem
		for _, c := range e.Causes {
			list = append(list, v.leaves(c)...)
		}
		return list
	}
	n := v.d.Node.Lookup(e.InstanceLocation)
	if n == nil {
		n = v.d.Node
	}
	keyword := e.KeywordLocation[strings.LastIndexByte(e.KeywordLocation, '/')+1:]
	switch keyword {
	case "additionalProperties":
		return v.unknownFields(n, e)
	case "required":
		return v.missingFields(n, e)
	}
	return []Problem{v.problem(n.Span(), e.InstanceLocation, lastKey(e.InstanceLocation), describe(n, e.InstanceLocation, keyword, e.Message), "")}
}

// describe words what is wrong with a value.
func describe(n *Node, pointer, keyword, message string) string {
	name := lastKey(pointer)
	switch keyword {
	case "type":
		want := regexp.MustCompile(`expected (\w+)`).FindStringSubmatch(message)
		got := map[NodeKind]string{Mapping: "a mapping", Sequence: "a list"}[n.Kind]
		if n.Kind == Scalar {
			got = map[string]string{"!!null": "nothing", "!!bool": "a boolean", "!!int": "a number", "!!float": "a number"}[n.Tag]
			if got == "" {
				got = "a string"
			}
		}
		if want != nil {
			hint := ""
			if want[1] == "string" && n.Kind == Scalar && n.Tag != "!!null" {
				hint = ": put it in quotes"
			}
			return fmt.Sprintf("%s must be %s, and is %s%s", name, map[string]string{"string": "a string", "object": "a mapping", "array": "a list"}[want[1]], got, hint)
		}
	case "minItems":
		return name + " must not be empty: leave it out, or write what it is for"
	}
	return fmt.Sprintf("%s: %s", name, message)
}

// mistaken are names that people write for a field that is called otherwise.
var mistaken = map[string]string{"ownerName": "ownerRef", "owner": "ownerRef", "referencedComponents": "childComponents", "components": "childComponents",
	"children": "childComponents", "root": "rootComponent", "podTemplatePath": "podTemplateSpecPath", "instanceIDPath": "instanceIdPath"}

var quotedNames = regexp.MustCompile(`'((?:[^'\\]|\\.)*)'`)

func (v validator) unknownFields(n *Node, e *jsonschema.ValidationError) []Problem {
	known := schemaAt(e.InstanceLocation)
	var list []Problem
	for _, m := range n.Members {
		if slices.Contains(known, m.Key.Value) || m.Key.Kind != Scalar {
			continue
		}
		name := m.Key.Value
		near := mistaken[name]
		if near == "" || !slices.Contains(known, near) {
			near = nearest.Name(name, known)
		}
		message := fmt.Sprintf("%s is no field of %s, and is ignored", strconv.Quote(name), lastKeyOr(e.InstanceLocation, "a definition"))
		switch {
		case strings.HasSuffix(e.InstanceLocation, "/statusMappings"):
			message = fmt.Sprintf("%s is no status that can be mapped", strconv.Quote(name))
			if near == "" {
				message += ": use one of " + strings.Join(known, ", ")
			}
		case near == "":
			message += ": known are " + strings.Join(known, ", ")
		}
		if near != "" {
			message += ": did you mean " + near + "?"
		}
		list = append(list, v.problem(m.Key.Span(), e.InstanceLocation, name, message, near))
	}
	return list
}

// covered are the required fields whose absence a rule of its own reports.
var covered = map[string]bool{"kind/group": true, "kind/version": true, "kind/kind": true, "component/name": true}

func (v validator) missingFields(n *Node, e *jsonschema.ValidationError) []Problem {
	var list []Problem
	parent := lastKey(e.InstanceLocation)
	for _, m := range quotedNames.FindAllStringSubmatch(e.Message, -1) {
		name := m[1]
		if (parent == "kind" || parent == "additionalChildKinds") && covered["kind/"+name] || name == "name" && (parent == "rootComponent" || parent == "childComponents") {
			continue
		}
		at := n.Span()
		if k := v.keyOf(e.InstanceLocation); k != nil {
			at = k.Span()
		} else if len(n.Members) > 0 {
			at = n.Members[0].Key.Span()
		}
		list = append(list, v.problem(at, e.InstanceLocation, name, fmt.Sprintf("%s needs the field %s", lastKeyOr(e.InstanceLocation, "the definition"), name), ""))
	}
	return list
}

// keyOf is the key node of the mapping member that a pointer leads to; nil for an item of a list.
func (v validator) keyOf(pointer string) *Node {
	i := strings.LastIndexByte(pointer, '/')
	if i < 0 {
		return nil
	}
	return v.d.Node.Lookup(pointer[:i]).KeyNode(unescape.Replace(pointer[i+1:]))
}

func (v validator) problem(at Span, pointer, field, message, suggest string) Problem {
	p := Problem{Kind: ProblemSchema, Message: message, At: at, Field: field, Suggest: suggest, Pointer: pointer}
	for _, c := range v.d.Components() {
		if start, end := c.Node.extent(); start <= at.Start.Offset && at.Start.Offset <= end {
			p.Component = c.Name
		}
	}
	return p
}

// schemaAt lists the fields that the schema has at a place.
func schemaAt(pointer string) []string {
	s := shapes()
	for part := range strings.SplitSeq(strings.TrimPrefix(pointer, "/"), "/") {
		if part == "" {
			continue
		}
		if s.Ref != "" {
			s = shapes().Definitions[strings.TrimPrefix(s.Ref, "#/definitions/")]
		}
		if s.Items != nil {
			s = s.Items
		} else {
			s = s.Properties[unescape.Replace(part)]
		}
		if s == nil {
			return nil
		}
	}
	if s.Ref != "" {
		s = shapes().Definitions[strings.TrimPrefix(s.Ref, "#/definitions/")]
	}
	names := make([]string, 0, len(s.Properties))
	for name := range s.Properties {
		names = append(names, name)
	}
	slices.Sort(names)
	return names
}

// lastKey is the innermost name on a pointer, not counting the indexes of lists.
func lastKey(pointer string) string {
	parts := strings.Split(pointer, "/")
	for i := len(parts) - 1; i >= 0; i-- {
		if _, err := strconv.Atoi(parts[i]); err != nil && parts[i] != "" {
			return unescape.Replace(parts[i])
		}
	}
	return ""
}

func lastKeyOr(pointer, other string) string {
	if k := lastKey(pointer); k != "" {
		return k
	}
	return other
}
