package patch_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/kartalint/kartalint/patch"
)

const grouped = "instanceIdPath: .spec.gs[].name\nspecDefinition: {podSpecPath: '.spec.gs[].pod'}"

const groupedObject = "spec: {gs: [{name: a, pod: {schedulerName: s, containers: [{name: m, image: i}, {name: n, image: i}]}}, {name: b, pod: {}}]}"

// The guards of a JSON Patch: it must not land elsewhere when the object has moved on.
func TestJSONPatchGuards(t *testing.T) {
	text := func(s string) *string { return &s }
	tests := []struct {
		name, now string // the object at the time of the request
		want      string // part of the applier's error; "" where the patch must apply
	}{
		{name: "unchanged", now: groupedObject},
		{name: "another field has changed", now: strings.Replace(groupedObject, "gs:", "other: 1, gs:", 1)},
		{name: "the groups have changed places", now: "spec: {gs: [{name: b, pod: {}}, {name: a, pod: {schedulerName: s, containers: [{name: m, image: i}, {name: n, image: i}]}}]}",
			want: `test /spec/gs/0/name`},
		{name: "the containers have changed places", now: strings.Replace(groupedObject, "[{name: m, image: i}, {name: n, image: i}]", "[{name: n, image: i}, {name: m, image: i}]", 1),
			want: `test /spec/gs/0/pod/containers/1/name`},
		{name: "somebody wrote the field", now: strings.Replace(groupedObject, "schedulerName: s", "schedulerName: mine", 1),
			want: `test /spec/gs/0/pod/schedulerName`},
		{name: "the field is gone", now: strings.Replace(groupedObject, "schedulerName: s, ", "", 1), want: "no member"},
	}
	w, _ := open(t, grouped, groupedObject)
	plan, err := w.Patch("w", patch.Pod{SchedulerName: text("k"), Containers: map[string]patch.Container{"n": {Image: text("k")}}}, patch.Instances("a"))
	if err != nil {
		t.Fatal(err)
	}
	data, err := plan.JSONPatch()
	if err != nil {
		t.Fatal(err)
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got, err := applyJSONPatch(read(t, "apiVersion: demo.example/v1\nkind: Demo\n"+tt.now), data)
			if tt.want != "" {
				if !isError(err, errText(tt.want)) {
					t.Errorf("error %v, want %q", err, tt.want)
				}
				return
			}
			if err != nil {
				t.Fatal(err)
			}
			if v := compactJSON(got); !strings.Contains(v, `"schedulerName":"k"`) || !strings.Contains(v, `{"image":"k","name":"n"}`) {
				t.Errorf("got %s", v)
			}
		})
	}
}

func compactJSON(v any) string { return string(mustJSON(v)) }

