package evidence

import (
	"encoding/json"
	"fmt"
	"math/big"
	"strconv"

	"github.com/kartalint/kartalint/catalog"
	"github.com/kartalint/kartalint/rules"
)

var wrongValue = &rules.Rule{
	ID: "KL906", Name: "wrong-value", Severity: rules.Warning, Needs: rules.NeedsObjects,
	Title:      "a value of the wrong type on a recorded object",
	What:       "What a path yields on a recorded object is not what its field holds: replicas that are no number, labels that are no map of strings, a pod spec that is a list, an instance id that is an object.",
	Why:        "The runtime cannot read the value.",
	Mend:       "Name the place that holds what the field is for.",
	SilencedBy: append(silencers[:len(silencers):len(silencers)], "KL209", "KL802", "KL902"),
	Check: func(p *rules.Pass) {
		for _, f := range p.Fields {
			if f.Side == catalog.SideWorkload {
				checkValues(p, f)
			}
		}
	},
}

func checkValues(p *rules.Pass, f *catalog.PathField) {
	for _, o := range objects(p) {
		results, err := values(f, o.Value)
		if err != nil {
			return
		}
		for _, v := range something(results) {
			if want := unfit(f, v); want != "" {
				p.Field(f, fmt.Sprintf("%s yields %s on %s, and the field wants %s; name the place that holds it", rules.NameOf(f), kindOf(v), called(o), want))
				return
			}
		}
	}
}

// unfit is what a field wants, where a value is not it; "" where it can be.
func unfit(f *catalog.PathField, v any) string {
	kind := kindOf(v)
	switch f.Name {
	case "replicasPath", "minReplicasPath", "maxReplicasPath":
		if s, ok := v.(string); ok {
			if _, err := strconv.Atoi(s); err == nil {
				return ""
			}
		}
		return wants(kind == "a number", "a number")
	case "labelsPath", "annotationsPath":
		m, ok := v.(map[string]any)
		for _, x := range m {
			ok = ok && (x == nil || kindOf(x) == "a string")
		}
		return wants(ok, "a map of strings")
	case "podTemplateSpecPath", "podSpecPath", "metadataPath", "resourcesPath", "podAffinityPath", "nodeAffinityPath", "containerPath":
		return wants(kind == "an object", "an object")
	case "containersPath", "resourceClaimsPath":
		return wants(kind == "a list", "a list")
	case "schedulerNamePath", "priorityClassNamePath", "imagePath":
		return wants(kind == "a string", "a string")
	case "instanceIdPath":
		return wants(kind == "a string" || kind == "a number", "a name")
	}
	return ""
}

func wants(ok bool, want string) string {
	if ok {
		return ""
	}
	return want
}

func kindOf(v any) string {
	switch v.(type) {
	case nil:
		return "null"
	case bool:
		return "a boolean"
	case string:
		return "a string"
	case int, int64, float64, *big.Int, json.Number:
		return "a number"
	case []any:
		return "a list"
	}
	return "an object"
}
