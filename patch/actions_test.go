package patch_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/kartalint/kartalint/patch"
)

func TestScale(t *testing.T) {
	n := func(i int64) *int64 { return &i }
	tests := []struct {
		name, parts, object string
		scale               patch.Scale
		opts                []patch.Option
		want                []string
		err                 any
	}{
		{name: "all three counts", parts: "scaleDefinition: {replicasPath: .spec.n, minReplicasPath: .spec.auto.min, maxReplicasPath: .spec.auto.max}",
			object: "spec: {n: 1, auto: {}}", scale: patch.Scale{Replicas: n(3), Min: n(0), Max: n(5)},
			want: []string{"add /spec/auto/max 5", "add /spec/auto/min 0", "replace /spec/n 1 -> 3"}},
		{name: "what is there already", parts: "scaleDefinition: {replicasPath: .spec.n}", object: "spec: {n: 3}", scale: patch.Scale{Replicas: n(3)}},
		{name: "an annotation holds text", parts: "scaleDefinition: {minReplicasPath: '.metadata.annotations[\"scale.example/min\"]'}",
			object: "metadata: {annotations: {scale.example/min: '2'}}", scale: patch.Scale{Min: n(3)},
			want: []string{`replace /metadata/annotations/scale.example~1min "2" -> "3"`}},
		{name: "an annotation that is not there yet", parts: "scaleDefinition: {minReplicasPath: '.spec.template.annotations[\"scale.example/min\"]'}",
			object: "spec: {template: {annotations: {}}}", scale: patch.Scale{Min: n(3)},
			want: []string{`add /spec/template/annotations/scale.example~1min "3"`}},
		{name: "an annotation with its text already", parts: "scaleDefinition: {minReplicasPath: '.metadata.annotations[\"scale.example/min\"]'}",
			object: "metadata: {annotations: {scale.example/min: '3'}}", scale: patch.Scale{Min: n(3)}},
		{name: "text where no annotation is", parts: "scaleDefinition: {replicasPath: .spec.n}", object: "spec: {n: '1'}", scale: patch.Scale{Replicas: n(3)},
			want: []string{`replace /spec/n "1" -> "3"`}},
		{name: "one instance", parts: "instanceIdPath: .spec.gs[].name\nscaleDefinition: {replicasPath: '.spec.gs[].n'}",
			object: "spec: {gs: [{name: a, n: 1}, {name: b}]}", scale: patch.Scale{Replicas: n(2)}, opts: []patch.Option{patch.Instances("b")},
			want: []string{"add /spec/gs/1/n 2"}},
		{name: "a default is no address", parts: "scaleDefinition: {replicasPath: '.spec.n // 1'}", object: "spec: {n: 1}", scale: patch.Scale{Replicas: n(3)},
			err: new(*patch.UnsupportedFieldsError)},
		{name: "a product is no address, and the rest is not half done", parts: "scaleDefinition: {replicasPath: '.spec.n * 2', minReplicasPath: .spec.min}",
			object: "spec: {n: 1, min: 1}", scale: patch.Scale{Replicas: n(3), Min: n(2)}, err: new(*patch.NotAddressableError)},
		{name: "no such path", parts: "scaleDefinition: {replicasPath: .spec.n}", object: "spec: {n: 1}", scale: patch.Scale{Max: n(3)}, err: patch.ErrNotSupported},
		{name: "negative", parts: "scaleDefinition: {replicasPath: .spec.n}", object: "spec: {n: 1}", scale: patch.Scale{Replicas: n(-1)}, err: new(*patch.InvalidPatchError)},
		{name: "nothing", parts: "scaleDefinition: {replicasPath: .spec.n}", object: "spec: {n: 1}", err: patch.ErrEmptyPatch},
		{name: "the component is absent", parts: "scaleDefinition: {replicasPath: .spec.part.n}", object: "spec: {}", scale: patch.Scale{Replicas: n(3)},
			err: new(*patch.ComponentAbsentError)},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			w, before := open(t, tt.parts, tt.object)
			plan, err := w.Scale("w", tt.scale, tt.opts...)
			check(t, plan, err, tt.want, tt.err, before)
		})
	}
}

