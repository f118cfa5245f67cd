package kernel

// #include "kernel.h"
import "C"

import "unsafe"

const panel = 16

// Matrix is the right-hand side of a product, k rows by n columns, laid out in
// panels as the kernels read it: fp32, or fp16, or int8 with one scale a
// column. Products with int8 round each row of the left-hand side to whole
// numbers of 13 bits where the level's instructions multiply such faster.
type Matrix struct {
	k, n   int
	panels []float32
	halves []uint16
	codes  []int8
	scales []float32
}

// MaxCoded is the most inputs of a matrix of int8.
const MaxCoded = C.PLUMB_MAX_CODED

// Rows is the number of inputs, Columns that of outputs.
func (m *Matrix) Rows() int    { return m.k }
func (m *Matrix) Columns() int { return m.n }

// Codes packs int8 weights w[n, k], one scale for each of the n outputs. k is at
// most MaxCoded.
func Codes(w []int8, scales []float32, n, k int) *Matrix {
	need(len(w), n, k, k)
	need(len(scales), 1, n, n)
	if k > MaxCoded {
		panic("kernel: too many inputs for int8")
	}
	m := &Matrix{k: k, n: n, codes: make([]int8, whole(n)*(k+k%2)), scales: make([]float32, whole(n))}
	copy(m.scales, scales[:n])
	C.plumb_pack_codes((*C.int8_t)(unsafe.SliceData(m.codes)), (*C.int8_t)(unsafe.SliceData(w)), C.long(k), C.long(n), C.long(k))
	return m
}

// Halves packs fp16 weights w[n, k], given as their bits. They are finite.
func Halves(w []uint16, n, k int) *Matrix {
	need(len(w), n, k, k)
	m := &Matrix{k: k, n: n, halves: make([]uint16, whole(n)*k)}
	C.plumb_pack_halves((*C.uint16_t)(unsafe.SliceData(m.halves)), (*C.uint16_t)(unsafe.SliceData(w)), C.long(k), C.long(n), C.long(k))
	return m
}

// SetRows packs w[n, k], rows ld apart: a product with it is a*wᵀ. Room from
// earlier calls is used again.
func (m *Matrix) SetRows(w []float32, ld, n, k int) {
	need(len(w), n, ld, k)
	m.resize(k, n)
	C.plumb_pack_rows(floats(m.panels), floats(w), C.long(ld), C.long(n), C.long(k))
}

// SetColumns packs b[k, n], rows ld apart: a product with it is a*b.
func (m *Matrix) SetColumns(b []float32, ld, k, n int) {
	need(len(b), k, ld, n)
	m.resize(k, n)
	C.plumb_pack_columns(floats(m.panels), floats(b), C.long(ld), C.long(k), C.long(n))
}

func (m *Matrix) resize(k, n int) {
	size := whole(n) * k
	if cap(m.panels) < size {
		m.panels = make([]float32, size)
	}
	*m = Matrix{k: k, n: n, panels: m.panels[:size]}
}

// whole rounds up to full panels.
func whole(n int) int { return (n + panel - 1) / panel * panel }
