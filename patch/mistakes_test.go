package patch_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/kartalint/kartalint/patch"
)

const fragments = `specDefinition:
  fragmentedPodSpecDefinition:
`

// The mistakes that people made in public: number, what is wished, what must come out.
func TestMistakes(t *testing.T) {
	text := func(s string) *string { return &s }
	groups := "instanceIdPath: .spec.groups[].name\n" + fragments +
		"    labelsPath: .spec.groups[].labels\n    resourcesPath: .spec.groups[].res\n    schedulerNamePath: .spec.groups[].sched\n"
	tests := []struct {
		name, parts, object string
		patch               patch.Patch
		opts                []patch.Option
		want                []string // operations
		err                 any      // a pointer to the type of error, or an error for errors.Is
	}{
		{name: "2 two paths on one object",
			parts:  "specDefinition: {podSpecPath: .spec.encoder, metadataPath: .spec.encoder}\nscaleDefinition: {minReplicasPath: .spec.encoder.minReplicas}",
			object: "spec: {encoder: {minReplicas: 2, labels: {t: x}, schedulerName: d, containers: [{name: m, image: i}]}}",
			patch:  patch.Pod{SchedulerName: text("k")},
			want:   []string{`replace /spec/encoder/schedulerName "d" -> "k"`}},
		{name: "3 iterates without ids, two elements",
			parts:  "specDefinition: {podTemplateSpecPath: '.spec.groups[].template'}",
			object: "spec: {groups: [{name: a, template: {spec: {}}}, {name: b, template: {spec: {}}}]}",
			patch:  patch.Pod{SchedulerName: text("k")}, err: new(*patch.AmbiguousInstanceError)},
		{name: "3 iterates without ids, no element",
			parts: "specDefinition: {podTemplateSpecPath: '.spec.groups[].template'}", object: "spec: {groups: []}",
			patch: patch.Pod{SchedulerName: text("k")}, err: new(*patch.ComponentAbsentError)},
		{name: "4 the optional role is not created",
			parts:  "specDefinition: {podTemplateSpecPath: .spec.roles.Leader.template}",
			object: "spec: {roles: {Worker: {replicas: 2}}}",
			patch:  patch.Pod{SchedulerName: text("k")}, err: new(*patch.ComponentAbsentError)},
		{name: "5 the sibling without labels", parts: groups,
			object: "spec: {groups: [{name: a, labels: {k: '1'}, res: {limits: {cpu: '1'}}}, {name: b}]}",
			patch:  patch.Pod{SchedulerName: text("k")}, opts: []patch.Option{patch.Instances("a")},
			want: []string{`add /spec/groups/0/sched "k"`}},
		{name: "7 unknown fields", parts: "specDefinition: {podTemplateSpecPath: .spec.template}",
			object: "spec: {template: {futureField: {x: 1}, metadata: {labels: {a: '1'}}, spec: {hint: 3, containers: [{name: m, image: one, newThing: true}]}}}",
			patch:  patch.Pod{Image: text("one"), Labels: map[string]string{"a": "1"}}},
		{name: "9 alternative", parts: fragments + "    schedulerNamePath: .spec.sched // .spec.other\n",
			object: "spec: {sched: shared}", patch: patch.Pod{SchedulerName: text("k")}, err: new(*patch.NotAddressableError)},
		{name: "9 default, the field is there", parts: fragments + "    schedulerNamePath: .spec.sched // \"x\"\n",
			object: "spec: {sched: shared}", patch: patch.Pod{SchedulerName: text("k")}, err: new(*patch.NotAddressableError)},
		{name: "10 a filter that hits nothing", parts: fragments + "    imagePath: '.spec.cs[] | select(.name == \"main\") | .image'\n",
			object: "spec: {cs: [{name: x, image: old}]}", patch: patch.Pod{Image: text("k")},
			opts: []patch.Option{patch.AllowFilters()}, err: new(*patch.NotAddressableError)},
		{name: "10 a filter that hits one", parts: fragments + "    imagePath: '.spec.cs[] | select(.name == \"main\") | .image'\n",
			object: "spec: {cs: [{name: x, image: old}, {name: main, image: old}]}", patch: patch.Pod{Image: text("k")},
			opts: []patch.Option{patch.AllowFilters()}, want: []string{`replace /spec/cs/1/image "old" -> "k"`}},
		{name: "10 a filter that hits two", parts: fragments + "    containerPath: '.spec.enc | (.[]? | select(type == \"object\" and .uri))'\n",
			object: "spec: {enc: {m: {uri: u, image: i}, log: {uri: team}}}", patch: patch.Pod{Image: text("k")},
			opts: []patch.Option{patch.AllowFilters()}, err: new(*patch.AmbiguousInstanceError)},
		{name: "10 a filter, not allowed", parts: fragments + "    imagePath: '.spec.cs[] | select(.name == \"main\") | .image'\n",
			object: "spec: {cs: [{name: main, image: old}]}", patch: patch.Pod{Image: text("k")}, err: patch.ErrNotSupported},
		{name: "11 the writable half alone", parts: fragments + "    schedulerNamePath: .spec.sched\n    resourcesPath: '{requests: .spec.r}'\n",
			object: "spec: {sched: old, r: {cpu: '1'}}", patch: patch.Pod{SchedulerName: text("k")},
			want: []string{`replace /spec/sched "old" -> "k"`}},
		{name: "11 both halves", parts: fragments + "    schedulerNamePath: .spec.sched\n    resourcesPath: '{requests: .spec.r}'\n",
			object: "spec: {sched: old, r: {cpu: '1'}}",
			patch:  patch.Raw{"spec": map[string]any{"schedulerName": "k", "nodeSelector": map[string]any{"a": "b"}, "containers": []any{map[string]any{"resources": map[string]any{"limits": map[string]any{"cpu": "1"}}}}}},
			err:    new(*patch.UnsupportedFieldsError)},
		{name: "12 the empty string is a value", parts: fragments + "    imagePath: .spec.image\n",
			object: "spec: {image: old}", patch: patch.Pod{Image: text("")}, want: []string{`replace /spec/image "old" -> ""`}},
		{name: "12 the empty map is refused", parts: fragments + "    labelsPath: .spec.labels\n",
			object: "spec: {labels: {a: b}}", patch: patch.Pod{Labels: map[string]string{}}, err: new(*patch.InvalidPatchError)},
		{name: "12 null removes", parts: fragments + "    labelsPath: .spec.labels\n", object: "spec: {labels: {a: b}}",
			patch: patch.Raw{"metadata": map[string]any{"labels": nil}}, want: []string{`remove /spec/labels {"a":"b"}`}},
		{name: "duplicate id", parts: groups, object: "spec: {groups: [{name: a}, {name: a}, {name: b}]}",
			patch: patch.Pod{SchedulerName: text("k")}, opts: []patch.Option{patch.Instances("a")}, err: new(*patch.AmbiguousInstanceError)},
		{name: "unknown id", parts: groups, object: "spec: {groups: [{name: a}]}",
			patch: patch.Pod{SchedulerName: text("k")}, opts: []patch.Option{patch.Instances("a", "c")}, err: new(*patch.UnknownInstanceError)},
		{name: "an id asked for where there are none", parts: groups, object: "spec: {groups: []}",
			patch: patch.Pod{SchedulerName: text("k")}, opts: []patch.Option{patch.Instances("c")}, err: new(*patch.UnknownInstanceError)},
		{name: "16 another iteration than the ids", parts: "instanceIdPath: .spec.groups[].name\nspecDefinition: {podTemplateSpecPath: '.spec.cluster.groups[].template'}",
			object: "spec: {groups: [{name: a}], cluster: {groups: [{template: {}}]}}", patch: patch.Pod{SchedulerName: text("k")},
			err: new(*patch.NotAddressableError)},
		{name: "35 map-shaped instances and pointer escapes",
			parts:  "instanceIdPath: '.spec.services | to_entries[] | .key'\n" + fragments + "    labelsPath: .spec.services | .[] | .labels\n",
			object: "spec: {services: {z: {labels: {}}, 'a/b~c': {labels: {}}}}",
			patch:  patch.Pod{Labels: map[string]string{"x": "1"}}, opts: []patch.Option{patch.Instances("a/b~c")},
			want: []string{`add /spec/services/a~1b~0c/labels/x "1"`}},
		{name: "35 an index past the end", parts: fragments + "    imagePath: .spec.xs[2].image\n", object: "spec: {xs: [{image: a}]}",
			patch: patch.Pod{Image: text("k")}, err: new(*patch.ComponentAbsentError)},
		{name: "35 the image of two containers", parts: "specDefinition: {podSpecPath: .spec}",
			object: "spec: {containers: [{name: a}, {name: b}]}", patch: patch.Pod{Image: text("k")}, err: new(*patch.ConflictError)},
		{name: "35 an unknown container", parts: "specDefinition: {podSpecPath: .spec}", object: "spec: {containers: [{name: a}]}",
			patch: patch.Pod{Containers: map[string]patch.Container{"b": {Image: text("k")}}}, err: new(*patch.MissingEntryError)},
		{name: "35 a sidecar on purpose", parts: "specDefinition: {podSpecPath: .spec}", object: "spec: {containers: [{name: a}]}",
			patch: patch.Pod{Containers: map[string]patch.Container{"b": {Image: text("k")}}}, opts: []patch.Option{patch.AllowAdd()},
			want: []string{`add /spec/containers/1 {"image":"k","name":"b"}`}},
		{name: "35 no valid UTF-8", parts: fragments + "    labelsPath: .spec.labels\n", object: "spec: {labels: {}}",
			patch: patch.Pod{Labels: map[string]string{"a\xff": "1"}}, err: new(*patch.InvalidPatchError)},
		{name: "35 places are resolved before the first write",
			parts:  fragments + "    schedulerNamePath: '.spec.cs[] | select(.image == \"old\") | .sched'\n    imagePath: '.spec.cs[] | select(.image == \"old\") | .image'\n",
			object: "spec: {cs: [{image: old}, {image: new}]}", patch: patch.Pod{Image: text("k"), SchedulerName: text("s")},
			opts: []patch.Option{patch.AllowFilters()}, want: []string{`replace /spec/cs/0/image "old" -> "k"`, `add /spec/cs/0/sched "s"`}},
		{name: "35 a parent of the wrong type", parts: fragments + "    labelsPath: .spec.meta.labels\n    imagePath: .spec.image\n",
			object: "spec: {meta: text}", patch: patch.Pod{Labels: map[string]string{"a": "b"}}, err: new(*patch.ConflictError)},
		{name: "the outer fragment does not overwrite the inner one",
			parts:  fragments + "    containerPath: .spec.enc\n    imagePath: .spec.enc.image\n    resourcesPath: .spec.enc.res\n",
			object: "spec: {enc: {image: old, uri: u, res: {limits: {cpu: '1', x/y: '1'}}}}",
			patch: patch.Raw{"spec": map[string]any{"containers": []any{map[string]any{"image": "k", "workingDir": "/w",
				"resources": map[string]any{"limits": map[string]any{"cpu": "2"}}}}}},
			want: []string{`replace /spec/enc/image "old" -> "k"`, `replace /spec/enc/res/limits/cpu "1" -> "2"`, `add /spec/enc/workingDir "/w"`}},
		{name: "the list and the image inside it",
			parts:  fragments + "    containersPath: .spec.cs\n    imagePath: .spec.cs[0].image\n",
			object: "spec: {cs: [{name: m, image: old, vendor: 1}]}",
			patch:  patch.Raw{"spec": map[string]any{"containers": []any{map[string]any{"image": "k", "workingDir": "/w"}}}},
			want:   []string{`replace /spec/cs/0/image "old" -> "k"`, `add /spec/cs/0/workingDir "/w"`}},
		{name: "two fields on one place that ask for different values",
			parts:  fragments + "    labelsPath: .spec.m\n    annotationsPath: .spec.m\n",
			object: "spec: {m: {a: x}}", patch: patch.Pod{Labels: map[string]string{"a": "1"}, Annotations: map[string]string{"a": "2"}},
			err: new(*patch.ConflictError)},
		{name: "two fields on one place that agree",
			parts:  fragments + "    labelsPath: .spec.m\n    annotationsPath: .spec.m\n",
			object: "spec: {m: {a: x}}", patch: patch.Pod{Labels: map[string]string{"b": "1"}, Annotations: map[string]string{"b": "1", "c": "2"}},
			want: []string{`add /spec/m/b "1"`, `add /spec/m/c "2"`}},
		{name: "9 the filtered field under a default, for one element only",
			parts:  "instanceIdPath: .spec.tasks[].n\n" + fragments + "    schedulerNamePath: .spec.tasks[].sched // .spec.sched\n",
			object: "spec: {sched: shared, tasks: [{n: a, sched: own}, {n: b}]}", patch: patch.Pod{SchedulerName: text("k")}, err: new(*patch.NotAddressableError)},
		{name: "35 tilde and one", parts: fragments + "    labelsPath: .spec.services[\"a~01b\"].labels\n",
			object: "spec: {services: {'a~1b': {labels: {x: '0'}}, 'a~01b': {labels: {x: '0'}}}}", patch: patch.Pod{Labels: map[string]string{"x": "1"}},
			want: []string{`replace /spec/services/a~001b/labels/x "0" -> "1"`}},
		{name: "35 map instances in the order of jq, not of the text",
			parts:  "instanceIdPath: .spec.services[].id\n" + fragments + "    schedulerNamePath: .spec.services[].sched\n",
			object: "spec: {services: {z: {id: one, sched: s}, b: {id: two, sched: s}}}", patch: patch.Pod{SchedulerName: text("k")},
			opts: []patch.Option{patch.Instances("one")}, want: []string{`replace /spec/services/z/sched "s" -> "k"`}},
		{name: "12 the empty string on one of two instances", parts: groups,
			object: "spec: {groups: [{name: a, sched: old}, {name: b, sched: old}]}",
			patch:  patch.Pod{SchedulerName: text("")}, opts: []patch.Option{patch.Instances("b")}, want: []string{`replace /spec/groups/1/sched "old" -> ""`}},
		{name: "4 parents below the own place are made",
			parts:  "specDefinition: {podTemplateSpecPath: .spec.roles.Leader.template}",
			object: "spec: {roles: {Leader: {template: {}}}}", patch: patch.Pod{NodeSelector: map[string]string{"d": "s"}},
			want: []string{`add /spec/roles/Leader/template/spec {"nodeSelector":{"d":"s"}}`}},
		{name: "4 the optional role is null",
			parts:  "specDefinition: {podTemplateSpecPath: .spec.roles.Leader.template}",
			object: "spec: {roles: {Leader: {template: ~}}}", patch: patch.Pod{SchedulerName: text("k")}, err: new(*patch.ComponentAbsentError)},
		{name: "nothing asked for", parts: "specDefinition: {podSpecPath: .spec}", object: "spec: {}", patch: patch.Pod{}, err: patch.ErrEmptyPatch},
		{name: "missing parents in one operation", parts: fragments + "    nodeAffinityPath: .spec.affinity.nodeAffinity\n    podAffinityPath: .spec.affinity.podAffinity\n    imagePath: .spec.image\n",
			object: "spec: {image: a}", patch: patch.Raw{"spec": map[string]any{"affinity": map[string]any{
				"nodeAffinity": map[string]any{"requiredDuringSchedulingIgnoredDuringExecution": map[string]any{"nodeSelectorTerms": []any{map[string]any{}}}},
				"podAffinity":  map[string]any{"requiredDuringSchedulingIgnoredDuringExecution": []any{}}}}},
			want: []string{`add /spec/affinity {"nodeAffinity":{"requiredDuringSchedulingIgnoredDuringExecution":{"nodeSelectorTerms":[{}]}},"podAffinity":{"requiredDuringSchedulingIgnoredDuringExecution":[]}}`}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			src := "apiVersion: demo.example/v1\nkind: Demo\nmetadata: {name: x}\n" + tt.object
			obj, before := read(t, src), read(t, src)
			w, err := patch.Open(definition(t, tt.parts), obj)
			if err != nil {
				t.Fatal(err)
			}
			plan, err := w.Patch("w", tt.patch, tt.opts...)
			if diff := cmp.Diff(before, obj); diff != "" {
				t.Errorf("the object was changed:\n%s", diff)
			}
			if tt.err != nil {
				if !isError(err, tt.err) {
					t.Fatalf("error %v (%T), want %T", err, err, tt.err)
				}
				return
			}
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(tt.want, ops(plan)); diff != "" {
				t.Errorf("operations (-want +got):\n%s", diff)
			}
			got := plan.Apply()
			if diff := cmp.Diff(before, obj); diff != "" {
				t.Errorf("Apply changed the object:\n%s", diff)
			}
			text, err := plan.ApplyText([]byte(src))
			if err != nil {
				t.Fatal(err)
			}
			if !patch.Equal(read(t, string(text)), got) {
				t.Errorf("text and memory differ:\n%s", text)
			}
			if len(tt.want) == 0 && string(text) != src {
				t.Errorf("the text changed:\n%s", text)
			}
		})
	}
}
