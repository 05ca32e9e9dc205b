package kube_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/kartalint/kartalint/analyzer"
	"github.com/kartalint/kartalint/catalog"
	"github.com/kartalint/kartalint/catalog/kube"
)

func path(t *testing.T, s string) analyzer.Path {
	t.Helper()
	p, err := analyzer.ParsePath(s)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

func TestBuiltinTypes(t *testing.T) {
	types := kube.Builtin()
	for _, test := range []struct {
		apiVersion, kind, path string
		shape                  kube.Shape
		broken                 int
		near                   string
	}{
		{"apps/v1", "Deployment", ".spec.template", kube.Object, -1, ""},
		{"apps/v1", "Deployment", ".spec.replicas", kube.Integer, -1, ""},
		{"apps/v1", "Deployment", ".spec.tempalte.spec", 0, 1, ".spec.template"},
		{"apps/v1", "Deployment", ".spec.template.spec.containers[].image", kube.String, -1, ""},
		{"apps/v1", "Deployment", ".spec.template.spec.containers.image", 0, 4, ".spec.template.spec.containers[].image"},
		{"apps/v1", "Deployment", ".spec.template.containers", 0, 2, ".spec.template.spec.containers"},
		{"apps/v1", "Deployment", ".spec.template.metadata.labels[\"a/b\"]", kube.String, -1, ""},
		{"apps/v1", "Deployment", ".spec.template.replicas", 0, 2, ".spec.replicas"},
		{"apps/v1", "StatefulSet", ".status.redyReplicas", 0, 1, ".status.readyReplicas"},
		{"apps/v1", "StatefulSet", ".metadata.creationTimestamp", kube.String, -1, ""},
		{"v1", "Pod", ".metadata.lables[\"x\"]", 0, 1, ".metadata.labels"},
		{"v1", "Pod", ".spec.containers[].ports[].containerPort", kube.Integer, -1, ""},
		{"v1", "Pod", ".spec.containers[0].resources.limits.cpu", kube.IntOrString, -1, ""},
		{"v1", "Pod", ".spec.containers[].livenessProbe.httpGet.port", kube.IntOrString, -1, ""},
		{"batch/v1", "CronJob", ".spec.jobTemplate.spec.template.spec", kube.Object, -1, ""},
	} {
		p := path(t, test.path)
		of := types.Of(catalog.ParseKind(test.apiVersion, test.kind))
		if of.Status != kube.Known {
			t.Fatalf("%s %s is not known", test.apiVersion, test.kind)
		}
		found := of.Schema.Walk(p)
		if found.Broken != test.broken || test.broken < 0 && found.Schema.Shape != test.shape {
			t.Errorf("%s %s: %+v, want %s, broken at %d", test.kind, test.path, found, test.shape, test.broken)
		}
		near := ""
		if found.Broken >= 0 {
			if n := of.Schema.Near(p, found.Broken); n != nil {
				near = n.String()
			}
		}
		if near != test.near {
			t.Errorf("%s %s: near %q, want %q", test.kind, test.path, near, test.near)
		}
	}
}

func TestStatus(t *testing.T) {
	types := load(t, "testdata/widgets.yaml")
	for _, test := range []struct {
		apiVersion, kind string
		status           kube.Status
		near             string
	}{
		{"apps/v1", "Deploymnt", kube.NoKind, "Deployment"},
		{"apps/v1beta1", "Deployment", kube.NoVersion, ""},
		{"v1", "Pod", kube.Known, ""},
		{"example.com/v1", "Other", kube.NoType, ""},
		{"example.com/v1", "Widget", kube.Known, ""},
		{"example.com/v2", "Widget", kube.NoVersion, ""},
		{"example.com/v1", "Widgte", kube.NoKind, "example.com/v1 Widget"},
		{"exampel.com/v1", "Widget", kube.NoKind, "example.com/v1 Widget"},
		{"example.com/v1", "Bare", kube.NoSchema, ""},
		{"else.where/v1", "Widget", kube.NoType, ""},
	} {
		of := types.Of(catalog.ParseKind(test.apiVersion, test.kind))
		if of.Status != test.status || of.Near != test.near {
			t.Errorf("%s %s: %+v, want %d near %q", test.apiVersion, test.kind, of, test.status, test.near)
		}
	}
	if of := types.Of(catalog.ParseKind("example.com/v1alpha1", "Widget")); !of.Deprecated || of.Served {
		t.Errorf("v1alpha1 is deprecated and not served: %+v", of)
	}
	var none *kube.Types
	if of := none.Of(catalog.ParseKind("v1", "Pod")); of.Status != kube.NoType {
		t.Errorf("nil knows %+v", of)
	}
}

func load(t *testing.T, paths ...string) *kube.Types {
	t.Helper()
	types, problems, err := kube.Load(paths)
	if err != nil || len(problems) > 0 {
		t.Fatal(err, problems)
	}
	return types
}

func TestCustomSchema(t *testing.T) {
	schema := load(t, "testdata/widgets.yaml").Of(catalog.ParseKind("example.com/v1", "Widget")).Schema
	for _, test := range []struct {
		path            string
		shape           kube.Shape
		broken, untyped int
		optional, known bool
	}{
		{".spec", kube.Object, -1, -1, false, true},
		{".metadata.labels.a", kube.String, -1, -1, true, true},
		{".spec.size", kube.IntOrString, -1, -1, true, true},
		{".spec.replicas", kube.Integer, -1, -1, false, true}, // a default
		{".spec.roles[].name", kube.String, -1, -1, false, true},
		{".spec.roles", kube.List, -1, -1, false, true},
		{".spec.roles[].template", kube.Object, -1, -1, true, true},
		{".spec.roles[].template.metadata.labels", kube.Map, -1, -1, true, true}, // an embedded object
		{".spec.roles[].template.extra", 0, 4, -1, true, true},
		{".spec.free.at.all", kube.Unknown, -1, 2, true, true},
		{".spec.open.known", kube.String, -1, -1, true, true},
		{".spec.open.other", kube.Unknown, -1, 3, true, true},
		{".spec.empty.labels", kube.Unknown, -1, 2, true, true},
		{".spec.env.HOME", kube.String, -1, -1, true, true},
		{".spec.env[]", kube.String, -1, -1, true, true},
		{".spec.either", kube.Object, -1, -1, true, true},
		{".spec.either.left", kube.String, -1, -1, true, true},
		{".spec.roles.name", 0, 2, -1, false, false},
		{".spec.replicas.x", 0, 2, -1, false, false},
		{".spec.type", kube.String, -1, -1, true, true},
	} {
		p := path(t, test.path)
		found := schema.Walk(p)
		if found.Broken != test.broken || found.Untyped != test.untyped || test.broken < 0 && found.Schema.Shape != test.shape {
			t.Errorf("%s: broken %d untyped %d schema %+v, want %d %d %s", test.path, found.Broken, found.Untyped, found.Schema, test.broken, test.untyped, test.shape)
		}
		if optional, known := schema.Optional(p); optional != test.optional || known != test.known {
			t.Errorf("%s: optional %v known %v, want %v %v", test.path, optional, known, test.optional, test.known)
		}
	}
	enum := schema.Walk(path(t, ".spec.type")).Schema
	if got := strings.Join(enum.Enum, ","); got != "Fast,Slow,on" {
		t.Errorf("enum %q", got)
	}
	roles := schema.Walk(path(t, ".spec.roles")).Schema
	if roles.ListType != "map" || len(roles.MapKeys) != 1 || roles.MapKeys[0] != "name" {
		t.Errorf("roles %+v", roles)
	}
	if d := schema.Walk(path(t, ".spec.replicas")).Schema.Default; d != 3 {
		t.Errorf("default %v", d)
	}
}

func TestInputs(t *testing.T) {
	for name, test := range map[string]struct{ text, problem string }{
		"helm":    {"{{- if .Values.crds }}\napiVersion: apiextensions.k8s.io/v1\nkind: CustomResourceDefinition\n{{- end }}\n", "Helm template"},
		"broken":  {"kind: CustomResourceDefinition\nspec: {\"a\n", "cannot be read as YAML"},
		"nospec":  {"kind: CustomResourceDefinition\nmetadata:\n  name: x\n", "has no spec"},
		"nogroup": {"kind: CustomResourceDefinition\nmetadata:\n  name: x\nspec:\n  names:\n    kind: X\n", "no group"},
		"novers":  {"kind: CustomResourceDefinition\nspec:\n  group: x.io\n  names:\n    kind: X\n", "has no versions"},
	} {
		file := filepath.Join(t.TempDir(), name+".yaml")
		if err := os.WriteFile(file, []byte(test.text), 0o600); err != nil {
			t.Fatal(err)
		}
		_, problems, err := kube.Load([]string{file})
		if err != nil || len(problems) != 1 || !strings.Contains(problems[0].Error(), test.problem) {
			t.Errorf("%s: %v %v, want %q", name, err, problems, test.problem)
		}
	}
	empty := t.TempDir()
	for _, paths := range [][]string{{empty}, {filepath.Join(empty, "absent")}} {
		if _, _, err := kube.Load(paths); err == nil {
			t.Errorf("%v: no error", paths)
		}
	}
}
