package patch

// route sends a part of a patch to one path field.
type route struct {
	*target
	patch   any
	schema  *fieldSchema
	name    string                            // what the container at the place must be called; "" for any
	convert func(root any, place Pointer) any // makes the value fit what stands there; nil for patch as it is
}

// fits refuses a container of another name than the patch's.
func (r route) fits(root any, place Pointer) error {
	if r.name == "" {
		return nil
	}
	m, _ := valueAt(root, place).(map[string]any)
	if m["name"] == r.name {
		return nil
	}
	known := []string{}
	if s, ok := m["name"].(string); ok {
		known = append(known, "name="+s)
	}
	return &MissingEntryError{Pointer: place.String(), Entry: "name=" + r.name, Known: known}
}

// router finds the path fields for the fields of a patch.
type router struct {
	c       *component
	filters bool
	routes  []route
	fields  []string
	causes  []*NotAddressableError
}

func (r *router) route(raw Raw) error {
	meta, spec := raw["metadata"], raw["spec"]
	switch {
	case r.c.targets["podTemplateSpecPath"] != nil:
		r.template(raw)
	case r.c.targets["podSpecPath"] != nil:
		r.part("podSpecPath", "spec", spec)
		r.part("metadataPath", "metadata", meta)
	default:
		r.fragments(raw, meta, spec)
	}
	if len(r.fields) > 0 {
		return &UnsupportedFieldsError{r.c.name, sortedUnique(r.fields), r.causes}
	}
	return nil
}

func (r *router) template(raw Raw) {
	if t := r.c.targets["podTemplateSpecPath"]; t.usable(r.filters) {
		r.routes = append(r.routes, route{target: t, patch: map[string]any(raw), schema: templateSchema()})
		return
	}
	for _, part := range sortedKeys(raw) {
		r.part("podTemplateSpecPath", part, raw[part])
	}
}

// part routes a whole metadata or spec; where it cannot, all its fields are unsupported.
func (r *router) part(field, part string, patch any) {
	m, ok := patch.(map[string]any)
	if patch == nil {
		return
	}
	if t := r.c.targets[field]; t.usable(r.filters) {
		r.routes = append(r.routes, route{target: t, patch: patch, schema: templateSchema().fields[part]})
		return
	}
	if !ok || len(m) == 0 {
		r.unsupported(field, part)
	}
	for k := range m {
		r.unsupported(field, part+"."+k)
	}
}

func (r *router) unsupported(field, dotted string) {
	r.fields = append(r.fields, dotted)
	t := r.c.targets[field]
	if t == nil || t.err == nil {
		return
	}
	for _, c := range r.causes {
		if c == t.err {
			return
		}
	}
	r.causes = append(r.causes, t.err)
}

// one routes one field, or says that it cannot.
func (r *router) one(field, dotted string, patch any, s *fieldSchema) {
	if t := r.c.targets[field]; t.usable(r.filters) {
		r.routes = append(r.routes, route{target: t, patch: patch, schema: s})
		return
	}
	r.unsupported(field, dotted)
}

// fragmentFields are the fragments that stand for one field of a pod template each.
var fragmentFields = map[string][2]string{
	"labels":            {"labelsPath", "metadata"},
	"annotations":       {"annotationsPath", "metadata"},
	"schedulerName":     {"schedulerNamePath", "spec"},
	"priorityClassName": {"priorityClassNamePath", "spec"},
	"resourceClaims":    {"resourceClaimsPath", "spec"},
}

func (r *router) fragments(raw Raw, meta, spec any) {
	for part, value := range raw {
		if value == nil {
			r.unsupported("", part)
		}
	}
	for _, part := range []struct {
		name  string
		value any
	}{{"metadata", meta}, {"spec", spec}} {
		m, _ := part.value.(map[string]any)
		for _, k := range sortedKeys(m) {
			r.fragment(part.name, k, m[k])
		}
	}
}

func (r *router) fragment(part, k string, patch any) {
	dotted := part + "." + k
	if f, ok := fragmentFields[k]; ok && f[1] == part {
		r.one(f[0], dotted, patch, templateSchema().at(part, k))
		return
	}
	switch m, isMap := patch.(map[string]any); {
	case k == "affinity" && isMap:
		for _, a := range sortedKeys(m) {
			switch a {
			case "nodeAffinity", "podAffinity":
				r.one(a+"Path", dotted+"."+a, m[a], templateSchema().at(part, k, a))
			default:
				r.unsupported("", dotted+"."+a)
			}
		}
	case k == "containers" && patch != nil:
		r.containers(patch.([]any))
	default:
		r.unsupported("", dotted)
	}
}

// containers bridges the fragments that hold containers: a list, the one container, its image, its resources.
func (r *router) containers(list []any) {
	const dotted = "spec.containers"
	s := podContainers()
	if len(list) == 1 {
		m := list[0].(map[string]any)
		if name, named := m["name"].(string); !named {
			r.sole(m, s)
			return
		} else if !r.c.targets["containersPath"].usable(r.filters) && r.c.targets["containerPath"].usable(r.filters) {
			r.one("containerPath", dotted, m, s.elem)
			r.routes[len(r.routes)-1].name = name
			return
		}
	}
	r.one("containersPath", dotted, list, s)
}

// sole routes the fields of a container without a name, each to the path that is nearest to it.
func (r *router) sole(m map[string]any, s *fieldSchema) {
	rest := map[string]any{}
	for _, k := range sortedKeys(m) {
		field := map[string]string{"image": "imagePath", "resources": "resourcesPath"}[k]
		if r.c.targets[field].usable(r.filters) {
			r.one(field, "", m[k], s.elem.fields[k])
			continue
		}
		rest[k] = m[k]
	}
	if len(rest) == 0 {
		return
	}
	switch {
	case r.c.targets["containerPath"].usable(r.filters):
		r.one("containerPath", "", rest, s.elem)
	case r.c.targets["containersPath"].usable(r.filters):
		r.one("containersPath", "", []any{rest}, s)
	default:
		for k := range rest {
			field := map[string]string{"image": "imagePath", "resources": "resourcesPath"}[k]
			if r.c.targets[field] == nil {
				field = "containerPath"
			}
			r.unsupported(field, "spec.containers."+k)
		}
	}
}
