package catalog

import (
	"cmp"
	"slices"
	"strconv"
	"strings"
	"sync"

	"github.com/kartalint/kartalint/analyzer"
)

// analysis is one expression's analysis.
type analysis struct {
	expr *analyzer.Expr
	err  error
}

// analyses keeps what is known of the expressions met so far: catalogs repeat them. It is bounded, so that a run over
// any number of files has bounded memory.
var analyses = struct {
	sync.Mutex
	known map[string]analysis
}{known: map[string]analysis{}}

const maxAnalyses = 20000

func analyze(source string) (*analyzer.Expr, error) {
	analyses.Lock()
	a, ok := analyses.known[source]
	analyses.Unlock()
	if ok {
		return a.expr, a.err
	}
	a.expr, a.err = analyzer.Analyze(source)
	analyses.Lock()
	if len(analyses.known) >= maxAnalyses {
		clear(analyses.known)
	}
	analyses.known[source] = a
	analyses.Unlock()
	return a.expr, a.err
}

// NameSpan is the place of metadata.name, or of the document where it has none.
func (d *Definition) NameSpan() Span {
	if n := d.Node.Get("metadata", "name"); n != nil {
		return n.Span()
	}
	span := d.Node.Span()
	span.End = span.Start
	return span
}

// Components are the root and the children, in that order.
func (d *Definition) Components() []*Component {
	list := make([]*Component, 0, 1+len(d.Children))
	if d.Root != nil {
		list = append(list, d.Root)
	}
	return append(list, d.Children...)
}

// Component is the component of that name; nil where there is none.
func (d *Definition) Component(name string) *Component {
	for _, c := range d.Components() {
		if c.Name == name {
			return c
		}
	}
	return nil
}

// Parent is the component that a child's ownerRef names; nil for the root and an unknown owner.
func (c *Component) Parent() *Component {
	if c.OwnerRef == "" {
		return nil
	}
	return c.Definition.Component(c.OwnerRef)
}

// definer builds a definition from its document.
type definer struct {
	d *Definition
}

func (f *File) define(n *Node, opts Options) *Definition {
	d := &Definition{File: f, Document: f.Documents - 1, Node: n, APIVersion: n.Get("apiVersion").text(), Name: n.Get("metadata", "name").text()}
	d.Legacy = strings.HasPrefix(d.APIVersion, "optimization.nvidia.com/")
	if cel := celObject(n); cel != nil {
		d.CEL = true
		d.Problems = []Problem{{Kind: ProblemCEL, At: cel.Span(),
			Message: "this is the newer variant of the API, which has CEL expressions in place of jq paths: kartalint reads jq, and checks nothing in this definition"}}
		return d
	}
	b := definer{d}
	structure := n.Get("spec", "structureDefinition")
	const base = "/spec/structureDefinition"
	if root := structure.Get("rootComponent"); root != nil && root.Kind == Mapping {
		d.Root = b.component(root, true, base+"/rootComponent")
	}
	if children := structure.Get("childComponents"); children != nil {
		for i, c := range children.Items {
			if c.Kind == Mapping {
				d.Children = append(d.Children, b.component(c, false, base+"/childComponents/"+strconv.Itoa(i)))
			}
		}
	}
	if kinds := structure.Get("additionalChildKinds"); kinds != nil {
		for _, k := range kinds.Items {
			d.AdditionalChildKinds = append(d.AdditionalChildKinds, *kindOf(k))
		}
	}
	b.gangs(n.Get("spec", "optimizationInstructions", "gangScheduling"), "/spec/optimizationInstructions/gangScheduling")
	slices.SortStableFunc(d.Fields, func(a, b *PathField) int { return cmp.Compare(a.Node.start, b.Node.start) })
	for _, f := range d.Fields {
		if f.Component != nil && f.Role != RoleGang {
			f.Component.Fields = append(f.Component.Fields, f)
		}
	}
	d.Problems = validate(d)
	return d
}