func TestOutputs(t *testing.T) {
	text := func(s string) *string { return &s }
	tests := []struct {
		name, parts, object string
		patch               patch.Patch
		opts                []patch.Option
		jsonPatch, merge    string
		mergeErr            string
		diff                string
	}{
		{name: "maps only", parts: "specDefinition: {podTemplateSpecPath: .spec.t}", object: "spec: {t: {metadata: {labels: {a: '1', b: '2'}}, spec: {schedulerName: s}}}",
			patch: patch.Raw{"metadata": map[string]any{"labels": map[string]any{"a": "x", "b": nil}, "annotations": map[string]any{"n/<": "&"}}, "spec": map[string]any{"schedulerName": nil}},
			jsonPatch: `[{"op":"add","path":"/spec/t/metadata/annotations","value":{"n/<":"&"}},` +
				`{"op":"test","path":"/spec/t/metadata/labels/a","value":"1"},{"op":"replace","path":"/spec/t/metadata/labels/a","value":"x"},` +
				`{"op":"test","path":"/spec/t/metadata/labels/b","value":"2"},{"op":"remove","path":"/spec/t/metadata/labels/b"},` +
				`{"op":"test","path":"/spec/t/spec/schedulerName","value":"s"},{"op":"remove","path":"/spec/t/spec/schedulerName"}]`,
			merge: `{"spec":{"t":{"metadata":{"annotations":{"n/<":"&"},"labels":{"a":"x","b":null}},"spec":{"schedulerName":null}}}}`,
			diff: "+ /spec/t/metadata/annotations: {\"n/<\":\"&\"}\n- /spec/t/metadata/labels/a: \"1\"\n+ /spec/t/metadata/labels/a: \"x\"\n" +
				"- /spec/t/metadata/labels/b: \"2\"\n- /spec/t/spec/schedulerName: \"s\"\n"},
		{name: "inside a list", parts: "specDefinition: {podSpecPath: .spec}", object: "spec: {containers: [{name: m, image: i}]}", patch: patch.Pod{Image: text("k")},
			jsonPatch: `[{"op":"test","path":"/spec/containers/0/name","value":"m"},{"op":"test","path":"/spec/containers/0/image","value":"i"},{"op":"replace","path":"/spec/containers/0/image","value":"k"}]`,
			mergeErr:  "/spec/containers/0/image: a merge patch cannot change one element of a list; send the JSON Patch",
			diff:      "- /spec/containers/0/image: \"i\"\n+ /spec/containers/0/image: \"k\"\n"},
		{name: "a container at the end", parts: "specDefinition: {podSpecPath: .spec}", object: "spec: {containers: [{name: m}]}",
			patch: patch.Pod{Containers: map[string]patch.Container{"n": {Image: text("k")}}}, opts: []patch.Option{patch.AllowAdd()},
			jsonPatch: `[{"op":"add","path":"/spec/containers/-","value":{"image":"k","name":"n"}}]`,
			mergeErr:  "cannot change one element of a list", diff: "+ /spec/containers/1: {\"image\":\"k\",\"name\":\"n\"}\n"},
		{name: "a whole list", parts: "specDefinition: {podSpecPath: .spec}", object: "spec: {tolerations: [{key: a}]}",
			patch:     patch.Raw{"spec": map[string]any{"tolerations": []any{map[string]any{"key": "b"}}}},
			jsonPatch: `[{"op":"test","path":"/spec/tolerations","value":[{"key":"a"}]},{"op":"replace","path":"/spec/tolerations","value":[{"key":"b"}]}]`,
			merge:     `{"spec":{"tolerations":[{"key":"b"}]}}`, diff: "- /spec/tolerations: [{\"key\":\"a\"}]\n+ /spec/tolerations: [{\"key\":\"b\"}]\n"},
		{name: "nothing to do", parts: "specDefinition: {podSpecPath: .spec}", object: "spec: {schedulerName: k}", patch: patch.Pod{SchedulerName: text("k")},
			jsonPatch: "[]", merge: "{}"},
		{name: "a map in place of null", parts: "specDefinition: {podSpecPath: .spec}", object: "spec: {nodeSelector: ~}", patch: patch.Pod{NodeSelector: map[string]string{"a": "b"}},
			jsonPatch: `[{"op":"test","path":"/spec/nodeSelector","value":null},{"op":"replace","path":"/spec/nodeSelector","value":{"a":"b"}}]`,
			merge:     `{"spec":{"nodeSelector":{"a":"b"}}}`, diff: "- /spec/nodeSelector: null\n+ /spec/nodeSelector: {\"a\":\"b\"}\n"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			w, before := open(t, tt.parts, tt.object)
			plan, err := w.Patch("w", tt.patch, tt.opts...)
			if err != nil {
				t.Fatal(err)
			}
			data, err := plan.JSONPatch()
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(tt.jsonPatch, string(data)); diff != "" {
				t.Error(diff)
			}
			data, err = plan.MergePatch()
			if tt.mergeErr != "" && !isError(err, errText(tt.mergeErr)) || tt.mergeErr == "" && err != nil {
				t.Errorf("merge patch: %v, want %q", err, tt.mergeErr)
			}
			if diff := cmp.Diff(tt.merge, string(data)); diff != "" {
				t.Error(diff)
			}
			if diff := cmp.Diff(tt.diff, plan.Diff()); diff != "" {
				t.Error(diff)
			}
			checkPlan(t, plan, before)
		})
	}
}

// A null that an action writes is beyond a merge patch, which takes it for a removal.
func TestMergePatchCannotWriteNull(t *testing.T) {
	w, before := open(t, "suspendDefinition: {suspendActions: [{path: .spec.n, value: 'null'}]}", "spec: {n: 1}")
	plan, err := w.Suspend()
	if err != nil {
		t.Fatal(err)
	}
	if _, err := plan.MergePatch(); !isError(err, errText("/spec/n: a merge patch cannot write null; send the JSON Patch")) {
		t.Errorf("error %v", err)
	}
	checkPlan(t, plan, before)
}
