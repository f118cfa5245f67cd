package openai

import (
	"context"
	"slices"

	sdk "github.com/openai/openai-go/v3"

	"github.com/plumbdata/plumb/internal/model"
)

// maxTexts is how many texts go into one request: no provider takes fewer.
const maxTexts = 64

type embedder struct {
	*endpoint
	service sdk.EmbeddingService
}

// NewEmbedder makes the adapter for embeddings. The model is the preset's
// default for them if none is named.
func NewEmbedder(c Config) model.Embedder {
	e := newEndpoint(c)
	if e.config.Model == "" {
		e.config.Model = e.preset.Embedding
	}
	return &embedder{endpoint: e, service: sdk.NewEmbeddingService(e.options...)}
}

func (m *embedder) Embed(ctx context.Context, texts []string) ([][]float32, model.Usage, error) {
	var used model.Usage
	if err := m.ready(); err != nil {
		return nil, used, err
	}
	var list [][]float32
	for start := 0; start < len(texts); start += maxTexts {
		some, tokens, err := m.batch(ctx, texts[start:min(start+maxTexts, len(texts))])
		used.Input += tokens
		if err != nil {
			return nil, used, err
		}
		list = append(list, some...)
	}
	return list, used, nil
}

// batch takes the vectors by their numbers, for their order is not promised.
func (m *embedder) batch(ctx context.Context, texts []string) (list [][]float32, tokens int, err error) {
	texts = slices.Clone(texts)
	for i, t := range texts {
		if t == "" {
			texts[i] = " " // an empty text would fail all of them
		}
	}
	reply, err := m.service.New(ctx, sdk.EmbeddingNewParams{
		Model: m.config.Model,
		Input: sdk.EmbeddingNewParamsInputUnion{OfArrayOfStrings: texts},
	})
	if err != nil {
		return nil, 0, m.helped(ctx, m.explain(ctx, err))
	}
	tokens = int(reply.Usage.PromptTokens)
	list = make([][]float32, len(texts))
	for _, d := range reply.Data {
		if d.Index < 0 || int(d.Index) >= len(texts) || list[d.Index] != nil || len(d.Embedding) == 0 {
			return nil, tokens, m.malformed("vectors that do not belong to the texts")
		}
		vector := make([]float32, len(d.Embedding))
		for i, x := range d.Embedding {
			vector[i] = float32(x)
		}
		list[d.Index] = vector
	}
	for _, v := range list {
		if len(v) == 0 || len(v) != len(list[0]) {
			return nil, tokens, m.malformed("fewer vectors than texts, or vectors of different lengths")
		}
	}
	return list, tokens, nil
}
