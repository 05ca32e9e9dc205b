package all

import (
	"context"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/kartalint/kartalint/catalog"
	"github.com/kartalint/kartalint/catalog/kube"
	"github.com/kartalint/kartalint/patch"
	"github.com/kartalint/kartalint/rules"
	"github.com/kartalint/kartalint/rules/ruletest"
)

// TestSharedCases runs every rule over the shared cases that the rules there are can judge.
func TestSharedCases(t *testing.T) { ruletest.RunShared(t, Rules()) }

func TestRulesAreWellFormed(t *testing.T) {
	id := regexp.MustCompile(`^KL[0-9]{3}$`)
	name := regexp.MustCompile(`^[a-z]+(-[a-z]+)*$`)
	seen := map[string]bool{}
	known := map[string]bool{}
	for _, r := range Rules() {
		known[r.ID] = true
	}
	for _, r := range Rules() {
		if !id.MatchString(r.ID) || !name.MatchString(r.Name) || seen[r.ID] || seen[r.Name] {
			t.Errorf("%s %s: the id or name is malformed or taken", r.ID, r.Name)
		}
		seen[r.ID], seen[r.Name] = true, true
		if r.Severity < rules.Note || r.Title == "" || strings.HasSuffix(r.Title, ".") || r.What == "" || r.Why == "" || r.Mend == "" {
			t.Errorf("%s is not documented in full", r.ID)
		}
		if r.Needs != rules.NeedsBase && r.Check == nil && r.CheckCatalog == nil && r.CheckFile == nil {
			t.Errorf("%s checks nothing", r.ID)
		}
	}
}

// verdicts are what the reference catalog is known to give: rule, definition, component, field, at warning or above.
const verdicts = `
KL301 apps-nvidia-com-nimcache-v1alpha1 nimcache resourcesPath
KL304 core-pod-v1 pod podTemplateSpecPath
KL507 grove-io-podcliqueset-v1alpha1 clique replicasPath
KL507 grove-io-podcliqueset-v1alpha1 scalinggroup replicasPath
KL205 jobset-x-k8s-io-jobset-v1alpha2 replicatedjob replicasPath
KL508 leaderworkerset-x-k8s-io-leaderworkerset-v1 worker replicasPath
KL507 ray-io-rayjob-v1 worker replicasPath
KL507 ray-io-rayservice-v1 worker replicasPath
KL302 serving-kserve-io-inferenceservice-v1beta1 predictor containerPath
KL401 serving-kserve-io-inferenceservice-v1beta1 transformer metadataPath
KL404 serving-kserve-io-inferenceservice-v1beta1 transformer minReplicasPath
KL404 serving-kserve-io-inferenceservice-v1beta1 transformer maxReplicasPath
`

func TestReferenceCatalog(t *testing.T) {
	found := lintShared(t, "catalog")
	has := map[string]bool{}
	respelled := 0
	for _, f := range found {
		has[strings.Join([]string{f.Rule.ID, f.Definition, f.Component, f.Field}, " ")] = true
		if f.Severity == rules.Error && f.Rule.ID != "KL401" {
			t.Errorf("an error that is not KL401: %s", ruletest.Line(f))
		}
		if f.Rule.ID == "KL305" {
			respelled++
		}
		if f.Severity > rules.Note && (f.Rule.ID[:3] == "KL0" || f.Rule.ID[:3] == "KL1") {
			t.Errorf("every definition there is valid for the runtime: %s", ruletest.Line(f))
		}
	}
	for line := range strings.SplitSeq(strings.TrimSpace(verdicts), "\n") {
		if !has[line] {
			t.Errorf("not found: %s", line)
		}
	}
	if respelled != 20 {
		t.Errorf("%d respelled addresses, want 20", respelled)
	}
}

// withInputs are the findings of 8xx and 9xx, warnings and above, on the reference catalog with the CRDs and the recorded
// objects: docs/reference-catalog.md says of each why it is right.
const withInputs = `
KL801 ray-io-rayjob-v1 rayjob path
KL805 serving-kserve-io-inferenceservice-v1beta1 transformer podSpecPath
KL904 apps-deployment-v1 deployment statusDefinition
KL904 kubeflow-org-pytorchjob-v1 pytorchjob statusDefinition
`

func TestReferenceCatalogWithInputs(t *testing.T) {
	shared := ruletest.Shared(t)
	types, problems, err := kube.Load([]string{filepath.Join(shared, "crds")})
	if err != nil || len(problems) > 0 {
		t.Fatal(err, problems)
	}
	var objects []patch.Object
	files, _ := filepath.Glob(filepath.Join(shared, "objects", "*.yaml"))
	for _, file := range files {
		src, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		list, err := patch.Objects(file, src)
		if err != nil {
			t.Fatal(err)
		}
		objects = append(objects, list...)
	}
	var got []string
	for _, f := range lintShared(t, "catalog", rules.Settings{Types: types, Evidence: rules.NewEvidence(objects)}) {
		if f.Rule.ID >= "KL8" && f.Severity > rules.Note {
			got = append(got, strings.Join([]string{f.Rule.ID, f.Definition, f.Component, f.Field}, " "))
		}
		if f.Rule.ID == "KL805" && !strings.Contains(f.Message, "minReplicas") {
			t.Errorf("minReplicas is not named: %s", f.Message)
		}
	}
	slices.Sort(got)
	if diff := cmp.Diff(strings.Split(strings.TrimSpace(withInputs), "\n"), got); diff != "" {
		t.Error(diff)
	}
}

func TestNextCatalog(t *testing.T) {
	n := 0
	for _, f := range lintShared(t, "catalog-next") {
		if f.Rule.ID == "KL306" && f.Component == "clique" && f.Severity == rules.Warning {
			n++
			if !strings.Contains(f.Message, "$t") || f.At.Start.Line < 36 {
				t.Errorf("%s", ruletest.Line(f))
			}
		}
	}
	if n != 8 {
		t.Errorf("%d written paths are rooted at a variable, want 8", n)
	}
}

func TestLegacyCatalog(t *testing.T) {
	n := 0
	for _, f := range lintShared(t, "legacy") {
		if f.Rule.ID == "KL003" {
			n++
		}
	}
	if n != 2 {
		t.Errorf("%d definitions in the older group, want 2", n)
	}
}

func lintShared(t *testing.T, folder string, settings ...rules.Settings) []rules.Finding {
	t.Helper()
	c, err := catalog.Load(context.Background(), []string{filepath.Join(ruletest.Shared(t), folder)}, catalog.Options{})
	if err != nil {
		t.Fatal(err)
	}
	cfg := rules.Config{}
	for _, s := range settings {
		cfg.Settings = s
	}
	l, err := rules.New(Rules(), cfg)
	if err != nil {
		t.Fatal(err)
	}
	return l.Lint(c).Findings
}
