// Package kernel holds the arithmetic that a small neural network spends its
// time on: products with packed weights, softmax, GELU, layer norm. It is C
// with the compiler's vectors, compiled for several instruction sets; the best
// that the machine has is chosen when the program runs. One core is used, and
// the same input always gives the same output.
package kernel

/*
#cgo CFLAGS: -O3
#cgo LDFLAGS: -lm
#include "kernel.h"
*/
import "C"

import "unsafe"

// Level is the set of instructions that the kernels use.
type Level int

const (
	Portable Level = C.PLUMB_PORTABLE
	AVX2     Level = C.PLUMB_AVX2
	AVX512   Level = C.PLUMB_AVX512 // with VNNI
	AMX      Level = C.PLUMB_AMX    // AVX512, and tiles for products of many rows with int8
)

// Best is the highest level that this machine has.
func Best() Level { return Level(C.plumb_best_level()) }

// Levels lists all that this machine has, the lowest first.
func Levels() []Level { return []Level{Portable, AVX2, AVX512, AMX}[:Best()+1] }

func (l Level) String() string { return [...]string{"portable", "AVX2", "AVX-512", "AMX"}[l] }

// Multiply sets c[m, n] = a[m, k]*b + bias, adding to what c holds where add
// is set. Rows of a and c are lda and ldc apart; bias may be nil.
func (l Level) Multiply(c []float32, ldc int, a []float32, lda, m int, b *Matrix, bias []float32, add bool) {
	if m == 0 || b.n == 0 {
		return
	}
	need(len(a), m, lda, b.k)
	need(len(c), m, ldc, b.n)
	if bias != nil {
		need(len(bias), 1, b.n, b.n)
	}
	matrix := C.struct_plumb_matrix{
		floats: floats(b.panels), halves: (*C.uint16_t)(unsafe.SliceData(b.halves)),
		codes: (*C.int8_t)(unsafe.SliceData(b.codes)), scales: floats(b.scales), k: C.long(b.k), n: C.long(b.n),
	}
	C.plumb_multiply(C.int(l), floats(a), C.long(lda), C.long(m), matrix, floats(bias), floats(c), C.long(ldc), flag(add))
}

// GELU is the exact form with the error function, in place.
func (l Level) GELU(x []float32) { C.plumb_gelu(C.int(l), floats(x), C.long(len(x))) }

// LayerNorm normalises each row of x into out, which may be x itself.
func (l Level) LayerNorm(out, x, weight, bias []float32, epsilon float32) {
	width := len(weight)
	rows := len(x) / width
	need(len(out), 1, len(x), len(x))
	need(len(x), 1, rows*width, len(x))
	need(len(bias), 1, width, width)
	C.plumb_layer_norm(C.int(l), floats(out), floats(x), C.long(rows), C.long(width), floats(weight), floats(bias), C.float(epsilon))
}

// Softmax turns each row of x times scale into probabilities, in place.
func (l Level) Softmax(x []float32, ldx, rows, n int, scale float32) {
	need(len(x), rows, ldx, n)
	C.plumb_softmax(C.int(l), floats(x), C.long(ldx), C.long(rows), C.long(n), C.float(scale), nil, 0, nil, 0)
}

// SoftmaxRelated is Softmax after adding, to element j of row i, the entry
// relations[i, j] of row i of table. Relations must be below the table's width.
func (l Level) SoftmaxRelated(x []float32, ldx, rows, n int, scale float32, relations []uint8, table []float32, width int) {
	need(len(x), rows, ldx, n)
	need(len(relations), rows, n, n)
	need(len(table), rows, width, width)
	C.plumb_softmax(C.int(l), floats(x), C.long(ldx), C.long(rows), C.long(n), C.float(scale),
		(*C.uint8_t)(unsafe.SliceData(relations)), C.long(n), floats(table), C.long(width))
}

// Attend lets one query look, head by head, at the rows of keys and values
// that index names; rows are ld apart. scores is room for len(index) numbers.
func (l Level) Attend(out, query, keys, values []float32, ld int, index []int32, heads int, scale float32, scores []float32) {
	width := len(query) / heads
	need(len(out), 1, len(query), len(query))
	need(len(scores), 1, len(index), len(index))
	for _, i := range index {
		need(len(keys)-int(i)*ld, 1, ld, len(query))
		need(len(values)-int(i)*ld, 1, ld, len(query))
	}
	C.plumb_attend(C.int(l), floats(out), floats(query), floats(keys), floats(values), C.long(ld),
		(*C.int32_t)(unsafe.SliceData(index)), C.long(len(index)), C.long(heads), C.long(width), C.float(scale), floats(scores))
}

// need panics where rows of the given width, stride apart, do not fit: the C
// code does not look.
func need(have, rows, stride, width int) {
	if rows < 0 || stride < width || rows > 0 && have < (rows-1)*stride+width {
		panic("kernel: a slice is too short for its rows")
	}
}

func floats(s []float32) *C.float { return (*C.float)(unsafe.SliceData(s)) }

func flag(b bool) C.int {
	if b {
		return 1
	}
	return 0
}
