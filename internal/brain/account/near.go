package account

import (
	"context"
	"sync"

	"github.com/plumbdata/plumb/internal/neural/embed"
)

// Sentences is the sentence model of this program, loaded when it is first needed.
func Sentences() (embed.Embedder, error) { return sentences() }

var sentences = sync.OnceValues(func() (embed.Embedder, error) { return embed.New() })

// Nearness says how near in meaning a word is to what a form reads. It keeps the
// vectors of names, and may be used by many at once.
type Nearness struct {
	Embedder func() (embed.Embedder, error)

	mu    sync.Mutex
	known map[string][]float32
}

// mostKept is how many vectors are kept; names of a database, and words of questions.
const mostKept = 5000

// Of is the cosine of a word with the nearest of some texts; false where nobody can
// tell.
func (n *Nearness) Of(ctx context.Context, word string, texts []string) (float32, bool) {
	if n == nil || len(texts) == 0 {
		return 0, false
	}
	vectors, err := n.vectors(ctx, append([]string{word}, texts...))
	if err != nil {
		return 0, false
	}
	nearest := float32(-1)
	for _, v := range vectors[1:] {
		cosine := float32(0)
		for i, x := range v {
			cosine += x * vectors[0][i]
		}
		nearest = max(nearest, cosine)
	}
	return nearest, true
}

func (n *Nearness) vectors(ctx context.Context, texts []string) ([][]float32, error) {
	n.mu.Lock()
	defer n.mu.Unlock()
	if n.known == nil || len(n.known) > mostKept {
		n.known = map[string][]float32{}
	}
	var fresh []string
	for _, t := range texts {
		if _, ok := n.known[t]; !ok {
			fresh = append(fresh, t)
			n.known[t] = nil
		}
	}
	if len(fresh) > 0 {
		m, err := n.Embedder()
		if err != nil {
			n.known = nil
			return nil, err
		}
		list, err := m.Embed(ctx, fresh)
		if err != nil {
			n.known = nil
			return nil, err
		}
		for i, t := range fresh {
			n.known[t] = list[i]
		}
	}
	out := make([][]float32, len(texts))
	for i, t := range texts {
		out[i] = n.known[t]
	}
	return out, nil
}
