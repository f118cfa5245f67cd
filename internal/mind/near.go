package mind

import (
	"context"
	"sync"

	"github.com/plumbdata/plumb/internal/brain/account"
	"github.com/plumbdata/plumb/internal/fault"
	"github.com/plumbdata/plumb/internal/model"
	"github.com/plumbdata/plumb/internal/model/route"
	"github.com/plumbdata/plumb/internal/neural/embed"
	"github.com/plumbdata/plumb/internal/schema"
)

// Schemas of more tables are searched by words alone: their vectors would take
// too long to make at the first question, or cost too much.
const (
	maxNearHere = 2000 // with the sentence model of this program
	maxNear     = 10_000
)

// nearness says how near in meaning the tables of a schema are to a question:
// by the models for embedding, where the configuration names some, else by the
// sentence model of this program. It may be used by many at once.
type nearness struct {
	texts func() []string // what the tables are about
	size  int             // how many there are
	chain *route.Router   // nil means that no model is set up for embedding
	here  func() (embed.Embedder, error)
	shelf embed.Shelf

	turn  chan struct{}          // held by whoever looks at what is known
	known map[string][][]float32 // vectors of the tables, by model
}

// newNearness keeps vectors in a folder.
func newNearness(s *schema.Snapshot, folder string, r *route.Router) *nearness {
	n := &nearness{texts: sync.OnceValue(func() []string { return schema.Texts(s) }), size: len(s.Tables), shelf: embed.Shelf{Dir: folder},
		here: account.Sentences, turn: make(chan struct{}, 1), known: map[string][][]float32{}}
	if len(r.Models(route.Job{Task: route.Embedding})) > 0 {
		n.chain = r
	}
	return n
}

// of is the cosine of each table with a question, nil where nobody can tell. The
// finding, if there is one, is why a model that is set up for it did not.
func (n *nearness) of(ctx context.Context, question string) ([]float32, *fault.Diagnostic) {
	if n == nil {
		return nil, nil
	}
	var found *fault.Diagnostic
	if n.chain != nil && n.size <= maxNear {
		near, err := n.byChain(ctx, question)
		if err == nil || ctx.Err() != nil {
			return near, nil
		}
		why := fault.Of(err)
		found = &fault.Diagnostic{Severity: fault.Warning, Code: why.Code, Message: "the tables were chosen without the models for embedding: " + why.Message, Hint: why.Hint}
	}
	if n.size > maxNearHere {
		return nil, found
	}
	m, err := n.here()
	if err != nil {
		return nil, found // words are left
	}
	near, err := n.cosines(ctx, m.Name(), question, m.Embed)
	if err != nil {
		return nil, found
	}
	return near, found
}

func (n *nearness) byChain(ctx context.Context, question string) (near []float32, err error) {
	err = n.chain.Embed(ctx, func(ctx context.Context, name string, e model.Embedder) (err error) {
		near, err = n.cosines(ctx, name, question, func(ctx context.Context, texts []string) ([][]float32, error) {
			vectors, _, err := e.Embed(ctx, texts)
			return vectors, err
		})
		return err
	})
	return near, err
}

func (n *nearness) cosines(ctx context.Context, name, question string, vectorize func(context.Context, []string) ([][]float32, error)) ([]float32, error) {
	tables, err := n.tables(ctx, name, vectorize)
	if err != nil {
		return nil, err
	}
	asked, err := embed.Shelf{}.Vectors(ctx, name, []string{question}, vectorize) // questions are not kept
	if err != nil {
		return nil, err
	}
	var list []float32
	for _, v := range tables {
		if len(v) != len(asked[0]) {
			return nil, fault.New(model.Malformed, "vectors of %s have different lengths", name).WithHint("choose another model for embeddings")
		}
		cosine := float32(0)
		for i, x := range v {
			cosine += x * asked[0][i]
		}
		list = append(list, cosine)
	}
	return list, nil
}

// tables are the vectors of the tables. Whoever asks while they are made waits,
// and does not make them again.
func (n *nearness) tables(ctx context.Context, name string, vectorize func(context.Context, []string) ([][]float32, error)) ([][]float32, error) {
	select {
	case n.turn <- struct{}{}:
		defer func() { <-n.turn }()
	case <-ctx.Done():
		return nil, ctx.Err()
	}
	if list := n.known[name]; list != nil {
		return list, nil
	}
	list, err := n.shelf.Vectors(ctx, name, n.texts(), vectorize)
	if err == nil {
		n.known[name] = list
	}
	return list, err
}
