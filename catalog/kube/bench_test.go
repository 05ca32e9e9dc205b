package kube_test

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/kartalint/kartalint/catalog"
	"github.com/kartalint/kartalint/catalog/kube"
)

// BenchmarkLoad reads the shared CRDs and asks each for a few places.
func BenchmarkLoad(b *testing.B) {
	shared := os.Getenv("KARTALINT_SHARED")
	if shared == "" {
		shared = "../../../shared"
	}
	dir := filepath.Join(shared, "crds")
	if _, err := os.Stat(dir); err != nil {
		b.Skip("no CRDs in ../shared")
	}
	b.ReportAllocs()
	for b.Loop() {
		types, _, err := kube.Load([]string{dir})
		if err != nil {
			b.Fatal(err)
		}
		s := types.Of(catalog.ParseKind("jobset.x-k8s.io/v1alpha2", "JobSet")).Schema
		if f := s.Field("spec").Field("replicatedJobs").Elem().Field("template").Field("spec").Field("template").Field("spec").Field("containers"); f.Shape != kube.List {
			b.Fatal(f)
		}
	}
}
