package status

import (
	"testing"

	"github.com/kartalint/kartalint/rules/ruletest"
)

func TestExamples(t *testing.T) {
	ruletest.Run(t, Rules)
}

func TestSharedCases(t *testing.T) { ruletest.RunShared(t, Rules) }
