package main

import (
	"flag"
	"fmt"
	"os"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"

	"github.com/kartalint/kartalint/internal/shared"
)

var update = flag.Bool("update", false, "write the golden files anew")

func TestMain(m *testing.M) {
	testscript.Main(m, map[string]func(){"kartalint": main})
}

func TestScripts(t *testing.T) {
	testscript.Run(t, testscript.Params{
		Dir:           "testdata/script",
		UpdateScripts: *update,
		Condition: func(name string) (bool, error) {
			if name != "shared" {
				return false, fmt.Errorf("unknown condition %q", name)
			}
			_, ok := shared.Find()
			return ok, nil
		},
		Setup: func(env *testscript.Env) error {
			env.Setenv("NO_COLOR", "1")
			if dir, ok := shared.Find(); ok {
				env.Setenv("SHARED", dir)
			}
			// The scripts' folder stands inside this repository's temporary files; .git keeps look-ups inside it.
			return os.Mkdir(env.Getenv("WORK")+"/.git", 0o755)
		},
	})
}
