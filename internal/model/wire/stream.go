package wire

import (
	"context"
	"errors"
	"iter"

	"github.com/plumbdata/plumb/internal/model"
)

// errLeft says that whoever reads the stream has left it.
var errLeft = errors.New("the reader left")

// Stream makes a stream of what ask gives; ask returns when give fails. Leaving
// the stream ends the context, which closes the connection.
func Stream(ctx context.Context, ask func(ctx context.Context, give func(model.Chunk) error) error) iter.Seq2[model.Chunk, error] {
	return func(yield func(model.Chunk, error) bool) {
		ctx, cancel := context.WithCancel(ctx)
		defer cancel()
		give := func(c model.Chunk) error {
			if !yield(c, nil) {
				return errLeft
			}
			return nil
		}
		if err := ask(ctx, give); err != nil && !errors.Is(err, errLeft) {
			yield(model.Chunk{}, err)
		}
	}
}
