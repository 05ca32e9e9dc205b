// Package nearest finds the known name that a misspelt one most likely means.
package nearest

import (
	"strings"

	"github.com/agnivade/levenshtein"
)

// Name is the candidate with the smallest edit distance to name, letters' case apart, the first in the alphabet among
// equals; "" where even that one differs in more than a third of the name's letters (at least one may differ).
func Name(name string, candidates []string) string {
	if name == "" {
		return ""
	}
	best, distance := "", max(len(name)/3, 1)+1
	lower := strings.ToLower(name)
	for _, c := range candidates {
		d := levenshtein.ComputeDistance(lower, strings.ToLower(c))
		if d < distance || d == distance && best != "" && c < best {
			best, distance = c, d
		}
	}
	return best
}
