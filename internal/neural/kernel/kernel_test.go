package kernel

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"
)

func random(r *rand.Rand, n int) []float32 {
	x := make([]float32, n)
	for i := range x {
		x[i] = float32(r.NormFloat64())
	}
	return x
}

// scalar is the plain loop that the kernels are measured against: a*wᵀ + bias.
func scalar(c, a []float32, m int, w []float32, n, k int, bias []float32) {
	for i := range m {
		for j := range n {
			sum := bias[j]
			row, col := a[i*k:(i+1)*k], w[j*k:(j+1)*k]
			for x := range row {
				sum += row[x] * col[x]
			}
			c[i*n+j] = sum
		}
	}
}

func near(t *testing.T, what string, got, want []float32, tolerance float64) {
	t.Helper()
	for i := range want {
		if d := math.Abs(float64(got[i]) - float64(want[i])); !(d <= tolerance*(1+math.Abs(float64(want[i])))) {
			t.Fatalf("%s: element %d is %v, want %v", what, i, got[i], want[i])
		}
	}
}

func TestMultiply(t *testing.T) {
	for _, level := range Levels() {
		for _, s := range []struct{ m, k, n int }{{1, 1, 1}, {5, 384, 1536}, {13, 1536, 384}, {7, 48, 37}, {3, 37, 48}, {25, 513, 17}, {1, 384, 52}, {450, 32, 450}, {12, 1100, 33}} {
			r := rand.New(rand.NewPCG(1, uint64(s.m*s.k*s.n)))
			a, w, bias := random(r, s.m*s.k), random(r, s.n*s.k), random(r, s.n)
			want := make([]float32, s.m*s.n)
			scalar(want, a, s.m, w, s.n, s.k, bias)
			what := fmt.Sprintf("%v %v", level, s)
			var rows, columns Matrix
			rows.SetRows(w, s.k, s.n, s.k)
			got := make([]float32, s.m*s.n)
			level.Multiply(got, s.n, a, s.k, s.m, &rows, bias, false)
			near(t, what+" rows", got, want, 1e-4)
			first := append([]float32(nil), got...)

			turned := make([]float32, s.k*s.n)
			for j := range s.n {
				for i := range s.k {
					turned[i*s.n+j] = w[j*s.k+i]
				}
			}
			columns.SetColumns(turned, s.n, s.k, s.n)
			level.Multiply(got, s.n, a, s.k, s.m, &columns, nil, false)
			level.Multiply(got, s.n, a, s.k, s.m, &columns, bias, true)
			for i := range want {
				want[i] += first[i] - bias[i%s.n]
			}
			near(t, what+" columns, added", got, want, 2e-4)
		}
	}
}

// Products with int8 are those with the weights that the codes stand for, but
// for the rounding of a.
func TestMultiplyCodes(t *testing.T) {
	for _, s := range []struct{ m, k, n int }{{1, 1, 1}, {9, 700, 50}, {300, 384, 16}, {13, 1536, 37}, {2, 37, 48}, {1, 384, 52}, {3, MaxCoded, 5}} {
		r := rand.New(rand.NewPCG(1, uint64(s.m*s.k*s.n)))
		codes, scales, w := make([]int8, s.n*s.k), make([]float32, s.n), make([]float32, s.n*s.k)
		for j := range s.n {
			scales[j] = r.Float32() / 50
			for i := range s.k {
				codes[j*s.k+i] = int8(r.IntN(256) - 128)
				w[j*s.k+i] = float32(codes[j*s.k+i]) * scales[j]
			}
		}
		a, bias := random(r, s.m*s.k), random(r, s.n)
		clear(a[(s.m-1)*s.k:]) // a row of zeros
		var plain Matrix
		plain.SetRows(w, s.k, s.n, s.k)
		packed := Codes(codes, scales, s.n, s.k)
		for _, level := range Levels() {
			what := fmt.Sprintf("%v %v", level, s)
			want, got := make([]float32, s.m*s.n), make([]float32, s.m*s.n)
			level.Multiply(want, s.n, a, s.k, s.m, &plain, bias, false)
			level.Multiply(got, s.n, a, s.k, s.m, packed, bias, false)
			near(t, what, got, want, 2e-2)
			level.Multiply(want, s.n, a, s.k, s.m, &plain, nil, true)
			level.Multiply(got, s.n, a, s.k, s.m, packed, nil, true)
			near(t, what+", added", got, want, 2e-2)
		}
	}
}

