// Package reports writes findings and the breakdown of paths for people and machines. It knows findings and knows
// nothing of how they were found: a report never decides. Whatever comes from a file is data: control characters never
// reach a terminal raw.
package reports
