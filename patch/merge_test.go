package patch_test

import (
	"errors"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/kartalint/kartalint/patch"
)

// raw reads a partial pod template.
func raw(t *testing.T, src string) patch.Raw {
	t.Helper()
	return patch.Raw(read(t, src))
}

// How lists and maps take a patch: by the struct tags of core/v1.
func TestMerge(t *testing.T) {
	const two = "containers: [{name: m, image: i, ports: [{containerPort: 80}, {containerPort: 80, protocol: UDP}, {containerPort: 81, protocol: TCP}], " +
		"env: [{name: A, value: '1'}, {name: B, value: '2'}], args: [a, b], volumeMounts: [{name: v, mountPath: /a}, {name: v, mountPath: /b}]}, {name: n}]"
	tests := []struct {
		name, object, patch string
		opts                []patch.Option
		want                []string
		err                 any
	}{
		{name: "a port is its number and protocol, TCP where none is said", object: two, patch: "containers: [{name: m, ports: [{containerPort: 80, name: web}]}]",
			want: []string{`add /spec/containers/0/ports/0/name "web"`}},
		{name: "TCP said, where the object says nothing", object: two, patch: "containers: [{name: m, ports: [{containerPort: 80, protocol: TCP, name: web}]}]",
			want: []string{`add /spec/containers/0/ports/0/name "web"`}},
		{name: "TCP said by the object alone", object: two, patch: "containers: [{name: m, ports: [{containerPort: 81, name: web}]}]",
			want: []string{`add /spec/containers/0/ports/2/name "web"`}},
		{name: "the same number in UDP", object: two, patch: "containers: [{name: m, ports: [{containerPort: 80, protocol: UDP, name: dns}]}]",
			want: []string{`add /spec/containers/0/ports/1/name "dns"`}},
		{name: "a port of a protocol that is not there", object: two, patch: "containers: [{name: m, ports: [{containerPort: 81, protocol: SCTP, name: x}]}]",
			err: new(*patch.MissingEntryError)},
		{name: "a port is added", object: two, patch: "containers: [{name: m, ports: [{containerPort: 90}, {containerPort: 91, protocol: UDP}]}]", opts: []patch.Option{patch.AllowAdd()},
			want: []string{`add /spec/containers/0/ports/3 {"containerPort":90}`, `add /spec/containers/0/ports/4 {"containerPort":91,"protocol":"UDP"}`}},
		{name: "env by name", object: two, patch: "containers: [{name: m, env: [{name: B, value: '3'}]}]", want: []string{`replace /spec/containers/0/env/1/value "2" -> "3"`}},
		{name: "env from a value to a reference", object: two, patch: "containers: [{name: m, env: [{name: B, value: ~, valueFrom: {fieldRef: {fieldPath: x}}}]}]",
			want: []string{`remove /spec/containers/0/env/1/value "2"`, `add /spec/containers/0/env/1/valueFrom {"fieldRef":{"fieldPath":"x"}}`}},
		{name: "mounts by their path", object: two, patch: "containers: [{name: m, volumeMounts: [{mountPath: /b, readOnly: true}]}]",
			want: []string{`add /spec/containers/0/volumeMounts/1/readOnly true`}},
		{name: "args are replaced", object: two, patch: "containers: [{name: m, args: [b]}]", want: []string{`replace /spec/containers/0/args ["a","b"] -> ["b"]`}},
		{name: "args are emptied", object: two, patch: "containers: [{name: m, args: []}]", want: []string{`replace /spec/containers/0/args ["a","b"] -> []`}},
		{name: "args are removed", object: two, patch: "containers: [{name: m, args: ~}]", want: []string{`remove /spec/containers/0/args ["a","b"]`}},
		{name: "both containers, in the order of the patch", object: two, patch: "containers: [{name: n, image: k}, {name: m, image: k}]",
			want: []string{`replace /spec/containers/0/image "i" -> "k"`, `add /spec/containers/1/image "k"`}},
		{name: "what is not there cannot be removed", object: two, patch: "{schedulerName: ~, nodeSelector: {a: ~}, affinity: {nodeAffinity: ~}}"},
		{name: "tolerations are replaced", object: "tolerations: [{key: a}, {key: b}]", patch: "tolerations: [{key: b}]",
			want: []string{`replace /spec/tolerations [{"key":"a"},{"key":"b"}] -> [{"key":"b"}]`}},
		{name: "a node selector is merged", object: "nodeSelector: {a: '1', b: '2'}", patch: "nodeSelector: {b: '3', a: ~, c: '4'}",
			want: []string{`remove /spec/nodeSelector/a "1"`, `replace /spec/nodeSelector/b "2" -> "3"`, `add /spec/nodeSelector/c "4"`}},
		{name: "an entry twice in the object", object: "containers: [{name: m}, {name: m}]", patch: "containers: [{name: m, image: k}]", err: errText("has name=m twice")},
		{name: "an entry twice in the object, another is meant", object: "containers: [{name: m}, {name: m}, {name: n}]", patch: "containers: [{name: n, image: k}]",
			want: []string{`add /spec/containers/2/image "k"`}},
		{name: "an element that is no map", object: "containers: [m, {name: n}]", patch: "containers: [{name: n, image: k}]", want: []string{`add /spec/containers/1/image "k"`}},
		{name: "a list where the object has a map", object: "containers: {m: {}}", patch: "containers: [{name: n, image: k}]", err: errText("/spec/containers: must be a list, is a map")},
		{name: "the image of two containers names them", object: two, patch: "containers: [{image: k}]", err: errText("/spec/containers: has 2 entries (name=m, name=n): name the one that is meant")},
		{name: "the image of no container", object: "containers: []", patch: "containers: [{image: k}]", err: new(*patch.ConflictError)},
		{name: "the image where there is no list", object: "", patch: "containers: [{image: k}]", opts: []patch.Option{patch.AllowAdd()}, err: new(*patch.ConflictError)},
		{name: "an unknown container names those that are there", object: two, patch: "containers: [{name: x, image: k}]",
			err: errText("/spec/containers has no entry name=x; there are: name=m, name=n (allow additions to add one)")},
		{name: "a quantity spelled otherwise is another value", object: "containers: [{name: m, resources: {limits: {cpu: 1000m, memory: 1}}}]",
			patch: "containers: [{resources: {limits: {cpu: '1', memory: 1}}}]", want: []string{`replace /spec/containers/0/resources/limits/cpu "1000m" -> "1"`}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			w, before := open(t, "specDefinition: {podSpecPath: .spec}", "spec: {"+tt.object+"}")
			plan, err := w.Patch("w", patch.Raw{"spec": map[string]any(raw(t, tt.patch))}, tt.opts...)
			check(t, plan, err, tt.want, tt.err, before)
		})
	}
}

