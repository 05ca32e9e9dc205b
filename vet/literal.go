package vet

import (
	"encoding/json"
	"go/ast"
	"strconv"
	"strings"

	"golang.org/x/tools/go/analysis"
)

// decodeJSON reads the string of a JSON literal.
func decodeJSON(text string) (string, error) {
	var s string
	err := json.Unmarshal([]byte(text), &s)
	return s, err
}

// literalEdit puts a string in the place of a literal.
func literalEdit(lit *ast.BasicLit, text string) analysis.TextEdit {
	return analysis.TextEdit{Pos: lit.Pos(), End: lit.End(), NewText: []byte(goLiteral(text, lit.Value[0] == '`'))}
}

// goLiteral writes a string as a literal, raw where the old one was raw and the text allows it.
func goLiteral(text string, raw bool) string {
	if raw && !strings.ContainsAny(text, "`\r") {
		return "`" + text + "`"
	}
	return strconv.Quote(text)
}
