package patch_test

import (
	"encoding/json"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/kartalint/kartalint/patch"
)

// Numbers keep their type and their digits, those beside the change and those that are written.
func TestNumbersAreKept(t *testing.T) {
	def := definition(t, "specDefinition: {podSpecPath: .spec.pod}")
	for name, numbers := range map[string][]any{
		"int64":       {int64(9007199254740993), int64(-1)},
		"float64":     {1.5, 1e300, 2.0},
		"json.Number": {json.Number("9007199254740993"), json.Number("1.0"), json.Number("1e3"), json.Number("123456789012345678901234567890")},
		"int":         {7},
	} {
		t.Run(name, func(t *testing.T) {
			obj := map[string]any{"apiVersion": "demo.example/v1", "kind": "Demo", "status": numbers, "spec": map[string]any{"pod": map[string]any{"vendor": numbers, "priority": numbers[0]}}}
			w, err := patch.Open(def, obj)
			if err != nil {
				t.Fatal(err)
			}
			plan, err := w.Patch("w", patch.Raw{"spec": map[string]any{"priority": json.Number("9007199254740995"), "schedulerName": "k"}})
			if err != nil {
				t.Fatal(err)
			}
			want := map[string]any{"apiVersion": "demo.example/v1", "kind": "Demo", "status": numbers,
				"spec": map[string]any{"pod": map[string]any{"vendor": numbers, "priority": json.Number("9007199254740995"), "schedulerName": "k"}}}
			if diff := cmp.Diff(want, plan.Apply()); diff != "" {
				t.Error(diff)
			}
		})
	}
}

// A number that is there already is no change, whatever its type and spelling; one that differs in the last digit is.
func TestEqualNumbers(t *testing.T) {
	tests := []struct {
		have, wish any
		changes    bool
	}{
		{int64(3), json.Number("3"), false},
		{3.0, json.Number("3"), false},
		{json.Number("3.0"), int64(3), false},
		{json.Number("3e0"), 3, false},
		{int64(9007199254740993), json.Number("9007199254740992"), true},
		{json.Number("9007199254740993"), int64(9007199254740993), false},
		{float64(9007199254740992), json.Number("9007199254740993"), true},
		{"3", json.Number("3"), true},
		{json.Number("1e999999999"), json.Number("3"), true},
		{nil, json.Number("0"), true},
		{false, json.Number("0"), true},
	}
	def := definition(t, "specDefinition: {podSpecPath: .spec}")
	for _, tt := range tests {
		obj := map[string]any{"apiVersion": "demo.example/v1", "kind": "Demo", "spec": map[string]any{"priority": tt.have}}
		w, err := patch.Open(def, obj)
		if err != nil {
			t.Fatal(err)
		}
		plan, err := w.Patch("w", patch.Raw{"spec": map[string]any{"priority": tt.wish}})
		if err != nil {
			t.Fatal(err)
		}
		if got := len(plan.Ops()) > 0; got != tt.changes {
			t.Errorf("%T %v, wish %T %v: changes %v, want %v", tt.have, tt.have, tt.wish, tt.wish, got, tt.changes)
		}
	}
}
