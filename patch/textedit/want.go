package textedit

import (
	"fmt"
	"maps"
	"slices"
	"unicode/utf8"
)

// want is the wanted state of one place of the document. It starts as the text
// has it and is opened only along the paths of the operations, so that an edit
// costs what it touches. A new place has no node.
type want struct {
	node  *node
	state state
	kind  kind
	value any              // of a scalar that is set
	slots []*slot          // those of the text, then the added ones
	index map[string]*slot // the members of a map that are not removed
	live  []*slot          // the elements of a list that are not removed

	merge   *entry // the merge key of an opened map
	ordered bool   // the caller gave the order of the keys
}

type state int

const (
	kept   state = iota // as the text has it
	opened              // a map or list of the text, some of it changed
	set                 // written anew
)

// slot is a member of a map or an element of a list.
type slot struct {
	entry   *entry // nil when added
	key     string
	val     *want
	element bool // of a list
	removed bool
}

func keep(n *node) *want { return &want{node: n} }

// added returns the slots that the text does not have.
func (w *want) added() []*slot {
	for i, s := range w.slots {
		if s.entry == nil {
			return w.slots[i:]
		}
	}
	return nil
}

// planner applies operations to wanted states.
type planner struct {
	*File
	root *want
	op   *Op
	n    int // index of op
	step int // number of path steps taken
}

func (p *planner) fail(format string, args ...any) error {
	return &OpError{p.n, p.op.Path[:p.step], fmt.Sprintf(format, args...)}
}

func (p *planner) do(n int, op *Op) error {
	p.n, p.op, p.step = n, op, 0
	last := len(op.Path) - 1
	if op.Kind == Append {
		last++
	}
	if last < 0 {
		if op.Kind == Remove {
			return p.fail("the whole document cannot be removed")
		}
		return p.assign(p.root, op.Value)
	}
	w := p.root
	for i, step := range op.Path[:last] {
		p.step = i
		var err error
		if w, err = p.child(w, step); err != nil {
			return err
		}
	}
	p.step = last
	switch op.Kind {
	case Set:
		return p.set(w, op.Path[last], op.Value)
	case Remove:
		return p.remove(w, op.Path[last])
	case Append:
		if err := p.enter(w, listKind); err != nil {
			return err
		}
		w.add("", p.fresh(op.Value))
		return nil
	}
	return p.fail("unknown operation %v", op.Kind)
}

// enter makes w a map or list whose slots can be changed. What is null becomes
// an empty one.
func (p *planner) enter(w *want, kind kind) error {
	if w.state == kept {
		if err := p.enterNode(w, kind); err != nil {
			return err
		}
	}
	if w.state == set && w.kind == scalarKind && w.value == nil {
		w.kind = kind
		w.reindex()
	}
	if w.kind != kind {
		return p.fail("here is %s, not %s", kindName(w.kind), kindName(kind))
	}
	return nil
}

func (p *planner) enterNode(w *want, kind kind) error {
	n := w.node
	if err := p.checkOwn(n); err != nil {
		return err
	}
	if n.isNull() && !n.tagged {
		w.state, w.kind = set, kind
		w.reindex()
		return nil
	}
	if n.kind == kind {
		p.open(w)
		return nil
	}
	return p.fail("line %d has %s here, not %s", p.of(n.start)+1, kindName(n.kind), kindName(kind))
}

func kindName(k kind) string {
	switch k {
	case mapKind:
		return "a map"
	case listKind:
		return "a list"
	}
	return "a single value"
}

// checkOwn refuses to change what stands elsewhere in the document too.
func (p *planner) checkOwn(n *node) error {
	if n.kind == aliasKind {
		return p.refuse(n.start, fmt.Sprintf("%s is the alias *%s: a change through it would change the value at line %d as well",
			pathString(p.op.Path[:p.step]), n.value, p.of(n.target.start)+1))
	}
	if len(n.uses) > 0 {
		return p.refuse(n.start, fmt.Sprintf("%s has the anchor &%s: a change would change the alias at line %d as well",
			pathString(p.op.Path[:p.step]), n.anchor, p.of(n.uses[0].start)+1))
	}
	if n.tagged && (n.kind == scalarKind || n.tag != "!!map" && n.tag != "!!seq") {
		return p.refuse(n.start, fmt.Sprintf("%s has a tag, which says how its value is read", pathString(p.op.Path[:p.step])))
	}
	return nil
}