// Everything that is wrong with a patch is told at once, before anything runs.
func TestInvalidPatches(t *testing.T) {
	w, _ := open(t, "specDefinition: {podTemplateSpecPath: .spec}", "spec: {spec: {containers: [{name: m}]}}")
	_, err := w.Patch("w", raw(t, `
metadata:
  name: x
  label: {a: b}
  labels: {n: 1, t: true, ok: "1"}
spec:
  schedularName: k
  hostNetwork: "yes"
  terminationGracePeriodSeconds: 1.5
  nodeSelector: {}
  tolerations: {key: a}
  containers:
  - {name: m, imgae: k, resources: {limits: {cpu: lots}}, livenessProbe: {httpGet: {port: 1.5}}, command: [a, ~, 3]}
  - {name: m}
  - {image: k}
status: {}
`))
	var invalid *patch.InvalidPatchError
	if !errors.As(err, &invalid) {
		t.Fatalf("error %v (%T)", err, err)
	}
	want := []patch.FieldProblem{
		{Field: "metadata.label", Message: "a pod's metadata is written by labels and annotations only", Nearest: "labels"},
		{Field: "metadata.labels.n", Message: `must be a string, is a number (write "1")`},
		{Field: "metadata.labels.t", Message: `must be a string, is a boolean (write "true")`},
		{Field: "metadata.name", Message: "a pod's metadata is written by labels and annotations only"},
		{Field: "spec.containers[0].command[1]", Message: "an element cannot be null"},
		{Field: "spec.containers[0].command[2]", Message: `must be a string, is a number (write "3")`},
		{Field: "spec.containers[0].imgae", Message: "unknown field", Nearest: "image"},
		{Field: "spec.containers[0].livenessProbe.httpGet.port", Message: "must be a whole number or a string, is a number"},
		{Field: "spec.containers[0].resources.limits.cpu", Message: `"lots" is no quantity (such as 500m or 2Gi)`},
		{Field: "spec.containers[1]", Message: "the list has name=m twice"},
		{Field: "spec.containers[2]", Message: "the element needs name, which tells it from the others"},
		{Field: "spec.hostNetwork", Message: "must be true or false, is a string"},
		{Field: "spec.nodeSelector", Message: "an empty map changes nothing: name its keys, or write null to remove the field"},
		{Field: "spec.schedularName", Message: "unknown field", Nearest: "schedulerName"},
		{Field: "spec.terminationGracePeriodSeconds", Message: "must be a whole number, is a number"},
		{Field: "spec.tolerations", Message: "must be a list, is a map"},
		{Field: "status", Message: "unknown field"},
	}
	if diff := cmp.Diff(want, invalid.Problems); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
}

