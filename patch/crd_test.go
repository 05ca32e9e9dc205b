package patch_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/kartalint/kartalint/catalog"
	"github.com/kartalint/kartalint/catalog/kube"
	"github.com/kartalint/kartalint/patch"
)

const appCRD = `kind: CustomResourceDefinition
spec:
  group: example.com
  names: {kind: App}
  versions:
  - name: v1
    schema:
      openAPIV3Schema:
        properties:
          spec:
            properties:
              tolerations: {type: array, items: {type: object}}
              containers:
                type: array
                x-kubernetes-list-type: map
                x-kubernetes-list-map-keys: [name]
                items:
                  properties:
                    name: {type: string}
                    ports:
                      type: array
                      x-kubernetes-list-type: map
                      x-kubernetes-list-map-keys: [containerPort, protocol]
                      items: {properties: {containerPort: {type: integer}, protocol: {type: string, default: TCP}}}
                    env: {type: array, items: {properties: {name: {type: string}}}}
              free: {x-kubernetes-preserve-unknown-fields: true}
`

// A list of a custom resource is merged as its CRD says.
func TestFromType(t *testing.T) {
	types, problems := kube.Parse("crd.yaml", []byte(appCRD))
	if len(problems) > 0 {
		t.Fatal(problems)
	}
	s := patch.FromType(types.Of(catalog.ParseKind("example.com/v1", "App")).Schema)
	byName := patch.ListMerge{Keys: []patch.MergeKey{{Name: "name"}}}
	for _, test := range []struct {
		place patch.Pointer
		want  patch.ListMerge
		known bool
	}{
		{patch.Pointer{"spec", "containers"}, byName, true},
		{patch.Pointer{"spec", "containers", 0, "ports"}, patch.ListMerge{Keys: []patch.MergeKey{{Name: "containerPort"}, {Name: "protocol", Default: "TCP"}}}, true},
		{patch.Pointer{"spec", "containers", 0, "env"}, patch.ListMerge{Atomic: true}, true},
		{patch.Pointer{"spec", "tolerations"}, patch.ListMerge{Atomic: true}, true},
		{patch.Pointer{"spec", "free", "containers"}, patch.ListMerge{}, false},
		{patch.Pointer{"spec", "other"}, patch.ListMerge{}, false},
	} {
		got, known := s.List(test.place)
		if diff := cmp.Diff(test.want, got); diff != "" || known != test.known {
			t.Errorf("%s: known %v %s", test.place, known, diff)
		}
	}
}
