// Command bench prints how kartalint's speed compares with a floor measured in the same run, as ratios of medians: the
// analyzer with gojq's parser alone, and the whole process with only parsing the YAML and the expressions. Figures of one
// machine are noisy; ratios of one run are what to compare. The result is also written as JSON where -json names a file.
package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"syscall"
	"time"

	"github.com/itchyny/gojq"
	"go.yaml.in/yaml/v3"

	"github.com/kartalint/kartalint/analyzer"
)

// row is one comparison.
type row struct {
	Name  string        `json:"name"`
	Ours  time.Duration `json:"ours"`
	Floor time.Duration `json:"floor"`
	Ratio float64       `json:"ratio"`
	Aim   float64       `json:"aim"`
	Peak  int64         `json:"peakKB,omitempty"` // our process's largest memory in KB, the largest of the runs
}

func main() {
	out := flag.String("json", "", "also write the rows to this file")
	floor := flag.String("floor", "", "internal: parse the files of this folder and nothing else")
	rounds := flag.Int("rounds", 9, "runs of each side; the median counts")
	flag.Parse()
	if *floor != "" {
		exit(parseOnly(*floor))
		return
	}
	rows, err := compare(*rounds)
	exit(err)
	for _, r := range rows {
		fmt.Printf("%-44s %12s  floor %12s  ratio %.2f  (aim: at most %.1f)", r.Name, r.Ours.Round(time.Microsecond), r.Floor.Round(time.Microsecond), r.Ratio, r.Aim)
		if r.Peak > 0 {
			fmt.Printf("  peak %d MB", r.Peak>>10)
		}
		fmt.Println()
	}
	if *out != "" {
		text, err := json.MarshalIndent(rows, "", "  ")
		exit(err)
		exit(os.WriteFile(*out, append(text, '\n'), 0o644))
	}
}

func exit(err error) {
	if err != nil {
		fmt.Fprintln(os.Stderr, "bench:", err)
		os.Exit(1)
	}
}

// source is the catalog that is measured: the reference catalog where it is there, else the built-in one.
func source() string {
	dir := os.Getenv("KARTALINT_SHARED")
	if dir == "" {
		dir = "../shared"
	}
	if _, err := os.Stat(filepath.Join(dir, "catalog")); err == nil {
		return filepath.Join(dir, "catalog")
	}
	return "catalog/builtin/definitions"
}

func compare(rounds int) ([]row, error) {
	dir, err := os.MkdirTemp("", "kartalint-bench")
	if err != nil {
		return nil, err
	}
	defer func() { _ = os.RemoveAll(dir) }()
	bin, self := filepath.Join(dir, "kartalint"), filepath.Join(dir, "bench")
	for path, pkg := range map[string]string{bin: "./cmd/kartalint", self: "./internal/bench"} {
		if text, err := exec.Command("go", "build", "-o", path, pkg).CombinedOutput(); err != nil {
			return nil, fmt.Errorf("go build %s: %w\n%s", pkg, err, text)
		}
	}
	expressions, err := expressionsOf(source())
	if err != nil {
		return nil, err
	}
	rows := []row{analyze(expressions, rounds)}
	large := filepath.Join(dir, "large")
	if err := copies(source(), large, 2000); err != nil {
		return nil, err
	}
	for _, c := range []struct {
		name, dir string
	}{{"process on the catalog", source()}, {"process on 2,000 definitions", large}} {
		r, err := process(c.name, []string{bin, "lint", "--format", "json", "--fail-on", "never", c.dir}, []string{self, "-floor", c.dir}, rounds, 1.5)
		if err != nil {
			return nil, err
		}
		rows = append(rows, r)
	}
	if dir := filepath.Join(filepath.Dir(source()), "crds"); isDir(dir) {
		lint := []string{bin, "lint", "--format", "json", "--fail-on", "never", source()}
		r, err := process("with the CRDs, against without", append(lint[:len(lint):len(lint)], "--crd", dir), lint, rounds, 4)
		if err != nil {
			return nil, err
		}
		rows = append(rows, r)
	}
	return rows, nil
}

func isDir(path string) bool {
	info, err := os.Stat(path)
	return err == nil && info.IsDir()
}

