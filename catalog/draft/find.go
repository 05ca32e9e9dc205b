package draft

import (
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/kartalint/kartalint/analyzer"
	"github.com/kartalint/kartalint/catalog/kube"
)

// maxDepth bounds the search: pods stand a few levels deep, and types may be recursive.
const maxDepth = 10

// finder looks for pods in a type.
type finder struct {
	object map[string]any
	parts  []part
	open   []analyzer.Path // maps that hold pods and whose keys are not known
}

// find looks below a place; above are the schemas on the way, from the whole object.
func (f *finder) find(s *kube.Schema, at analyzer.Path, above []*kube.Schema) {
	if len(at) > maxDepth || s == nil {
		return
	}
	switch s.Shape {
	case kube.Object:
		if f.pods(s, at, above) {
			return
		}
		before := len(f.parts)
		for _, name := range s.Fields() {
			f.find(s.Field(name), append(at[:len(at):len(at)], key(name)), append(above[:len(above):len(above)], s))
		}
		if len(f.parts) == before && podSettings(s) {
			f.add(part{at: at, fields: fragments(s, at)}, append(above[:len(above):len(above)], s))
		}
	case kube.List:
		f.find(s.Elem(), append(at[:len(at):len(at)], analyzer.Step{Kind: analyzer.Each}), append(above[:len(above):len(above)], s))
	case kube.Map:
		f.findInMap(s, at, above)
	}
}

// pods takes an object that is a pod template, a pod spec, or a pod spec among other things.
func (f *finder) pods(s *kube.Schema, at analyzer.Path, above []*kube.Schema) bool {
	switch {
	case s.Has("spec") && s.Has("metadata") && isPodSpec(s.Field("spec")):
		f.add(part{at: at, shape: "podTemplateSpecPath"}, above)
	case isPodSpec(s):
		p := part{at: at, shape: "podSpecPath"}
		if beside := lacking(s); len(beside) > 0 { // a whole-struct write would delete them
			p.shape, p.fields = "", fragments(s, at)
		}
		f.add(p, above)
	default:
		return false
	}
	return true
}

func isPodSpec(s *kube.Schema) bool {
	if s.Shape != kube.Object || !s.Has("containers") || s.Field("containers").Shape != kube.List {
		return false
	}
	return s.Field("containers").Elem().Has("image") && (s.Has("tolerations") || s.Has("volumes"))
}

func lacking(s *kube.Schema) []string {
	return slices.DeleteFunc(slices.Clone(s.Fields()), kube.PodSpec().Has)
}

// podSettings says whether an object holds a pod's settings without being a pod spec: resources, and where the pods may run.
func podSettings(s *kube.Schema) bool {
	return s.Has("resources") && s.Field("resources").Has("limits") && (s.Has("tolerations") || s.Has("nodeSelector"))
}

// fragmentFields are the fields of fragmentedPodSpecDefinition and where they stand in a pod spec or beside it.
var fragmentFields = []struct{ field, below string }{{"schedulerNamePath", ".schedulerName"}, {"labelsPath", ".labels"}, {"labelsPath", ".podLabels"},
	{"annotationsPath", ".annotations"}, {"annotationsPath", ".podAnnotations"}, {"resourcesPath", ".resources"}, {"imagePath", ".image"}, {"resourceClaimsPath", ".resourceClaims"}, {"podAffinityPath", ".affinity.podAffinity"}, {"nodeAffinityPath", ".affinity.nodeAffinity"},
	{"containersPath", ".containers"}, {"priorityClassNamePath", ".priorityClassName"}}

func fragments(s *kube.Schema, at analyzer.Path) []fragment {
	var out []fragment
	for _, f := range fragmentFields {
		below, err := analyzer.ParsePath(f.below)
		if err != nil {
			continue
		}
		taken := slices.ContainsFunc(out, func(o fragment) bool { return o.field == f.field })
		if found := s.Walk(below); !taken && found.Broken < 0 && found.Untyped < 0 {
			out = append(out, fragment{f.field, append(at[:len(at):len(at)], below...).String()})
		}
	}
	return out
}

// add takes a part with its instances and its counts.
func (f *finder) add(p part, above []*kube.Schema) {
	last := -1
	for i, s := range p.at {
		if s.Kind == analyzer.Each {
			last = i
		}
	}
	if last >= 0 {
		p.id = instanceID(p.at[:last+1], above[last+1:])
	}
	p.replicas = counts(p.at, above, last)
	f.parts = append(f.parts, p)
}

