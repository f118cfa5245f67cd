package intent

import (
	"bytes"
	"encoding/binary"
	"flag"
	"math"
	"os"
	"testing"
)

var update = flag.Bool("update", false, "learn from the exemplars again")

func TestLearnedIsOfTheExemplars(t *testing.T) {
	m := embedder(t)
	exemplars, err := Exemplars()
	if err != nil {
		t.Fatal(err)
	}
	texts := make([]string, len(exemplars))
	for i, e := range exemplars {
		texts[i] = e.Text
	}
	vectors, err := m.Embed(t.Context(), texts)
	if err != nil {
		t.Fatal(err)
	}
	if *update {
		rounded := make([][]float32, len(vectors))
		for i, v := range vectors {
			rounded[i] = quantize(v).vector()
		}
		c, err := learn(m, exemplars, rounded)
		if err != nil {
			t.Fatal(err)
		}
		learned, err = c.write(exemplarLines)
		if err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile("learned.bin", learned, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	c, err := Builtin(m)
	if err != nil {
		t.Fatalf("%v; run go test ./internal/intent -update", err)
	}
	for i, e := range c.exemplars {
		var dot float32
		for j, v := range e.meaning {
			dot += v * vectors[i][j]
		}
		if dot < 0.995 {
			t.Errorf("the vector of %q has a cosine of only %.4f with the embedder's", texts[i], dot)
		}
	}
}

// write makes what Builtin reads. The classifier must have learnt from vectors
// that were rounded.
func (c *Classifier) write(of string) ([]byte, error) {
	var b bytes.Buffer
	head := learnedHead{uint32(len(c.exemplars)), uint32(len(c.names)), uint32(len(c.exemplars[0].meaning)), hash(of)}
	if err := binary.Write(&b, binary.LittleEndian, head); err != nil {
		return nil, err
	}
	for i, e := range c.exemplars {
		q := quantize(e.meaning)
		for _, from := range []any{q.scale, q.codes, c.voices[i]} {
			if err := binary.Write(&b, binary.LittleEndian, from); err != nil {
				return nil, err
			}
		}
	}
	return b.Bytes(), nil
}

func quantize(vector []float32) quantized {
	var top float32
	for _, v := range vector {
		top = max(top, v, -v)
	}
	q := quantized{max(top, math.SmallestNonzeroFloat32) / 127, make([]int8, len(vector))}
	for i, v := range vector {
		q.codes[i] = int8(math.Round(float64(v / q.scale)))
	}
	return q
}