func (p *planner) open(w *want) {
	w.state, w.kind = opened, w.node.kind
	w.slots = make([]*slot, len(w.node.entries))
	for i, e := range w.node.entries {
		s := &slot{entry: e, val: keep(e.val)}
		if e.merge {
			w.merge = e // decoding has refused a second one
		}
		if e.key != nil {
			s.key = deref(e.key).value
		}
		w.slots[i] = s
	}
	w.reindex()
}

func (w *want) reindex() {
	if w.kind != mapKind {
		w.live = slices.Clone(w.slots)
		return
	}
	w.index = make(map[string]*slot, len(w.slots))
	for _, s := range w.slots {
		if !s.removed && (s.entry == nil || !s.entry.merge) {
			w.index[s.key] = s
		}
	}
}

// merged returns the members that a merge key gives to an opened map, and that
// key.
func (p *planner) merged(w *want) (map[string]any, *entry, error) {
	if w.merge == nil {
		return nil, nil, nil
	}
	d := &decoder{lines: p.lines, active: map[*node]bool{}}
	m := map[string]any{}
	return m, w.merge, d.merge(m, w.merge.val)
}

// child steps down, creating a missing map or list for the step after it.
func (p *planner) child(w *want, step any) (*want, error) {
	s, err := p.find(w, step)
	if err != nil || s != nil {
		return p.descend(s), err
	}
	key, isKey := step.(string)
	members, e, err := p.merged(w)
	if err != nil {
		return nil, err
	}
	if _, ok := members[key]; ok && isKey {
		return nil, p.refuse(e.start, fmt.Sprintf("%q comes from this merge key: a change inside it would change its other uses", key))
	}
	p.step++
	if p.op.Kind == Remove {
		return nil, p.fail("there is nothing to remove")
	}
	if !isKey {
		return nil, p.fail("the list has no such element")
	}
	parent := &want{state: set}
	return parent, p.grow(w, key, parent)
}

// grow adds a member to a map that can take one.
func (p *planner) grow(w *want, key string, val *want) error {
	if err := p.checkBraces(w); err != nil {
		return err
	}
	w.add(key, val)
	return nil
}

func (p *planner) checkBraces(w *want) error {
	if w.state == opened && w.node.style == pairStyle {
		return p.refuse(w.node.start, "a map of one pair in a list, without braces, cannot grow or shrink")
	}
	return nil
}

func (p *planner) descend(s *slot) *want {
	if s == nil {
		return nil
	}
	p.step++
	return s.val
}

func (w *want) add(key string, val *want) *want {
	s := &slot{key: key, val: val, element: w.kind == listKind}
	w.slots = append(w.slots, s)
	if w.kind == mapKind {
		w.index[key] = s
	} else {
		w.live = append(w.live, s)
	}
	return val
}

// find enters w for the step and returns the slot there, or nil.
func (p *planner) find(w *want, step any) (*slot, error) {
	switch step := step.(type) {
	case string:
		if !utf8.ValidString(step) {
			return nil, p.fail("the key %q is not valid UTF-8", step)
		}
		if err := p.enter(w, mapKind); err != nil {
			return nil, err
		}
		s := w.index[step]
		if s != nil && s.entry != nil && s.entry.complex {
			return nil, p.refuse(s.entry.start, `the key is written with "? "`)
		}
		return s, nil
	case int:
		if err := p.enter(w, listKind); err != nil {
			return nil, err
		}
		if step < 0 || step >= len(w.live) {
			return nil, nil
		}
		return w.live[step], nil
	}
	return nil, p.fail("a path step of type %T", step)
}

