package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"go.yaml.in/yaml/v3"
)

const example = "../../testdata/example"

// TestReportFailures: a report that cannot be written makes the status 2, with and without findings, and hides no other.
func TestReportFailures(t *testing.T) {
	for _, failOn := range []string{"never", "note"} {
		dir := t.TempDir()
		args := []string{"lint", "--fail-on", failOn, "--report", "sarif=" + dir + "/none/o.sarif", "--report", "markdown=" + dir + "/o.md",
			"--report", "html=" + dir, "--report", "junit=" + dir + "/o.xml", example}
		var stdout, stderr bytes.Buffer
		if status := run(args, &stdout, &stderr); status != exitFailure {
			t.Errorf("--fail-on %s: status %d", failOn, status)
		}
		for _, name := range []string{"sarif", "html"} {
			if !strings.Contains(stderr.String(), "the "+name+" report cannot be written") {
				t.Errorf("nothing says that the %s report is missing: %s", name, stderr.String())
			}
		}
		for _, name := range []string{"o.md", "o.xml"} {
			if info, err := os.Stat(filepath.Join(dir, name)); err != nil || info.Size() == 0 {
				t.Errorf("%s: %v", name, err)
			}
		}
		if !strings.Contains(stdout.String(), " in ") {
			t.Errorf("the findings are not printed: %q", stdout.String())
		}
	}
}

// catalogRepository is a repository with a copy of the reference catalog, else of the example, in a folder of it.
func catalogRepository(t *testing.T) string {
	t.Helper()
	catalog := filepath.Join("../..", "..", "shared", "catalog")
	if shared := os.Getenv("KARTALINT_SHARED"); shared != "" {
		catalog = filepath.Join(shared, "catalog")
	}
	if _, err := os.Stat(catalog); err != nil {
		catalog = example
	}
	top := t.TempDir()
	if err := os.CopyFS(filepath.Join(top, "deep", "catalog"), os.DirFS(catalog)); err != nil {
		t.Fatal(err)
	}
	if err := os.Mkdir(filepath.Join(top, ".git"), 0o755); err != nil {
		t.Fatal(err)
	}
	return top
}

// identities are the SARIF results as a reader tells them apart: rule, URI and fingerprint.
func identities(t *testing.T, folder, path string) []string {
	t.Helper()
	t.Chdir(folder)
	var stdout, stderr bytes.Buffer
	if status := run([]string{"lint", "--fail-on", "never", "--format", "sarif", path}, &stdout, &stderr); status != exitClean {
		t.Fatalf("status %d: %s", status, stderr.String())
	}
	var log struct {
		Runs []struct {
			Results []struct {
				RuleID    string
				Locations []struct {
					PhysicalLocation struct {
						ArtifactLocation struct{ URI string }
						Region           struct{ StartLine, StartColumn, EndLine, EndColumn int }
					}
				}
				PartialFingerprints map[string]string
			}
		}
	}
	if err := json.Unmarshal(stdout.Bytes(), &log); err != nil {
		t.Fatal(err)
	}
	var list []string
	for _, r := range log.Runs[0].Results {
		place := r.Locations[0].PhysicalLocation
		if region := place.Region; region.StartLine < 1 || region.EndLine != region.StartLine || region.StartColumn < 1 || region.EndColumn <= region.StartColumn {
			t.Errorf("%s in %s: the region is %+v", r.RuleID, place.ArtifactLocation.URI, region)
		}
		list = append(list, fmt.Sprint(r.RuleID, " ", place.ArtifactLocation.URI, " ", r.PartialFingerprints))
	}
	slices.Sort(list)
	return list
}

// TestSARIFIdentities: moved lines and the folder that the tool runs in change no result's identity, and no two are alike.
func TestSARIFIdentities(t *testing.T) {
	top := catalogRepository(t)
	before := identities(t, top, "deep")
	if len(before) == 0 || len(slices.Compact(slices.Clone(before))) != len(before) {
		t.Errorf("%d results, some of them alike", len(before))
	}
	for _, id := range before {
		if !strings.Contains(id, " deep/catalog/") {
			t.Errorf("the URI does not start at the top: %s", id)
		}
	}
	if below := identities(t, filepath.Join(top, "deep", "catalog"), "."); !slices.Equal(before, below) {
		t.Errorf("from a subfolder: %d results, %d before", len(below), len(before))
	}
	files, err := filepath.Glob(filepath.Join(top, "deep", "catalog", "*.yaml"))
	if err != nil || len(files) == 0 {
		t.Fatalf("%d files, %v", len(files), err)
	}
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, append([]byte("# moved\n\n# by three lines\n"), text...), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	if moved := identities(t, top, "deep"); !slices.Equal(before, moved) {
		t.Errorf("after lines moved: %d results, %d before, or other ones", len(moved), len(before))
	}
}

// action is what the tests read of action.yml.
type action struct {
	Inputs map[string]struct {
		Description string
		Default     string
	}
	Outputs map[string]struct{ Description, Value string }
	Runs    struct {
		Steps []struct{ ID, Run string }
	}
}