// celObject finds a path of the CEL variant: a mapping with an expression and a patch, or with an expression where the
// jq variant has a path.
func celObject(n *Node) *Node {
	structure := n.Get("spec", "structureDefinition")
	list := []*Node{structure.Get("rootComponent")}
	if children := structure.Get("childComponents"); children != nil {
		list = append(list, children.Items...)
	}
	for _, c := range list {
		for _, part := range []*Node{c.Get("specDefinition"), c.Get("scaleDefinition"), c.Get("specDefinition", "fragmentedPodSpecDefinition"), c.Get("statusDefinition"), c} {
			if part == nil {
				continue
			}
			for _, m := range part.Members {
				if m.Value.Kind == Mapping && m.Value.Key("expression") != nil && m.Key.Value != "byExpression" {
					return m.Value
				}
			}
		}
	}
	return nil
}

func kindOf(n *Node) *Kind {
	return &Kind{Group: n.Get("group").text(), Version: n.Get("version").text(), Kind: n.Get("kind").text(), Node: n}
}

// field takes in one path field; nil where the node is no string.
func (b definer) field(c *Component, n *Node, name, pointer string, role Role, side Side, access Access, single bool) *PathField {
	if n == nil || n.Kind != Scalar || n.Tag == "!!null" {
		return nil
	}
	f := &PathField{Definition: b.d, Component: c, Name: name, Pointer: pointer, Role: role, Side: side, Access: access, Single: single,
		Expression: n.Value, Node: n}
	f.expr, f.err = analyze(n.Value)
	b.d.Fields = append(b.d.Fields, f)
	return f
}

var (
	specPaths       = []string{"podTemplateSpecPath", "podSpecPath", "metadataPath"}
	fragmentedPaths = []string{"schedulerNamePath", "labelsPath", "annotationsPath", "resourcesPath", "resourceClaimsPath", "podAffinityPath",
		"nodeAffinityPath", "containersPath", "containerPath", "priorityClassNamePath", "imagePath"}
	scalePaths = []string{"replicasPath", "minReplicasPath", "maxReplicasPath"}
)

func (b definer) component(n *Node, root bool, p string) *Component {
	c := &Component{Definition: b.d, Root: root, Node: n, Name: n.Get("name").text(), OwnerRef: n.Get("ownerRef").text(),
		Spec: n.Get("specDefinition"), Scale: n.Get("scaleDefinition"), Status: n.Get("statusDefinition"),
		Suspend: n.Get("suspendDefinition"), PodSelector: n.Get("podSelector")}
	if k := n.Get("kind"); k != nil {
		c.Kind = kindOf(k)
	}
	for _, name := range specPaths {
		b.field(c, c.Spec.Get(name), name, p+"/specDefinition/"+name, RoleSpec, SideWorkload, AccessWritten, true)
	}
	fragments := c.Spec.Get("fragmentedPodSpecDefinition")
	for _, name := range fragmentedPaths {
		b.field(c, fragments.Get(name), name, p+"/specDefinition/fragmentedPodSpecDefinition/"+name, RoleSpec, SideWorkload, AccessWritten, true)
	}
	for _, name := range scalePaths {
		b.field(c, c.Scale.Get(name), name, p+"/scaleDefinition/"+name, RoleScale, SideWorkload, AccessWish, true)
	}
	b.field(c, n.Get("instanceIdPath"), "instanceIdPath", p+"/instanceIdPath", RoleInstance, SideWorkload, AccessReadOnly, true)
	b.status(c, p+"/statusDefinition")
	c.SuspendActions = b.actions(c, "suspendActions", p)
	c.ResumeActions = b.actions(c, "resumeActions", p)
	b.selector(c, p+"/podSelector")
	return c
}

func (b definer) status(c *Component, p string) {
	c.Phase = b.field(c, c.Status.Get("phaseDefinition", "path"), "path", p+"/phaseDefinition/path", RoleStatus, SideWorkload, AccessReadOnly, true)
	if n := c.Status.Get("conditionsDefinition"); n != nil && n.Kind == Mapping {
		c.Conditions = &ConditionsDefinition{Node: n, TypeFieldName: n.Get("typeFieldName").text(), StatusFieldName: n.Get("statusFieldName").text(),
			MessageFieldName: n.Get("messageFieldName").text(), ReasonFieldName: n.Get("reasonFieldName").text(),
			Path: b.field(c, n.Get("path"), "path", p+"/conditionsDefinition/path", RoleStatus, SideWorkload, AccessReadOnly, true)}
	}
	mappings := c.Status.Get("statusMappings")
	if mappings == nil {
		return
	}
	for _, m := range mappings.Members {
		for i, item := range m.Value.Items {
			c.Matchers = append(c.Matchers, b.matcher(c, m.Key.Value, i, item, p+"/statusMappings/"+escape.Replace(m.Key.Value)+"/"+strconv.Itoa(i)))
		}
	}
}

