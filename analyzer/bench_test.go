package analyzer

import (
	"testing"

	"github.com/itchyny/gojq"
)

// BenchmarkAnalyze and BenchmarkParse are compared by `make bench` on the catalog's expressions; here on the kinds that
// occur in it.
var benchmarked = []string{
	".spec.template", ".spec.components.proxy.podLabels", ".spec.replicatedJobs[].template.spec.template", `.metadata.labels["example.com/role"]`, ".spec.replicas // 1",
	".spec.services | .[] | .extraPodSpec.schedulerName", "(.status.readyReplicas // 0) > 0 and (.status.readyReplicas // 0) < (.spec.replicas // 1)",
	`.spec.components[] | .podTemplate.spec.containers[] | select(.name == "main") | .image`,
}

func BenchmarkAnalyze(b *testing.B) {
	b.ReportAllocs()
	for b.Loop() {
		for _, src := range benchmarked {
			if _, err := Analyze(src); err != nil {
				b.Fatal(err)
			}
		}
	}
}

func BenchmarkParse(b *testing.B) {
	b.ReportAllocs()
	for b.Loop() {
		for _, src := range benchmarked {
			if _, err := gojq.Parse(src); err != nil {
				b.Fatal(err)
			}
		}
	}
}
