package draft

import (
	"fmt"
	"strings"

	"github.com/kartalint/kartalint/analyzer"
	"github.com/kartalint/kartalint/catalog"
	"github.com/kartalint/kartalint/catalog/kube"
)

// writer writes a definition.
type writer struct {
	kind   catalog.Kind
	schema *kube.Schema
	parts  []part
	open   []analyzer.Path
	out    strings.Builder
}

func (w *writer) line(indent int, format string, args ...any) {
	w.out.WriteString(strings.Repeat(" ", indent))
	fmt.Fprintf(&w.out, format, args...)
	w.out.WriteByte('\n')
}

func (w *writer) definition() string {
	root := strings.ToLower(w.kind.Kind)
	group := w.kind.Group
	if group == "" {
		group = "core"
	}
	apiVersion := strings.TrimPrefix(w.kind.Group+"/"+w.kind.Version, "/")
	w.line(0, "# %s %s, drafted from its type. Every comment that starts with \"Fill in\" asks for what no type shows.", apiVersion, w.kind.Kind)
	w.line(0, "apiVersion: run.ai/v1alpha1")
	w.line(0, "kind: Karta")
	w.line(0, "metadata:")
	w.line(2, "name: %s", strings.Join([]string{strings.ReplaceAll(group, ".", "-"), root, w.kind.Version}, "-"))
	w.line(0, "spec:")
	w.line(2, "structureDefinition:")
	w.line(4, "rootComponent:")
	w.line(6, "name: %s", root)
	w.line(6, "kind:")
	w.line(8, "group: %s", quoted(w.kind.Group))
	w.line(8, "version: %s", w.kind.Version)
	w.line(8, "kind: %s", w.kind.Kind)
	children := w.parts
	if len(w.parts) == 1 && w.parts[0].id == "" {
		w.pods(6, w.parts[0])
		children = nil
	}
	w.status()
	w.suspend()
	w.children(root, children)
	return w.out.String()
}

func quoted(s string) string {
	if s == "" {
		return `""`
	}
	return s
}

// expression is an address as a YAML scalar.
func expression(s string) string {
	if strings.ContainsAny(s, `"#:{}`) {
		return "'" + strings.ReplaceAll(s, "'", "''") + "'"
	}
	return s
}

// pods writes where a part's pods stand, and how many there are.
func (w *writer) pods(indent int, p part) {
	w.line(indent, "specDefinition:")
	if p.shape != "" {
		w.line(indent+2, "%s: %s", p.shape, expression(p.at.String()))
		if w.kind.Group == "" && w.kind.Kind == "Pod" {
			w.line(indent+2, "metadataPath: .metadata")
		}
	} else {
		w.line(indent+2, "# A pod spec among other fields: each pod field has a path of its own, so that a write keeps the rest.")
		w.line(indent+2, "fragmentedPodSpecDefinition:")
		for _, f := range p.fields {
			w.line(indent+4, "%s: %s", f.field, expression(f.path))
		}
	}
	if len(p.replicas) == 0 {
		return
	}
	w.line(indent, "scaleDefinition:")
	for _, field := range []string{"replicasPath", "minReplicasPath", "maxReplicasPath"} {
		if path := p.replicas[field]; path != "" {
			w.line(indent+2, "%s: %s", field, expression(path))
		}
	}
}

// status writes conditions and phase where the type has them.
func (w *writer) status() {
	w.line(6, "statusDefinition:")
	status := w.schema.Field("status")
	if status != nil && status.Shape == kube.Object {
		if c := status.Field("conditions"); status.Has("conditions") && c.Shape == kube.List && c.Elem().Has("type") && c.Elem().Has("status") {
			w.line(8, "conditionsDefinition:")
			w.line(10, "path: .status.conditions")
			for _, f := range []string{"type", "status", "message", "reason"} {
				if c.Elem().Has(f) {
					w.line(10, "%sFieldName: %s", f, f)
				}
			}
		}
		w.phase(status)
	}
	w.line(8, "# Fill in: which phases or conditions stand for which status, for instance")
	w.line(8, "#   running:")
	w.line(8, "#   - byConditions: [{type: Ready, status: \"True\"}]")
	w.line(8, "statusMappings: {}")
}

// phase writes the first field of the status that is called like a phase.
func (w *writer) phase(status *kube.Schema) {
	for _, name := range []string{"phase", "state", "jobStatus", "jobDeploymentStatus"} {
		if f := status.Field(name); status.Has(name) && f.Shape == kube.String {
			w.line(8, "phaseDefinition:")
			if len(f.Enum) > 0 {
				w.line(10, "# one of %s", strings.Join(f.Enum, ", "))
			}
			w.line(10, "path: .status.%s", name)
			return
		}
	}
}

// suspend writes the actions where the type has a boolean called suspend.
func (w *writer) suspend() {
	for _, path := range []string{".spec.suspend", ".spec.runPolicy.suspend"} {
		at, err := analyzer.ParsePath(path)
		if err != nil {
			continue
		}
		if found := w.schema.Walk(at); found.Schema != nil && found.Schema.Shape == kube.Boolean {
			w.line(6, "suspendDefinition:")
			w.line(8, "suspendActions:")
			w.line(8, "- {path: %s, value: \"true\"}", path)
			w.line(8, "resumeActions:")
			w.line(8, "- {path: %s, value: \"false\"}", path)
			return
		}
	}
}

func (w *writer) children(root string, parts []part) {
	for _, p := range w.open {
		w.line(4, "# Fill in: %s is a map of which the type does not tell the keys, and its values hold pods;", p)
		w.line(4, "# give a recorded object (--object), or write one component for each key.")
	}
	if len(parts) == 0 {
		return
	}
	w.line(4, "childComponents:")
	for _, p := range parts {
		w.line(4, "- name: %s", p.name)
		w.line(6, "ownerRef: %s", root)
		if p.id != "" {
			w.line(6, "instanceIdPath: %s", expression(p.id))
		}
		w.pods(6, p)
		w.selector(p)
	}
}

func (w *writer) selector(p part) {
	if p.id != "" {
		w.line(6, "podSelector:")
		w.line(8, "componentInstanceSelector:")
		w.line(10, "# Fill in: the label by which the operator tells the pods of one element from another's.")
		w.line(10, "idPath: '.metadata.labels[\"%s\"]'", labelKey(w.kind.Group, p.id))
		return
	}
	w.line(6, "# Fill in: what the operator puts on these pods, for instance")
	w.line(6, "# podSelector:")
	w.line(6, "#   componentTypeSelector: {keyPath: '.metadata.labels[\"%s/component\"]', value: %s}", strings.TrimPrefix(w.kind.Group, "."), p.name)
}

func labelKey(group, id string) string {
	name := "index"
	if at, err := analyzer.ParsePath(id); err == nil {
		name = at[len(at)-1].Name
	}
	if group == "" {
		return name
	}
	return group + "/" + name
}
