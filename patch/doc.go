// Package patch changes fields of a Kubernetes workload through its Karta definition, and nothing but these fields.
//
// A definition says where the pods of a workload type are described. Writing a whole pod template back through it
// loses what the Go types do not know: apiVersion, kind and status of a pod whose path is ".", the labels of a component
// that shares its place with another path. This package writes single fields instead.
//
//	def, err := patch.Compile(definition)         // once per definition; safe for concurrent use
//	w, err := def.Open(obj)                       // an object of its kind, never changed
//	plan, err := w.Patch("worker", patch.Pod{Labels: map[string]string{"team": "ml"}}, patch.Instances("a"))
//	data, err := plan.JSONPatch()                 // send it, or:
//	changed := plan.Apply()                       // shares every untouched subtree with obj
//	text, err := plan.ApplyText(source)           // every untouched byte kept
//
// A write is refused before there is a [Plan]: a plan is a list of concrete operations, [Op], with old and new values,
// and nothing is ever half done.
//
// # What to change
//
// [Pod] is the typed wish, [Raw] a partial pod template in which null deletes; [ParseRaw] reads one from JSON,
// [ParseField] makes one of "schedulerName=kai", [Raw.With] joins two. Both are held strictly against
// corev1.PodTemplateSpec. Maps merge by key. Lists merge by the keys that the struct tags of core/v1 give (containers,
// env and volumes by name, ports by containerPort and protocol, mounts by mountPath), other lists are replaced; a
// [MergeSchema] says otherwise for a custom resource. An entry that the object does not have is an error unless
// [AllowAdd], for a misspelled name would add a container.
//
// [Workload.Scale], [Workload.Suspend] and [Workload.Resume] write the other fields of a definition.
//
// # Where it goes
//
// The definition decides: into the pod template, the pod spec with the metadata beside it, or fragments, where one
// path holds the labels and another the image. [Definition.Writable] lists the paths and says which can be written. A
// path that is a filter (select, first) is refused unless [AllowFilters], and then must have exactly one place per
// instance; a path that computes its value is always refused.
//
// Of a component with instances all are changed, or those that [Instances] names. Ids and places come from one
// iteration of the object, in the order in which jq iterates.
//
// # What is refused
//
// All places are resolved on the original object, so no write moves where the next one lands. errors.Is(err,
// [ErrNotSupported]) says that the definition cannot express the wish: [UnsupportedFieldsError] names all the fields,
// and carries a [NotAddressableError] for each path that is a filter or a formula. [ComponentAbsentError]: a patch
// never creates a component, only missing maps below one. [UnknownInstanceError], [AmbiguousInstanceError]: no such id,
// or several places that nothing tells apart. [InvalidPatchError]: unknown or mistyped fields, all at once.
// [MissingEntryError], [ConflictError]: the object is not as the patch takes it to be. [KindError]: it is of another
// kind.
//
// # Values
//
// Objects hold what encoding/json and unstructured objects hold. Numbers keep their type and digits (int64, float64,
// json.Number above 2^53), and a value that is already there is no change. Nothing is injected or normalised.
//
// # Proof
//
// [Verify] holds the lens laws of every written field and of the suspend and resume actions against real objects,
// read back by jq; [Synthetic] makes an object for a definition of which none is recorded; [Replay] shows what a
// whole-struct write-back would destroy.
//
// The package knows definitions, objects and the types of core/v1. It knows nothing of rules, reports or clusters.
package patch
