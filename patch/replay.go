package patch

import (
	"encoding/json"
	"slices"

	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

	"github.com/kartalint/kartalint/catalog"
)

// Replay does on a copy what a whole-struct writer does: it reads each written field of each component, converts it to
// its Go type, changes one thing, and writes all of it back. The results say what was lost, injected and changed
// besides the one thing. skipped counts the fields that are absent or cannot be read as their type.
func Replay(def *catalog.Definition, obj Object) (results []Result, skipped int, err error) {
	d, err := Compile(def)
	if err != nil {
		return nil, 0, err
	}
	w, err := d.Open(obj.Value)
	if err != nil {
		return nil, 0, err
	}
	for _, c := range d.components {
		all, err := w.instances(c)
		for _, t := range c.order {
			if t.field.Role != catalog.RoleSpec {
				continue
			}
			if t.err != nil || err != nil || len(all) == 0 {
				skipped++
				continue
			}
			for _, in := range all {
				r, ok := w.replay(c, t, in, obj)
				if !ok {
					skipped++
					continue
				}
				results = append(results, r)
			}
		}
	}
	return results, skipped, nil
}

func (w *Workload) replay(c *component, t *target, in instance, obj Object) (Result, bool) {
	at, err := w.place(c, t, in)
	if err != nil {
		return Result{}, false
	}
	old, ok := lookup(w.obj, at)
	if !ok || old == nil {
		return Result{}, false
	}
	whole, err := roundTrip(t.field.Name, old)
	if err != nil {
		return Result{}, false
	}
	damaged, _ := applied(w.obj, []Op{{Kind: Replace, Path: at, New: whole}}, 0).(map[string]any)
	p, _ := probeOf(t.field.Name)
	changed := append(Pointer(slices.Clone(at)), p.sub...)
	r := Result{Definition: w.def.name, Component: c.name, Field: t.field.Name, Object: obj.Name, Instance: in.id, Law: LawWhole,
		Difference: compare(w.obj, damaged, []Pointer{changed})}
	r.OK = r.Empty()
	r.Message = describe(r.Difference)
	return r, true
}

// roundTrip is what is left of a value after its Go type, as JSON.
func roundTrip(field string, v any) (any, error) {
	data, err := json.Marshal(v)
	if err != nil {
		return nil, err
	}
	into := goType(field)
	if err := json.Unmarshal(data, into); err != nil {
		return nil, err
	}
	return jsonOf(into)
}

func goType(field string) any {
	switch field {
	case "podTemplateSpecPath":
		return &corev1.PodTemplateSpec{}
	case "podSpecPath":
		return &corev1.PodSpec{}
	case "metadataPath":
		return &metav1.ObjectMeta{}
	case "labelsPath", "annotationsPath":
		return &map[string]string{}
	case "resourcesPath":
		return &corev1.ResourceRequirements{}
	case "resourceClaimsPath":
		return &[]corev1.PodResourceClaim{}
	case "podAffinityPath":
		return &corev1.PodAffinity{}
	case "nodeAffinityPath":
		return &corev1.NodeAffinity{}
	case "containersPath":
		return &[]corev1.Container{}
	case "containerPath":
		return &corev1.Container{}
	}
	return new(string)
}
