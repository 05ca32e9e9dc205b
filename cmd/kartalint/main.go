// Command kartalint checks catalogs of Karta definitions: which paths can be written, which two collide, what else is
// wrong, and how to mend it.
package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"runtime/debug"
	"strings"
	"syscall"
)

// version is set by the release build; the linker sets nothing that is computed, so toolVersion fills the gap.
var version string

// toolVersion is the release's version, else the module's as `go install` knows it, else dev.
func toolVersion() string {
	if version != "" {
		return version
	}
	if info, ok := debug.ReadBuildInfo(); ok && strings.HasPrefix(info.Main.Version, "v") {
		return info.Main.Version
	}
	return "dev"
}

// Exit statuses.
const (
	exitClean    = 0 // nothing at or above --fail-on
	exitFindings = 1
	exitFailure  = 2 // the tool could not do its work: usage, input, output
)

// The process is short: most runs end before a collection pays. The soft limit keeps large catalogs small all the same.
const (
	gcPercent   = 400
	memoryLimit = 128 << 20
)

func main() {
	debug.SetGCPercent(gcPercent)
	debug.SetMemoryLimit(memoryLimit)
	os.Exit(run(os.Args[1:], os.Stdout, os.Stderr))
}

// errFindings ends a command whose result is a failure that its output already tells.
var errFindings = errors.New("findings")

// run is the whole program.
func run(args []string, stdout, stderr io.Writer) int {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	cmd := newRoot(stdout, stderr)
	cmd.SetArgs(args)
	err := cmd.ExecuteContext(ctx)
	switch {
	case err == nil:
		return exitClean
	case errors.Is(err, errFindings):
		return exitFindings
	case errors.Is(err, syscall.EPIPE):
		return exitFailure // nobody reads any more
	case ctx.Err() != nil:
		_, _ = fmt.Fprintln(stderr, "kartalint: interrupted")
		return exitFailure
	}
	_, _ = fmt.Fprintf(stderr, "kartalint: %v\n", err)
	return exitFailure
}
