package patch

import "github.com/kartalint/kartalint/catalog"

// Synthetic builds an object of a definition's kind in which every address has a value, every iteration two
// elements, and every map a value that no write may touch.
func Synthetic(def *catalog.Definition) (Object, error) {
	d, err := Compile(def)
	if err != nil {
		return Object{}, err
	}
	apiVersion := d.kind.Version
	if d.kind.Group != "" {
		apiVersion = d.kind.Group + "/" + apiVersion
	}
	root := map[string]any{"apiVersion": apiVersion, "kind": d.kind.Kind, "metadata": map[string]any{"name": "synthetic"},
		"status": map[string]any{"keep": int64(9007199254740993)}}
	for _, c := range d.components {
		mapShaped := c.ids != nil && c.ids.err != nil && len(c.iter) > 0
		for _, t := range c.order {
			if t.err == nil {
				put(root, t.steps, mapShaped, func(int) any { return sample(t.field.Name) }, 0)
			}
		}
		if c.ids != nil && c.ids.err == nil {
			put(root, c.ids.steps, false, func(i int) any { return string(rune('a' + i)) }, 0)
		}
	}
	src, err := marshal(root)
	if err != nil {
		return Object{}, err
	}
	value, err := decode(src)
	if err != nil {
		return Object{}, err
	}
	return Object{Name: "synthetic", Source: src, Value: value.(map[string]any)}, nil
}

func sample(field string) any {
	box := map[string]any{"name": "main", "image": "old", "vendor": map[string]any{"keep": true}}
	spec := map[string]any{"vendor": "keep", "containers": []any{box}}
	meta := map[string]any{"labels": map[string]any{"keep": "yes"}}
	switch field {
	case "podTemplateSpecPath":
		return map[string]any{"metadata": meta, "spec": spec}
	case "podSpecPath":
		return spec
	case "metadataPath":
		return meta
	case "containersPath":
		return []any{box}
	case "containerPath":
		return box
	case "imagePath", "schedulerNamePath", "priorityClassNamePath":
		return "old"
	case "labelsPath", "annotationsPath":
		return map[string]any{"keep": "yes"}
	case "resourcesPath":
		return map[string]any{"limits": map[string]any{"cpu": "1"}, "vendor": "keep"}
	case "resourceClaimsPath":
		return []any{map[string]any{"name": "keep", "vendor": "keep"}}
	case "podAffinityPath", "nodeAffinityPath":
		return map[string]any{"vendor": "keep"}
	}
	return int64(2)
}

// put sets values at an address; maps that it passes get a value beside it. A map that is iterated has members a and b.
func put(v any, steps []any, mapShaped bool, value func(int) any, index int) any {
	if len(steps) == 0 {
		return overlay(v, value(index))
	}
	switch s := steps[0].(type) {
	case string:
		m, ok := v.(map[string]any)
		if !ok {
			m = map[string]any{}
		}
		m[s] = put(m[s], steps[1:], mapShaped, value, index)
		if s != "annotations" && s != "labels" {
			m["vendorField"] = "keep"
		}
		return m
	case int:
		l, _ := v.([]any)
		n := max(s, -s-1)
		for len(l) <= n {
			l = append(l, map[string]any{})
		}
		i := s
		if s < 0 {
			i += len(l)
		}
		l[i] = put(l[i], steps[1:], mapShaped, value, index)
		return l
	}
	if m, ok := v.(map[string]any); ok || mapShaped {
		if !ok {
			m = map[string]any{}
		}
		for i, k := range []string{"a", "b"} {
			m[k] = put(m[k], steps[1:], mapShaped, value, i)
		}
		return m
	}
	l, _ := v.([]any)
	for len(l) < 2 {
		l = append(l, nil)
	}
	for i := range l { // the index counts through nested lists, so that ids in them differ
		l[i] = put(l[i], steps[1:], mapShaped, value, index*len(l)+i)
	}
	return l
}

// overlay adds to a value what it lacks of another.
func overlay(v, more any) any {
	m, isMap := v.(map[string]any)
	n, alsoMap := more.(map[string]any)
	if !isMap || !alsoMap {
		if v != nil {
			return v
		}
		return more
	}
	for k, e := range n {
		m[k] = overlay(m[k], e)
	}
	return m
}
