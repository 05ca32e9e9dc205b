package rules

import "fmt"

// Severity says how much a finding hurts. The zero value means "the rule's default".
type Severity uint8

// The severities, lowest first, so that they can be compared.
const (
	Default Severity = iota
	Off              // not reported
	Note             // worth knowing, never fails a gate by itself
	Warning          // reads or writes go wrong for some objects
	Error            // data is lost or the runtime refuses it
)

var severityNames = [...]string{"default", "off", "note", "warning", "error"}

// String returns the word that reports and the configuration use.
func (s Severity) String() string { return severityNames[s] }

// Down is the severity one step lower, Note at least: what a rule of the written fields means for a scale field.
func (s Severity) Down() Severity {
	if s > Note {
		return s - 1
	}
	return s
}

// ParseSeverity reads off, note, warning or error.
func ParseSeverity(s string) (Severity, error) {
	for i, name := range severityNames {
		if name == s && Severity(i) != Default {
			return Severity(i), nil
		}
	}
	return Default, fmt.Errorf("unknown severity %q: use error, warning, note or off", s)
}

// MarshalText makes a severity its word in JSON.
func (s Severity) MarshalText() ([]byte, error) { return []byte(s.String()), nil }
