package c

import (
	"context"

	"example.com/karta/pkg/resource"
)

func write(ctx context.Context, c *resource.Component, cache *resource.Cache) error {
	templates, err := c.GetPodTemplateSpec(ctx)
	if err != nil {
		return err
	}
	for id, t := range templates {
		t.Labels = map[string]string{"team": "ml"}
		templates[id] = t
	}
	if err := c.UpdatePodTemplateSpec(ctx, templates); err != nil { // want `kartawrite: UpdatePodTemplateSpec writes a whole struct that was read by GetPodTemplateSpec`
		return err
	}
	if err := c.UpdatePodSpec(ctx, map[string]resource.PodSpec{"a": {SchedulerName: "k"}}); err != nil { // want `kartawrite: UpdatePodSpec writes a whole struct that is built anew`
		return err
	}
	if err := cache.UpdatePodSpec(ctx, nil); err != nil {
		return err
	}
	return nil
}
