package textedit

// PathString is pathString, for the order of paths in tests.
var PathString = pathString
