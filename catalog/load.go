package catalog

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/bmatcuk/doublestar/v4"
	"golang.org/x/sync/errgroup"
)

// Catalog is what was read of a set of files.
type Catalog struct {
	Files       []*File // in the order of their names
	Definitions []*Definition
}

// Skipped counts the documents of other kinds.
func (c *Catalog) Skipped() map[string]int {
	all := map[string]int{}
	for _, f := range c.Files {
		for kind, n := range f.Skipped {
			all[kind] += n
		}
	}
	return all
}

// Load reads files, folders, globs and "-" for standard input. The error is one of usage or of the context; what is
// wrong with a file is among the file's problems.
func Load(ctx context.Context, paths []string, opts Options) (*Catalog, error) {
	c := &Catalog{}
	err := Walk(ctx, paths, opts, func(f *File) any { return f }, func(v any) error {
		f := v.(*File)
		c.Files = append(c.Files, f)
		c.Definitions = append(c.Definitions, f.Definitions...)
		return nil
	})
	if err != nil {
		return nil, err
	}
	return c, nil
}

// Walk reads the files, calls work on each, several at once, and hands the results to take in the order of the files'
// names. A file is held no longer than work holds it, so that memory does not grow with the catalog.
func Walk(ctx context.Context, paths []string, opts Options, work func(*File) any, take func(any) error) error {
	opts = opts.withDefaults()
	names, err := List(paths, opts)
	if err != nil {
		return err
	}
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	group, ctx := errgroup.WithContext(ctx)
	slots := make([]chan any, len(names))
	tickets := make(chan struct{}, 4*opts.Jobs)
	for i := range slots {
		slots[i] = make(chan any, 1)
	}
	next := make(chan int)
	group.Go(func() error {
		defer close(next)
		for i := range names {
			select {
			case tickets <- struct{}{}:
				next <- i
			case <-ctx.Done():
				return ctx.Err()
			}
		}
		return nil
	})
	for range opts.Jobs {
		group.Go(func() error {
			for i := range next {
				slots[i] <- work(read(names[i], opts))
			}
			return nil
		})
	}
	group.Go(func() error {
		for i := range slots {
			select {
			case v := <-slots[i]:
				slots[i] = nil
				if err := take(v); err != nil {
					cancel()
					return err
				}
				<-tickets
			case <-ctx.Done():
				return ctx.Err()
			}
		}
		return nil
	})
	return group.Wait()
}

// read reads one file. What hinders it is a problem of the file.
func read(name string, opts Options) *File {
	src, err := readBounded(name, opts)
	if name == "-" {
		name = opts.StdinFilename
	}
	name = filepath.ToSlash(name)
	if err != nil {
		f := newFile(name, nil)
		var path *fs.PathError
		if errors.As(err, &path) {
			err = path.Err
		}
		f.problem(ProblemUnreadable, 0, "the file cannot be read: %v", err)
		return f
	}
	return Parse(name, src, opts)
}

func readBounded(name string, opts Options) ([]byte, error) {
	if name == "-" {
		return io.ReadAll(io.LimitReader(os.Stdin, opts.MaxFileSize+1))
	}
	info, err := os.Stat(name)
	if err != nil {
		return nil, err
	}
	if !info.Mode().IsRegular() {
		return nil, errors.New("it is no regular file")
	}
	file, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	defer func() { _ = file.Close() }()
	if info.Size() <= opts.MaxFileSize {
		buf := make([]byte, 0, info.Size()+1)
		for len(buf) < cap(buf) {
			n, err := file.Read(buf[len(buf):cap(buf)])
			buf = buf[:len(buf)+n]
			if errors.Is(err, io.EOF) {
				return buf, nil
			}
			if err != nil {
				return nil, err
			}
		}
		rest, err := io.ReadAll(io.LimitReader(file, opts.MaxFileSize))
		return append(buf, rest...), err
	}
	return io.ReadAll(io.LimitReader(file, opts.MaxFileSize+1))
}

