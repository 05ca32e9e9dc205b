package d

import (
	"context"

	"example.com/karta/pkg/resource"
)

func assign(ctx context.Context, r resource.Runner) error {
	if err := r.Assign(ctx, ".spec.replicas // 1", 2); err != nil { // want `KL301 formula-target`
		return err
	}
	if err := r.Assign(ctx, ".status.phase", "x"); err != nil { // want `KL308 server-owned-target`
		return err
	}
	return r.Assign(ctx, ".spec.replicas", 2)
}
