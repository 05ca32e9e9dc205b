package patch

import (
	"bytes"
	"context"
	"maps"
	"testing"

	"github.com/kartalint/kartalint/catalog"
	"github.com/kartalint/kartalint/patch/textedit"
)

const brokenDefinition = `apiVersion: run.ai/v1alpha1
kind: Karta
metadata: {name: demo-example-demo-v1}
spec:
  structureDefinition:
    rootComponent:
      name: root
      kind: {group: demo.example, version: v1, kind: Demo}
      statusDefinition: {}
      suspendDefinition:
        suspendActions:
        - {path: .spec.paused, value: "true"}
    childComponents:
    - name: w
      ownerRef: root
      instanceIdPath: .spec.groups[].name
      specDefinition:
        fragmentedPodSpecDefinition: {schedulerNamePath: '.spec.groups[].sched', labelsPath: '.spec.groups[].labels'}
      scaleDefinition: {replicasPath: '.spec.groups[].n'}
`

const brokenObject = `apiVersion: demo.example/v1
kind: Demo
spec:
  paused: false
  groups:
  - {name: a, sched: s, n: 1, labels: {k: v}} # the first
  - {name: b}
`

// Writers that break a law each. Verify must name the law, or its verdict on the engine means nothing.
func TestVerifyCatchesBrokenWriters(t *testing.T) {
	group := func(m map[string]any, i int) map[string]any {
		return m["spec"].(map[string]any)["groups"].([]any)[i].(map[string]any)
	}
	written := func(p *Plan) map[string]any { return copyValue(p.Apply()).(map[string]any) }
	tests := []struct {
		name      string
		hands     hands
		law       string
		want      Difference // of one of the violations
		untouched bool       // the writer is no worse than the engine
	}{
		{name: "the engine", hands: ownHands, untouched: true},
		{name: "loses a sibling", law: LawFrame, want: Difference{Lost: []string{"/spec/groups/1/name"}},
			hands: hands{memory: func(p *Plan) map[string]any {
				m := written(p)
				delete(group(m, 1), "name")
				return m
			}}},
		{name: "gives the sibling a null", law: LawFrame, want: Difference{Injected: []string{"/spec/groups/1/res"}},
			hands: hands{memory: func(p *Plan) map[string]any {
				m := written(p)
				group(m, 1)["res"] = nil
				return m
			}}},
		{name: "normalises a neighbour", law: LawFrame, want: Difference{Changed: []string{"/kind"}},
			hands: hands{memory: func(p *Plan) map[string]any {
				m := written(p)
				m["kind"] = "demo"
				return m
			}}},
		{name: "does nothing", law: LawPutGet,
			hands: hands{memory: func(p *Plan) map[string]any { return p.obj }}},
		{name: "counts its writes", law: LawPutPut, want: Difference{Changed: []string{"/metadata"}},
			hands: hands{memory: func(p *Plan) map[string]any {
				m := maps.Clone(written(p))
				n, _ := p.obj["metadata"].(int64)
				m["metadata"] = n + 1
				return m
			}}},
		{name: "injects on a write of what is there", law: LawGetPut, want: Difference{Injected: []string{"/status"}},
			hands: hands{memory: func(p *Plan) map[string]any {
				m := maps.Clone(written(p))
				m["status"] = map[string]any{}
				return m
			}}},
		{name: "loses a sibling in the text", law: LawText, want: Difference{Lost: []string{"/spec/groups/1"}},
			hands: hands{text: func(p *Plan, src []byte) ([]byte, error) {
				out, err := p.ApplyText(src)
				return bytes.Replace(out, []byte("  - {name: b}\n"), nil, 1), err
			}}},
		{name: "writes another text for what is there", law: LawGetPut,
			hands: hands{text: func(p *Plan, src []byte) ([]byte, error) {
				out, err := p.ApplyText(src)
				return bytes.Replace(out, []byte("# the first"), nil, 1), err
			}}},
		{name: "changes the input", law: LawFrame,
			hands: hands{memory: func(p *Plan) map[string]any {
				p.obj["status"] = map[string]any{"touched": true}
				return p.Apply()
			}}},
	}
	file := catalog.Parse("demo.yaml", []byte(brokenDefinition), catalog.Options{})
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			docs, err := textedit.Documents([]byte(brokenObject))
			if err != nil {
				t.Fatal(err)
			}
			by := tt.hands
			if by.memory == nil {
				by.memory = ownHands.memory
			}
			if by.text == nil {
				by.text = ownHands.text
			}
			obj := Object{Name: "demo", Source: []byte(brokenObject), Value: docs[0].Value.(map[string]any)}
			results, _, err := verify(context.Background(), file.Definitions[0], obj, by)
			if err != nil {
				t.Fatal(err)
			}
			if len(results) < 20 {
				t.Fatalf("only %d checks", len(results))
			}
			if got := holds(results, tt.law, tt.want); got == tt.untouched {
				t.Errorf("law %q with %+v not among the violations: %+v", tt.law, tt.want, violations(results))
			}
		})
	}
}

func violations(results []Result) []Result {
	var out []Result
	for _, r := range results {
		if !r.OK {
			out = append(out, r)
		}
	}
	return out
}

// holds says whether a violation of a law with these differences is among the results; without a law, any.
func holds(results []Result, law string, want Difference) bool {
	for _, r := range violations(results) {
		if law == "" || r.Law == law && (want.Empty() || describe(r.Difference) == describe(want)) {
			return true
		}
	}
	return false
}