func (p *planner) set(w *want, step, value any) error {
	s, err := p.find(w, step)
	if err != nil {
		return err
	}
	p.step++
	if s != nil {
		return p.assign(s.val, value)
	}
	key, isKey := step.(string)
	if !isKey {
		if step != len(w.live) {
			return p.fail("the list has %d elements", len(w.live))
		}
		w.add("", p.fresh(value))
		return nil
	}
	members, _, err := p.merged(w)
	if err != nil {
		return err
	}
	if member, ok := members[key]; ok && sameValue(member, value) {
		return nil
	}
	return p.grow(w, key, p.fresh(value))
}

func (p *planner) remove(w *want, step any) error {
	s, err := p.find(w, step)
	if err != nil {
		return err
	}
	p.step++
	if s == nil {
		members, e, err := p.merged(w)
		if err != nil {
			return err
		}
		if key, ok := step.(string); ok && e != nil {
			if _, ok := members[key]; ok {
				return p.refuse(e.start, fmt.Sprintf("%q comes from this merge key and cannot be removed here", key))
			}
		}
		return p.fail("there is nothing to remove")
	}
	return p.drop(w, s)
}

// drop removes a slot, unless that would change another value.
func (p *planner) drop(w *want, s *slot) error {
	if err := p.checkBraces(w); err != nil {
		return err
	}
	if w.kind == mapKind {
		members, e, err := p.merged(w)
		if err != nil {
			return err
		}
		if _, ok := members[s.key]; ok {
			return p.refuse(e.start, fmt.Sprintf("without its own %q the map would take the one of this merge key", s.key))
		}
		delete(w.index, s.key)
	} else {
		w.live = slices.DeleteFunc(w.live, func(o *slot) bool { return o == s })
	}
	if s.entry == nil {
		w.slots = slices.DeleteFunc(w.slots, func(o *slot) bool { return o == s })
		return nil
	}
	s.removed = true
	if s.entry.complex {
		return p.refuse(s.entry.start, `the key is written with "? "`)
	}
	if s.entry.key != nil {
		if err := p.checkUnused(s.entry.key, s.entry); err != nil {
			return err
		}
	}
	return p.checkUnused(s.entry.val, s.entry)
}

// checkUnused refuses to remove an anchor that an alias outside of the entry
// needs.
func (p *planner) checkUnused(n *node, e *entry) error {
	start, end := n.start, n.end
	if e != nil {
		start, end = e.start, e.end()
	}
	if anchored, use := n.firstUseOutside(start, end); use != nil {
		return p.refuse(anchored.start, fmt.Sprintf("the anchor &%s would be lost, which line %d needs", anchored.anchor, p.of(use.start)+1))
	}
	return nil
}

// fresh builds the wanted state of a new value.
func (p *planner) fresh(value any) *want {
	w := &want{state: set, value: value, ordered: p.op.KeyOrder != nil}
	switch value := value.(type) {
	case map[string]any:
		w.kind, w.value = mapKind, nil
		w.reindex()
		for _, key := range p.sortedKeys(value) {
			w.add(key, p.fresh(value[key]))
		}
	case []any:
		w.kind, w.value = listKind, nil
		for _, element := range value {
			w.add("", p.fresh(element))
		}
	}
	return w
}

func (p *planner) sortedKeys(m map[string]any) []string {
	keys := slices.Sorted(maps.Keys(m))
	if p.op.KeyOrder != nil {
		slices.SortStableFunc(keys, p.op.KeyOrder)
	}
	return keys
}

// assign sets w to the value and leaves alone what equals it already.
func (p *planner) assign(w *want, value any) error {
	if w.state == kept {
		now, err := p.decode(w.node)
		if err != nil || sameValue(now, value) {
			return err
		}
	}
	m, isMap := value.(map[string]any)
	list, isList := value.([]any)
	switch {
	case isMap && p.opens(w, mapKind):
		if err := p.enter(w, mapKind); err != nil {
			return err
		}
		return p.assignMap(w, m)
	case isList && p.opens(w, listKind):
		if err := p.enter(w, listKind); err != nil {
			return err
		}
		return p.assignList(w, list)
	}
	return p.replace(w, value)
}

