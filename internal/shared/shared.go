// Package shared finds the folder of shared material that tests read where it is there: beside the repository, or where the
// environment variable KARTALINT_SHARED says.
package shared

import (
	"os"
	"path/filepath"
	"testing"
)

// Dir is the folder; the test is skipped, with one line, where it is absent.
func Dir(t testing.TB) string {
	t.Helper()
	dir, ok := Find()
	if !ok {
		t.Skipf("skipped: no shared folder at %s", dir)
	}
	return dir
}

// Find is where the folder is, or would be.
func Find() (dir string, ok bool) {
	dir = os.Getenv("KARTALINT_SHARED")
	if dir == "" {
		root, err := os.Getwd()
		if err != nil {
			return "", false
		}
		for root != filepath.Dir(root) {
			if _, err := os.Stat(filepath.Join(root, "go.mod")); err == nil {
				break
			}
			root = filepath.Dir(root)
		}
		dir = filepath.Join(filepath.Dir(root), "shared")
	}
	_, err := os.Stat(filepath.Join(dir, "cases"))
	return dir, err == nil
}
