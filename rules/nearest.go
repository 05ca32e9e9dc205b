package rules

import "github.com/kartalint/kartalint/internal/nearest"

// Nearest is the candidate that a misspelt name most likely means, letters' case apart; "" where none is near.
func Nearest(name string, candidates []string) string { return nearest.Name(name, candidates) }
