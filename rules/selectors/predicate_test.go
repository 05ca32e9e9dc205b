package selectors

import (
	"testing"

	"pgregory.net/rapid"
)

func predicates() *rapid.Generator[predicate] {
	return rapid.Custom(func(t *rapid.T) predicate {
		p := predicate{needs: map[string]need{}}
		for range rapid.IntRange(1, 2).Draw(t, "n") {
			n := need{exists: rapid.Bool().Draw(t, "exists")}
			if !n.exists {
				n.value = rapid.SampledFrom([]string{"1", "2"}).Draw(t, "value")
			}
			p.needs[rapid.SampledFrom([]string{"a", "b"}).Draw(t, "key")] = n
		}
		return p
	})
}

func (p predicate) holds(pod map[string]string) bool {
	for key, n := range p.needs {
		if v, ok := pod[key]; !ok || !n.exists && v != n.value {
			return false
		}
	}
	return true
}

func TestPredicateAlgebra(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p, q := predicates().Draw(t, "p"), predicates().Draw(t, "q")
		pod := map[string]string{}
		for _, key := range []string{"a", "b"} {
			if v := rapid.SampledFrom([]string{"", "1", "2", "3"}).Draw(t, key); v != "" {
				pod[key] = v
			}
		}
		if p.excludes(q) && p.holds(pod) && q.holds(pod) {
			t.Fatalf("%s is said to exclude %s, and %v satisfies both", p, q, pod)
		}
		if p.implies(q) && p.holds(pod) && !q.holds(pod) {
			t.Fatalf("%s is said to imply %s, and %v satisfies the first alone", p, q, pod)
		}
		if p.excludes(q) != q.excludes(p) || !p.implies(p) {
			t.Fatalf("the laws do not hold for %s and %s", p, q)
		}
	})
}