func readAction(t *testing.T) *action {
	t.Helper()
	text, err := os.ReadFile("../../action.yml")
	if err != nil {
		t.Fatal(err)
	}
	a := &action{}
	if err := yaml.Unmarshal(text, a); err != nil {
		t.Fatal(err)
	}
	return a
}

// TestActionDocumented: every input and output stands in the guide, with its default.
func TestActionDocumented(t *testing.T) {
	guide, err := os.ReadFile("../../docs/ci.md")
	if err != nil {
		t.Fatal(err)
	}
	a := readAction(t)
	for name, input := range a.Inputs {
		row := fmt.Sprintf("| `%s` | ", name)
		if input.Default != "" {
			row += fmt.Sprintf("`%s` ", input.Default)
		}
		if input.Description == "" || !bytes.Contains(guide, []byte(row+"| ")) {
			t.Errorf("docs/ci.md has no row %q", row)
		}
	}
	for name := range a.Outputs {
		if !bytes.Contains(guide, []byte("`"+name+"`")) {
			t.Errorf("docs/ci.md does not name the output %s", name)
		}
	}
}

// TestActionScript runs the action's own script as a runner does.
func TestActionScript(t *testing.T) {
	bash, err := exec.LookPath("bash")
	if err != nil {
		t.Skip("no bash")
	}
	script := ""
	for _, step := range readAction(t).Runs.Steps {
		if step.ID == "lint" {
			script = step.Run
		}
	}
	for name, c := range map[string]struct {
		env    map[string]string
		folder string // below the workspace
		want   string // the outputs
		said   string // on standard output
	}{
		"findings":           {map[string]string{"PATHS": "catalog"}, "", "status=1\nsarif=./kartalint.sarif\n", "::error file=catalog/"},
		"from a folder":      {map[string]string{"PATHS": "."}, "catalog", "status=1\nsarif=catalog/kartalint.sarif\n", "::error file=catalog/"},
		"several lines":      {map[string]string{"PATHS": "catalog\nnot there", "ARGS": "--fail-on=never"}, "", "status=2\nsarif=\n", ""},
		"flags":              {map[string]string{"PATHS": "catalog", "ARGS": "--fail-on=never\n--writes=fields"}, "", "status=0\nsarif=./kartalint.sarif\n", "::"},
		"no SARIF, no words": {map[string]string{"PATHS": "catalog", "SARIF": "", "ANNOTATIONS": "false"}, "", "status=1\nsarif=\n", "error: "},
		"hostile values":     {map[string]string{"PATHS": "$(touch hit)\n`touch hit`\n; touch hit", "FAIL_ON": "never"}, "", "status=2\nsarif=\n", ""},
		"an unknown base":    {map[string]string{"PATHS": "catalog", "BASE": "no-such-ref"}, "", "status=2\nsarif=\n", ""},
	} {
		t.Run(name, func(t *testing.T) {
			top := t.TempDir()
			if err := os.CopyFS(filepath.Join(top, "catalog"), os.DirFS(example)); err != nil {
				t.Fatal(err)
			}
			if err := os.Mkdir(filepath.Join(top, ".git"), 0o755); err != nil {
				t.Fatal(err)
			}
			temp := t.TempDir()
			self, err := os.Executable()
			if err != nil {
				t.Fatal(err)
			}
			if err := os.Symlink(self, filepath.Join(temp, "kartalint")); err != nil {
				t.Fatal(err)
			}
			folder := c.folder
			if folder == "" {
				folder = "."
			}
			cmd := exec.Command(bash, "--noprofile", "--norc", "-eo", "pipefail", "-c", script)
			cmd.Dir = filepath.Join(top, folder)
			cmd.Env = os.Environ()
			env := map[string]string{"ARGS": "", "FAIL_ON": "warning", "BASE": "", "SARIF": "kartalint.sarif", "ANNOTATIONS": "true", "FOLDER": folder,
				"RUNNER_TEMP": temp, "GITHUB_OUTPUT": temp + "/output", "GITHUB_STEP_SUMMARY": temp + "/summary"}
			for k, v := range c.env {
				env[k] = v
			}
			for k, v := range env {
				cmd.Env = append(cmd.Env, k+"="+v)
			}
			var stdout, stderr bytes.Buffer
			cmd.Stdout, cmd.Stderr = &stdout, &stderr
			_ = cmd.Run() // the status is one of the outputs
			got, err := os.ReadFile(temp + "/output")
			if err != nil || string(got) != c.want || !strings.Contains(stdout.String(), c.said) {
				t.Errorf("outputs %q (%v), want %q; it said:\n%s%s", got, err, c.want, stdout.String(), stderr.String())
			}
			status := fmt.Sprintf("status=%d\n", cmd.ProcessState.ExitCode())
			if !strings.HasPrefix(c.want, status) {
				t.Errorf("the step's %s", status)
			}
			summary, _ := os.ReadFile(temp + "/summary")
			if worked := status != "status=2\n"; worked != bytes.HasPrefix(summary, []byte("## kartalint")) {
				t.Errorf("the job summary is %.80q", summary)
			}
			if hits, _ := filepath.Glob(filepath.Join(top, "*hit*")); len(hits) > 0 {
				t.Error("a value was run as a command")
			}
		})
	}
}
