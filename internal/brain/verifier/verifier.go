package verifier

import (
	"math"

	"github.com/plumbdata/plumb/internal/neural"
	"github.com/plumbdata/plumb/internal/neural/kernel"
)

// Verifier may be used from several goroutines.
type Verifier struct {
	pieces  *neural.Tokenizer
	encoder *neural.Encoder
	inner   neural.Linear
	outer   neural.Linear
}

// Load takes the verifier out of its weights file. The word table is that of the parser's
// file; the bytes of both are kept.
func Load(level kernel.Level, file, parser []byte, pieces *neural.Tokenizer) (*Verifier, error) {
	tensors, err := neural.ReadTensors(file)
	if err != nil {
		return nil, err
	}
	words, err := neural.ReadTensors(parser)
	if err != nil {
		return nil, err
	}
	tensors.Borrow(words, "word_q8", "word_scale")
	l := &neural.Loader{Tensors: tensors, Level: level}
	v := &Verifier{pieces: pieces, encoder: l.Encoder()}
	width := v.encoder.Width()
	v.inner, v.outer = l.Linear("h1", width, width), l.Linear("h2", width, 1)
	return v, l.Err()
}

// Score says for each statement how well it goes with the question: the logarithm of
// how much more probable it is than that none of them is right.
func (v *Verifier) Score(asked string, statements []string) ([]float64, error) {
	question := Cut(v.pieces, asked, MostAsked)
	list := make([]neural.Sequence, len(statements))
	for i, s := range statements {
		ids := append([]int32{v.pieces.Start}, question...)
		ids = append(ids, v.pieces.Separator)
		first := len(ids)
		ids = append(ids, Cut(v.pieces, s, MostSaid)...)
		list[i] = neural.Sequence{IDs: append(ids, v.pieces.Separator), First: first}
	}
	rows, err := v.encoder.Encode(list...)
	if err != nil {
		return nil, err
	}
	width := v.encoder.Width()
	starts := make([]float32, 0, len(list)*width)
	for _, s := range list {
		starts = append(starts, rows[:width]...)
		rows = rows[len(s.IDs)*width:]
	}
	inner, out := make([]float32, len(starts)), make([]float32, len(list))
	v.inner.Apply(inner, starts, len(list))
	for i, x := range inner {
		inner[i] = float32(math.Tanh(float64(x)))
	}
	v.outer.Apply(out, inner, len(list))
	scores := make([]float64, len(out))
	for i, x := range out {
		scores[i] = float64(x)
	}
	return scores, nil
}
