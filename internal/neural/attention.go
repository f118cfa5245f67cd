package neural

import (
	"math"

	"github.com/plumbdata/plumb/internal/neural/kernel"
)

// Attention is scaled dot-product attention of several heads, with room that
// is used again from call to call.
type Attention struct {
	Level kernel.Level
	Heads int
	// Relations, where set, gives every pair of rows a term of its own.
	Relations *Relations

	keys, values  kernel.Matrix
	scores, terms []float32
}

// Relations are terms for pairs of rows: the query times the relation's key,
// plus the relation's bias.
type Relations struct {
	Of   []uint8        // relation of row i to row j, as a square
	Keys *kernel.Matrix // a column for each relation
	Bias [][]float32    // for each head, for each relation
}

// Apply sets out, rows of queries, from rows of query, key and value, each
// heads*width wide and stride apart.
func (a *Attention) Apply(out []float32, query, key, value []float32, stride, width, queries, rows int) {
	line := (rows + 15) / 16 * 16
	a.scores = room(a.scores, queries*line)
	scale := float32(1 / math.Sqrt(float64(width)))
	for h := range a.Heads {
		q, k, v := query[h*width:], key[h*width:], value[h*width:]
		a.keys.SetRows(k, stride, rows, width)
		a.values.SetColumns(v, stride, rows, width)
		a.Level.Multiply(a.scores, line, q, stride, queries, &a.keys, nil, false)
		if r := a.Relations; r == nil {
			a.Level.Softmax(a.scores, line, queries, rows, scale)
		} else {
			n := r.Keys.Columns()
			a.terms = room(a.terms, queries*n)
			a.Level.Multiply(a.terms, n, q, stride, queries, r.Keys, r.Bias[h], false)
			a.Level.SoftmaxRelated(a.scores, line, queries, rows, scale, r.Of, a.terms, n)
		}
		a.Level.Multiply(out[h*width:], a.Heads*width, a.scores, line, queries, &a.values, nil, false)
	}
}

func room(s []float32, n int) []float32 {
	if cap(s) < n {
		return make([]float32, n)
	}
	return s[:n]
}
