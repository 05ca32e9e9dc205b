// Package nearest finds the known name that a misspelt one most likely means.
package nearest

import (
	"bytes"
	"slices"
	"strings"

	"github.com/agnivade/levenshtein"
)

// distanceOf is the edit distance; two letters that changed places are one mistake.
func distanceOf(a, b string) int {
	d := levenshtein.ComputeDistance(a, b)
	if d == 2 && len(a) == len(b) {
		x, y := []byte(a), []byte(b)
		slices.Sort(x)
		slices.Sort(y)
		if bytes.Equal(x, y) {
			return 1
		}
	}
	return d
}

// Name is the candidate with the smallest edit distance to name, letters' case apart, the first in the alphabet among
// equals; "" where even that one differs in more than a third of the name's letters (at least one may differ).
func Name(name string, candidates []string) string {
	if name == "" {
		return ""
	}
	best, distance := "", max(len(name)/3, 1)+1
	lower := strings.ToLower(name)
	for _, c := range candidates {
		d := distanceOf(lower, strings.ToLower(c))
		if d < distance || d == distance && best != "" && c < best {
			best, distance = c, d
		}
	}
	return best
}
