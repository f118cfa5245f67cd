package kernel

import (
	"fmt"
	"math/rand/v2"
	"testing"
)

// plainDot is what Scan computes, from codes that are not packed.
func plainDot(query []int8, codes []uint8) (sum int32) {
	for i, c := range codes {
		sum += int32(query[i]) * int32(c)
	}
	return sum
}

func TestScan(t *testing.T) {
	for _, dimensions := range []int{1, 31, 64, 100, 128, 129, 384, 1000, 4096} {
		r := rand.New(rand.NewPCG(1, uint64(dimensions)))
		const rows = 37
		codes, packed := make([][]uint8, rows), make([]byte, rows*RowBytes(dimensions))
		query := make([]int8, Padded(dimensions))
		for i := range dimensions {
			query[i] = int8(r.IntN(255) - 127)
		}
		for i := range codes {
			codes[i] = make([]uint8, dimensions)
			for j := range codes[i] {
				codes[i][j] = uint8(r.IntN(SixBits + 1))
			}
			PackSixBits(packed[i*RowBytes(dimensions):], codes[i])
		}
		for _, level := range Levels() {
			got := make([]int32, rows)
			level.Scan(got, query, packed, nil)
			for i := range got {
				if want := plainDot(query, codes[i]); got[i] != want {
					t.Fatalf("%v, %d dimensions: row %d is %d, want %d", level, dimensions, i, got[i], want)
				}
			}
			index := []int32{36, 0, 7, 7, 35}
			some := make([]int32, len(index))
			level.Scan(some, query, packed, index)
			for i, row := range index {
				if some[i] != got[row] {
					t.Fatalf("%v, %d dimensions: row %d is %d by its index, %d in turn", level, dimensions, row, some[i], got[row])
				}
			}
			level.Scan(nil, query, nil, nil)
		}
	}
}

// The greatest products that there can be do not overflow.
func TestScanOfExtremes(t *testing.T) {
	const dimensions = 4096
	codes, packed := make([]uint8, dimensions), make([]byte, RowBytes(dimensions))
	for i := range codes {
		codes[i] = SixBits
	}
	PackSixBits(packed, codes)
	for _, extreme := range []int8{-127, 127} {
		query := make([]int8, dimensions)
		for i := range query {
			query[i] = extreme
		}
		for _, level := range Levels() {
			got := []int32{0}
			level.Scan(got, query, packed, nil)
			if want := plainDot(query, codes); got[0] != want {
				t.Errorf("%v: got %d, want %d", level, got[0], want)
			}
		}
	}
}

func TestScanBeyondItsRowsPanics(t *testing.T) {
	rows, query := make([]byte, 2*RowBytes(128)), make([]int8, 128)
	for name, call := range map[string]func(){
		"rows":  func() { Portable.Scan(make([]int32, 3), query, rows, nil) },
		"index": func() { Portable.Scan(make([]int32, 1), query, rows, []int32{2}) },
		"below": func() { Portable.Scan(make([]int32, 1), query, rows, []int32{-1}) },
		"few":   func() { Portable.Scan(make([]int32, 2), query, rows, []int32{1}) },
		"query": func() { Portable.Scan(make([]int32, 1), query[:100], rows, nil) },
		"pack":  func() { PackSixBits(make([]byte, 95), make([]uint8, 1)) },
	} {
		func() {
			defer func() {
				if recover() == nil {
					t.Errorf("%s: accepted", name)
				}
			}()
			call()
		}()
	}
}

func BenchmarkScan(b *testing.B) {
	const rows, dimensions = 100_000, 384
	packed, query, out := make([]byte, rows*RowBytes(dimensions)), make([]int8, Padded(dimensions)), make([]int32, rows)
	for _, level := range Levels() {
		b.Run(fmt.Sprint(level), func(b *testing.B) {
			b.SetBytes(int64(len(packed)))
			for b.Loop() {
				level.Scan(out, query, packed, nil)
			}
		})
	}
}
