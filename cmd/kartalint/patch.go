package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"strings"

	"github.com/google/renameio/v2"
	"github.com/spf13/cobra"
	"go.yaml.in/yaml/v3"

	"github.com/kartalint/kartalint/catalog"
	"github.com/kartalint/kartalint/catalog/kube"
	"github.com/kartalint/kartalint/patch"
	"github.com/kartalint/kartalint/patch/textedit"
)

// patcher is the command's flags.
type patcher struct {
	input
	definitionPaths               []string
	object, name, component       string
	instances                     []string
	sets, labels, annotations     []string
	images                        []string
	raw                           string
	suspend, resume               bool
	replicas                      int64
	allowFilters, allowAdd, place bool
	format                        string
	crds                          []string
	types                         *kube.Types // nil without CRDs
}

func newPatch() *cobra.Command {
	p := &patcher{}
	cmd := &cobra.Command{
		Use:   "patch --definition PATH --object FILE --component NAME …",
		Short: "Change fields of an object through its definition, and nothing else",
		Args:  cobra.NoArgs,
		RunE:  func(cmd *cobra.Command, _ []string) error { return p.run(cmd) },
	}
	p.flags(cmd)
	p.builtinFlag(cmd)
	f := cmd.Flags()
	f.StringArrayVar(&p.definitionPaths, "definition", nil, "file or folder with the definition, which is chosen by the object's kind (repeatable)")
	f.StringVar(&p.object, "object", "", "file with the object, - for standard input; of several documents all that match")
	f.StringVar(&p.name, "name", "", "only the object of this name")
	f.StringVar(&p.component, "component", "", "component to change; may be left out where the definition has one with pods")
	f.StringArrayVar(&p.crds, "crd", nil, "file or folder with CustomResourceDefinitions, whose list types say how lists merge (repeatable)")
	f.StringArrayVar(&p.instances, "instance", nil, "instance to change, by id (repeatable); all by default")
	f.StringArrayVar(&p.sets, "set", nil, "FIELD=VALUE, a dotted field of the pod spec (repeatable)")
	f.StringArrayVar(&p.labels, "label", nil, "k=v, or k- to remove (repeatable)")
	f.StringArrayVar(&p.annotations, "annotation", nil, "k=v, or k- to remove (repeatable)")
	f.StringArrayVar(&p.images, "image", nil, "[CONTAINER=]IMAGE (repeatable)")
	f.StringVar(&p.raw, "patch", "", "partial pod template: a file, - for standard input, or JSON")
	f.BoolVar(&p.suspend, "suspend", false, "run the suspend actions")
	f.BoolVar(&p.resume, "resume", false, "run the resume actions")
	f.Int64Var(&p.replicas, "replicas", -1, "number of replicas of the component")
	f.BoolVar(&p.allowFilters, "allow-filters", false, "write through filters that match exactly one place")
	f.BoolVar(&p.allowAdd, "allow-add", false, "add list entries that the object does not have")
	f.BoolVar(&p.place, "in-place", false, "write the edited text back to the file")
	f.StringVar(&p.format, "format", "text", "text (the object's own, edited), yaml, json, json-patch, merge-patch or diff")
	return cmd
}

func (p *patcher) run(cmd *cobra.Command) error {
	if err := p.check(); err != nil {
		return err
	}
	wish, err := p.wish(cmd)
	if err != nil {
		return err
	}
	defs, err := p.compiled(cmd)
	if err != nil {
		return err
	}
	if len(p.crds) > 0 {
		settings, err := (&evidence{crds: p.crds}).settings(cmd)
		if err != nil {
			return err
		}
		p.types = settings.Types
	}
	src, err := readSource(cmd, p.object)
	if err != nil {
		return err
	}
	objects, err := patch.Objects(p.object, src)
	if err != nil {
		return err
	}
	plans, err := p.plans(cmd, defs, objects, wish)
	if err != nil {
		return refusal(cmd, err)
	}
	if p.format != "text" {
		return p.render(cmd, plans)
	}
	text := src
	for _, plan := range plans {
		if text, err = plan.ApplyText(text); err != nil {
			return refusal(cmd, err)
		}
	}
	if !p.place {
		_, err = cmd.OutOrStdout().Write(text)
		return err
	}
	if bytes.Equal(text, src) {
		return nil
	}
	info, err := os.Stat(p.object)
	if err != nil {
		return err
	}
	return renameio.WriteFile(p.object, text, info.Mode().Perm())
}

