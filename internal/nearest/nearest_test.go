package nearest

import "testing"

func TestName(t *testing.T) {
	known := []string{"template", "replicas", "minReplicas", "b", "a"}
	for name, want := range map[string]string{
		"tempalte": "template", "Template": "template", "replicas": "replicas", "repilcas": "replicas",
		"workers": "", "": "", "tmeplate": "template", "ab": "a", "x": "a", "minreplica": "minReplicas",
	} {
		if got := Name(name, known); got != want {
			t.Errorf("Name(%q) = %q, want %q", name, got, want)
		}
	}
}
