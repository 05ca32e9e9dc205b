// Package writes uses definitions: constants outside a whole one, a write-back, and a runner.
package writes

import (
	"context"

	v1 "example.com/karta/pkg/api/runai/v1alpha1"
	"example.com/karta/pkg/resource"
	"example.com/ptr"
)

const labels = ".spec | .labels"

func Fields(d *v1.FragmentedPodSpecDefinition) {
	d.LabelsPath = ptr.To(labels)
	d.ContainerPath = ptr.To(`.spec.containers[] | select(.name == "main")`)
	//kartalint:ignore KL305 -- a reader needs it
	d.AnnotationsPath = ptr.To(".spec | .annotations")
}

func Label(ctx context.Context, c *resource.Component) error {
	templates, err := c.GetPodTemplateSpec(ctx)
	if err != nil {
		return err
	}
	for id, t := range templates {
		t.Labels = map[string]string{"team": "ml"}
		templates[id] = t
	}
	return c.UpdatePodTemplateSpec(ctx, templates)
}

func Scale(ctx context.Context, r resource.Runner) error {
	return r.Assign(ctx, ".spec.replicas // 1", 2)
}
