package gemini

import (
	"context"
	"strings"

	"github.com/plumbdata/plumb/internal/model"
	"github.com/plumbdata/plumb/internal/model/wire"
)

// maxBatch is how many texts Google takes at once.
const maxBatch = 100

// Embed turns texts into vectors, in batches.
func (m *Model) Embed(ctx context.Context, texts []string) ([][]float32, model.Usage, error) {
	var used model.Usage
	client, err := m.connect(ctx)
	if err != nil {
		return nil, used, err
	}
	vectors := make([][]float32, 0, len(texts))
	for len(texts) > 0 {
		n := min(len(texts), m.batch())
		more, tokens, err := m.embed(ctx, client, texts[:n])
		used.Input += tokens
		if err != nil {
			return nil, used, err
		}
		vectors = append(vectors, more...)
		texts = texts[n:]
	}
	return vectors, used, nil
}

// batch is how many texts go together. Vertex AI takes one at a time for the
// Gemini models, and five everywhere for the others.
func (m *Model) batch() int {
	switch {
	case !m.vertex():
		return maxBatch
	case strings.Contains(m.config.Model, "gemini"), embedsOne(m.config.Model):
		return 1
	}
	return 5
}

// The Gemini API embeds a batch. Vertex AI predicts, except newer models of
// Gemini and the open ones that it serves, which take one text.

type batchRequest struct {
	Requests []embedRequest `json:"requests"`
}

type embedRequest struct {
	Model   string  `json:"model,omitempty"`
	Content content `json:"content"`
}

type predictRequest struct {
	Instances []instance `json:"instances"`
}

type instance struct {
	Content string `json:"content"`
}

type embedResponse struct {
	Embeddings  []embedding `json:"embeddings"` // of a batch
	Predictions []struct {
		Embeddings embedding `json:"embeddings"`
	} `json:"predictions"`
	Embedding *embedding `json:"embedding"` // of one text
	Usage     usage      `json:"usageMetadata"`
}

type embedding struct {
	Values     []float32 `json:"values"`
	Statistics struct {
		Tokens float64 `json:"token_count"`
	} `json:"statistics"`
}

// embedsOne says whether Vertex AI embeds with this model text by text.
func embedsOne(name string) bool {
	return strings.Contains(name, "gemini") && name != "gemini-embedding-001" || strings.Contains(name, "maas")
}

func (m *Model) embed(ctx context.Context, client *wire.Client, texts []string) (vectors [][]float32, tokens int, err error) {
	method, body := "batchEmbedContents", any(nil)
	switch {
	case !m.vertex():
		var batch batchRequest
		for _, t := range texts {
			batch.Requests = append(batch.Requests, embedRequest{m.resource(), textContent(t)})
		}
		body = batch
	case embedsOne(m.config.Model):
		method, body = "embedContent", embedRequest{Content: textContent(texts[0])}
	default:
		var predict predictRequest
		for _, t := range texts {
			predict.Instances = append(predict.Instances, instance{t})
		}
		method, body = "predict", predict
	}
	var response embedResponse
	if err := client.Call(ctx, m.path(method), body, &response); err != nil {
		return nil, 0, m.explain(ctx, client, err)
	}
	list := response.Embeddings
	for _, p := range response.Predictions {
		list = append(list, p.Embeddings)
	}
	if response.Embedding != nil {
		list = append(list, *response.Embedding)
		tokens = response.Usage.Prompt
	}
	if len(list) != len(texts) {
		return nil, 0, malformed()
	}
	for _, e := range list {
		if len(e.Values) == 0 {
			return nil, 0, malformed()
		}
		tokens += int(e.Statistics.Tokens)
		vectors = append(vectors, e.Values)
	}
	return vectors, tokens, nil
}

func textContent(text string) content {
	return content{Role: "user", Parts: []*part{{Text: text}}}
}

var _ model.Embedder = (*Model)(nil)