// instanceID names the elements of a list: by a field called name or the like, else by their index.
func instanceID(list analyzer.Path, below []*kube.Schema) string {
	for _, name := range []string{"name", "groupName", "roleName", "id"} {
		if len(below) > 0 && below[0].Has(name) && below[0].Field(name).Shape == kube.String {
			return append(list[:len(list):len(list)], key(name)).String()
		}
	}
	return list[:len(list)-1].String() + " | keys[]"
}

// counts are the replica fields of the nearest object around a part, within its element where it iterates.
func counts(at analyzer.Path, above []*kube.Schema, last int) map[string]string {
	out := map[string]string{}
	for i := len(above) - 1; i > last; i-- {
		base := at[:i:i]
		for field, name := range map[string]string{"replicasPath": "replicas", "minReplicasPath": "minReplicas", "maxReplicasPath": "maxReplicas"} {
			if s := above[i]; s.Shape == kube.Object && s.Has(name) && (s.Field(name).Shape == kube.Integer || s.Field(name).Shape == kube.IntOrString) && out[field] == "" {
				out[field] = append(base, key(name)).String()
			}
		}
		if len(out) > 0 {
			break
		}
	}
	return out
}

// exampleKey is a key in a description's example of a map: {"Master": ReplicaSpec, "Worker": …}.
var exampleKey = regexp.MustCompile(`"([A-Za-z][A-Za-z0-9]*)"\s*:\s*[A-Z][A-Za-z]*Spec`)

// findInMap looks below the keys of a map that the object has, or that the type's description gives as an example.
func (f *finder) findInMap(s *kube.Schema, at analyzer.Path, above []*kube.Schema) {
	before := len(f.parts)
	var keys []string
	if m, ok := valueAt(f.object, at).(map[string]any); ok {
		for k := range m {
			keys = append(keys, k)
		}
		slices.Sort(keys)
	} else {
		for _, m := range exampleKey.FindAllStringSubmatch(s.Description(), -1) {
			keys = append(keys, m[1])
		}
	}
	for _, k := range keys {
		f.find(s.Elem(), append(at[:len(at):len(at)], key(k)), append(above[:len(above):len(above)], s))
	}
	if len(keys) > 0 {
		return
	}
	// the values hold pods, and nothing tells the keys
	f.find(s.Elem(), append(at[:len(at):len(at)], analyzer.Step{Kind: analyzer.Each}), append(above[:len(above):len(above)], s))
	if len(f.parts) > before {
		f.parts = f.parts[:before]
		f.open = append(f.open, at)
	}
}

// valueAt follows keys through an object; nil where they lead nowhere, or through a list.
func valueAt(v any, at analyzer.Path) any {
	for _, s := range at {
		m, ok := v.(map[string]any)
		if !ok || s.Kind != analyzer.Key {
			return nil
		}
		v = m[s.Name]
	}
	return v
}

// nameParts gives each part the last name of its path that says something, and as many more as it takes to tell it from
// the others.
func (f *finder) nameParts() {
	for words := 1; words <= maxDepth; words++ {
		used := map[string]int{}
		for i := range f.parts {
			if p := &f.parts[i]; words == 1 || p.name == "" {
				p.name = partName(p.at, words)
			}
			used[f.parts[i].name]++
		}
		clash := false
		for i := range f.parts {
			if p := &f.parts[i]; used[p.name] > 1 {
				p.name, clash = "", true
			}
		}
		if !clash {
			return
		}
	}
	for i := range f.parts {
		f.parts[i].name = fmt.Sprintf("pods-%d", i+1)
	}
}

var suffixes = []string{"podtemplatespec", "podtemplate", "template", "groupspecs", "groupspec", "specs", "spec"}

func partName(at analyzer.Path, words int) string {
	var said []string
	for i := len(at) - 1; i >= 0 && len(said) < words; i-- {
		if at[i].Kind != analyzer.Key {
			continue
		}
		name := strings.ToLower(at[i].Name)
		for _, s := range suffixes {
			name = strings.TrimSuffix(name, s)
		}
		if i+1 < len(at) && at[i+1].Kind == analyzer.Each {
			name = strings.TrimSuffix(name, "s")
		}
		if name != "" && name != "job" {
			said = append([]string{name}, said...)
		}
	}
	if len(said) == 0 {
		return "pods"
	}
	return strings.Join(said, "-")
}
