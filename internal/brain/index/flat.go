package index

import (
	"encoding/binary"
	"slices"
)

// flatWriter makes the bytes of a kept index: numbers as varints, texts after their
// lengths.
type flatWriter struct{ b []byte }

func (w *flatWriter) number(n int)     { w.b = binary.AppendVarint(w.b, int64(n)) }
func (w *flatWriter) text(s string)    { w.number(len(s)); w.b = append(w.b, s...) }
func (w *flatWriter) fixed(n uint32)   { w.b = binary.LittleEndian.AppendUint32(w.b, n) }
func (w *flatWriter) texts(l []string) { writeList(w, l, w.text) }
func (w *flatWriter) numbers(l []int)  { writeList(w, l, w.number) }

// flags writes up to eight of them.
func (w *flatWriter) flags(list ...bool) {
	var bits byte
	for i, set := range list {
		bits |= byte(b2i(set)) << i
	}
	w.b = append(w.b, bits)
}

func writeList[T any](w *flatWriter, list []T, write func(T)) {
	w.number(len(list))
	for _, v := range list {
		write(v)
	}
}

// flatReader takes apart what flatWriter made. Texts are parts of the bytes, and short
// lists parts of long ones, so that a large index costs few allocations. After
// the end everything is zero, and bad is true.
type flatReader struct {
	s      string
	bad    bool
	words  []string
	ints   []int
	forms  [][]string
	values []Value
}

func (r *flatReader) number() int {
	var n uint64
	for i := range min(len(r.s), binary.MaxVarintLen64) {
		b := r.s[i]
		n |= uint64(b&0x7f) << (7 * i)
		if b < 0x80 {
			r.s = r.s[i+1:]
			return int(int64(n>>1) ^ -int64(n&1))
		}
	}
	r.fail()
	return 0
}

// count is the length of a list or text, of which there must be as many bytes.
func (r *flatReader) count() int {
	n := r.number()
	if n < 0 || n > len(r.s) {
		r.fail()
		return 0
	}
	return n
}

func (r *flatReader) text() string {
	n := r.count()
	s := r.s[:n]
	r.s = r.s[n:]
	return s
}

func (r *flatReader) flags() (list [8]bool) {
	if len(r.s) == 0 {
		r.fail()
		return list
	}
	for i := range list {
		list[i] = r.s[0]&(1<<i) != 0
	}
	r.s = r.s[1:]
	return list
}

func (r *flatReader) texts() []string { return readList(r, &r.words, r.text) }
func (r *flatReader) numbers() []int  { return readList(r, &r.ints, r.number) }

func (r *flatReader) fail() { r.s, r.bad = "", true }

// readList reads a list into what is left of a long one.
func readList[T any](r *flatReader, room *[]T, read func() T) []T {
	n := r.count()
	if n == 0 {
		return nil
	}
	const atOnce = 4096
	if cap(*room)-len(*room) < n {
		*room = make([]T, 0, max(n, atOnce))
	}
	from := len(*room)
	for range n {
		*room = append(*room, read())
	}
	return slices.Clip((*room)[from:])
}