// Tiles give what AVX-512 gives, bit for bit, whatever is left over at the edges.
func TestTilesAreExact(t *testing.T) {
	if Best() < AMX {
		t.Skip("this machine has no AMX")
	}
	r := rand.New(rand.NewPCG(13, 14))
	for _, s := range []struct{ m, k, n int }{{16, 64, 32}, {33, 37, 53}, {402, 384, 100}, {90, 1537, 16}, {40, MaxCoded, 17}} {
		codes := make([]int8, s.n*s.k)
		for i := range codes {
			codes[i] = int8(r.IntN(256) - 128)
		}
		a, bias := random(r, s.m*s.k), random(r, s.n)
		b := Codes(codes, random(r, s.n), s.n, s.k)
		for _, add := range []bool{false, true} {
			want := random(r, s.m*s.n)
			got := slices.Clone(want)
			AVX512.Multiply(want, s.n, a, s.k, s.m, b, bias, add)
			AMX.Multiply(got, s.n, a, s.k, s.m, b, bias, add)
			if !slices.Equal(got, want) {
				t.Errorf("%v, adding %v: the products differ", s, add)
			}
		}
	}
}

// A number is rounded to a 4,095th of the greatest of its row, and no further.
func TestMultiplyCodesRounds(t *testing.T) {
	const k = 401
	r := rand.New(rand.NewPCG(11, 12))
	a, unit, ones := random(r, k), make([]int8, k*k), slices.Repeat([]float32{1}, k)
	for i := range k {
		unit[i*k+i] = 1
	}
	half := max(slices.Max(a), -slices.Min(a)) / 4095 / 2
	packed := Codes(unit, ones, k, k)
	for _, level := range Levels() {
		got := make([]float32, k)
		level.Multiply(got, k, a, k, 1, packed, nil, false)
		for i := range a {
			if d := math.Abs(float64(got[i] - a[i])); d > float64(half)*1.001 {
				t.Fatalf("%v: %v became %v, more than %v away", level, a[i], got[i], half)
			}
		}
	}
}

// The greatest sum that there can be does not overflow.
func TestMultiplyCodesOfExtremes(t *testing.T) {
	codes, a := slices.Repeat([]int8{-128}, MaxCoded), slices.Repeat([]float32{-1e9}, MaxCoded)
	packed := Codes(codes, []float32{1}, 1, MaxCoded)
	for _, level := range Levels() {
		got := []float32{0}
		level.Multiply(got, 1, a, MaxCoded, 1, packed, nil, false)
		near(t, level.String(), got, []float32{128e9 * MaxCoded}, 1e-4)
	}
}

func TestMultiplyHalves(t *testing.T) {
	const m, k, n = 9, 700, 50
	r := rand.New(rand.NewPCG(1, 3))
	halves, w := make([]uint16, n*k), make([]float32, n*k)
	for i := range halves {
		halves[i] = uint16(r.IntN(1 << 16))
		if halves[i]>>10&31 == 31 { // not finite
			halves[i] = 0x8001
		}
		w[i] = float32(math.Ldexp(float64(halves[i]&1023|1024), int(halves[i]>>10&31)-25))
		if halves[i]>>10&31 == 0 {
			w[i] = float32(math.Ldexp(float64(halves[i]&1023), -24))
		}
		if halves[i]>>15 == 1 {
			w[i] = -w[i]
		}
	}
	a := random(r, m*k)
	var plain Matrix
	plain.SetRows(w, k, n, k)
	packed := Halves(halves, n, k)
	for _, level := range Levels() {
		want, got := make([]float32, m*n), make([]float32, m*n)
		level.Multiply(want, n, a, k, m, &plain, nil, false)
		level.Multiply(got, n, a, k, m, packed, nil, false)
		for i := range want {
			if got[i] != want[i] {
				t.Fatalf("%v: element %d is %v with halves, %v without", level, i, got[i], want[i])
			}
		}
	}
}

