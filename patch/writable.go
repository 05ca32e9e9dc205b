package patch

import "github.com/kartalint/kartalint/catalog"

// WritableField says of one path field which pod fields go through it, and whether they can be written.
type WritableField struct {
	Component string `json:"component"`
	Field     string `json:"field"`     // as the pod template calls it: metadata.labels, spec.*; else replicas, suspend, …
	PathField string `json:"pathField"` // as the definition calls it
	Path      string `json:"path"`
	Class     string `json:"class"`
	Writable  bool   `json:"writable"`
	Reason    string `json:"reason,omitempty"` // why not
}

var podFields = map[string]string{
	"podTemplateSpecPath":   "metadata.labels, metadata.annotations, spec.*",
	"podSpecPath":           "spec.*",
	"metadataPath":          "metadata.labels, metadata.annotations",
	"labelsPath":            "metadata.labels",
	"annotationsPath":       "metadata.annotations",
	"schedulerNamePath":     "spec.schedulerName",
	"priorityClassNamePath": "spec.priorityClassName",
	"resourceClaimsPath":    "spec.resourceClaims",
	"podAffinityPath":       "spec.affinity.podAffinity",
	"nodeAffinityPath":      "spec.affinity.nodeAffinity",
	"containersPath":        "spec.containers",
	"containerPath":         "spec.containers[]",
	"imagePath":             "spec.containers[].image",
	"resourcesPath":         "spec.containers[].resources",
	"replicasPath":          "replicas",
	"minReplicasPath":       "minReplicas",
	"maxReplicasPath":       "maxReplicas",
}

// Writable lists all written and scale fields and suspend actions, by component, in the definition's order.
func (d *Definition) Writable() []WritableField {
	var out []WritableField
	for _, c := range d.components {
		for _, t := range c.order {
			out = append(out, writable(c, t, podFields[t.field.Name]))
		}
		for _, a := range c.suspend {
			out = append(out, writable(c, a.target, "suspend"))
		}
		for _, a := range c.resume {
			out = append(out, writable(c, a.target, "resume"))
		}
	}
	return out
}

// Writable is that of the workload's definition.
func (w *Workload) Writable() []WritableField { return w.def.Writable() }

func writable(c *component, t *target, name string) WritableField {
	f := WritableField{Component: c.name, Field: name, PathField: t.field.Name, Path: t.field.Expression,
		Class: className(t.expr.Class), Writable: t.err == nil}
	switch {
	case t.err != nil:
		f.Reason = t.err.Reason
	case c.broken != nil && t.field.Role != catalog.RoleSuspend:
		f.Writable, f.Reason = false, "the instance ids cannot be paired with places: "+c.broken.Reason
	}
	return f
}
