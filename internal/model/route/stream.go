package route

import (
	"context"
	"iter"

	"github.com/plumbdata/plumb/internal/model"
)

// Stream asks for an answer piece by piece. The next model of the chain is
// asked only as long as nothing of an answer was given out; after that an
// error ends the stream, for what a person has seen cannot be taken back.
func (r *Router) Stream(ctx context.Context, j Job, q model.Request) iter.Seq2[model.Chunk, error] {
	return func(yield func(model.Chunk, error) bool) {
		left := false
		err := r.try(ctx, j, func(ctx context.Context, m model.Model) (bool, error) {
			begun := false
			for c, err := range m.Stream(ctx, q) {
				if err != nil {
					return begun, err
				}
				begun = begun || hasContent(c)
				if !yield(c, nil) {
					left = true
					return true, nil
				}
			}
			return true, nil
		})
		if err != nil && !left {
			yield(model.Chunk{}, err)
		}
	}
}
