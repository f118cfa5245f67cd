package intent

import (
	"bytes"
	_ "embed"
	"encoding/binary"
	"hash/fnv"

	"github.com/plumbdata/plumb/internal/fault"
)

// Embedding hundreds of exemplars takes seconds, so what was learnt from those
// that come with Plumb comes along. `go test ./internal/intent -update` makes it
// again.
//
//go:embed learned.bin
var learned []byte

// learnedHead begins learned.bin. After it stand, for each exemplar, its vector
// as bytes with their scale, and its voices.
type learnedHead struct {
	Exemplars, Names, Dimensions uint32
	Of                           uint64 // hash of the exemplars
}

// Builtin is the classifier that comes with Plumb; its embedder must be the one
// that the exemplars were embedded with.
func Builtin(embedder Embedder) (*Classifier, error) {
	exemplars, err := Exemplars()
	if err != nil {
		return nil, err
	}
	r := bytes.NewReader(learned)
	var head learnedHead
	if err := binary.Read(r, binary.LittleEndian, &head); err != nil || head.Of != hash(exemplarLines) || int(head.Exemplars) != len(exemplars) {
		return nil, fault.New(fault.Internal, "the intent weights belong to other exemplars")
	}
	c := prepare(embedder, exemplars)
	for _, e := range exemplars {
		q := quantized{codes: make([]int8, head.Dimensions)}
		voices := make([]float32, head.Names)
		for _, to := range []any{&q.scale, q.codes, voices} {
			if err := binary.Read(r, binary.LittleEndian, to); err != nil {
				return nil, fault.Wrap(err, fault.Internal, "the intent weights cannot be read: %v", err)
			}
		}
		c.exemplars = append(c.exemplars, point{q.vector(), c.words.weigh(e.Text)})
		c.voices = append(c.voices, voices)
	}
	return c, nil
}

func hash(text string) uint64 {
	h := fnv.New64a()
	h.Write([]byte(text))
	return h.Sum64()
}

// quantized is a vector in bytes.
type quantized struct {
	scale float32
	codes []int8
}

func (q quantized) vector() []float32 {
	v := make([]float32, len(q.codes))
	for i, c := range q.codes {
		v[i] = float32(c) * q.scale
	}
	return v
}
