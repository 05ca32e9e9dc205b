// Package ptr stands in for a library of pointer helpers.
package ptr

func To[T any](v T) *T { return &v }

func String(s string) *string { return &s }

// Upper has the shape of a pointer helper and is none.
func Upper(s string) *string { s += "!"; return &s }
