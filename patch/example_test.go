package patch_test

import (
	"fmt"
	"log"

	"github.com/kartalint/kartalint/catalog"
	"github.com/kartalint/kartalint/patch"
)

// A controller compiles a definition once, opens each object with it, and sends what the plan says.
func Example() {
	file := catalog.Parse("demo.yaml", []byte(`
apiVersion: run.ai/v1alpha1
kind: Karta
metadata: {name: demo-example-train-v1}
spec:
  structureDefinition:
    rootComponent:
      name: train
      kind: {group: demo.example, version: v1, kind: Train}
      statusDefinition: {}
    childComponents:
    - name: worker
      ownerRef: train
      instanceIdPath: .spec.groups[].name
      specDefinition: {podTemplateSpecPath: ".spec.groups[].template"}
`), catalog.Options{})
	def, err := patch.Compile(file.Definitions[0])
	if err != nil {
		log.Fatal(err)
	}
	obj := map[string]any{"apiVersion": "demo.example/v1", "kind": "Train", "spec": map[string]any{"groups": []any{
		map[string]any{"name": "a", "template": map[string]any{"spec": map[string]any{"schedulerName": "default"}}},
		map[string]any{"name": "b", "template": map[string]any{"spec": map[string]any{}}},
	}}}

	w, err := def.Open(obj)
	if err != nil {
		log.Fatal(err)
	}
	scheduler := "kai"
	plan, err := w.Patch("worker", patch.Pod{SchedulerName: &scheduler}, patch.Instances("a"))
	if err != nil {
		log.Fatal(err)
	}
	data, err := plan.JSONPatch()
	if err != nil {
		log.Fatal(err)
	}
	fmt.Print(plan.Diff())
	fmt.Println(string(data)) // client.Patch(ctx, o, client.RawPatch(types.JSONPatchType, data))
	// Output:
	// - /spec/groups/0/template/spec/schedulerName: "default"
	// + /spec/groups/0/template/spec/schedulerName: "kai"
	// [{"op":"test","path":"/spec/groups/0/name","value":"a"},{"op":"test","path":"/spec/groups/0/template/spec/schedulerName","value":"default"},{"op":"replace","path":"/spec/groups/0/template/spec/schedulerName","value":"kai"}]
}