// lists is a MergeSchema by JSON pointer.
type lists map[string]patch.ListMerge

func (l lists) List(place patch.Pointer) (patch.ListMerge, bool) {
	m, ok := l[place.String()]
	return m, ok
}

// What a CustomResourceDefinition says of its lists takes the place of core/v1's word, list by list.
func TestMergeSchema(t *testing.T) {
	const object = "spec: {containers: [{name: m, image: i, env: [{name: A, value: '1'}]}, {name: n}], tolerations: [{key: a, effect: NoSchedule, value: x}, {key: a, effect: NoExecute}]}"
	byKeys := patch.ListMerge{Keys: []patch.MergeKey{{Name: "key"}, {Name: "effect", Default: "NoSchedule"}}}
	tests := []struct {
		name  string
		lists lists
		patch string
		want  []string
		err   any
	}{
		{name: "nothing said", patch: "tolerations: [{key: a, value: y}]",
			want: []string{`replace /spec/tolerations [{"effect":"NoSchedule","key":"a","value":"x"},{"effect":"NoExecute","key":"a"}] -> [{"key":"a","value":"y"}]`}},
		{name: "a list of maps, with a default key", lists: lists{"/spec/tolerations": byKeys}, patch: "tolerations: [{key: a, value: y}]",
			want: []string{`replace /spec/tolerations/0/value "x" -> "y"`}},
		{name: "an entry that is not there", lists: lists{"/spec/tolerations": byKeys}, patch: "tolerations: [{key: b}]", err: new(*patch.MissingEntryError)},
		{name: "an entry without its key", lists: lists{"/spec/tolerations": byKeys}, patch: "tolerations: [{effect: NoExecute}]", err: errText("without key")},
		{name: "an atomic list of containers", lists: lists{"/spec/containers": {Atomic: true}}, patch: "containers: [{name: n, image: k}]",
			want: []string{`replace /spec/containers [{"env":[{"name":"A","value":"1"}],"image":"i","name":"m"},{"name":"n"}] -> [{"image":"k","name":"n"}]`}},
		{name: "no keys is atomic", lists: lists{"/spec/containers": {}}, patch: "containers: [{name: n}]",
			want: []string{`replace /spec/containers [{"env":[{"name":"A","value":"1"}],"image":"i","name":"m"},{"name":"n"}] -> [{"name":"n"}]`}},
		{name: "a list inside a list", lists: lists{"/spec/containers/0/env": {Atomic: true}}, patch: "containers: [{name: m, env: [{name: B, value: '2'}]}]",
			want: []string{`replace /spec/containers/0/env [{"name":"A","value":"1"}] -> [{"name":"B","value":"2"}]`}},
		{name: "maps told of a list of texts", lists: lists{"/spec/containers/0/args": byKeys}, patch: "containers: [{name: m, args: [x]}]", err: errText("told apart by key")},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			var opts []patch.Option
			if tt.lists != nil {
				opts = append(opts, patch.WithSchema(tt.lists))
			}
			w, before := open(t, "specDefinition: {podSpecPath: .spec}", object, opts...)
			plan, err := w.Patch("w", patch.Raw{"spec": map[string]any(raw(t, tt.patch))})
			check(t, plan, err, tt.want, tt.err, before)
		})
	}
}
