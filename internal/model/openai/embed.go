package openai

import (
	"context"
	"slices"

	"github.com/plumbdata/plumb/internal/model"
)

// maxTexts is how many texts go into one request: no provider takes fewer.
const maxTexts = 64

type embedder struct{ *endpoint }

type embedRequest struct {
	Input []string `json:"input"`
	Model string   `json:"model"`
}

type embedReply struct {
	Data []struct {
		Index     int       `json:"index"`
		Embedding []float32 `json:"embedding"`
	} `json:"data"`
	Usage usage `json:"usage"`
}

// NewEmbedder makes the adapter for embeddings. The model is the preset's
// default for them if none is named.
func NewEmbedder(c Config) model.Embedder {
	e := newEndpoint(c)
	if e.config.Model == "" {
		e.config.Model = e.preset.Embedding
	}
	return &embedder{e}
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
	var reply embedReply
	if err := m.client.Call(ctx, "embeddings"+m.query, embedRequest{texts, m.config.Model}, &reply); err != nil {
		return nil, 0, m.suggestModels(ctx, m.explain(ctx, err))
	}
	tokens = int(reply.Usage.PromptTokens)
	list = make([][]float32, len(texts))
	for _, d := range reply.Data {
		if d.Index < 0 || d.Index >= len(texts) || list[d.Index] != nil || len(d.Embedding) == 0 {
			return nil, tokens, m.malformed("vectors that do not belong to the texts")
		}
		list[d.Index] = d.Embedding
	}
	for _, v := range list {
		if len(v) == 0 || len(v) != len(list[0]) {
			return nil, tokens, m.malformed("fewer vectors than texts, or vectors of different lengths")
		}
	}
	return list, tokens, nil
}
