package cli

import (
	"context"
	"iter"
	"time"

	"github.com/plumbdata/plumb/internal/model"
)

// pieces is a model whose words are counted as they come.
type pieces struct {
	model.Model
	now   func() time.Time
	count int
	first time.Time
}

func (p *pieces) Stream(ctx context.Context, r model.Request) iter.Seq2[model.Chunk, error] {
	return func(yield func(model.Chunk, error) bool) {
		for c, err := range p.Model.Stream(ctx, r) {
			if c.Text != "" {
				if p.count++; p.count == 1 {
					p.first = p.now()
				}
			}
			if !yield(c, err) {
				return
			}
		}
	}
}
