// Package gitref reads files of a commit out of a git repository, without a checkout. It runs the git command, as the
// only program that knows every repository format; it knows nothing of what is in the files.
package gitref

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
)

// maxFile bounds one file: a catalog's files are pages of text.
const maxFile = 64 << 20

// Repository is a git repository on disk.
type Repository struct {
	Root string // the top of its work tree, absolute, links resolved
}

// Open finds the repository that dir stands in.
func Open(ctx context.Context, dir string) (*Repository, error) {
	out, err := run(ctx, dir, "rev-parse", "--show-toplevel")
	if err != nil {
		if errors.Is(err, exec.ErrNotFound) {
			return nil, errors.New("--base reads from git, and there is no git command on the PATH")
		}
		return nil, fmt.Errorf("--base reads from git, and %s is in no git repository", dir)
	}
	return &Repository{Root: filepath.FromSlash(strings.TrimRight(string(out), "\r\n"))}, nil
}

// Resolve is the commit that a ref names.
func (r *Repository) Resolve(ctx context.Context, ref string) (string, error) {
	out, err := run(ctx, r.Root, "rev-parse", "--verify", "--quiet", "--end-of-options", ref+"^{commit}")
	if err == nil {
		return strings.TrimSpace(string(out)), nil
	}
	if ctx.Err() != nil {
		return "", ctx.Err()
	}
	if shallow, err := run(ctx, r.Root, "rev-parse", "--is-shallow-repository"); err == nil && strings.TrimSpace(string(shallow)) == "true" {
		return "", fmt.Errorf("the ref %q is not in this clone, which is shallow: fetch it first (git fetch --depth=1 origin %s; in a workflow, fetch-depth: 0)", ref, ref)
	}
	return "", fmt.Errorf("there is no commit %q in this repository: name a branch, a tag or a commit", ref)
}

// Files reads the files below the paths at a commit, by their paths from the repository's root, slash-separated. Paths
// are relative to the root too; none means all. keep chooses the files that are read.
func (r *Repository) Files(ctx context.Context, commit string, paths []string, keep func(string) bool) (map[string][]byte, error) {
	args := []string{"ls-tree", "-r", "-z", "--full-tree", commit, "--"}
	for _, p := range paths {
		if p != "." && p != "" {
			args = append(args, p)
		}
	}
	out, err := run(ctx, r.Root, args...)
	if err != nil {
		return nil, fmt.Errorf("cannot list the files of %s: %w", commit, err)
	}
	var names, objects []string
	for entry := range strings.SplitSeq(string(out), "\x00") {
		meta, name, ok := strings.Cut(entry, "\t")
		fields := strings.Fields(meta)
		if ok && len(fields) == 3 && fields[1] == "blob" && strings.HasPrefix(fields[0], "100") && keep(name) {
			names, objects = append(names, name), append(objects, fields[2])
		}
	}
	return r.read(ctx, names, objects)
}

// read fetches the objects in one run of git.
func (r *Repository) read(ctx context.Context, names, objects []string) (map[string][]byte, error) {
	files := make(map[string][]byte, len(names))
	if len(names) == 0 {
		return files, nil
	}
	cmd := exec.CommandContext(ctx, "git", "cat-file", "--batch")
	cmd.Dir = r.Root
	cmd.Stdin = strings.NewReader(strings.Join(objects, "\n") + "\n")
	out, err := cmd.StdoutPipe()
	if err != nil {
		return nil, err
	}
	if err := cmd.Start(); err != nil {
		return nil, err
	}
	in := bufio.NewReader(out)
	for _, name := range names {
		content, err := object(in)
		if err != nil {
			_ = cmd.Process.Kill()
			_ = cmd.Wait()
			return nil, fmt.Errorf("cannot read %s from git: %w", name, err)
		}
		files[name] = content
	}
	return files, cmd.Wait()
}

// object reads one answer of cat-file --batch: a line "<id> blob <size>", the bytes, a line end.
func object(in *bufio.Reader) ([]byte, error) {
	header, err := in.ReadString('\n')
	if err != nil {
		return nil, err
	}
	fields := strings.Fields(header)
	if len(fields) != 3 {
		return nil, fmt.Errorf("git says %q", strings.TrimSpace(header))
	}
	size, err := strconv.Atoi(fields[2])
	if err != nil || size > maxFile {
		return nil, fmt.Errorf("it is larger than %d bytes", maxFile)
	}
	content := make([]byte, size+1)
	if _, err := io.ReadFull(in, content); err != nil {
		return nil, err
	}
	return content[:size], nil
}

func run(ctx context.Context, dir string, args ...string) ([]byte, error) {
	cmd := exec.CommandContext(ctx, "git", args...)
	cmd.Dir = dir
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	if err != nil && stderr.Len() > 0 {
		err = fmt.Errorf("%w: %s", err, strings.TrimSpace(stderr.String()))
	}
	return out, err
}
