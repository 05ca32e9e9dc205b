package patch

import (
	"sort"

	corev1 "k8s.io/api/core/v1"
)

// Patch is a wish: a [Pod] or a [Raw].
type Patch interface{ raw() (Raw, error) }

// Raw is a partial pod template, {"metadata": {"labels": …, "annotations": …}, "spec": {…}}, with the fields that are
// to change. null deletes a field. Lists with a merge key in core/v1 are merged by it, the others are replaced. One
// container without a name means the sole container.
type Raw map[string]any

func (r Raw) raw() (Raw, error) { return r, nil }

// ParseRaw reads a Raw from JSON; the digits of numbers are kept.
func ParseRaw(data []byte) (Raw, error) {
	v, err := decode(data)
	if err != nil {
		return nil, &InvalidPatchError{[]FieldProblem{{Field: "patch", Message: "is no JSON: " + err.Error()}}}
	}
	m, ok := v.(map[string]any)
	if !ok {
		return nil, &InvalidPatchError{[]FieldProblem{{Field: "patch", Message: "must be a map, is " + typeName(v)}}}
	}
	return m, nil
}

// Pod is a typed wish. A nil field is left alone; a pointer to "" writes the empty string. Tolerations replace the
// whole list, as in Kubernetes; maps are merged by key. To delete anything but a label or annotation, use [Raw].
type Pod struct {
	SchedulerName, PriorityClassName     *string
	ServiceAccountName, RuntimeClassName *string
	Labels, Annotations                  map[string]string
	RemoveLabels, RemoveAnnotations      []string
	NodeSelector                         map[string]string
	Tolerations                          []corev1.Toleration
	NodeAffinity                         *corev1.NodeAffinity
	PodAffinity                          *corev1.PodAffinity
	PodAntiAffinity                      *corev1.PodAntiAffinity
	ResourceClaims                       []corev1.PodResourceClaim
	Image                                *string                      // of the sole container
	Resources                            *corev1.ResourceRequirements // of the sole container
	Containers, InitContainers           map[string]Container         // by name
}

// Container is what to change of one container.
type Container struct {
	Image         *string
	Command, Args []string
	Env           []corev1.EnvVar
	Resources     *corev1.ResourceRequirements
}

func (p Pod) raw() (Raw, error) {
	meta, spec, affinity := typed{}, typed{}, typed{}
	meta.strings("labels", p.Labels, p.RemoveLabels)
	meta.strings("annotations", p.Annotations, p.RemoveAnnotations)
	spec.text("schedulerName", p.SchedulerName)
	spec.text("priorityClassName", p.PriorityClassName)
	spec.text("serviceAccountName", p.ServiceAccountName)
	spec.text("runtimeClassName", p.RuntimeClassName)
	spec.strings("nodeSelector", p.NodeSelector, nil)
	spec.json("tolerations", p.Tolerations, p.Tolerations != nil)
	spec.json("resourceClaims", p.ResourceClaims, p.ResourceClaims != nil)
	affinity.json("nodeAffinity", p.NodeAffinity, p.NodeAffinity != nil)
	affinity.json("podAffinity", p.PodAffinity, p.PodAffinity != nil)
	affinity.json("podAntiAffinity", p.PodAntiAffinity, p.PodAntiAffinity != nil)
	spec.member("affinity", affinity)
	containers, err := p.containers()
	if err != nil {
		return nil, err
	}
	spec.list("containers", containers)
	spec.list("initContainers", named(p.InitContainers, &spec.err))
	out := typed{}
	out.member("metadata", meta)
	out.member("spec", spec)
	return out.m, out.err
}

func (p Pod) containers() ([]any, error) {
	sole := typed{}
	sole.text("image", p.Image)
	sole.json("resources", p.Resources, p.Resources != nil)
	if sole.m == nil || sole.err != nil {
		err := sole.err
		list := named(p.Containers, &err)
		return list, err
	}
	if len(p.Containers) > 0 {
		return nil, &InvalidPatchError{[]FieldProblem{{Field: "Containers",
			Message: "Image and Resources mean the sole container; name the container there or here, not both"}}}
	}
	return []any{sole.m}, nil
}

func named(containers map[string]Container, err *error) []any {
	names := make([]string, 0, len(containers))
	for n := range containers {
		names = append(names, n)
	}
	sort.Strings(names)
	var list []any
	for _, n := range names {
		c := containers[n]
		t := typed{m: map[string]any{"name": n}}
		t.text("image", c.Image)
		t.json("command", c.Command, c.Command != nil)
		t.json("args", c.Args, c.Args != nil)
		t.json("env", c.Env, c.Env != nil)
		t.json("resources", c.Resources, c.Resources != nil)
		if t.err != nil {
			*err = t.err
		}
		list = append(list, t.m)
	}
	return list
}

// typed gathers the members of one raw map; it stays nil as long as there are none.
type typed struct {
	m   map[string]any
	err error
}

func (t *typed) set(name string, v any) {
	if t.m == nil {
		t.m = make(map[string]any, 2)
	}
	t.m[name] = v
}

func (t *typed) text(name string, s *string) {
	if s != nil {
		t.set(name, *s)
	}
}

func (t *typed) strings(name string, add map[string]string, remove []string) {
	if add == nil && remove == nil {
		return
	}
	m := make(map[string]any, len(add)+len(remove))
	for _, k := range remove {
		m[k] = nil
	}
	for k, v := range add {
		m[k] = v
	}
	t.set(name, m)
}

func (t *typed) json(name string, v any, set bool) {
	if !set {
		return
	}
	j, err := jsonOf(v)
	if err != nil {
		t.err = err
		return
	}
	t.set(name, j)
}

func (t *typed) list(name string, l []any) {
	if l != nil {
		t.set(name, l)
	}
}

func (t *typed) member(name string, from typed) {
	if from.err != nil {
		t.err = from.err
	}
	if from.m != nil {
		t.set(name, from.m)
	}
}
