// Package rules is the frame that every check of kartalint stands in: what a rule is and how it documents itself, what a
// finding carries, how rules are run over a catalog in a stable order, and which findings are silenced, suppressed or
// already known.
//
// The rules themselves stand in the packages below, one per family, one file per rule; package rules/all lists them. A
// rule never prints and never reads a file; what it needs is in its [Pass].
package rules
