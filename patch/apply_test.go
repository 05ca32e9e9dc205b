package patch_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/kartalint/kartalint/patch"
)

// Apply shares what it does not touch.
func TestApplyShares(t *testing.T) {
	obj := read(t, "apiVersion: demo.example/v1\nkind: Demo\nspec: {pod: {schedulerName: s, containers: [{name: m}]}}\nstatus: {x: 1}")
	w, err := patch.Open(definition(t, "specDefinition: {podSpecPath: .spec.pod}"), obj)
	if err != nil {
		t.Fatal(err)
	}
	name := "k"
	plan, err := w.Patch("w", patch.Pod{SchedulerName: &name})
	if err != nil {
		t.Fatal(err)
	}
	got := plan.Apply()
	obj["status"].(map[string]any)["x"] = "seen in both"
	if got["status"].(map[string]any)["x"] != "seen in both" {
		t.Error("the status was copied")
	}
	pod := got["spec"].(map[string]any)["pod"].(map[string]any)
	pod["schedulerName"] = "changed"
	if before := obj["spec"].(map[string]any)["pod"].(map[string]any)["schedulerName"]; before != "s" {
		t.Errorf("the result shares what it changed: %v", before)
	}
	if again := plan.Apply()["spec"].(map[string]any)["pod"].(map[string]any)["schedulerName"]; again != "k" {
		t.Errorf("applied once more: %v", again)
	}
}

// A plan stands on its own: what is done to the patch or to a result later changes neither the plan nor other results.
func TestPlanSharesNoPatch(t *testing.T) {
	w, _ := open(t, "specDefinition: {podSpecPath: .spec}", "spec: {containers: [{name: m}]}")
	command, labels, tolerations := []any{"a"}, map[string]any{"a": "1"}, []any{map[string]any{"key": "a"}}
	plan, err := w.Patch("w", patch.Raw{"spec": map[string]any{"nodeSelector": labels, "tolerations": tolerations,
		"containers": []any{map[string]any{"name": "n", "command": command}}}}, patch.AllowAdd())
	if err != nil {
		t.Fatal(err)
	}
	want := clone(plan.Apply())
	command[0], labels["a"], tolerations[0].(map[string]any)["key"] = "changed", "changed", "changed"
	first := plan.Apply()
	if diff := cmp.Diff(want, any(first)); diff != "" {
		t.Errorf("the plan shares the patch:\n%s", diff)
	}
	spec := first["spec"].(map[string]any)
	spec["nodeSelector"].(map[string]any)["a"] = "changed"
	spec["tolerations"].([]any)[0].(map[string]any)["key"] = "changed"
	spec["containers"].([]any)[1].(map[string]any)["name"] = "changed"
	if diff := cmp.Diff(want, any(plan.Apply())); diff != "" {
		t.Errorf("the plan shares its result:\n%s", diff)
	}
}
