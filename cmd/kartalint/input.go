package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/spf13/cobra"

	"github.com/kartalint/kartalint/catalog"
	"github.com/kartalint/kartalint/catalog/builtin"
	"github.com/kartalint/kartalint/reports"
	"github.com/kartalint/kartalint/rules"
	"github.com/kartalint/kartalint/rules/config"
)

// input are the flags that choose what is read; every command that reads definitions has them.
type input struct {
	configFile string
	excludes   []string
	stdinName  string
	allowEmpty bool
	builtin    bool // the built-in catalog in the place of files
	jobs       int
	timeout    time.Duration

	config *config.Config
}

func (in *input) flags(cmd *cobra.Command) {
	f := cmd.Flags()
	f.StringVar(&in.configFile, "config", "", "configuration file; "+config.FileName+" is found upward from the working folder")
	f.StringArrayVar(&in.excludes, "exclude", nil, "glob of files and folders that are not read (repeatable)")
	f.StringVar(&in.stdinName, "stdin-filename", "", "what standard input (-) is called in reports")
	f.BoolVar(&in.allowEmpty, "allow-empty", false, "no definition in the input is no error")
	f.IntVar(&in.jobs, "jobs", runtime.GOMAXPROCS(0), "files read and checked at once")
	f.DurationVar(&in.timeout, "timeout", 0, "end the run with an error after this time; 0 for never")
}

// builtinFlag is for the commands that only read definitions.
func (in *input) builtinFlag(cmd *cobra.Command) {
	cmd.Flags().BoolVar(&in.builtin, "builtin", false, "take the built-in catalog in the place of files")
}

// load reads the configuration and settles the paths: those of the command line, else those of the configuration, else
// the working folder.
func (in *input) load(args []string) ([]string, error) {
	if in.jobs < 1 {
		return nil, fmt.Errorf("--jobs is %d: use 1 or more", in.jobs)
	}
	if in.builtin && len(args) > 0 {
		return nil, errors.New("--builtin is the built-in catalog: it takes no PATH")
	}
	file := in.configFile
	if file == "" {
		found, err := config.Find(".")
		if err != nil {
			return nil, err
		}
		file = found
	}
	in.config = &config.Config{Dir: "."}
	if file != "" {
		c, err := config.Load(file)
		if err != nil {
			return nil, err
		}
		in.config = c
	}
	switch {
	case len(args) > 0:
		return args, nil
	case len(in.config.Paths) > 0:
		return in.config.Resolve(in.config.Paths), nil
	}
	return []string{"."}, nil
}

func (in *input) options() catalog.Options {
	return catalog.Options{Jobs: in.jobs, StdinFilename: in.stdinName, Excludes: append(slices.Clone(in.excludes), in.config.Resolve(in.config.Exclude)...)}
}

// walk reads the files with the time limit.
func (in *input) walk(ctx context.Context, paths []string, work func(*catalog.File) any, take func(any) error) error {
	if in.timeout > 0 {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeout(ctx, in.timeout)
		defer cancel()
	}
	if in.builtin {
		return walkBuiltin(ctx, work, take)
	}
	err := catalog.Walk(ctx, paths, in.options(), work, take)
	if errors.Is(err, context.DeadlineExceeded) {
		return fmt.Errorf("the run took longer than --timeout %s", in.timeout)
	}
	return err
}

// walkBuiltin reads the built-in catalog.
func walkBuiltin(ctx context.Context, work func(*catalog.File) any, take func(any) error) error {
	for _, name := range builtin.Names() {
		if err := ctx.Err(); err != nil {
			return err
		}
		if err := take(work(builtin.File(name))); err != nil {
			return err
		}
	}
	return nil
}

