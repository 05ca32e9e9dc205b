package vet

import (
	"encoding/json"
	"strconv"
	"strings"
)

// decodeJSON reads the string of a JSON literal.
func decodeJSON(text string) (string, error) {
	var s string
	err := json.Unmarshal([]byte(text), &s)
	return s, err
}

// goLiteral writes a string as a literal, raw where the old one was raw and the text allows it.
func goLiteral(text string, raw bool) string {
	if raw && !strings.ContainsAny(text, "`\r") {
		return "`" + text + "`"
	}
	return strconv.Quote(text)
}
