package cli

import (
	"context"
	"iter"

	"github.com/plumbdata/plumb/internal/model"
	"github.com/plumbdata/plumb/internal/model/route"
)

// pieces is a model whose pieces of words are counted.
type pieces struct {
	model.Model
	count int
}

func (p *pieces) Stream(ctx context.Context, r model.Request) iter.Seq2[model.Chunk, error] {
	return func(yield func(model.Chunk, error) bool) {
		for c, err := range p.Model.Stream(ctx, r) {
			if c.Text != "" {
				p.count++
			}
			if !yield(c, err) {
				return
			}
		}
	}
}

// latest is a recorder that remembers the last record for its owner, who alone
// asks.
type latest struct {
	next   route.Recorder // may be nil
	record route.Record
}

// Record implements route.Recorder.
func (l *latest) Record(ctx context.Context, r route.Record) {
	l.record = r
	if l.next != nil {
		l.next.Record(ctx, r)
	}
}
