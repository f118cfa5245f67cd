// Package scalar is MiniLM in plain loops and float64, from the weights as they
// were published. Tests hold the fast encoder against it, and benchmarks
// measure it beside it; nothing else uses it.
package scalar

import (
	"fmt"
	"math"

	"github.com/plumbdata/plumb/internal/neural"
)

const headWidth = 32

// Encoder is MiniLM.
type Encoder struct {
	width                   int
	words, positions, types []float64
	norm                    norm
	layers                  []layer
}

type norm struct{ weight, bias []float64 }

type linear struct {
	weight, bias []float64
	in, out      int
}

type layer struct {
	query, key, value, output, up, down linear
	afterAttention, afterFeed           norm
}

// Load reads weights under the names of Hugging Face's BertModel.
func Load(file []byte) (*Encoder, error) {
	tensors, err := neural.ReadTensors(file)
	if err != nil {
		return nil, err
	}
	l := neural.Loader{Tensors: tensors}
	values := func(name string) []float64 {
		narrow := l.Values(name, l.Shape(name)...)
		wide := make([]float64, len(narrow))
		for i, v := range narrow {
			wide[i] = float64(v)
		}
		return wide
	}
	normOf := func(name string) norm { return norm{values(name + ".weight"), values(name + ".bias")} }
	linearOf := func(name string) linear {
		return linear{values(name + ".weight"), values(name + ".bias"), l.Size(name+".weight", 1), l.Size(name+".weight", 0)}
	}
	e := &Encoder{
		width: l.Size("embeddings.word_embeddings.weight", 1),
		words: values("embeddings.word_embeddings.weight"), positions: values("embeddings.position_embeddings.weight"),
		types: values("embeddings.token_type_embeddings.weight"), norm: normOf("embeddings.LayerNorm"),
	}
	name := func(i int) string { return fmt.Sprintf("encoder.layer.%d.", i) }
	for i := range l.Count(func(i int) string { return name(i) + "output.dense.weight" }) {
		n := name(i)
		e.layers = append(e.layers, layer{
			query: linearOf(n + "attention.self.query"), key: linearOf(n + "attention.self.key"), value: linearOf(n + "attention.self.value"),
			output: linearOf(n + "attention.output.dense"), up: linearOf(n + "intermediate.dense"), down: linearOf(n + "output.dense"),
			afterAttention: normOf(n + "attention.output.LayerNorm"), afterFeed: normOf(n + "output.LayerNorm"),
		})
	}
	return e, l.Err()
}

// Sentence is the embedding of a sentence: the mean of its tokens' rows, of
// length 1.
func (e *Encoder) Sentence(ids []int32) []float64 {
	x := make([][]float64, len(ids))
	for i, id := range ids {
		x[i] = make([]float64, e.width)
		for j := range x[i] {
			x[i][j] = e.words[int(id)*e.width+j] + e.positions[i*e.width+j] + e.types[j]
		}
		e.norm.apply(x[i])
	}
	for _, l := range e.layers {
		l.apply(x)
	}
	mean, length := make([]float64, e.width), 0.0
	for _, row := range x {
		for j, v := range row {
			mean[j] += v
		}
	}
	for _, v := range mean {
		length += v * v
	}
	for j := range mean {
		mean[j] /= math.Sqrt(length)
	}
	return mean
}

func (l *layer) apply(x [][]float64) {
	q, k, v := make([][]float64, len(x)), make([][]float64, len(x)), make([][]float64, len(x))
	for i, row := range x {
		q[i], k[i], v[i] = l.query.apply(row), l.key.apply(row), l.value.apply(row)
	}
	for i, row := range x {
		mixed := make([]float64, len(row))
		for h := 0; h < len(row); h += headWidth {
			weights, sum := make([]float64, len(x)), 0.0
			for j := range x {
				for c := h; c < h+headWidth; c++ {
					weights[j] += q[i][c] * k[j][c]
				}
				weights[j] = math.Exp(weights[j] / math.Sqrt(headWidth))
				sum += weights[j]
			}
			for j := range x {
				for c := h; c < h+headWidth; c++ {
					mixed[c] += weights[j] / sum * v[j][c]
				}
			}
		}
		add(row, l.output.apply(mixed))
		l.afterAttention.apply(row)
		inner := l.up.apply(row)
		for j, t := range inner {
			inner[j] = t / 2 * (1 + math.Erf(t/math.Sqrt2))
		}
		add(row, l.down.apply(inner))
		l.afterFeed.apply(row)
	}
}

func (n linear) apply(x []float64) []float64 {
	out := make([]float64, n.out)
	for i := range out {
		sum := n.bias[i]
		for j, w := range n.weight[i*n.in : (i+1)*n.in] {
			sum += w * x[j]
		}
		out[i] = sum
	}
	return out
}

func (n norm) apply(x []float64) {
	mean, variance := 0.0, 0.0
	for _, v := range x {
		mean += v / float64(len(x))
	}
	for _, v := range x {
		variance += (v - mean) * (v - mean) / float64(len(x))
	}
	for i, v := range x {
		x[i] = (v-mean)/math.Sqrt(variance+1e-12)*n.weight[i] + n.bias[i]
	}
}

func add(to, from []float64) {
	for i, v := range from {
		to[i] += v
	}
}
