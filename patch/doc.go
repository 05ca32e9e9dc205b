// Package patch changes fields of a Kubernetes workload through its Karta definition, and nothing but these fields.
//
// A definition says where the pods of a workload type are described. Writing a whole pod template back through it
// loses what the Go types do not know; this package writes single fields instead.
//
//	def, err := patch.Compile(definition)         // once per definition
//	w, err := def.Open(obj)                       // an object of its kind, never changed
//	plan, err := w.Patch("worker", patch.Pod{Labels: map[string]string{"team": "ml"}}, patch.Instances("a"))
//	data, err := plan.JSONPatch()                 // send it, or:
//	changed := plan.Apply()                       // shares every untouched subtree with obj
//	text, err := plan.ApplyText(source)           // every untouched byte kept
//
// # What to change
//
// [Pod] is the typed wish, [Raw] a partial pod template in which null deletes. Both are held strictly against
// corev1.PodTemplateSpec; lists merge by the keys that its struct tags give (containers, env and volumes by name, ports
// by containerPort and protocol), other lists are replaced. An entry that the object does not have is an error unless
// [AllowAdd]. [Workload.Scale], [Workload.Suspend] and [Workload.Resume] write the other fields of a definition.
//
// # What is refused
//
// All checks come before the first write, and places are resolved on the original object. errors.Is(err,
// [ErrNotSupported]) says that the definition cannot express the wish: [UnsupportedFieldsError] names all the fields,
// and carries a [NotAddressableError] for each path that is a filter or a formula. [ComponentAbsentError]: a patch
// never creates a component. [UnknownInstanceError], [AmbiguousInstanceError]: ids and places come from one iteration.
// [InvalidPatchError]: unknown or mistyped fields, all at once. [MissingEntryError], [ConflictError]: the object is not
// as the patch takes it to be.
//
// # Proof
//
// [Verify] holds the lens laws of every written field against real objects; [Replay] shows what a whole-struct
// write-back would destroy.
//
// The package knows definitions, objects and the types of core/v1. It knows nothing of rules, reports or clusters.
package patch
