package catalog

// Position is a place in a file. Lines and columns are 1-based; columns count Unicode code points; a line ends at LF or
// CR LF, as editors and GitHub count, whatever the YAML library counts. Offset counts bytes from the file's start.
type Position struct{ Offset, Line, Column int }

// Span is a half-open range in one file.
type Span struct {
	File       string // as named on the command line, slash-separated, relative to the working folder where it lies below it
	Start, End Position
}

// Edit replaces the text at Span by New.
type Edit struct {
	Span Span
	New  string
}