// List names the files that paths mean, sorted, none twice. A path that does not exist, and a glob that matches nothing,
// is an error that names it.
func List(paths []string, opts Options) ([]string, error) {
	var names []string
	for _, p := range paths {
		found, err := expand(p, opts)
		if err != nil {
			return nil, err
		}
		names = append(names, found...)
	}
	slices.Sort(names)
	return slices.Compact(names), nil
}

func expand(path string, opts Options) ([]string, error) {
	if path == "-" {
		return []string{path}, nil
	}
	info, err := os.Stat(path)
	switch {
	case err == nil && info.IsDir():
		return folder(path, opts)
	case err == nil:
		if excluded(path, opts) {
			return nil, nil
		}
		return []string{filepath.Clean(path)}, nil
	case strings.ContainsAny(path, "*?[{"):
		return glob(path, opts)
	case errors.Is(err, fs.ErrNotExist):
		return nil, fmt.Errorf("%s: no such file or folder", path)
	}
	return []string{filepath.Clean(path)}, nil // it is told as a problem of the file
}

func glob(pattern string, opts Options) ([]string, error) {
	matches, err := doublestar.FilepathGlob(pattern)
	if err != nil {
		return nil, fmt.Errorf("%q is no valid glob", pattern)
	}
	var names []string
	for _, m := range matches {
		found, err := expand(m, opts)
		if err != nil {
			return nil, err
		}
		names = append(names, found...)
	}
	if len(matches) == 0 {
		return nil, fmt.Errorf("%s: the glob matches no file", pattern)
	}
	return names, nil
}

// folder lists the YAML and JSON files below a folder. Links to folders are not followed, so there are no loops; hidden
// folders are left out.
func folder(root string, opts Options) ([]string, error) {
	var names []string
	err := filepath.WalkDir(root, func(path string, entry fs.DirEntry, err error) error {
		switch {
		case err != nil:
			if path == root {
				return err
			}
			names = append(names, path)
			if entry != nil && entry.IsDir() {
				return fs.SkipDir
			}
			return nil
		case path != root && excluded(path, opts):
			if entry.IsDir() {
				return fs.SkipDir
			}
			return nil
		case entry.IsDir():
			if path != root && strings.HasPrefix(entry.Name(), ".") && entry.Name() != "." {
				return fs.SkipDir
			}
			return nil
		}
		switch strings.ToLower(filepath.Ext(path)) {
		case ".yaml", ".yml", ".json":
			if entry.Type()&fs.ModeSymlink != 0 {
				if info, err := os.Stat(path); err == nil && info.IsDir() {
					return nil
				}
			}
			names = append(names, path)
		}
		return nil
	})
	if err != nil {
		return nil, fmt.Errorf("%s cannot be read: %w", root, errors.Unwrap(err))
	}
	return names, nil
}

// Readable says whether a folder that is read would give a file of that name: its ending is one of definitions, no folder
// on the way is hidden, and no exclude matches.
func Readable(path string, opts Options) bool {
	switch strings.ToLower(filepath.Ext(path)) {
	case ".yaml", ".yml", ".json":
	default:
		return false
	}
	for part := range strings.SplitSeq(filepath.ToSlash(filepath.Dir(path)), "/") {
		if strings.HasPrefix(part, ".") && part != "." && part != ".." {
			return false
		}
	}
	return !excluded(path, opts)
}

// excluded says whether a path, or a folder above it, matches an exclude.
func excluded(path string, opts Options) bool {
	relative := filepath.ToSlash(filepath.Clean(path))
	for _, pattern := range opts.Excludes {
		pattern = strings.TrimSuffix(filepath.ToSlash(pattern), "/")
		slash := relative
		if filepath.IsAbs(pattern) {
			if abs, err := filepath.Abs(path); err == nil {
				slash = filepath.ToSlash(abs)
			}
		}
		for p := slash; p != "." && p != "/" && p != ""; p = parent(p) {
			if ok, _ := doublestar.Match(pattern, p); ok {
				return true
			}
			if !strings.Contains(pattern, "/") {
				if ok, _ := doublestar.Match(pattern, p[strings.LastIndexByte(p, '/')+1:]); ok {
					return true
				}
			}
		}
	}
	return false
}

func parent(p string) string {
	i := strings.LastIndexByte(p, '/')
	if i < 0 {
		return ""
	}
	return p[:i]
}
