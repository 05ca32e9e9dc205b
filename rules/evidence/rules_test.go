package evidence

import (
	"testing"

	"github.com/kartalint/kartalint/rules/ruletest"
)

func TestExamples(t *testing.T) { ruletest.Run(t, Rules) }