// checkEmpty is the error for an input without definitions: nothing passes by accident.
func (in *input) checkEmpty(s reports.Summary, paths []string, problems int) error {
	if s.Definitions > 0 || problems > 0 || in.allowEmpty {
		return nil
	}
	where := strings.Join(paths, ", ")
	if s.Files == 0 {
		return fmt.Errorf("no YAML or JSON file in %s; name files or folders with definitions, or give --allow-empty", where)
	}
	message := fmt.Sprintf("no definition in %s of %s", reports.Plural(s.Files, "file"), where)
	if len(s.Skipped) > 0 {
		message += " (" + strings.TrimPrefix(s.String()[strings.Index(s.String(), "; skipped"):], "; ") + ")"
	}
	return fmt.Errorf("%s; give --allow-empty if that is right", message)
}

// maxSnippetFile is the size beyond which no line of a file is shown.
const maxSnippetFile = 16 << 20

// sources gives the texts of files for snippets: standard input is kept, files are read again.
type sources struct {
	kept    map[string][]byte
	builtin bool // names are of the built-in catalog
}

func (s *sources) keep(f *catalog.File, stdin bool) {
	if stdin {
		if s.kept == nil {
			s.kept = map[string][]byte{}
		}
		s.kept[f.Name] = f.Source
	}
}

func (s *sources) read(name string) []byte {
	if text, ok := s.kept[name]; ok {
		return text
	}
	if s.builtin {
		text, _ := builtin.Text(strings.TrimSuffix(strings.TrimPrefix(name, builtin.Prefix), ".yaml"))
		return text
	}
	info, err := os.Stat(name)
	if err != nil || !info.Mode().IsRegular() || info.Size() > maxSnippetFile {
		return nil
	}
	text, err := os.ReadFile(name)
	if err != nil {
		return nil
	}
	return text
}

// reportPath names files as machines read them. Those of the built-in catalog are called the same everywhere.
func (in *input) reportPath() func(string) string {
	if in.builtin {
		return func(name string) string { return name }
	}
	return rootRelative()
}

// rootRelative names files as machines read them: relative to the top of the repository that the working folder stands in,
// with links resolved; as they are where there is none.
func rootRelative() func(string) string {
	wd, err := os.Getwd()
	if err != nil {
		return func(s string) string { return s }
	}
	if resolved, err := filepath.EvalSymlinks(wd); err == nil {
		wd = resolved
	}
	root := wd
	for {
		if _, err := os.Lstat(filepath.Join(root, ".git")); err == nil {
			break
		}
		up := filepath.Dir(root)
		if up == root {
			root = wd
			break
		}
		root = up
	}
	var folders sync.Map // by a folder as named: what it is with links resolved
	return func(name string) string {
		path := filepath.FromSlash(name)
		if !filepath.IsAbs(path) {
			path = filepath.Join(wd, path)
		}
		path, err := resolveLinks(path, &folders)
		if err != nil && !errors.Is(err, fs.ErrNotExist) {
			return name
		}
		rel, err := filepath.Rel(root, path)
		if err != nil || !filepath.IsLocal(rel) {
			rel = name
		}
		return filepath.ToSlash(rel)
	}
}

// resolveLinks resolves the links of a path, those of its folder once for all files in it. Where there is no such file the
// path stays as it is.
func resolveLinks(path string, folders *sync.Map) (string, error) {
	info, err := os.Lstat(path)
	if err != nil {
		return path, err
	}
	if info.Mode()&fs.ModeSymlink != 0 {
		resolved, err := filepath.EvalSymlinks(path)
		return cmp.Or(resolved, path), err
	}
	dir, base := filepath.Split(path)
	known, ok := folders.Load(dir)
	if !ok {
		resolved, err := filepath.EvalSymlinks(dir)
		if err != nil {
			return path, err
		}
		known = resolved
		folders.Store(dir, resolved)
	}
	return filepath.Join(known.(string), base), nil
}

// oneOf checks a flag's value against the words that it takes.
func oneOf(flag, value string, words ...string) error {
	if slices.Contains(words, value) {
		return nil
	}
	message := fmt.Sprintf("--%s is %q: use %s", flag, value, strings.Join(words, ", "))
	if near := rules.Nearest(value, words); near != "" {
		message = fmt.Sprintf("--%s is %q: did you mean %s? (%s)", flag, value, near, strings.Join(words, ", "))
	}
	return errors.New(message)
}
