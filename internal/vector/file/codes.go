package file

import (
	"math"

	"github.com/plumbdata/plumb/internal/neural/kernel"
)

// A vector x is kept twice: as it is, and as codes of 6 bits, in less than a fifth of the
// bytes. The codes are of the vector after a rotation, the same for all, which leaves
// products as they are and spreads what is in few numbers over all of them: then 64 steps
// from the least to the greatest are fine enough, whoever made the vectors. Codes c and a
// scale s stand for x̂ = s·(c - middle); beside s is kept the length of x - x̂. From them the
// product of a query with x is known within a margin (see target), and the vectors
// themselves are read only where that does not decide.
const middle = (kernel.SixBits + 1) / 2

// rounding is a scale and the length of what the codes leave out, rounded up.
type rounding struct{ scale, loss float32 }

// encoder makes codes for vectors of some dimensions.
type encoder struct {
	turned, room []float64
	codes        []uint8
}

func newEncoder(dimensions int) *encoder {
	n := kernel.Padded(dimensions)
	return &encoder{make([]float64, n), make([]float64, n), make([]uint8, n)}
}

// encode finds the codes for a vector and packs them into a row.
func (e *encoder) encode(row []byte, v []float32) rounding {
	e.rotate(v)
	top := greatest(e.turned)
	if top == 0 {
		clear(row)
		return rounding{}
	}
	// Whatever the codes, the best scale for them is x·c/c·c.
	product, square := 0.0, 0.0
	factor := (middle - 1) / top
	for i, x := range e.turned {
		c := int(x*factor + (middle + 0.5)) // is rounded down, being positive
		e.codes[i] = uint8(c)
		product += x * float64(c-middle)
		square += float64((c - middle) * (c - middle))
	}
	r := rounding{scale: float32(product / square)}
	loss := 0.0
	for i, x := range e.turned {
		d := x - float64(r.scale)*float64(int(e.codes[i])-middle)
		loss += d * d
	}
	r.loss = math.Nextafter32(float32(math.Sqrt(loss)), math.MaxFloat32)
	kernel.PackSixBits(row, e.codes)
	return r
}

// rotate sets turned: it turns some signs and transforms (by Hadamard) pieces of the vector,
// and once more pieces that have numbers of all of these.
func (e *encoder) rotate(v []float32) {
	const piece = 128 // divides what kernel.Padded gives
	signs := uint64(0x9e3779b97f4a7c15)
	sign := func(x float64) float64 {
		signs ^= signs << 13
		signs ^= signs >> 7
		signs ^= signs << 17
		if signs>>63 == 1 {
			return -x
		}
		return x
	}
	clear(e.room)
	for i, x := range v {
		e.room[i] = sign(float64(x))
	}
	hadamard(e.room, piece)
	pieces := len(e.room) / piece
	for i, x := range e.room {
		e.turned[i%piece*pieces+i/piece] = sign(x)
	}
	hadamard(e.turned, piece)
}

// hadamard transforms each piece of x.
func hadamard(x []float64, piece int) {
	factor := 1 / math.Sqrt(float64(piece))
	for ; len(x) > 0; x = x[piece:] {
		for half := 1; half < piece; half *= 2 {
			for i := 0; i < piece; i += 2 * half {
				a, b := x[i:i+half], x[i+half:i+2*half]
				for j := range a {
					a[j], b[j] = a[j]+b[j], a[j]-b[j]
				}
			}
		}
		for i := range x[:piece] {
			x[i] *= factor
		}
	}
}

func greatest(list []float64) float64 {
	top := 0.0
	for _, x := range list {
		top = max(top, math.Abs(x))
	}
	return top
}

// target is a query as whole numbers q̂ = unit·codes, with what bounds the error of a product
// by codes: q·x = q̂·x̂ + (q-q̂)·x̂ + q·(x-x̂), and a product is at most that of the lengths.
type target struct {
	vector []float32
	codes  []int8
	unit   float64
	shift  int32   // what the middle of the codes adds to a sum
	length float64 // of the query
	loss   float64 // the length of q - q̂
}

// longest is more than the length of any vector that is kept.
const longest = 1.01

func newTarget(query []float32) *target {
	e := newEncoder(len(query))
	e.rotate(query)
	t := &target{vector: query, codes: make([]int8, len(e.turned)), unit: greatest(e.turned) / math.MaxInt8}
	for i, x := range e.turned {
		code := math.Round(x / t.unit)
		t.codes[i] = int8(code)
		t.shift += int32(code) * middle
		t.length += x * x
		t.loss += (x - code*t.unit) * (x - code*t.unit)
	}
	t.length, t.loss = math.Sqrt(t.length), math.Sqrt(t.loss)
	return t
}

// estimate is the product with a vector by the sum of its codes, and how far from it the
// true one can be.
func (t *target) estimate(sum int32, r rounding) (score, margin float64) {
	const arithmetic = 1e-9 // more than float64 loses
	score = t.unit * float64(r.scale) * float64(sum-t.shift)
	return score, float64(r.loss)*(t.length+t.loss) + t.loss*longest + arithmetic
}

// sieve are the numbers of a target in float32, for a first look at many rows.
type sieve struct {
	shift                int32
	unit, length, common float32
}

func (t *target) sieve() sieve {
	const arithmetic = 1e-5 // more than float32 loses
	return sieve{t.shift, float32(t.unit), float32(t.length + t.loss), float32(t.loss*longest + arithmetic)}
}

// reaches is false where a row's score with its margin is certainly below a floor.
func (s *sieve) reaches(sum int32, r rounding, floor float32) bool {
	return s.unit*r.scale*float32(sum-s.shift)+s.length*r.loss+s.common >= floor
}

// exact is the product with a vector. It is summed in float64, in which the products of
// float32 are exact, always in the same order, so equal vectors score equally everywhere.
func (t *target) exact(v []float32) float64 {
	var s0, s1, s2, s3 float64
	q := t.vector
	i := 0
	for ; i+4 <= len(q) && i+4 <= len(v); i += 4 {
		a, b := q[i:i+4:i+4], v[i:i+4:i+4]
		s0 += float64(float64(a[0]) * float64(b[0]))
		s1 += float64(float64(a[1]) * float64(b[1]))
		s2 += float64(float64(a[2]) * float64(b[2]))
		s3 += float64(float64(a[3]) * float64(b[3]))
	}
	for ; i < len(q) && i < len(v); i++ {
		s0 += float64(float64(q[i]) * float64(v[i]))
	}
	return (s0 + s1) + (s2 + s3)
}