// A row's product is the same, bit for bit, alone and among others.
func TestRowsAreIndependent(t *testing.T) {
	const m, k, n = 31, 384, 100
	r := rand.New(rand.NewPCG(3, 4))
	a, w, codes := random(r, m*k), random(r, n*k), make([]int8, n*k)
	for i, x := range w {
		codes[i] = int8(x * 20)
	}
	var plain Matrix
	plain.SetRows(w, k, n, k)
	for _, b := range []*Matrix{&plain, Codes(codes, slices.Repeat([]float32{0.05}, n), n, k)} {
		for _, level := range Levels() {
			all, one := make([]float32, m*n), make([]float32, n)
			level.Multiply(all, n, a, k, m, b, nil, false)
			for i := range m {
				level.Multiply(one, n, a[i*k:], k, 1, b, nil, false)
				for j := range one {
					if one[j] != all[i*n+j] {
						t.Fatalf("%v: row %d differs when it is alone", level, i)
					}
				}
			}
		}
	}
}

func TestElementwise(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 6))
	for _, level := range Levels() {
		for _, n := range []int{1, 7, 16, 100, 384} {
			x := random(r, n)
			for i := range x {
				x[i] *= 6
			}
			gelu, soft := append([]float32(nil), x...), append([]float32(nil), x...)
			wantGELU, wantSoft := make([]float32, n), make([]float32, n)
			var sum float64
			for i, v := range x {
				wantGELU[i] = float32(float64(v) * 0.5 * (1 + math.Erf(float64(v)/math.Sqrt2)))
				sum += math.Exp(float64(v) * 0.25)
			}
			for i, v := range x {
				wantSoft[i] = float32(math.Exp(float64(v)*0.25) / sum)
			}
			level.GELU(gelu)
			near(t, level.String()+" GELU", gelu, wantGELU, 2e-6)
			level.Softmax(soft, n, 1, n, 0.25)
			near(t, level.String()+" softmax", soft, wantSoft, 1e-6)

			weight, bias, got, want := random(r, n), random(r, n), make([]float32, n), make([]float32, n)
			level.LayerNorm(got, x, weight, bias, 1e-5)
			var mean, variance float64
			for _, v := range x {
				mean += float64(v) / float64(n)
			}
			for _, v := range x {
				variance += (float64(v) - mean) * (float64(v) - mean) / float64(n)
			}
			for i, v := range x {
				want[i] = float32((float64(v)-mean)/math.Sqrt(variance+1e-5)*float64(weight[i]) + float64(bias[i]))
			}
			near(t, level.String()+" layer norm", got, want, 2e-5)
		}
	}
}

// Far below the maximum a probability is nothing, and never NaN.
func TestSoftmaxOfExtremes(t *testing.T) {
	for _, level := range Levels() {
		x := []float32{-1e30, 1e4, -1e4, 9999, -3e38}
		level.Softmax(x, len(x), 1, len(x), 1)
		near(t, level.String(), x, []float32{0, 0.7310586, 0, 0.26894143, 0}, 1e-6)
	}
}

func TestAttention(t *testing.T) {
	const heads, width, count = 3, 20, 9
	const d = heads * width
	r := rand.New(rand.NewPCG(7, 8))
	query, keys, values := random(r, d), random(r, 2*count*d), random(r, 2*count*d)
	index := []int32{17, 3, 5, 0, 8, 9, 2, 1, 11}
	for _, level := range Levels() {
		got, scores := make([]float32, d), make([]float32, count)
		level.Attend(got, query, keys, values, d, index, heads, 0.2, scores)
		want := make([]float32, d)
		for h := range heads {
			weights, sum := make([]float64, count), 0.0
			for j, row := range index {
				dot := 0.0
				for i := range width {
					dot += float64(query[h*width+i]) * float64(keys[int(row)*d+h*width+i])
				}
				weights[j] = math.Exp(dot * 0.2)
				sum += weights[j]
			}
			for i := range width {
				v := 0.0
				for j, row := range index {
					v += weights[j] / sum * float64(values[int(row)*d+h*width+i])
				}
				want[h*width+i] = float32(v)
			}
		}
		near(t, level.String(), got, want, 1e-5)
	}
}

