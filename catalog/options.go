package catalog

import "runtime"

// Options are the limits and choices of reading. The zero value takes the defaults.
type Options struct {
	MaxFileSize   int64    // bytes of one file; 16 MiB
	MaxDocuments  int      // documents of one file; 10,000
	MaxDepth      int      // levels of nesting; 200
	MaxExpansion  int      // values that the aliases of a document expand to; 100,000
	Jobs          int      // files read at once; the number of processors
	StdinFilename string   // what standard input is called; <stdin>
	Excludes      []string // globs of files and folders that are not read; ** stands for any number of folders
}

func (o Options) withDefaults() Options {
	if o.MaxFileSize == 0 {
		o.MaxFileSize = 16 << 20
	}
	if o.MaxDocuments == 0 {
		o.MaxDocuments = 10000
	}
	if o.MaxDepth == 0 {
		o.MaxDepth = 200
	}
	if o.MaxExpansion == 0 {
		o.MaxExpansion = 100000
	}
	if o.Jobs <= 0 {
		o.Jobs = runtime.GOMAXPROCS(0)
	}
	if o.StdinFilename == "" {
		o.StdinFilename = "<stdin>"
	}
	return o
}
