package source

import (
	"context"
	"time"
)

type patienceKey struct{}

// WithPatience makes Patient multiply by factor. What is read under a time limit
// of Plumb's own, such as statistics and values, is left out when the limit is
// reached; with enough patience a busy machine leaves out nothing.
func WithPatience(ctx context.Context, factor int) context.Context {
	return context.WithValue(ctx, patienceKey{}, factor)
}

// Patient is a time limit under the patience of ctx, which is usually the limit
// itself.
func Patient(ctx context.Context, limit time.Duration) time.Duration {
	if factor, ok := ctx.Value(patienceKey{}).(int); ok {
		return limit * time.Duration(factor)
	}
	return limit
}