func (p *patcher) check() error {
	if err := oneOf("format", p.format, "text", "yaml", "json", "json-patch", "merge-patch", "diff"); err != nil {
		return err
	}
	switch {
	case len(p.definitionPaths) == 0 && !p.builtin:
		return errors.New("name the definition's file or folder with --definition, or take the built-in ones with --builtin")
	case len(p.definitionPaths) > 0 && p.builtin:
		return errors.New("--definition and --builtin do not go together")
	case p.object == "":
		return errors.New("name the object's file with --object, - for standard input")
	case p.object == "-" && p.raw == "-":
		return errors.New("--object and --patch cannot both be standard input")
	case p.place && (p.format != "text" || p.object == "-"):
		return errors.New("--in-place goes with --format text and a file")
	}
	wishes := 0
	for _, asked := range []bool{p.suspend, p.resume, p.replicas >= 0, p.podWish()} {
		if asked {
			wishes++
		}
	}
	if wishes != 1 {
		return errors.New("ask for one thing: pod fields (--set, --label, --annotation, --image, --patch), --suspend, --resume or --replicas")
	}
	return nil
}

func (p *patcher) podWish() bool {
	return len(p.sets)+len(p.labels)+len(p.annotations)+len(p.images) > 0 || p.raw != ""
}

// wish is the pod fields that the flags ask for.
func (p *patcher) wish(cmd *cobra.Command) (patch.Raw, error) {
	wish := patch.Raw{}
	if p.raw != "" {
		raw, err := p.rawPatch(cmd)
		if err != nil {
			return nil, err
		}
		wish = raw
	}
	parts, err := p.parts()
	if err != nil {
		return nil, err
	}
	for _, part := range parts {
		if wish, err = wish.With(part); err != nil {
			return nil, err
		}
	}
	return wish, nil
}

func (p *patcher) parts() ([]patch.Raw, error) {
	var parts []patch.Raw
	for _, set := range p.sets {
		field, value, ok := strings.Cut(set, "=")
		if !ok {
			return nil, fmt.Errorf("--set %s: write FIELD=VALUE", set)
		}
		raw, err := patch.ParseField(strings.TrimPrefix(field, "spec."), value)
		if err != nil {
			return nil, err
		}
		parts = append(parts, raw)
	}
	for _, meta := range []struct {
		field string
		pairs []string
	}{{"labels", p.labels}, {"annotations", p.annotations}} {
		for _, pair := range meta.pairs {
			k, v, ok := strings.Cut(pair, "=")
			var value any = v
			if !ok {
				if k, ok = strings.CutSuffix(pair, "-"); !ok {
					return nil, fmt.Errorf("%s of %s: write k=v, or k- to remove", pair, meta.field)
				}
				value = nil
			}
			parts = append(parts, patch.Raw{"metadata": map[string]any{meta.field: map[string]any{k: value}}})
		}
	}
	for _, image := range p.images {
		c := map[string]any{"image": image}
		if name, ref, ok := strings.Cut(image, "="); ok {
			c = map[string]any{"name": name, "image": ref}
		}
		parts = append(parts, patch.Raw{"spec": map[string]any{"containers": []any{c}}})
	}
	return parts, nil
}

func (p *patcher) rawPatch(cmd *cobra.Command) (patch.Raw, error) {
	if strings.HasPrefix(strings.TrimSpace(p.raw), "{") {
		return patch.ParseRaw([]byte(p.raw))
	}
	src, err := readSource(cmd, p.raw)
	if err != nil {
		return nil, err
	}
	docs, err := textedit.Documents(src)
	if err != nil || len(docs) != 1 {
		return nil, fmt.Errorf("--patch %s: want one YAML or JSON document (%v)", p.raw, err)
	}
	m, ok := docs[0].Value.(map[string]any)
	if !ok {
		return nil, fmt.Errorf("--patch %s: is no map", p.raw)
	}
	return m, nil
}

func (p *patcher) compiled(cmd *cobra.Command) ([]*patch.Definition, error) {
	defs, err := p.definitions(cmd, p.definitionPaths)
	if err != nil {
		return nil, err
	}
	var out []*patch.Definition
	for _, def := range defs {
		d, err := patch.Compile(def)
		if err != nil {
			return nil, err
		}
		out = append(out, d)
	}
	return out, nil
}

// plans works out all changes before the first one is made.
func (p *patcher) plans(cmd *cobra.Command, defs []*patch.Definition, objects []patch.Object, wish patch.Raw) ([]*patch.Plan, error) {
	var plans []*patch.Plan
	for _, o := range objects {
		if p.name != "" && objectName(o.Value) != p.name {
			continue
		}
		for _, d := range defs {
			if !d.Matches(o.Value) {
				continue
			}
			plan, err := p.plan(d, o, wish)
			if err != nil {
				return nil, fmt.Errorf("%s: %w", o.Name, err)
			}
			plans = append(plans, plan)
			break
		}
	}
	if len(plans) == 0 {
		return nil, fmt.Errorf("%s holds no object that a definition given is for", p.object)
	}
	return plans, nil
}

