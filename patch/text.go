package patch

import (
	"errors"
	"fmt"

	"github.com/kartalint/kartalint/patch/textedit"
)

// ErrNotInText says that a source does not hold the object that the plan was made for, or holds it twice.
var ErrNotInText = errors.New("the source does not hold the plan's object exactly once")

// ApplyText makes the plan's changes in the YAML or JSON source that the object was read from, also where it is one
// of several documents or an item of a List. Every untouched byte is kept. The result is read again and must hold
// what Apply gives, else an error is returned and no text.
func (p *Plan) ApplyText(src []byte) ([]byte, error) {
	file, err := textedit.Parse(src)
	if err != nil {
		return nil, err
	}
	doc, prefix, err := p.find(file)
	if err != nil {
		return nil, err
	}
	if len(p.ops) == 0 {
		return src, nil
	}
	out, err := file.Apply(doc, p.textOps(prefix))
	if err != nil {
		return nil, err
	}
	again, err := textedit.Parse(out)
	if err != nil {
		return nil, fmt.Errorf("the edited text cannot be read: %w", err)
	}
	if v, _ := lookup(again.Documents()[doc].Value, prefix); !Equal(v, p.Apply()) {
		return nil, fmt.Errorf("the edited text does not hold the wished object: nothing was written")
	}
	return out, nil
}

func (p *Plan) find(file *textedit.File) (doc int, prefix Pointer, err error) {
	found := 0
	for i, d := range file.Documents() {
		if Equal(d.Value, p.obj) {
			doc, prefix = i, nil
			found++
		}
		m, _ := d.Value.(map[string]any)
		items, _ := m["items"].([]any)
		for j, item := range items {
			if Equal(item, p.obj) {
				doc, prefix = i, Pointer{"items", j}
				found++
			}
		}
	}
	if found != 1 {
		return 0, nil, ErrNotInText
	}
	return doc, prefix, nil
}

func (p *Plan) textOps(prefix Pointer) []textedit.Op {
	ops := make([]textedit.Op, len(p.ops))
	for i, op := range p.ops {
		ops[i] = textedit.Op{Kind: textedit.Set, Path: append(append([]any{}, prefix...), op.Path...), Value: op.New}
		if op.Kind == Remove {
			ops[i].Kind, ops[i].Value = textedit.Remove, nil
		}
	}
	return ops
}
