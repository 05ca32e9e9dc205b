package reports

import (
	"fmt"
	"io"
	"strings"

	"github.com/kartalint/kartalint/rules/evidence"
)

// maxValue is how many code points of a value are printed.
const maxValue = 100

// WriteValues prints what every path of definitions yields on recorded objects.
func WriteValues(w io.Writer, list []evidence.Shown) error {
	var b strings.Builder
	for _, s := range list {
		fmt.Fprintf(&b, "%s on %s\n", Clean(s.Definition), Clean(s.Object))
		for _, c := range s.Components {
			fmt.Fprintf(&b, "  %s\n", Clean(c.Name))
			for _, f := range c.Fields {
				writeValue(&b, f)
			}
			if c.Matchers {
				resolved := strings.Join(c.Statuses, " and ")
				if resolved == "" {
					resolved = "none"
				}
				fmt.Fprintf(&b, "    status: %s\n", resolved)
			}
		}
		b.WriteString("\n")
	}
	_, err := io.WriteString(w, b.String())
	return err
}

func writeValue(b *strings.Builder, f evidence.ShownField) {
	fmt.Fprintf(b, "    %s: %s", f.Name, shorten(f.Expression))
	if f.Pod != "" {
		fmt.Fprintf(b, " on %s", Clean(f.Pod))
	}
	b.WriteString("\n")
	for _, v := range f.Values {
		fmt.Fprintf(b, "      %s\n", shorten(v))
	}
	switch {
	case f.Err != nil:
		fmt.Fprintf(b, "      error: %s\n", shorten(f.Err.Error()))
	case len(f.Values) == 0:
		b.WriteString("      nothing\n")
	}
}

// cut is a text on one line, the end of a long one left out.
func shorten(s string) string {
	runes := []rune(Clean(strings.Join(strings.Fields(s), " ")))
	if len(runes) > maxValue {
		return string(runes[:maxValue]) + "…"
	}
	return string(runes)
}
