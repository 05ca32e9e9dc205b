package status

import (
	"testing"

	"pgregory.net/rapid"
)

func facts() *rapid.Generator[[]fact] {
	return rapid.SliceOfN(rapid.Custom(func(t *rapid.T) fact {
		return fact{subject: rapid.SampledFrom([]string{"phase", "condition A status", "value .x"}).Draw(t, "subject"), value: rapid.SampledFrom([]string{"1", "2", "3"}).Draw(t, "value"),
			negated: rapid.Bool().Draw(t, "negated")}
	}), 1, 3)
}

// holds says whether a conjunction holds in a world that gives each subject a value.
func (c conjunction) holds(world map[string]string) bool {
	for _, f := range c {
		if (world[f.subject] == f.value) == f.negated {
			return false
		}
	}
	return true
}

func TestAlgebra(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		c, d := conjunction(facts().Draw(t, "c")), conjunction(facts().Draw(t, "d"))
		world := map[string]string{}
		for _, s := range []string{"phase", "condition A status", "value .x"} {
			world[s] = rapid.SampledFrom([]string{"1", "2", "3", "4"}).Draw(t, s)
		}
		if c.implies(d) && c.holds(world) && !d.holds(world) {
			t.Fatalf("%v is said to imply %v, and in %v it does not", c, d, world)
		}
		if _, _, ok := c.contradiction(d); ok && c.holds(world) && d.holds(world) {
			t.Fatalf("%v is said to contradict %v, and in %v both hold", c, d, world)
		}
		if !c.implies(c) {
			t.Fatalf("%v does not imply itself", c)
		}
	})
}
