package catalog

import (
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"go.yaml.in/yaml/v3"
)

// crdSchema is the part of an OpenAPI schema that is compared.
type crdSchema struct {
	Type       string                `yaml:"type"`
	Properties map[string]*crdSchema `yaml:"properties"`
	Required   []string              `yaml:"required"`
	Items      *crdSchema            `yaml:"items"`
}

// TestSchemaAgainstCRD holds the schema against the upstream CustomResourceDefinition: every field of it is there with
// the same type and requiredness. podGroup and matchLabels come on top, and with matchLabels a type selector may do
// without its keyPath.
func TestSchemaAgainstCRD(t *testing.T) {
	src, err := os.ReadFile(filepath.Join(shared(t), "crd-karta", "run.ai_kartas.yaml"))
	if err != nil {
		t.Fatal(err)
	}
	var crd struct {
		Spec struct {
			Versions []struct {
				Schema struct {
					OpenAPIV3Schema *crdSchema `yaml:"openAPIV3Schema"`
				} `yaml:"schema"`
			} `yaml:"versions"`
		} `yaml:"spec"`
	}
	if err := yaml.Unmarshal(src, &crd); err != nil {
		t.Fatal(err)
	}
	root := &shapeSchema{}
	if err := json.Unmarshal(Schema(), root); err != nil {
		t.Fatal(err)
	}
	n := compareSchema(t, "/spec", crd.Spec.Versions[0].Schema.OpenAPIV3Schema.Properties["spec"], root.Properties["spec"])
	if n < 150 {
		t.Errorf("only %d fields were compared", n)
	}
}

func compareSchema(t *testing.T, path string, want *crdSchema, got *shapeSchema) int {
	t.Helper()
	if got != nil && got.Ref != "" {
		got = shapes().Definitions[got.Ref[len("#/definitions/"):]]
	}
	if got == nil {
		t.Errorf("%s is not in the schema", path)
		return 0
	}
	if want.Type != "" && want.Type != got.Type {
		t.Errorf("%s is %q in the schema and %q in the CRD", path, got.Type, want.Type)
	}
	n := 1
	if want.Items != nil {
		n += compareSchema(t, path+"[]", want.Items, got.Items)
	}
	for name, p := range want.Properties {
		n += compareSchema(t, path+"/"+name, p, got.Properties[name])
		required := slices.Contains(want.Required, name)
		optional := name == "keyPath" && filepath.Base(path) == "componentTypeSelector" || name == "podGroups"
		if required != slices.Contains(got.Required, name) && !optional {
			t.Errorf("%s/%s: required in the CRD: %v, in the schema: %v", path, name, required, !required)
		}
	}
	return n
}
