package patch

// Difference is how one object differs from another, as JSON pointers, sorted; the highest place is named.
type Difference struct {
	Lost     []string `json:"lost,omitempty"`
	Injected []string `json:"injected,omitempty"`
	Changed  []string `json:"changed,omitempty"`
}

// Empty says whether nothing differs.
func (d Difference) Empty() bool { return len(d.Lost)+len(d.Injected)+len(d.Changed) == 0 }

// differ compares two objects. What lies at or below one of the targets, or is just the way to one, is left out.
type differ struct {
	Difference
	targets []Pointer
}

func compare(old, to any, targets []Pointer) Difference {
	d := &differ{targets: targets}
	d.walk(nil, old, to)
	return d.Difference
}

func (d *differ) inside(p Pointer) bool {
	for _, t := range d.targets {
		if p.hasPrefix(t) {
			return true
		}
	}
	return false
}

// onlyWay says whether a new value is nothing but maps that lead to targets.
func (d *differ) onlyWay(p Pointer, v any) bool {
	if d.inside(p) {
		return true
	}
	m, ok := v.(map[string]any)
	if !ok || len(m) == 0 {
		return false
	}
	for k, e := range m {
		if !d.onlyWay(p.child(k), e) {
			return false
		}
	}
	return true
}

func (d *differ) walk(p Pointer, old, to any) {
	if d.inside(p) {
		return
	}
	m, isMap := old.(map[string]any)
	n, alsoMap := to.(map[string]any)
	if isMap && alsoMap {
		d.maps(p, m, n)
		return
	}
	l, isList := old.([]any)
	k, alsoList := to.([]any)
	if isList && alsoList {
		for i := range min(len(l), len(k)) {
			d.walk(p.child(i), l[i], k[i])
		}
		for i := len(k); i < len(l); i++ {
			d.Lost = append(d.Lost, p.child(i).String())
		}
		for i := len(l); i < len(k); i++ {
			d.inject(p.child(i), k[i])
		}
		return
	}
	if !Equal(old, to) && (old != nil || !d.onlyWay(p, to)) {
		d.Changed = append(d.Changed, p.String())
	}
}

func (d *differ) maps(p Pointer, m, n map[string]any) {
	for _, k := range sortedKeys(m) {
		at := p.child(k)
		if to, ok := n[k]; ok {
			d.walk(at, m[k], to)
		} else if !d.inside(at) {
			d.Lost = append(d.Lost, at.String())
		}
	}
	for _, k := range sortedKeys(n) {
		if _, ok := m[k]; !ok {
			d.inject(p.child(k), n[k])
		}
	}
}

func (d *differ) inject(p Pointer, v any) {
	if !d.onlyWay(p, v) {
		d.Injected = append(d.Injected, p.String())
	}
}
