package patch

import (
	"fmt"

	"github.com/kartalint/kartalint/patch/textedit"
)

// Objects are the objects of a YAML or JSON text: its documents, and the items of its lists. The error names the file and
// the line of the first document that cannot be read.
func Objects(name string, src []byte) ([]Object, error) {
	docs, err := textedit.Documents(src)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	var out []Object
	for _, d := range docs {
		if d.Err != nil {
			return nil, fmt.Errorf("%s:%d: %w", name, d.Line, d.Err)
		}
		m, _ := d.Value.(map[string]any)
		items, isList := m["items"].([]any)
		if !isList && m != nil {
			out = append(out, Object{Name: name, Source: src, Value: m})
		}
		for _, item := range items {
			if m, ok := item.(map[string]any); ok {
				out = append(out, Object{Name: name, Source: src, Value: m})
			}
		}
	}
	return out, nil
}
