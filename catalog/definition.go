package catalog

import "github.com/kartalint/kartalint/analyzer"

// Kind is a group, version and kind of a Kubernetes type.
type Kind struct {
	Group, Version, Kind string
	Node                 *Node // the mapping; nil where it is absent
}

// Definition is one Karta (or legacy ResourceInterface) document. Absent parts are nil or empty, never invented: a
// definition that does not satisfy the schema is still loaded as far as it goes.
type Definition struct {
	Name       string
	APIVersion string
	Legacy     bool // optimization.nvidia.com/v1alpha1 ResourceInterface
	CEL        bool // the newer variant of the API, with CEL in place of jq: only its schema finding is told
	File       *File
	Document   int   // index of the document in the file
	Node       *Node // the whole document
	Root       *Component
	Children   []*Component
	// AdditionalChildKinds are the kinds that the workload makes beside its components'.
	AdditionalChildKinds []Kind
	PodGroups            []*PodGroup // gangScheduling.podGroups, deprecated
	PodGroup             *PodGroup   // gangScheduling.podGroup
	// Fields are all path fields, in document order (scope all).
	Fields []*PathField
	// Problems are the schema's findings on this document.
	Problems []Problem
}

// Component is the root or a child component.
type Component struct {
	Definition *Definition
	Root       bool
	Name       string
	Kind       *Kind // nil where absent
	OwnerRef   string
	Node       *Node
	Fields     []*PathField // those of this component, in document order

	// The parts by key, nil where absent: their fields are looked up with Node.Get.
	Spec, Scale, Status, Suspend, PodSelector *Node

	Phase                         *PathField // statusDefinition.phaseDefinition.path
	Conditions                    *ConditionsDefinition
	Matchers                      []*Matcher // in document order
	SuspendActions, ResumeActions []*Action
	TypeSelector                  *TypeSelector
}

// ConditionsDefinition is statusDefinition.conditionsDefinition.
type ConditionsDefinition struct {
	Node                                                              *Node
	Path                                                              *PathField
	TypeFieldName, StatusFieldName, MessageFieldName, ReasonFieldName string // "" where absent
}

// Matcher is one entry of statusMappings.<status>.
type Matcher struct {
	Status           string // initializing, running, …
	Index            int    // within its status
	Node             *Node
	Pointer          string // its place in the document as a JSON pointer
	ByPhase          *Node  // scalar; nil where absent
	Conditions       []MatchCondition
	ByConditionsNode *Node
	Expression       *PathField // byExpression.expression; nil where absent
	Expected         *Node      // byExpression.expectedResult
	ByExpressionNode *Node
}

// MatchCondition is one entry of byConditions.
type MatchCondition struct {
	Node                 *Node
	Type, Status, Reason string // "" where absent
}

// Action is one entry of suspendActions or resumeActions.
type Action struct {
	Resume bool
	Index  int
	Node   *Node
	Path   *PathField // nil where absent
	Value  *Node      // a string of JSON; nil where absent
}

// TypeSelector is podSelector.componentTypeSelector.
type TypeSelector struct {
	Node        *Node
	KeyPath     *PathField
	Value       *Node
	MatchLabels *Node
}

// PodGroup is one gang group: of podGroups (Members from members) or the podGroup (Members from subGroups).
type PodGroup struct {
	Node    *Node
	Name    string
	Members []GangMember
}

// GangMember is one member or subgroup of a gang group.
type GangMember struct {
	Node            *Node
	ComponentName   *Node // scalar; nil where absent
	GroupByKeyPaths []*PathField
	Filters         []*PathField
}

// Role is what a path field is for.
type Role string

// The roles.
const (
	RoleSpec     Role = "spec"
	RoleScale    Role = "scale"
	RoleStatus   Role = "status"
	RoleInstance Role = "instance"
	RoleSuspend  Role = "suspend"
	RoleSelector Role = "selector"
	RoleGang     Role = "gang"
)

// Side is the object that a path field is evaluated on.
type Side string

// The sides.
const (
	SideWorkload Side = "workload"
	SidePod      Side = "pod"
)

// Access says whether a path field is written through.
type Access string

// The accesses.
const (
	AccessWritten  Access = "written"
	AccessWish     Access = "wish" // writable by wish: autoscalers write scale fields
	AccessReadOnly Access = "read"
)

// PathField is one field that holds a jq expression.
type PathField struct {
	Definition *Definition
	Component  *Component // of gang fields: the component named by componentName; nil where there is none
	Name       string     // the innermost named key: podSpecPath, path, expression, suspendActions, groupByKeyPaths
	Pointer    string     // the place in the document as a JSON pointer: /spec/structureDefinition/rootComponent/…
	Role       Role
	Side       Side
	Access     Access
	Single     bool   // counted by --scope paths
	Expression string // the scalar's value
	Node       *Node  // the scalar

	expr *analyzer.Expr // filled when the catalog is loaded
	err  error
}

// Expr is the analysis of the field's expression; its Class is Invalid and the error of type *analyzer.Error where it
// does not parse or compile. It is never nil.
func (f *PathField) Expr() (*analyzer.Expr, error) { return f.expr, f.err }
