package analyzer

import (
	"testing"

	"pgregory.net/rapid"
)

func anyPath(steps ...StepKind) *rapid.Generator[Path] {
	return rapid.Custom(func(t *rapid.T) Path {
		n := rapid.IntRange(0, 4).Draw(t, "length")
		p := make(Path, 0, n)
		for range n {
			s := Step{Kind: rapid.SampledFrom(steps).Draw(t, "kind")}
			switch s.Kind {
			case Key:
				s.Name = rapid.SampledFrom([]string{"a", "b", "a/b", "c d", "é", `"`, ""}).Draw(t, "name")
			case Index:
				s.Index = rapid.IntRange(-2, 2).Draw(t, "index")
			}
			p = append(p, s)
		}
		return p
	})
}

var (
	addressPath = anyPath(Key, Key, Index, Each)
	wildPath    = anyPath(Key, Key, Index, Each, Slice, AnyKey, Descend)
)

func TestPathPrintsAndParses(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := addressPath.Draw(t, "p")
		q, err := ParsePath(p.String())
		if err != nil || p.Compare(q) != 0 {
			t.Fatalf("%s reads back as %v, %v", p, q, err)
		}
		if e, err := Analyze(p.String()); err != nil || e.Class != Address || e.Normal != p.String() {
			t.Fatalf("%s is no address in its normal form: %+v, %v", p, e, err)
		}
	})
}

func TestRelationLaws(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p, q := wildPath.Draw(t, "p"), wildPath.Draw(t, "q")
		if p.Relation(q) != q.Relation(p).Converse() {
			t.Fatalf("%s to %s is %s, and the other way round %s", p, q, p.Relation(q), q.Relation(p))
		}
		a := addressPath.Draw(t, "a")
		if a.Relation(a) != Equal {
			t.Fatalf("%s is not equal to itself", a)
		}
		if n := len(a); n > 0 && a[:n-1].Relation(a) != Contains {
			t.Fatalf("%s does not contain %s: %s", a[:n-1], a, a[:n-1].Relation(a))
		}
		prefix := p.CommonPrefix(q)
		if !p.HasPrefix(prefix) || !q.HasPrefix(prefix) || len(prefix) < min(len(p), len(q)) && p[len(prefix)] == q[len(prefix)] {
			t.Fatalf("the common prefix of %s and %s is not %s", p, q, prefix)
		}
	})
}

// Two paths that share a place of some document are not disjoint; two that are equal name the same places everywhere; a
// place inside another's stands inside.
func TestRelationOnDocuments(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p, q := wildPath.Draw(t, "p"), wildPath.Draw(t, "q")
		place := rapid.SliceOfN(rapid.SampledFrom([]any{"a", "b", "a/b", "é", 0, 1}), 0, 4).Draw(t, "place")
		inP, inQ := matches(p, place), matches(q, place)
		switch r := p.Relation(q); {
		case r == Disjoint && inP && inQ:
			t.Fatalf("%s and %s are said to be disjoint and share %v", p, q, place)
		case r == Equal && inP != inQ:
			t.Fatalf("%s and %s are said to be equal, and only one has %v", p, q, place)
		case r == Within && inP:
			inside := false
			for i := range place {
				inside = inside || matches(q, place[:i])
			}
			if !inside {
				t.Fatalf("%s is said to be within %s, and %v is in no place of it", p, q, place)
			}
		}
	})
}
