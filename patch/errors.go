package patch

import (
	"errors"
	"fmt"
	"sort"
	"strings"

	"github.com/kartalint/kartalint/analyzer"
)

// ErrNotSupported is what errors.Is finds in every error that says that the definition cannot express the wish.
var ErrNotSupported = errors.New("the definition does not support this write")

// ErrEmptyPatch says that a patch asks for nothing.
var ErrEmptyPatch = errors.New("the patch is empty: name at least one field to change")

// NotAddressableError says that a path field cannot be written through: its expression is a filter, a formula or
// invalid, or does not share the iteration of instanceIdPath.
type NotAddressableError struct {
	Component, Field, Expression string
	Class                        analyzer.Class
	Reason                       string // why, one line
}

func (e *NotAddressableError) Error() string {
	return fmt.Sprintf("%s of component %q cannot be written: %s (%s): %s", e.Field, e.Component, e.Expression,
		className(e.Class), e.Reason)
}

func (e *NotAddressableError) Is(target error) bool { return target == ErrNotSupported }

// UnsupportedFieldsError names all fields of a patch that the definition cannot route, sorted.
type UnsupportedFieldsError struct {
	Component string
	Fields    []string // dotted pod template fields: metadata.labels, spec.nodeSelector, or replicas and the like
	Causes    []*NotAddressableError
}

func (e *UnsupportedFieldsError) Error() string {
	msg := fmt.Sprintf("component %q has no writable path for %s", e.Component, strings.Join(e.Fields, ", "))
	for _, c := range e.Causes {
		msg += "; " + c.Error()
	}
	return msg
}

func (e *UnsupportedFieldsError) Is(target error) bool { return target == ErrNotSupported }

// Unwrap gives the causes, for errors.As.
func (e *UnsupportedFieldsError) Unwrap() []error {
	errs := make([]error, len(e.Causes))
	for i, c := range e.Causes {
		errs[i] = c
	}
	return errs
}

// ComponentAbsentError says that the component's own place is not in the object. A patch never creates a component.
type ComponentAbsentError struct {
	Component string
	Place     string // the address that is absent
}

func (e *ComponentAbsentError) Error() string {
	return fmt.Sprintf("component %q is not in the object: nothing stands at %s; a patch does not create a component", e.Component, e.Place)
}

// UnknownComponentError says that the definition has no such component.
type UnknownComponentError struct {
	Component string
	Known     []string // sorted
	Nearest   string   // "" where none is near
}

func (e *UnknownComponentError) Error() string {
	return fmt.Sprintf("no component %q%s; the definition has: %s", e.Component, didYouMean(e.Nearest), strings.Join(e.Known, ", "))
}

// UnknownInstanceError names the instances that were asked for and do not exist, and those that do, sorted.
type UnknownInstanceError struct {
	Component      string
	Missing, Known []string
}

func (e *UnknownInstanceError) Error() string {
	known := "none"
	if len(e.Known) > 0 {
		known = some(e.Known)
	}
	return fmt.Sprintf("component %q has no instance %s; there are: %s", e.Component, some(e.Missing), known)
}

// AmbiguousInstanceError says that a write would hit several places that nothing tells apart.
type AmbiguousInstanceError struct {
	Component, ID string // ID is empty where the component has no instance ids
	Places        []string
}

func (e *AmbiguousInstanceError) Error() string {
	if e.ID == "" {
		return fmt.Sprintf("component %q has several instances and nothing tells them apart (%s): give it an instanceIdPath",
			e.Component, some(e.Places))
	}
	return fmt.Sprintf("component %q has the instance id %q more than once (%s): make the ids unique", e.Component, e.ID, some(e.Places))
}

// InvalidPatchError lists everything that is wrong with a patch, found before anything runs.
type InvalidPatchError struct{ Problems []FieldProblem }

// FieldProblem is one thing that is wrong with a patch.
type FieldProblem struct {
	Field   string // dotted, with [i] for elements: spec.containers[0].imgae
	Message string
	Nearest string // the nearest known field; "" where none is near
}

func (e *InvalidPatchError) Error() string {
	lines := make([]string, len(e.Problems))
	for i, p := range e.Problems {
		lines[i] = p.Field + ": " + p.Message + didYouMean(p.Nearest)
	}
	return "invalid patch: " + strings.Join(lines, "; ")
}

// MissingEntryError names a list entry that the patch changes and the object does not have.
type MissingEntryError struct {
	Pointer string   // of the list
	Entry   string   // the keys of the entry: name=main
	Known   []string // the keys of those that are there
}

func (e *MissingEntryError) Error() string {
	known := "the list has no entries"
	if len(e.Known) > 0 {
		known = "there are: " + some(e.Known)
	}
	return fmt.Sprintf("%s has no entry %s; %s (allow additions to add one)", e.Pointer, e.Entry, known)
}

// ConflictError says that the object has something at a place that the write cannot go through, or that two
// fields of one patch ask for different values at one place.
type ConflictError struct{ Pointer, Message string }

func (e *ConflictError) Error() string { return e.Pointer + ": " + e.Message }

// KindError says that the object is not of the definition's kind.
type KindError struct{ Want, Got string }

func (e *KindError) Error() string {
	return fmt.Sprintf("the definition is for %s, the object is %s", e.Want, e.Got)
}

// some is a list as a message can hold it: of a long one its beginning, and how many there are more.
func some(list []string) string {
	const most = 20
	if len(list) <= most {
		return strings.Join(list, ", ")
	}
	return fmt.Sprintf("%s and %d more", strings.Join(list[:most], ", "), len(list)-most)
}

func didYouMean(s string) string {
	if s == "" {
		return ""
	}
	return fmt.Sprintf(" (did you mean %q?)", s)
}

func className(c analyzer.Class) string {
	return [...]string{"address", "respelled address", "filter", "formula", "invalid"}[c]
}

func sortedUnique(in []string) []string {
	sort.Strings(in)
	out := in[:0]
	for i, s := range in {
		if i == 0 || s != in[i-1] {
			out = append(out, s)
		}
	}
	return out
}
