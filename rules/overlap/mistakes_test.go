package overlap

import (
	"slices"
	"strings"
	"testing"

	"github.com/kartalint/kartalint/rules"
	"github.com/kartalint/kartalint/rules/ruletest"
)

// definition holds two child components, each given as the lines below its name.
func definition(one, two string) string {
	s := `apiVersion: run.ai/v1alpha1
kind: Karta
metadata: {name: example-com-app-v1}
spec:
  structureDefinition:
    rootComponent:
      name: app
      kind: {group: example.com, version: v1, kind: App}
    childComponents:
`
	for name, body := range map[string]string{"one": one, "two": two} {
		if body != "" {
			s += "    - {name: " + name + ", ownerRef: app, " + body + "}\n"
		}
	}
	return s
}

func TestOverlaps(t *testing.T) {
	template := func(path string) string { return "specDefinition: {podTemplateSpecPath: '" + path + "'}" }
	fragments := func(paths string) string { return "specDefinition: {fragmentedPodSpecDefinition: {" + paths + "}}" }
	for name, c := range map[string]struct {
		one, two, rule string
		found          bool
		says           string
	}{
		"pod and metadata at one place": {one: "specDefinition: {podSpecPath: .spec.enc, metadataPath: .spec.enc}", rule: "KL401", found: true, says: "labels"},
		"two fragments at one place":    {one: fragments("labelsPath: .spec.m, annotationsPath: .spec.m"), rule: "KL401", found: true},
		"one place, written twice":      {one: fragments("labelsPath: .spec.m, annotationsPath: '.spec | .m'"), rule: "KL401", found: true},
		"siblings":                      {one: "specDefinition: {podSpecPath: .spec.enc.spec, metadataPath: .spec.enc.meta}", rule: "KL401"},
		"metadata inside the pod spec":  {one: "specDefinition: {podSpecPath: .spec.enc, metadataPath: .spec.enc.meta}", rule: "KL402", found: true},
		"template inside a template":    {one: template(".spec.a"), two: template(".spec.a.other"), rule: "KL402", found: true},
		"image inside its container":    {one: fragments("containerPath: .spec.c, imagePath: .spec.c.image"), rule: "KL402"},
		"survives the round trip":       {one: template(".spec.a"), two: fragments(`imagePath: '.spec.a.metadata.annotations["x"]'`), rule: "KL402"},
		"leader and worker":             {one: template(".spec.t"), two: template(".spec.t"), rule: "KL403", found: true},
		"leader and worker, respelled":  {one: template(".spec.t"), two: template("(.spec).t"), rule: "KL403", found: true},
		"two templates":                 {one: template(".spec.t"), two: template(".spec.u"), rule: "KL403"},
		"scale field in a pod spec": {one: "specDefinition: {podSpecPath: .spec.enc, metadataPath: .spec.enc}, scaleDefinition: {minReplicasPath: .spec.enc.min}",
			rule: "KL404", found: true, says: "v1.PodSpec"},
		"formula that reads a pod spec": {one: template(".spec.t") + ", scaleDefinition: {replicasPath: .spec.t.count // 1}", rule: "KL404", found: true, says: ".spec.t.count"},
		"scale field beside a template": {one: template(".spec.t") + ", scaleDefinition: {replicasPath: .spec.count}", rule: "KL404"},
		"annotation in a template":      {one: template(".spec.t") + `, scaleDefinition: {minReplicasPath: '.spec.t.metadata.annotations["min"]'}`, rule: "KL404"},
		"filter by what it writes":      {one: fragments(`imagePath: '.spec.cs[].image | select(. == "old")'`), rule: "KL405", found: true},
		"filter by a name":              {one: fragments(`imagePath: '.spec.cs[] | select(.name == "main") | .image'`), rule: "KL405"},
	} {
		t.Run(name, func(t *testing.T) {
			found := ruletest.Findings(t, definition(c.one, c.two), Rules...)
			i := slices.IndexFunc(found, func(f rules.Finding) bool { return f.Rule.ID == c.rule })
			if (i >= 0) != c.found {
				t.Fatalf("%s found should be %v: %+v", c.rule, c.found, found)
			}
			if i >= 0 && !strings.Contains(found[i].Message, c.says) {
				t.Errorf("%q does not say %q", found[i].Message, c.says)
			}
		})
	}
}

// Under field writes nothing that stands beside the field is lost.
func TestFieldWrites(t *testing.T) {
	source := definition("specDefinition: {podSpecPath: .spec.enc}, scaleDefinition: {minReplicasPath: .spec.enc.min}", "")
	for writes, want := range map[rules.Writes]rules.Severity{rules.WritesWhole: rules.Warning, rules.WritesFields: rules.Note} {
		found := ruletest.FindingsWith(t, source, rules.Settings{Writes: writes}, foreignFieldInTarget)
		if len(found) != 1 || found[0].Severity != want {
			t.Errorf("%s writes: %+v, not one %s", writes, found, want)
		}
	}
}

func TestSharedTargetFix(t *testing.T) {
	source := definition("specDefinition: {}", "")
	source = source[:strings.LastIndex(source, "    - ")] + `    - name: one
      ownerRef: app
      specDefinition:
        podSpecPath: .spec.enc
        metadataPath: .spec.enc
`
	found := ruletest.Findings(t, source, sharedWriteTarget)
	if len(found) != 1 || len(found[0].Fixes) != 1 || found[0].Fixes[0].Safe || len(found[0].Related) == 0 {
		t.Fatalf("not one finding with both places and one unsafe fix: %+v", found)
	}
	var text strings.Builder
	for _, e := range found[0].Fixes[0].Edits {
		text.WriteString(e.New)
	}
	for _, want := range []string{"fragmentedPodSpecDefinition", "labelsPath: .spec.enc.labels", "schedulerNamePath: .spec.enc.schedulerName"} {
		if !strings.Contains(text.String(), want) {
			t.Errorf("the fix has no %q: %s", want, text.String())
		}
	}
}
