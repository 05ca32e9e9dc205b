package patch_test

import (
	"errors"
	"fmt"
	"log"

	"github.com/kartalint/kartalint/catalog"
	"github.com/kartalint/kartalint/patch"
	"github.com/kartalint/kartalint/patch/textedit"
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

// The text that an object was read from keeps its comments, quotes and order.
func ExamplePlan_ApplyText() {
	def, obj := exampleText()
	w, err := def.Open(obj)
	if err != nil {
		log.Fatal(err)
	}
	image := "trainer:2"
	plan, err := w.Patch("train", patch.Pod{Image: &image, Labels: map[string]string{"team": "ml"}})
	if err != nil {
		log.Fatal(err)
	}
	text, err := plan.ApplyText([]byte(exampleSource))
	if err != nil {
		log.Fatal(err)
	}
	fmt.Print(string(text))
	// Output:
	// apiVersion: demo.example/v1
	// kind: Train
	// spec:
	//   replicas: 0x2   # on purpose
	//   template:
	//     metadata: {labels: {'app': "x", 'team': "ml"}}
	//     spec:
	//       containers:
	//       - name: main
	//         image: trainer:2 # pinned
}

// What the definition cannot express is told before anything is written.
func Example_refused() {
	def, obj := exampleText()
	w, err := def.Open(obj)
	if err != nil {
		log.Fatal(err)
	}
	replicas := int64(4)
	_, err = w.Scale("train", patch.Scale{Replicas: &replicas})
	var path *patch.NotAddressableError
	if errors.Is(err, patch.ErrNotSupported) && errors.As(err, &path) {
		fmt.Println(path.Field, path.Expression)
		fmt.Println(path.Reason)
	}
	// Output:
	// replicasPath .spec.replicas // 1
	// a constant stands in for what is absent (// 1)
}

const exampleSource = `apiVersion: demo.example/v1
kind: Train
spec:
  replicas: 0x2   # on purpose
  template:
    metadata: {labels: {'app': "x"}}
    spec:
      containers:
      - name: main
        image: trainer:1 # pinned
`

func exampleText() (*patch.Definition, map[string]any) {
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
      specDefinition: {podTemplateSpecPath: .spec.template}
      scaleDefinition: {replicasPath: .spec.replicas // 1}
`), catalog.Options{})
	def, err := patch.Compile(file.Definitions[0])
	if err != nil {
		log.Fatal(err)
	}
	docs, err := textedit.Documents([]byte(exampleSource))
	if err != nil {
		log.Fatal(err)
	}
	return def, docs[0].Value.(map[string]any)
}
