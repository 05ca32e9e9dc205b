package gitref

import (
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

func repository(t *testing.T) string {
	t.Helper()
	if _, err := exec.LookPath("git"); err != nil {
		t.Skip("skipped: no git command")
	}
	dir := t.TempDir()
	git(t, dir, "init", "-q", "-b", "main")
	return dir
}

func git(t *testing.T, dir string, args ...string) {
	t.Helper()
	cmd := exec.Command("git", append([]string{"-c", "user.name=t", "-c", "user.email=t@example.com"}, args...)...)
	cmd.Dir = dir
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("git %v: %v\n%s", args, err, out)
	}
}

func write(t *testing.T, dir, name, text string) {
	t.Helper()
	path := filepath.Join(dir, name)
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
}

func TestFiles(t *testing.T) {
	dir := repository(t)
	write(t, dir, "catalog/ä b.yaml", "first\n")
	write(t, dir, "catalog/c.txt", "text\n")
	write(t, dir, "other/d.yaml", "other\n")
	git(t, dir, "add", ".")
	git(t, dir, "commit", "-q", "-m", "first")
	write(t, dir, "catalog/ä b.yaml", "second\n")
	git(t, dir, "commit", "-q", "-a", "-m", "second")
	write(t, dir, "catalog/ä b.yaml", "not committed\n")

	ctx := context.Background()
	r, err := Open(ctx, filepath.Join(dir, "catalog"))
	if err != nil {
		t.Fatal(err)
	}
	for ref, want := range map[string]string{"HEAD": "second\n", "HEAD~1": "first\n", "main": "second\n"} {
		commit, err := r.Resolve(ctx, ref)
		if err != nil {
			t.Fatal(err)
		}
		files, err := r.Files(ctx, commit, []string{"catalog"}, func(n string) bool { return strings.HasSuffix(n, ".yaml") })
		if err != nil {
			t.Fatal(err)
		}
		if len(files) != 1 || string(files["catalog/ä b.yaml"]) != want {
			t.Errorf("%s: %q", ref, files)
		}
	}
}

func TestUnknownRef(t *testing.T) {
	dir := repository(t)
	write(t, dir, "a", "a")
	git(t, dir, "add", ".")
	git(t, dir, "commit", "-q", "-m", "a")
	write(t, dir, "a", "b")
	git(t, dir, "commit", "-q", "-a", "-m", "b")
	r, err := Open(context.Background(), dir)
	if err != nil {
		t.Fatal(err)
	}
	for _, ref := range []string{"nowhere", "--help", "HEAD:a", ""} {
		if _, err := r.Resolve(context.Background(), ref); err == nil || !strings.Contains(err.Error(), "there is no commit") {
			t.Errorf("%q: %v", ref, err)
		}
	}
	shallow := filepath.Join(t.TempDir(), "clone")
	git(t, dir, "clone", "-q", "--depth", "1", "file://"+dir, shallow)
	r, err = Open(context.Background(), shallow)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := r.Resolve(context.Background(), "HEAD~1"); err == nil || !strings.Contains(err.Error(), "shallow") {
		t.Errorf("shallow: %v", err)
	}
}

func TestNoRepository(t *testing.T) {
	repository(t)
	if _, err := Open(context.Background(), t.TempDir()); err == nil || !strings.Contains(err.Error(), "no git repository") {
		t.Errorf("got %v", err)
	}
}
