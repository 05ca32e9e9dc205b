package patch

// probe is a small write through one path field, by which its laws are tried.
type probe struct {
	sub   Pointer                       // where it lands, seen from the field's place
	value func(v string) any            // what then stands there; nil where it is not looked at
	patch func(place any, v string) Raw // nil where the object has nothing to probe
	add   bool
}

const canary = "kartalint.example/canary"

func probeOf(field string) (probe, bool) {
	text := func(v string) any { return v }
	in := func(names ...string) probe {
		steps := make(Pointer, len(names))
		for i, n := range names {
			steps[i] = n
		}
		return probe{sub: steps, value: text}
	}
	p := probe{value: text}
	build := func(names ...string) func(any, string) Raw {
		return func(_ any, v string) Raw { return nest(v, names...) }
	}
	switch field {
	case "podTemplateSpecPath":
		p = in("metadata", "labels", canary)
		p.patch = build("metadata", "labels", canary)
	case "podSpecPath":
		p = in("schedulerName")
		p.patch = build("spec", "schedulerName")
	case "metadataPath":
		p = in("labels", canary)
		p.patch = build("metadata", "labels", canary)
	case "labelsPath", "annotationsPath":
		p = in(canary)
		p.patch = build("metadata", field[:len(field)-len("Path")], canary)
	case "schedulerNamePath", "priorityClassNamePath":
		p.patch = build("spec", field[:len(field)-len("Path")])
	case "imagePath":
		p.patch = func(_ any, v string) Raw { return container(map[string]any{"image": v}) }
	case "resourcesPath":
		p = in("limits", canary)
		p.value = func(v string) any { return quantity(v) }
		p.patch = func(_ any, v string) Raw {
			return container(map[string]any{"resources": map[string]any{"limits": map[string]any{canary: quantity(v)}}})
		}
	case "containerPath":
		p = in("workingDir")
		p.patch = func(_ any, v string) Raw { return container(map[string]any{"workingDir": v}) }
	case "containersPath":
		p = probe{sub: Pointer{0, "workingDir"}, value: text, patch: firstContainer}
	case "resourceClaimsPath":
		p = probe{add: true, patch: func(_ any, v string) Raw {
			return Raw{"spec": map[string]any{"resourceClaims": []any{map[string]any{"name": "canary", "resourceClaimName": v}}}}
		}}
	case "podAffinityPath":
		p = probe{sub: Pointer{"requiredDuringSchedulingIgnoredDuringExecution"}, patch: func(_ any, v string) Raw {
			return nest([]any{map[string]any{"topologyKey": v}}, "spec", "affinity", "podAffinity", "requiredDuringSchedulingIgnoredDuringExecution")
		}}
	case "nodeAffinityPath":
		p = probe{sub: Pointer{"preferredDuringSchedulingIgnoredDuringExecution"}, patch: func(_ any, v string) Raw {
			term := map[string]any{"weight": int64(1), "preference": map[string]any{"matchExpressions": []any{map[string]any{"key": v, "operator": "Exists"}}}}
			return nest([]any{term}, "spec", "affinity", "nodeAffinity", "preferredDuringSchedulingIgnoredDuringExecution")
		}}
	default:
		return p, false
	}
	return p, true
}

func nest(v any, names ...string) Raw {
	for i := len(names) - 1; i >= 0; i-- {
		v = map[string]any{names[i]: v}
	}
	return v.(map[string]any)
}

func container(m map[string]any) Raw { return Raw{"spec": map[string]any{"containers": []any{m}}} }

func quantity(v string) string {
	if v == first {
		return "1"
	}
	return "2"
}

// firstContainer changes the first container that the object has, by its name.
func firstContainer(place any, v string) Raw {
	list, _ := place.([]any)
	if len(list) == 0 {
		return nil
	}
	m, _ := list[0].(map[string]any)
	name, ok := m["name"].(string)
	if !ok {
		return nil
	}
	return container(map[string]any{"name": name, "workingDir": v})
}

// fieldSchemas are the types that stand at the path fields.
func schemaOf(field string) *fieldSchema {
	t := templateSchema()
	switch field {
	case "podTemplateSpecPath":
		return t
	case "podSpecPath":
		return t.at("spec")
	case "metadataPath":
		return t.at("metadata")
	case "labelsPath", "annotationsPath":
		return t.at("metadata", "labels")
	case "containersPath", "resourceClaimsPath", "schedulerNamePath", "priorityClassNamePath":
		return t.at("spec", field[:len(field)-len("Path")])
	case "podAffinityPath", "nodeAffinityPath":
		return t.at("spec", "affinity", field[:len(field)-len("Path")])
	}
	c := t.at("spec", "containers").elem
	switch field {
	case "imagePath":
		return c.fields["image"]
	case "resourcesPath":
		return c.fields["resources"]
	}
	return c
}

// asPatch is the patch that writes a value which was read at a field back to it; nil where nothing known is in it.
func asPatch(field string, v any) Raw {
	known := project(v, schemaOf(field))
	if known == nil {
		return nil
	}
	switch field {
	case "podTemplateSpecPath":
		m, _ := known.(map[string]any)
		return m
	case "podSpecPath":
		return nest(known, "spec")
	case "metadataPath":
		return nest(known, "metadata")
	case "labelsPath", "annotationsPath":
		return nest(known, "metadata", field[:len(field)-len("Path")])
	case "podAffinityPath", "nodeAffinityPath":
		return nest(known, "spec", "affinity", field[:len(field)-len("Path")])
	case "imagePath":
		return container(map[string]any{"image": known})
	case "resourcesPath":
		return container(map[string]any{"resources": known})
	case "containerPath":
		return nest([]any{known}, "spec", "containers")
	}
	return nest(known, "spec", field[:len(field)-len("Path")])
}

// project keeps what a type knows of a value, without what is empty.
func project(v any, s *fieldSchema) any {
	switch v := v.(type) {
	case map[string]any:
		out := map[string]any{}
		for k, e := range v {
			f := member(s, k)
			if f == nil {
				continue
			}
			if p := project(e, f); p != nil {
				out[k] = p
			}
		}
		if len(out) == 0 {
			return nil
		}
		return out
	case []any:
		if len(s.list.Keys) == 0 {
			return v
		}
		var out []any
		for _, e := range v {
			if p := project(e, s.elem); p != nil {
				out = append(out, p)
			}
		}
		if out == nil {
			return nil
		}
		return out
	}
	return v
}
