package neural

import (
	"fmt"
	"slices"

	"github.com/plumbdata/plumb/internal/fault"
	"github.com/plumbdata/plumb/internal/neural/kernel"
)

// headWidth is what MiniLM's heads have, and the weights do not say.
const headWidth = 32

// Encoder is MiniLM, a BERT with six layers of width 384.
type Encoder struct {
	level                   kernel.Level
	words, positions, types Table
	norm                    Norm
	layers                  []encoderLayer
	width, heads            int
}

type encoderLayer struct {
	query, key, value, output Linear
	afterAttention, afterFeed Norm
	feed                      Feed
}

// Sequence is one input: ids of word pieces, the first of which, as many as
// First says, belong to the first segment and the others to the second.
type Sequence struct {
	IDs   []int32
	First int
}

// Encoder loads the encoder: its word table as word_q8, the rest under enc.
func (l *Loader) Encoder() *Encoder {
	const epsilon = 1e-12
	width := l.Size("word_q8", 1)
	e := &Encoder{
		level: l.Level, width: width, heads: width / headWidth,
		words:     l.codedTable("word_q8", "word_scale", width),
		positions: l.Table("enc.p.weight", width),
		types:     l.Table("enc.t.weight", width),
		norm:      l.Norm("enc.n", width, epsilon),
	}
	if width%headWidth != 0 {
		l.Fail("the width %d is no multiple of %d", width, headWidth)
	}
	if e.types.Rows < 2 {
		l.Fail("there are %d segments, not two", e.types.Rows)
	}
	name := func(i int) string { return fmt.Sprintf("enc.L.%d", i) }
	for i := range l.Count(func(i int) string { return name(i) + ".q.weight" }) {
		n := name(i)
		e.layers = append(e.layers, encoderLayer{
			query: l.Linear(n+".q", width, width), key: l.Linear(n+".k", width, width), value: l.Linear(n+".v", width, width),
			output: l.Linear(n+".o", width, width), feed: l.Feed(n, width),
			afterAttention: l.Norm(n+".n1", width, epsilon), afterFeed: l.Norm(n+".n2", width, epsilon),
		})
	}
	return e
}

// Detach copies the word table, which lies in the file, so that the file can go.
func (e *Encoder) Detach() { e.words.codes = slices.Clone(e.words.codes) }

// Width is that of a row of Encode; MaxTokens the longest sequence.
func (e *Encoder) Width() int     { return e.width }
func (e *Encoder) MaxTokens() int { return e.positions.Rows }

// Vocabulary is the number of word pieces that the encoder knows.
func (e *Encoder) Vocabulary() int { return e.words.Rows }

// Encode gives one row for each token of all sequences, in order. Sequences do
// not see each other; together they are only faster.
func (e *Encoder) Encode(sequences ...Sequence) ([]float32, error) {
	total := 0
	for _, s := range sequences {
		if len(s.IDs) > e.MaxTokens() {
			return nil, fault.New(fault.Internal, "a text of %d word pieces is longer than the encoder's %d", len(s.IDs), e.MaxTokens())
		}
		total += len(s.IDs)
	}
	x := make([]float32, total*e.width)
	row := 0
	for _, s := range sequences {
		for i, id := range s.IDs {
			if id < 0 || int(id) >= e.words.Rows {
				return nil, fault.New(fault.Internal, "the encoder has no word piece %d", id)
			}
			segment := 0
			if i >= s.First {
				segment = 1
			}
			to := x[row*e.width:]
			e.words.AddTo(to, int(id))
			e.positions.AddTo(to, i)
			e.types.AddTo(to, segment)
			row++
		}
	}
	e.norm.Apply(x, x)
	attention := &Attention{Level: e.level, Heads: e.heads}
	mixed, inner := make([]float32, len(x)), make([]float32, 4*len(x))
	q, k, v := inner[:len(x)], inner[len(x):][:len(x)], inner[2*len(x):][:len(x)] // no longer read when inner is written
	for _, l := range e.layers {
		l.query.Apply(q, x, total)
		l.key.Apply(k, x, total)
		l.value.Apply(v, x, total)
		at := 0
		for _, s := range sequences {
			n := len(s.IDs)
			attention.Apply(mixed[at:], q[at:], k[at:], v[at:], e.width, headWidth, n, n)
			at += n * e.width
		}
		l.output.AddTo(x, mixed, total)
		l.afterAttention.Apply(x, x)
		copy(mixed, x)
		l.feed.AddTo(x, mixed, total, &inner)
		l.afterFeed.Apply(x, x)
	}
	return x, nil
}