func (b definer) matcher(c *Component, status string, index int, n *Node, p string) *Matcher {
	m := &Matcher{Status: status, Index: index, Node: n, Pointer: p, ByConditionsNode: n.Get("byConditions"), ByExpressionNode: n.Get("byExpression"),
		Expected: n.Get("byExpression", "expectedResult")}
	if phase := n.Get("byPhase"); !phase.Null() {
		m.ByPhase = phase
	}
	if m.ByConditionsNode != nil {
		for _, item := range m.ByConditionsNode.Items {
			m.Conditions = append(m.Conditions, MatchCondition{Node: item, Type: item.Get("type").text(), Status: item.Get("status").text(), Reason: item.Get("reason").text()})
		}
	}
	m.Expression = b.field(c, n.Get("byExpression", "expression"), "expression", p+"/byExpression/expression", RoleStatus, SideWorkload, AccessReadOnly, false)
	return m
}

func (b definer) actions(c *Component, name, p string) []*Action {
	list := c.Suspend.Get(name)
	if list == nil {
		return nil
	}
	var actions []*Action
	for i, n := range list.Items {
		pointer := p + "/suspendDefinition/" + name + "/" + strconv.Itoa(i)
		a := &Action{Resume: name == "resumeActions", Index: i, Node: n, Value: n.Get("value")}
		a.Path = b.field(c, n.Get("path"), name, pointer+"/path", RoleSuspend, SideWorkload, AccessWritten, false)
		actions = append(actions, a)
	}
	return actions
}

func (b definer) selector(c *Component, p string) {
	if n := c.PodSelector.Get("componentTypeSelector"); n != nil && n.Kind == Mapping {
		c.TypeSelector = &TypeSelector{Node: n, Value: n.Get("value"), MatchLabels: n.Get("matchLabels"),
			KeyPath: b.field(c, n.Get("keyPath"), "keyPath", p+"/componentTypeSelector/keyPath", RoleSelector, SidePod, AccessReadOnly, true)}
	}
	b.field(c, c.PodSelector.Get("componentInstanceSelector", "idPath"), "idPath", p+"/componentInstanceSelector/idPath", RoleSelector, SidePod, AccessReadOnly, true)
	b.field(c, c.PodSelector.Get("replicaSelector", "keyPath"), "keyPath", p+"/replicaSelector/keyPath", RoleSelector, SidePod, AccessReadOnly, true)
}

func (b definer) gangs(n *Node, p string) {
	if n == nil {
		return
	}
	if groups := n.Get("podGroups"); groups != nil {
		for i, g := range groups.Items {
			b.d.PodGroups = append(b.d.PodGroups, b.group(g, "members", p+"/podGroups/"+strconv.Itoa(i)))
		}
	}
	if g := n.Get("podGroup"); g != nil && g.Kind == Mapping {
		b.d.PodGroup = b.group(g, "subGroups", p+"/podGroup")
	}
}

func (b definer) group(n *Node, members, p string) *PodGroup {
	g := &PodGroup{Node: n, Name: n.Get("name").text()}
	list := n.Get(members)
	if list == nil {
		return g
	}
	for i, m := range list.Items {
		pointer := p + "/" + members + "/" + strconv.Itoa(i)
		member := GangMember{Node: m, ComponentName: m.Get("componentName")}
		c := b.d.Component(member.ComponentName.text())
		keys := func(name string) []*PathField {
			var fields []*PathField
			if paths := m.Get(name); paths != nil {
				for k, path := range paths.Items {
					if f := b.field(c, path, name, pointer+"/"+name+"/"+strconv.Itoa(k), RoleGang, SidePod, AccessReadOnly, false); f != nil {
						fields = append(fields, f)
					}
				}
			}
			return fields
		}
		member.GroupByKeyPaths, member.Filters = keys("groupByKeyPaths"), keys("filters")
		g.Members = append(g.Members, member)
	}
	return g
}

// ParseKind is the kind of an object's apiVersion and kind.
func ParseKind(apiVersion, kind string) Kind {
	group, version, ok := strings.Cut(apiVersion, "/")
	if !ok {
		group, version = "", apiVersion
	}
	return Kind{Group: group, Version: version, Kind: kind}
}