func TestSoftmaxRelated(t *testing.T) {
	const rows, n, width = 3, 21, 6
	r := rand.New(rand.NewPCG(9, 10))
	x, table, relations := random(r, rows*n), random(r, rows*width), make([]uint8, rows*n)
	for i := range relations {
		relations[i] = uint8(r.IntN(width))
	}
	for _, level := range Levels() {
		got, want := append([]float32(nil), x...), append([]float32(nil), x...)
		for i := range want {
			want[i] += table[i/n*width+int(relations[i])]
		}
		level.Softmax(want, n, rows, n, 0.5)
		level.SoftmaxRelated(got, n, rows, n, 0.5, relations, table, width)
		near(t, level.String(), got, want, 1e-6)
	}
}

func TestShortSlicesPanic(t *testing.T) {
	var b Matrix
	b.SetRows(make([]float32, 32), 4, 8, 4)
	for name, call := range map[string]func(){
		"a": func() { Portable.Multiply(make([]float32, 16), 8, make([]float32, 7), 4, 2, &b, nil, false) },
		"c": func() { Portable.Multiply(make([]float32, 15), 8, make([]float32, 8), 4, 2, &b, nil, false) },
		"bias": func() {
			Portable.Multiply(make([]float32, 16), 8, make([]float32, 8), 4, 2, &b, make([]float32, 7), false)
		},
		"norm": func() {
			Portable.LayerNorm(make([]float32, 3), make([]float32, 4), make([]float32, 4), make([]float32, 4), 1)
		},
	} {
		func() {
			defer func() {
				if recover() == nil {
					t.Errorf("a short %s was accepted", name)
				}
			}()
			call()
		}()
	}
}

func BenchmarkMultiply(b *testing.B) {
	for _, s := range []struct{ m, k, n int }{{5, 384, 384}, {5, 384, 1024}, {12, 384, 1536}, {100, 384, 384}, {100, 384, 1536}, {100, 1536, 384}, {450, 384, 1536}, {450, 1536, 384}, {100, 32, 100}} {
		r := rand.New(rand.NewPCG(1, 2))
		a, w, bias, c := random(r, s.m*s.k), random(r, s.n*s.k), random(r, s.n), make([]float32, s.m*s.n)
		flops := 2 * float64(s.m) * float64(s.k) * float64(s.n)
		report := func(b *testing.B) {
			b.ReportMetric(flops*float64(b.N)/b.Elapsed().Seconds()/1e9, "GFLOP/s")
			b.ReportMetric(0, "ns/op")
		}
		name := fmt.Sprintf("%dx%dx%d", s.m, s.k, s.n)
		b.Run(name+"/scalar", func(b *testing.B) {
			for b.Loop() {
				scalar(c, a, s.m, w, s.n, s.k, bias)
			}
			report(b)
		})
		var plain Matrix
		plain.SetRows(w, s.k, s.n, s.k)
		packed := Codes(make([]int8, s.n*s.k), make([]float32, s.n), s.n, s.k)
		halves := Halves(make([]uint16, s.n*s.k), s.n, s.k)
		for _, level := range Levels() {
			b.Run(fmt.Sprintf("%s/%v", name, level), func(b *testing.B) {
				for b.Loop() {
					level.Multiply(c, s.n, a, s.k, s.m, &plain, bias, false)
				}
				report(b)
			})
			b.Run(fmt.Sprintf("%s/%v,fp16", name, level), func(b *testing.B) {
				for b.Loop() {
					level.Multiply(c, s.n, a, s.k, s.m, halves, bias, false)
				}
				report(b)
			})
			b.Run(fmt.Sprintf("%s/%v,int8", name, level), func(b *testing.B) {
				for b.Loop() {
					level.Multiply(c, s.n, a, s.k, s.m, packed, bias, false)
				}
				report(b)
			})
		}
	}
}
