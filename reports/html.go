package reports

import (
	"bytes"
	"crypto/sha256"
	_ "embed" // the page's parts
	"encoding/base64"
	"encoding/json"
	"fmt"
	"html"
	"io"
	"strings"
)

var htmlFormat = Format{Name: "html", About: "one page for a browser: the breakdown, the findings, and a map of every write", whole: writeHTML, NeedsPaths: true}

//go:embed html/page.html
var pageText string

//go:embed html/style.css
var pageStyle string

//go:embed html/app.js
var pageScript string

// writeHTML writes one file that needs no network. What comes from definitions stands in one JSON element, in which no
// tag can end, and the page's policy runs no script and takes no style but the two whose hashes it names.
func writeHTML(w io.Writer, in *Input, opts Options) error {
	var data bytes.Buffer
	page := in.page(opts)
	// The encoder writes <, > and & as escapes.
	if err := json.NewEncoder(&data).Encode(page); err != nil {
		return err
	}
	policy := fmt.Sprintf("default-src 'none'; script-src %s; style-src %s; img-src data:; base-uri 'none'; form-action 'none'; require-trusted-types-for 'script'; trusted-types 'none'",
		hash(pageScript), hash(pageStyle))
	_, err := strings.NewReplacer("{{policy}}", policy, "{{style}}", pageStyle, "{{script}}", pageScript, "{{headline}}", html.EscapeString(page.Headline),
		"{{checked}}", html.EscapeString(page.Checked), "{{data}}", strings.TrimSpace(data.String())).WriteString(w, pageText)
	return err
}

// hash is how a Content-Security-Policy names a text.
func hash(text string) string {
	sum := sha256.Sum256([]byte(text))
	return "'sha256-" + base64.StdEncoding.EncodeToString(sum[:]) + "'"
}
