package rules

import (
	"slices"

	"github.com/agnivade/levenshtein"
)

// Nearest is the candidate with the smallest edit distance to name, the first in order among equals; "" where even that
// one differs in more than a third of its letters.
func Nearest(name string, candidates []string) string {
	candidates = slices.Sorted(slices.Values(candidates))
	best, distance := "", max(len(name)/3, 1)+1
	for _, c := range candidates {
		if d := levenshtein.ComputeDistance(name, c); d < distance {
			best, distance = c, d
		}
	}
	return best
}
