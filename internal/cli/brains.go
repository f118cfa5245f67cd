package cli

import (
	"context"

	"github.com/plumbdata/plumb/internal/brain"
	"github.com/plumbdata/plumb/internal/brain/builtin"
	"github.com/plumbdata/plumb/internal/connection"
)

// openBrain makes a brain for a database; what it learns of it is kept in the
// folder.
type openBrain func(ctx context.Context, c *connection.Connection, cache string) (brain.Brain, error)

// openBuiltin needs no language model.
func openBuiltin(ctx context.Context, c *connection.Connection, cache string) (brain.Brain, error) {
	b, err := builtin.Open(ctx, c, cache)
	if err != nil {
		return nil, err // and not a brain that is a nil pointer
	}
	return b.ForPeople(), nil
}

// openStored is the built-in brain over tables that a conversation has made, of which
// nothing is kept: they change with every answer.
func openStored(ctx context.Context, c *connection.Connection) (brain.Brain, error) {
	return openBuiltin(ctx, c, "")
}
