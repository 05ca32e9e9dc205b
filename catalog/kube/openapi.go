package kube

// openAPI is the schema that a part of a CRD's openAPIV3Schema says. root is the whole object, whose metadata the server
// knows; embedded objects (x-kubernetes-embedded-resource) are whole objects too.
func openAPI(r reader, root bool) *Schema {
	s := &Schema{}
	var properties, items, additional reader
	var required []reader
	var alternatives []reader
	kind := ""
	for _, m := range r.members() {
		switch m.name {
		case "type":
			kind = m.value.text()
		case "properties":
			properties = m.value
		case "items":
			items = m.value
		case "additionalProperties":
			additional = m.value
		case "required":
			required = m.value.items()
		case "description":
			s.describe = m.value.prose
		case "nullable":
			s.Nullable = m.value.text() == "true"
		case "default":
			s.Default = m.value.value()
		case "enum":
			for _, e := range m.value.items() {
				s.Enum = append(s.Enum, e.text())
			}
		case "x-kubernetes-preserve-unknown-fields":
			s.Open = m.value.text() == "true"
		case "x-kubernetes-embedded-resource":
			root = root || m.value.text() == "true"
		case "x-kubernetes-int-or-string":
			if m.value.text() == "true" {
				s.Shape = IntOrString
			}
		case "x-kubernetes-list-type":
			s.ListType = m.value.text()
		case "x-kubernetes-list-map-keys":
			for _, k := range m.value.items() {
				s.MapKeys = append(s.MapKeys, k.text())
			}
		case "allOf", "anyOf", "oneOf":
			alternatives = append(alternatives, m.value.items()...)
		}
	}
	if s.Shape == Unknown {
		s.Shape = shapeOf(kind, s.Open, root, properties, items, additional, alternatives)
	}
	s.load = func(p *parts) {
		p.fields, p.required = map[string]*Schema{}, map[string]bool{}
		objectFields(p, properties, required, alternatives)
		if root {
			wholeObject(p)
		}
		switch {
		case s.Shape == List && items != nil:
			p.elem = openAPI(items, false)
		case additional != nil && len(additional.members()) > 0:
			p.elem = openAPI(additional, false)
		}
	}
	return s
}

// shapeOf is the shape that a schema's keywords tell. An object that names nothing is one that the type says nothing about.
func shapeOf(kind string, open, root bool, properties, items, additional reader, alternatives []reader) Shape {
	switch kind {
	case "array":
		return List
	case "string":
		return String
	case "integer":
		return Integer
	case "number":
		return Number
	case "boolean":
		return Boolean
	}
	named := properties != nil && len(properties.members()) > 0
	for _, a := range alternatives {
		named = named || a.member("properties") != nil
	}
	switch {
	case named || root && !open:
		return Object
	case root:
		return Object
	case additional != nil && (len(additional.members()) > 0 || additional.text() == "true"):
		return Map
	case items != nil:
		return List
	}
	return Unknown
}

func objectFields(p *parts, properties reader, required, alternatives []reader) {
	if properties != nil {
		for _, m := range properties.members() {
			p.fields[m.name] = openAPI(m.value, false)
		}
	}
	for _, r := range required {
		p.required[r.text()] = true
	}
	for _, a := range alternatives {
		more := a.member("properties")
		if more == nil {
			continue
		}
		for _, m := range more.members() {
			if p.fields[m.name] == nil {
				p.fields[m.name] = openAPI(m.value, false)
			}
		}
	}
}

// wholeObject adds what every Kubernetes object has.
func wholeObject(p *parts) {
	p.fields["apiVersion"], p.fields["kind"], p.fields["metadata"] = &Schema{Shape: String}, &Schema{Shape: String}, ObjectMeta()
	p.required["apiVersion"], p.required["kind"] = true, true
}
