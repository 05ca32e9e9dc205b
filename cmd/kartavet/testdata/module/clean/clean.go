// Package clean has code of the same kind with nothing wrong with it.
package clean

import (
	"context"

	v1 "example.com/karta/pkg/api/runai/v1alpha1"
	"example.com/karta/pkg/resource"
	"example.com/ptr"
)

func Fields(d *v1.FragmentedPodSpecDefinition) {
	d.LabelsPath = ptr.To(".spec.labels")
}

func Scale(ctx context.Context, r resource.Runner) error {
	return r.Assign(ctx, ".spec.replicas", 2)
}

func Read(ctx context.Context, c *resource.Component) (int, error) {
	templates, err := c.GetPodTemplateSpec(ctx)
	return len(templates), err
}
