// Package resource stands in for the runtime that reads and writes through a definition.
package resource

import "context"

type PodTemplateSpec struct{ Labels map[string]string }
type PodSpec struct{ SchedulerName string }

type Component struct{}

func (*Component) GetPodTemplateSpec(ctx context.Context) (map[string]PodTemplateSpec, error) {
	return nil, nil
}
func (*Component) UpdatePodTemplateSpec(ctx context.Context, m map[string]PodTemplateSpec) error {
	return nil
}
func (*Component) GetPodSpec(ctx context.Context) (map[string]PodSpec, error)    { return nil, nil }
func (*Component) UpdatePodSpec(ctx context.Context, m map[string]PodSpec) error { return nil }

// Cache has a method of the same name and nothing to do with definitions.
type Cache struct{}

func (*Cache) UpdatePodSpec(ctx context.Context, m map[string]PodSpec) error { return nil }

type Runner interface {
	Assign(ctx context.Context, path string, value any) error
	AssignZip(ctx context.Context, path string, values []any) error
}
