// Package v1alpha1 stands in for the Go types of the API: the same names, tags and shapes, written for these tests.
package v1alpha1

type TypeMeta struct {
	Kind       string `json:"kind,omitempty"`
	APIVersion string `json:"apiVersion,omitempty"`
}

type ObjectMeta struct {
	Name string `json:"name,omitempty"`
}

type Karta struct {
	TypeMeta   `json:",inline"`
	ObjectMeta `json:"metadata,omitempty"`
	Spec       KartaSpec `json:"spec,omitempty"`
}

type KartaSpec struct {
	StructureDefinition      StructureDefinition       `json:"structureDefinition"`
	OptimizationInstructions *OptimizationInstructions `json:"optimizationInstructions,omitempty"`
}

type StructureDefinition struct {
	RootComponent        ComponentDefinition   `json:"rootComponent"`
	ChildComponents      []ComponentDefinition `json:"childComponents,omitempty"`
	AdditionalChildKinds []GroupVersionKind    `json:"additionalChildKinds,omitempty"`
}

type GroupVersionKind struct {
	Group   string `json:"group"`
	Version string `json:"version"`
	Kind    string `json:"kind"`
}

type ComponentDefinition struct {
	Name              string             `json:"name"`
	Kind              *GroupVersionKind  `json:"kind,omitempty"`
	OwnerRef          *string            `json:"ownerRef,omitempty"`
	SpecDefinition    *SpecDefinition    `json:"specDefinition,omitempty"`
	ScaleDefinition   *ScaleDefinition   `json:"scaleDefinition,omitempty"`
	StatusDefinition  *StatusDefinition  `json:"statusDefinition,omitempty"`
	SuspendDefinition *SuspendDefinition `json:"suspendDefinition,omitempty"`
	InstanceIdPath    *string            `json:"instanceIdPath,omitempty" jq:"validate"`
	PodSelector       *PodSelector       `json:"podSelector,omitempty"`
}

type SpecDefinition struct {
	PodTemplateSpecPath         *string                      `json:"podTemplateSpecPath,omitempty" jq:"validate"`
	PodSpecPath                 *string                      `json:"podSpecPath,omitempty" jq:"validate"`
	MetadataPath                *string                      `json:"metadataPath,omitempty" jq:"validate"`
	FragmentedPodSpecDefinition *FragmentedPodSpecDefinition `json:"fragmentedPodSpecDefinition,omitempty"`
}

type FragmentedPodSpecDefinition struct {
	SchedulerNamePath     *string `json:"schedulerNamePath,omitempty" jq:"validate"`
	LabelsPath            *string `json:"labelsPath,omitempty" jq:"validate"`
	AnnotationsPath       *string `json:"annotationsPath,omitempty" jq:"validate"`
	ResourcesPath         *string `json:"resourcesPath,omitempty" jq:"validate"`
	ContainersPath        *string `json:"containersPath,omitempty" jq:"validate"`
	ContainerPath         *string `json:"containerPath,omitempty" jq:"validate"`
	PriorityClassNamePath *string `json:"priorityClassNamePath,omitempty" jq:"validate"`
	ImagePath             *string `json:"imagePath,omitempty" jq:"validate"`
}

type ScaleDefinition struct {
	ReplicasPath    *string `json:"replicasPath,omitempty" jq:"validate"`
	MinReplicasPath *string `json:"minReplicasPath,omitempty" jq:"validate"`
	MaxReplicasPath *string `json:"maxReplicasPath,omitempty" jq:"validate"`
}

type StatusDefinition struct {
	PhaseDefinition      *PhaseDefinition      `json:"phaseDefinition,omitempty"`
	ConditionsDefinition *ConditionsDefinition `json:"conditionsDefinition,omitempty"`
	StatusMappings       StatusMappings        `json:"statusMappings"`
}

type PhaseDefinition struct {
	Path string `json:"path" jq:"validate"`
}

type ConditionsDefinition struct {
	Path             string  `json:"path" jq:"validate"`
	TypeFieldName    string  `json:"typeFieldName,omitempty"`
	StatusFieldName  string  `json:"statusFieldName,omitempty"`
	MessageFieldName *string `json:"messageFieldName,omitempty"`
	ReasonFieldName  *string `json:"reasonFieldName,omitempty"`
}

type StatusMappings struct {
	Initializing []StatusMatcher `json:"initializing,omitempty"`
	Running      []StatusMatcher `json:"running,omitempty"`
	Completed    []StatusMatcher `json:"completed,omitempty"`
	Failed       []StatusMatcher `json:"failed,omitempty"`
	Degraded     []StatusMatcher `json:"degraded,omitempty"`
	Suspended    []StatusMatcher `json:"suspended,omitempty"`
}

type StatusMatcher struct {
	ByPhase      string              `json:"byPhase,omitempty"`
	ByConditions []ExpectedCondition `json:"byConditions,omitempty"`
	ByExpression *ExpressionMatcher  `json:"byExpression,omitempty"`
}

type ExpectedCondition struct {
	Type   string  `json:"type"`
	Status *string `json:"status,omitempty"`
	Reason *string `json:"reason,omitempty"`
}

type ExpressionMatcher struct {
	Expression     string `json:"expression" jq:"validate"`
	ExpectedResult string `json:"expectedResult"`
}

type SuspendDefinition struct {
	SuspendActions []SuspendAction `json:"suspendActions"`
	ResumeActions  []SuspendAction `json:"resumeActions"`
}

type SuspendAction struct {
	Path  string `json:"path" jq:"validate"`
	Value string `json:"value"`
}

type PodSelector struct {
	ComponentTypeSelector     *ComponentTypeSelector     `json:"componentTypeSelector,omitempty"`
	ComponentInstanceSelector *ComponentInstanceSelector `json:"componentInstanceSelector,omitempty"`
}

type ComponentTypeSelector struct {
	KeyPath string  `json:"keyPath" jq:"validate"`
	Value   *string `json:"value,omitempty"`
}

type ComponentInstanceSelector struct {
	IdPath string `json:"idPath" jq:"validate"`
}

type OptimizationInstructions struct{}
