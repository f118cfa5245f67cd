package route

import (
	"context"
	"strings"

	"github.com/plumbdata/plumb/internal/model"
)

// meteredEmbedder is metered for a model that makes vectors.
type meteredEmbedder struct {
	asking
	embedder model.Embedder
}

func (m *meteredEmbedder) Embed(ctx context.Context, texts []string) ([][]float32, model.Usage, error) {
	call := m.begin(ctx)
	defer call.end()
	t := &embedTries{embedder: m.embedder, places: places{limiter: call.limiter, now: m.now}}
	for _, text := range texts {
		t.tokens += len(text) / bytesPerToken
	}
	defer t.close()
	if err := t.Turn(ctx); err != nil {
		return nil, model.Usage{}, call.fail(err)
	}
	call.ask(&t.places)
	var asked model.Embedder = t
	if m.router.config.AroundEmbedder != nil {
		provider, id, _ := strings.Cut(m.name, "/")
		asked = m.router.config.AroundEmbedder(t, model.Info{Provider: provider, ID: id})
	}
	vectors, used, err := asked.Embed(ctx, texts)
	if used != (model.Usage{}) {
		call.usage = &used
	}
	if err != nil {
		return nil, used, call.fail(err)
	}
	call.stop = model.Ended
	return vectors, used, nil
}

// embedTries is tries for a model that makes vectors.
type embedTries struct {
	embedder model.Embedder
	places
}

func (t *embedTries) Embed(ctx context.Context, texts []string) ([][]float32, model.Usage, error) {
	ticket, err := t.next(ctx)
	if err != nil {
		return nil, model.Usage{}, err
	}
	tokens := -1
	if ticket != nil {
		defer func() { ticket.Release(tokens) }()
	}
	vectors, used, err := t.embedder.Embed(ctx, texts)
	if used != (model.Usage{}) {
		tokens = used.Input + used.Output
	}
	return vectors, used, err
}