// lists is how the lists of an object merge by its CRD, where it is given.
func (p *patcher) lists(o patch.Object) []patch.Option {
	apiVersion, _ := o.Value["apiVersion"].(string)
	kind, _ := o.Value["kind"].(string)
	if t := p.types.Of(catalog.ParseKind(apiVersion, kind)); t.Status == kube.Known && t.Source != kube.BuiltinSource {
		return []patch.Option{patch.WithSchema(patch.FromType(t.Schema))}
	}
	return nil
}

func (p *patcher) plan(d *patch.Definition, o patch.Object, wish patch.Raw) (*patch.Plan, error) {
	w, err := d.Open(o.Value, p.lists(o)...)
	if err != nil {
		return nil, err
	}
	switch {
	case p.suspend:
		return w.Suspend()
	case p.resume:
		return w.Resume()
	}
	component, err := p.chosen(d)
	if err != nil {
		return nil, err
	}
	var opts []patch.Option
	if len(p.instances) > 0 {
		opts = append(opts, patch.Instances(p.instances...))
	}
	if p.allowFilters {
		opts = append(opts, patch.AllowFilters())
	}
	if p.allowAdd {
		opts = append(opts, patch.AllowAdd())
	}
	if p.replicas >= 0 {
		return w.Scale(component, patch.Scale{Replicas: &p.replicas}, opts...)
	}
	return w.Patch(component, wish, opts...)
}

func (p *patcher) chosen(d *patch.Definition) (string, error) {
	if p.component != "" {
		return p.component, nil
	}
	var with []string
	for _, f := range d.Writable() {
		isPod := strings.HasPrefix(f.Field, "spec.") || strings.HasPrefix(f.Field, "metadata.")
		if isPod && (len(with) == 0 || with[len(with)-1] != f.Component) {
			with = append(with, f.Component)
		}
	}
	if len(with) == 1 {
		return with[0], nil
	}
	return "", fmt.Errorf("name the component with --component: %s", strings.Join(d.Components(), ", "))
}

// refusal tells a refused write (exit 1) from bad usage (exit 2).
func refusal(cmd *cobra.Command, err error) error {
	var (
		absent    *patch.ComponentAbsentError
		unknown   *patch.UnknownInstanceError
		ambiguous *patch.AmbiguousInstanceError
		missing   *patch.MissingEntryError
		conflict  *patch.ConflictError
		refused   *textedit.RefusedError
		edit      *textedit.OpError
	)
	if errors.Is(err, patch.ErrNotSupported) || errors.Is(err, patch.ErrNotInText) || errors.As(err, &absent) || errors.As(err, &unknown) ||
		errors.As(err, &ambiguous) || errors.As(err, &missing) || errors.As(err, &conflict) || errors.As(err, &refused) || errors.As(err, &edit) {
		cmd.PrintErrf("refused: %v\n", err)
		return errFindings
	}
	return err
}

func (p *patcher) render(cmd *cobra.Command, plans []*patch.Plan) error {
	out := cmd.OutOrStdout()
	for i, plan := range plans {
		var text []byte
		var err error
		switch p.format {
		case "yaml":
			text, err = asYAML(plan.Apply())
			if i > 0 {
				text = append([]byte("---\n"), text...)
			}
		case "json":
			text, err = json.MarshalIndent(plan.Apply(), "", "  ")
			text = append(text, '\n')
		case "json-patch":
			text, err = plan.JSONPatch()
			text = append(text, '\n')
		case "merge-patch":
			text, err = plan.MergePatch()
			text = append(text, '\n')
		default:
			text = []byte(plan.Diff())
		}
		if err != nil {
			cmd.PrintErrf("refused: %v\n", err)
			return errFindings
		}
		if _, err := out.Write(text); err != nil {
			return err
		}
	}
	return nil
}

// asYAML prints an object with the digits that its numbers have.
func asYAML(v any) ([]byte, error) {
	var b bytes.Buffer
	enc := yaml.NewEncoder(&b)
	enc.SetIndent(2)
	if err := enc.Encode(exactNumbers(v)); err != nil {
		return nil, err
	}
	return b.Bytes(), enc.Close()
}

func exactNumbers(v any) any {
	switch v := v.(type) {
	case map[string]any:
		out := make(map[string]any, len(v))
		for k, e := range v {
			out[k] = exactNumbers(e)
		}
		return out
	case []any:
		out := make([]any, len(v))
		for i, e := range v {
			out[i] = exactNumbers(e)
		}
		return out
	case json.Number:
		tag := "!!int"
		if strings.ContainsAny(string(v), ".eE") {
			tag = "!!float"
		}
		return &yaml.Node{Kind: yaml.ScalarNode, Tag: tag, Value: string(v)}
	}
	return v
}
