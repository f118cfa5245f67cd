package modeltest

import (
	"hash/fnv"
	"math"
)

// Vector is the embedding that a provider here gives for a text: the same text
// gives the same vector, of length one. The dimensions are 8 unless asked for.
func Vector(text string, dimensions int) []float32 {
	if dimensions <= 0 || dimensions > 4096 {
		dimensions = 8
	}
	h := fnv.New64a()
	v := make([]float32, dimensions)
	sum := 0.0
	for i := range v {
		h.Write([]byte(text))
		h.Write([]byte{byte(i)})
		x := float64(h.Sum64()%2000)/1000 - 1
		v[i] = float32(x)
		sum += x * x
	}
	if sum == 0 {
		v[0], sum = 1, 1
	}
	for i := range v {
		v[i] = float32(float64(v[i]) / math.Sqrt(sum))
	}
	return v
}
