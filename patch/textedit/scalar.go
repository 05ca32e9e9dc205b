package textedit

import (
	"encoding/json"
	"fmt"
	"regexp"
	"strings"
	"unicode"
)

// notString matches what some reader of YAML 1.1 or 1.2 takes for a boolean, a
// null, a number, a date or a merge key. It is wider than any one of them.
var notString = regexp.MustCompile(`^(?i:` + strings.Join([]string{
	`y|n|yes|no|on|off|true|false|null|~|=|<<|nan|inf|infinity`,
	`[-+]?\.(inf|nan)`,
	`[-+]?(inf|infinity)`,
	`[-+]?[0-9][0-9_,]*`,
	`[-+]?0b[01_]+`,
	`[-+]?0o?[0-7_]+`,
	`[-+]?0x[0-9a-f_]+(\.[0-9a-f_]*)?(p[-+]?[0-9]+)?`,
	`[-+]?([0-9][0-9_,]*)?\.?[0-9_]*(e[-+]?[0-9_]+)?`,
	`[-+]?[0-9][0-9_]*(:[0-5]?[0-9])+(\.[0-9_]*)?`,
	`[0-9]{4}-[0-9]{1,2}-[0-9]{1,2}`,
	`[0-9]{4}-[0-9]{1,2}-[0-9]{1,2}([Tt]|[ \t]+)[0-9].*`,
}, "|") + `)$`)

// isPlain reports whether s can be written without quotes, as a key or value,
// and is read as this string everywhere.
func isPlain(s string, flow bool) bool {
	if s == "" || notString.MatchString(s) || strings.TrimSpace(s) != s {
		return false
	}
	switch s[0] {
	case ',', '[', ']', '{', '}', '#', '&', '*', '!', '|', '>', '\'', '"', '%', '@', '`':
		return false
	case '-', '?', ':':
		if len(s) == 1 || s[1] == ' ' {
			return false
		}
	}
	if strings.HasPrefix(s, "---") || strings.HasPrefix(s, "...") {
		return false
	}
	if strings.Contains(s, ": ") || strings.HasSuffix(s, ":") || strings.Contains(s, " #") {
		return false
	}
	// Older readers end a plain value in brackets at "?" and ":" too.
	if flow && strings.ContainsAny(s, ",[]{}?:") {
		return false
	}
	return isPrintable(s)
}

// isPrintable reports whether s holds nothing that needs an escape.
func isPrintable(s string) bool {
	return strings.IndexFunc(s, func(r rune) bool { return !unicode.IsPrint(r) }) < 0
}

// inline writes a scalar on one line. habit is how strings are quoted here.
func (k look) inline(value any, habit style, flow bool) string {
	switch value := value.(type) {
	case nil:
		return "null"
	case bool:
		return fmt.Sprint(value)
	case json.Number:
		return k.number(string(value))
	case float:
		return k.number(string(floatNumber(float64(value))))
	case string:
		return k.text(value, habit, flow)
	}
	return ""
}

// number writes a number so that a reader of YAML 1.1 sees one: there an
// exponent needs a fraction before it and a sign.
func (k look) number(s string) string {
	i := strings.IndexAny(s, "eE")
	if k.json || i < 0 {
		return s
	}
	mantissa, exponent := s[:i], s[i+1:]
	if !strings.Contains(mantissa, ".") {
		mantissa += ".0"
	}
	if exponent[0] != '+' && exponent[0] != '-' {
		exponent = "+" + exponent
	}
	return mantissa + s[i:i+1] + exponent
}

// text writes a string, plain or in the quotes that are usual here.
func (k look) text(s string, habit style, flow bool) string {
	switch {
	case k.json:
		return doubleQuoted(s, true)
	case habit == plainStyle && isPlain(s, flow):
		return s
	case habit == plainStyle:
		habit = k.needed
	}
	if habit == singleStyle && isPrintable(s) {
		return "'" + strings.ReplaceAll(s, "'", "''") + "'"
	}
	return doubleQuoted(s, false)
}

func doubleQuoted(s string, forJSON bool) string {
	var b strings.Builder
	b.WriteByte('"')
	for _, r := range s {
		switch {
		case r == '"' || r == '\\':
			b.WriteByte('\\')
			b.WriteRune(r)
		case r == '\n':
			b.WriteString(`\n`)
		case r == '\t':
			b.WriteString(`\t`)
		case r == '\r':
			b.WriteString(`\r`)
		case unicode.IsPrint(r):
			b.WriteRune(r)
		case r <= 0xffff:
			fmt.Fprintf(&b, `\u%04x`, r)
		case forJSON:
			b.WriteRune(r)
		default:
			fmt.Fprintf(&b, `\U%08x`, r)
		}
	}
	b.WriteByte('"')
	return b.String()
}

// literal writes a text of several lines as a literal block, if it can be one.
func literal(s string) (header string, body []string, ok bool) {
	text, ends := strings.CutSuffix(s, "\n")
	if !strings.Contains(s, "\n") || text == "" || strings.HasSuffix(text, "\n") {
		return "", nil, false
	}
	body = strings.Split(text, "\n")
	if body[0] == "" || body[0][0] == ' ' {
		return "", nil, false
	}
	for _, line := range body {
		if !isPrintable(line) || strings.HasPrefix(line, "\t") || strings.TrimSpace(line) == "" && line != "" {
			return "", nil, false
		}
	}
	if ends {
		return "|", body, true
	}
	return "|-", body, true
}