// open opens an object of the kind that definition makes definitions for; before is the object once more.
func open(t *testing.T, parts, object string, opts ...patch.Option) (w *patch.Workload, before map[string]any) {
	t.Helper()
	src := "apiVersion: demo.example/v1\nkind: Demo\n" + object
	w, err := patch.Open(definition(t, parts), read(t, src), opts...)
	if err != nil {
		t.Fatal(err)
	}
	return w, read(t, src)
}

// check holds a plan, or an error, against what is wanted, and all outputs of the plan against each other.
func check(t *testing.T, plan *patch.Plan, err error, want []string, wantErr any, before map[string]any) {
	t.Helper()
	if wantErr != nil {
		if !isError(err, wantErr) {
			t.Fatalf("error %v (%T), want %T", err, err, wantErr)
		}
		return
	}
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(want, ops(plan)); diff != "" {
		t.Errorf("operations (-want +got):\n%s", diff)
	}
	checkPlan(t, plan, before)
}

const actions = `suspendDefinition:
  suspendActions:
  - {path: .spec.runPolicy.suspend, value: "true"}
  - {path: .spec.parallelism, value: "0"}
  - {path: '.spec.gs[].paused', value: '{"by": "queue", "at": null}'}
  resumeActions:
  - {path: .spec.runPolicy.suspend, value: "false"}
  - {path: .spec.parallelism, value: "null"}
  - {path: .spec.parallelism, value: '"2"'}
`

func TestSuspendAndResume(t *testing.T) {
	suspend, resume := (*patch.Workload).Suspend, (*patch.Workload).Resume
	tests := []struct {
		name, parts, object string
		act                 func(*patch.Workload) (*patch.Plan, error)
		want                []string
		err                 any
	}{
		{name: "suspend, values are JSON", parts: actions, act: suspend,
			object: "spec: {runPolicy: {suspend: false}, parallelism: 9007199254740993, gs: [{}, {paused: {by: x}}]}",
			want: []string{`add /spec/gs/0/paused {"at":null,"by":"queue"}`, `replace /spec/gs/1/paused {"by":"x"} -> {"at":null,"by":"queue"}`,
				"replace /spec/parallelism 9007199254740993 -> 0", "replace /spec/runPolicy/suspend false -> true"}},
		{name: "suspended already", parts: actions, act: suspend, object: "spec: {runPolicy: {suspend: true}, parallelism: 0}"},
		{name: "parents are made", parts: actions, act: suspend, object: "spec: {}",
			want: []string{"add /spec/parallelism 0", `add /spec/runPolicy {"suspend":true}`}},
		{name: "resume, the later action wins", parts: actions, act: resume, object: "spec: {runPolicy: {suspend: true}, parallelism: 0}",
			want: []string{`replace /spec/parallelism 0 -> "2"`, "replace /spec/runPolicy/suspend true -> false"}},
		{name: "a parent of the wrong type", parts: actions, act: suspend, object: "spec: {runPolicy: text}", err: new(*patch.ConflictError)},
		{name: "no actions", parts: "scaleDefinition: {replicasPath: .spec.n}", act: suspend, object: "spec: {}", err: patch.ErrNotSupported},
		{name: "a path that is a formula", parts: "suspendDefinition: {suspendActions: [{path: .spec.a // .spec.b, value: 'true'}]}", act: suspend, object: "spec: {a: false}",
			err: new(*patch.NotAddressableError)},
		{name: "a value that is no JSON", parts: "suspendDefinition: {suspendActions: [{path: .spec.a, value: 'yes'}]}", act: suspend, object: "spec: {a: false}", err: errText("is no JSON")},
		{name: "the component is absent", parts: "specDefinition: {podSpecPath: .spec.part}\nsuspendDefinition: {suspendActions: [{path: .spec.part.suspend, value: 'true'}]}",
			act: suspend, object: "spec: {}"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			w, before := open(t, tt.parts, tt.object)
			plan, err := tt.act(w)
			check(t, plan, err, tt.want, tt.err, before)
		})
	}
}
