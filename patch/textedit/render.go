package textedit

import "strings"

// below says that a collection begins on the line below its key.
const below = -1

// block writes a new value in block style: what follows the ":" or "-" on its
// line, and the lines below it, complete with their indentation. indent is the
// column of the collection that holds the value. A map or list begins on the
// same line where at, the column of what follows there, is not below.
func (k look) block(w *want, indent int, habit style, at int) (first string, rest []string) {
	switch w.kind {
	case mapKind:
		if len(w.slots) == 0 {
			return "{}", nil
		}
		if at != below {
			return compact(k.blockMap(w, at))
		}
		return "", k.blockMap(w, indent+k.step)
	case listKind:
		if len(w.slots) == 0 {
			return "[]", nil
		}
		if at != below {
			return compact(k.blockList(w, at))
		}
		return "", k.blockList(w, indent+k.listOffset)
	}
	if s, ok := w.value.(string); ok && !k.noLiteral && !habit.quoted() {
		if header, body, ok := literal(s); ok {
			return header, indented(body, max(indent, 0)+k.step)
		}
	}
	return k.inline(w.value, habit, false), nil
}

func compact(all []string) (first string, rest []string) {
	return strings.TrimLeft(all[0], " "), all[1:]
}

func indented(body []string, column int) []string {
	out := make([]string, len(body))
	for i, line := range body {
		if line != "" {
			out[i] = strings.Repeat(" ", column) + line
		}
	}
	return out
}

func (k look) blockMap(w *want, column int) []string {
	var out []string
	for _, s := range w.slots {
		out = append(out, k.member(s, column)...)
	}
	return out
}

// member writes the lines of a map's member.
func (k look) member(s *slot, column int) []string {
	first, rest := k.block(s.val, column, k.values, below)
	line := strings.Repeat(" ", column) + k.text(s.key, k.keys, false) + ":"
	if first != "" {
		line += " " + first
	}
	return append([]string{line}, rest...)
}

func (k look) blockList(w *want, column int) []string {
	var out []string
	for _, s := range w.slots {
		out = append(out, k.element(s, column, 1)...)
	}
	return out
}

// element writes the lines of a list's element, with gap spaces behind the
// dash.
func (k look) element(s *slot, column, gap int) []string {
	first, rest := k.block(s.val, column, k.values, column+1+gap)
	line := strings.Repeat(" ", column) + "-" + strings.Repeat(" ", gap) + first
	return append([]string{line}, rest...)
}

// flow writes a new value in flow style. base is the indentation of the line it
// begins on when it spreads over lines, nil to keep it on one.
func (k look) flow(w *want, habit style, base *string, lineBreak string) string {
	switch w.kind {
	case mapKind:
		return k.brackets(w, "{", "}", base, lineBreak)
	case listKind:
		return k.brackets(w, "[", "]", base, lineBreak)
	}
	return k.inline(w.value, habit, true)
}

func (k look) brackets(w *want, opening, closing string, base *string, lineBreak string) string {
	if len(w.slots) == 0 {
		return opening + closing
	}
	if base == nil {
		var parts []string
		for _, s := range w.slots {
			parts = append(parts, k.flowEntry(s, nil, lineBreak))
		}
		pad := ""
		if opening == "{" {
			pad = k.pad
		}
		return opening + pad + strings.Join(parts, ","+k.commaGap) + pad + closing
	}
	inner := *base + k.unit
	var parts []string
	for _, s := range w.slots {
		parts = append(parts, lineBreak+inner+k.flowEntry(s, &inner, lineBreak))
	}
	return opening + strings.Join(parts, ",") + lineBreak + *base + closing
}

// flowEntry writes a member with its key, or an element.
func (k look) flowEntry(s *slot, base *string, lineBreak string) string {
	value := k.flow(s.val, k.values, base, lineBreak)
	if s.element {
		return value
	}
	return k.text(s.key, k.keys, true) + ":" + k.colonGap + value
}