// analyze compares Analyze with gojq.Parse on the catalog's expressions, alternating.
func analyze(expressions []string, rounds int) row {
	var ours, floor []time.Duration
	for range rounds * 3 {
		start := time.Now()
		for _, e := range expressions {
			_, _ = analyzer.Analyze(e)
		}
		middle := time.Now()
		for _, e := range expressions {
			_, _ = gojq.Parse(e)
		}
		ours, floor = append(ours, middle.Sub(start)), append(floor, time.Since(middle))
	}
	return ratio(fmt.Sprintf("Analyze of %d expressions", len(expressions)), ours, floor, 2)
}

// process compares two commands, alternating.
func process(name string, a, b []string, rounds int, aim float64) (row, error) {
	var ours, floor []time.Duration
	var peak int64
	for range rounds {
		took, memory, err := timed(a)
		if err != nil {
			return row{}, err
		}
		other, _, err := timed(b)
		if err != nil {
			return row{}, err
		}
		ours, floor, peak = append(ours, took), append(floor, other), max(peak, memory)
	}
	r := ratio(name, ours, floor, aim)
	r.Peak = peak
	return r, nil
}

// timed runs a command: how long it took, and its largest memory in KB where the system tells.
func timed(args []string) (time.Duration, int64, error) {
	cmd := exec.Command(args[0], args[1:]...)
	cmd.Stdout = io.Discard
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	start := time.Now()
	if err := cmd.Run(); err != nil {
		return 0, 0, fmt.Errorf("%s: %w\n%s", filepath.Base(args[0]), err, stderr.Bytes())
	}
	took := time.Since(start)
	if usage, ok := cmd.ProcessState.SysUsage().(*syscall.Rusage); ok {
		return took, usage.Maxrss, nil
	}
	return took, 0, nil
}

func ratio(name string, ours, floor []time.Duration, aim float64) row {
	a, b := median(ours), median(floor)
	return row{Name: name, Ours: a, Floor: b, Ratio: float64(a) / float64(b), Aim: aim}
}

func median(list []time.Duration) time.Duration {
	slices.Sort(list)
	return list[len(list)/2]
}

// parseOnly is the floor: every document becomes nodes, and every path field an expression's tree.
func parseOnly(dir string) error {
	list, err := expressionsOf(dir)
	for _, e := range list {
		_, _ = gojq.Parse(e)
	}
	return err
}

// expressionsOf parses the files of a folder and collects their path fields.
func expressionsOf(dir string) ([]string, error) {
	files, err := filepath.Glob(filepath.Join(dir, "*.yaml"))
	if err != nil {
		return nil, err
	}
	var list []string
	for _, file := range files {
		src, err := os.ReadFile(file)
		if err != nil {
			return nil, err
		}
		dec := yaml.NewDecoder(bytes.NewReader(src))
		for {
			var doc yaml.Node
			if err := dec.Decode(&doc); errors.Is(err, io.EOF) {
				break
			} else if err != nil {
				return nil, err
			}
			list = collect(&doc, list)
		}
	}
	return list, nil
}

func collect(n *yaml.Node, list []string) []string {
	for i, c := range n.Content {
		if n.Kind == yaml.MappingNode && i%2 == 1 && c.Kind == yaml.ScalarNode {
			key := n.Content[i-1].Value
			if len(key) > 4 && key[len(key)-4:] == "Path" || key == "path" || key == "expression" {
				list = append(list, c.Value)
			}
		}
		list = collect(c, list)
	}
	return list
}

// copies writes n definitions made of the files of a folder, under other names and kinds.
func copies(from, to string, n int) error {
	files, err := filepath.Glob(filepath.Join(from, "*.yaml"))
	if err != nil || len(files) == 0 {
		return fmt.Errorf("no files in %s: %w", from, err)
	}
	if err := os.MkdirAll(to, 0o755); err != nil {
		return err
	}
	for i := range n {
		src, err := os.ReadFile(files[i%len(files)])
		if err != nil {
			return err
		}
		mark := fmt.Sprintf("x%d", i/len(files))
		src = bytes.Replace(src, []byte("\n  name: "), []byte("\n  name: "+mark+"-"), 1)
		if err := os.WriteFile(filepath.Join(to, fmt.Sprintf("d%05d.yaml", i)), src, 0o644); err != nil {
			return err
		}
	}
	return nil
}