func (p *planner) opens(w *want, kind kind) bool {
	return w.state == opened && w.kind == kind || w.state == kept && w.node.kind == kind
}

func (p *planner) assignMap(w *want, m map[string]any) error {
	members, e, err := p.merged(w)
	if err != nil {
		return err
	}
	for _, key := range slices.Sorted(maps.Keys(members)) {
		if _, wanted := m[key]; !wanted {
			return p.refuse(e.start, fmt.Sprintf("%q comes from this merge key and cannot be removed here", key))
		}
	}
	for _, s := range slices.Clone(w.slots) {
		if _, wanted := m[s.key]; !wanted && w.index[s.key] == s {
			if err := p.drop(w, s); err != nil {
				return err
			}
		}
	}
	for _, key := range p.sortedKeys(m) {
		if s := w.index[key]; s != nil {
			if err := p.assignMember(s, m[key]); err != nil {
				return err
			}
		} else if member, ok := members[key]; !ok || !sameValue(member, m[key]) {
			if err := p.grow(w, key, p.fresh(m[key])); err != nil {
				return err
			}
		}
	}
	return nil
}

func (p *planner) assignMember(s *slot, value any) error {
	if s.entry != nil && s.entry.complex {
		if same, err := p.same(s.val, value); same || err != nil {
			return err
		}
		return p.refuse(s.entry.start, `the key is written with "? "`)
	}
	return p.assign(s.val, value)
}

// assignList pairs the elements from the front; where the list gets shorter,
// the elements that stay at its end stay untouched.
func (p *planner) assignList(w *want, list []any) error {
	old := slices.Clone(w.live)
	if surplus := len(old) - len(list); surplus > 0 {
		tail := 0
		for tail < len(list) {
			same, err := p.same(old[len(old)-1-tail].val, list[len(list)-1-tail])
			if err != nil {
				return err
			}
			if !same {
				break
			}
			tail++
		}
		from := len(list) - tail
		for _, s := range old[from : from+surplus] {
			if err := p.drop(w, s); err != nil {
				return err
			}
		}
	}
	for i, element := range list {
		if i >= len(w.live) {
			w.add("", p.fresh(element))
		} else if err := p.assign(w.live[i].val, element); err != nil {
			return err
		}
	}
	return nil
}

// replace writes the value anew.
func (p *planner) replace(w *want, value any) error {
	if n := w.node; n != nil {
		if n.kind != aliasKind {
			if err := p.checkReplaceable(n, value); err != nil {
				return err
			}
		}
		if err := p.checkUnused(n, nil); err != nil {
			return err
		}
	}
	next := p.fresh(value)
	next.node = w.node
	*w = *next
	return nil
}

func (p *planner) checkReplaceable(n *node, value any) error {
	if _, isString := value.(string); isString && n.tagged && n.tag == "!!str" && len(n.uses) == 0 {
		return nil
	}
	if n.tagged {
		return p.refuse(n.start, fmt.Sprintf("%s has a tag, which says how its value is read", pathString(p.op.Path[:p.step])))
	}
	return p.checkOwn(n)
}

// same reports whether w has the value.
func (p *planner) same(w *want, value any) (bool, error) {
	now, err := p.valueOf(w)
	return err == nil && sameValue(now, value), err
}

func (p *planner) valueOf(w *want) (any, error) {
	switch {
	case w.state == kept:
		return p.decode(w.node)
	case w.kind == mapKind:
		m, _, err := p.merged(w)
		if err != nil {
			return nil, err
		}
		out := make(map[string]any, len(w.index)+len(m))
		maps.Copy(out, m)
		for key, s := range w.index {
			if out[key], err = p.valueOf(s.val); err != nil {
				return nil, err
			}
		}
		return out, nil
	case w.kind == listKind:
		out := make([]any, len(w.live))
		for i, s := range w.live {
			var err error
			if out[i], err = p.valueOf(s.val); err != nil {
				return nil, err
			}
		}
		return out, nil
	}
	return w.value, nil
}
