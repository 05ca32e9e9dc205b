package status

import (
	"strconv"

	"github.com/kartalint/kartalint/catalog"
)

// statusPointer is the place of a component's statusDefinition in its document.
func statusPointer(c *catalog.Component) string {
	const base = "/spec/structureDefinition/"
	if c.Root {
		return base + "rootComponent/statusDefinition"
	}
	if list := c.Definition.Node.Get("spec", "structureDefinition", "childComponents"); list != nil {
		for i, n := range list.Items {
			if n == c.Node {
				return base + "childComponents/" + strconv.Itoa(i) + "/statusDefinition"
			}
		}
	}
	return base + "childComponents"
}

// conditionPointer is the place of one condition of a matcher.
func conditionPointer(m *catalog.Matcher, i int) string {
	return m.Pointer + "/byConditions/" + strconv.Itoa(i)
}
