package gemini

import (
	"context"
	"strings"

	"google.golang.org/genai"

	"github.com/plumbdata/plumb/internal/model"
)

// maxBatch is how many texts Google takes at once.
const maxBatch = 100

// Embed turns texts into vectors, in batches.
func (m *Model) Embed(ctx context.Context, texts []string) ([][]float32, model.Usage, error) {
	var used model.Usage
	client, err := m.open(ctx)
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
	case strings.Contains(m.config.Model, "gemini"):
		return 1
	}
	return 5
}

func (m *Model) embed(ctx context.Context, client *genai.Client, texts []string) (vectors [][]float32, tokens int, err error) {
	w := &wire{}
	defer func() {
		// The SDK asserts types of what the server sent.
		if recover() != nil {
			vectors, tokens, err = nil, 0, malformed()
		}
	}()
	contents := make([]*genai.Content, len(texts))
	for i, t := range texts {
		contents[i] = &genai.Content{Role: genai.RoleUser, Parts: []*genai.Part{{Text: t}}}
	}
	response, err := client.Models.EmbedContent(w.in(ctx), m.config.Model, contents, nil)
	if err != nil || w.failed != nil {
		return nil, 0, m.explain(ctx, client, err, w)
	}
	if len(response.Embeddings) != len(texts) {
		return nil, 0, malformed()
	}
	for _, e := range response.Embeddings {
		if e == nil || len(e.Values) == 0 {
			return nil, 0, malformed()
		}
		if e.Statistics != nil { // which only Vertex AI gives
			tokens += int(e.Statistics.TokenCount)
		}
		vectors = append(vectors, e.Values)
	}
	return vectors, tokens, nil
}

var _ model.Embedder = (*Model)(nil)
