package kernel

// #include "kernel.h"
import "C"

import "unsafe"

// SixBits is the greatest code of a row that Scan reads.
const SixBits = 1<<6 - 1

const (
	chunk      = C.PLUMB_CHUNK
	chunkBytes = C.PLUMB_CHUNK_BYTES
)

// Padded is how many numbers a query has for rows of n codes; those after n are zero.
func Padded(n int) int { return (n + chunk - 1) / chunk * chunk }

// RowBytes is the size of a packed row of n codes of 6 bits.
func RowBytes(n int) int { return Padded(n) / chunk * chunkBytes }

// PackSixBits packs codes, of which none is above SixBits, into a row.
func PackSixBits(row []byte, codes []uint8) {
	need(len(row), 1, RowBytes(len(codes)), RowBytes(len(codes)))
	clear(row[:RowBytes(len(codes))])
	for i, c := range codes {
		at, of := i/chunk*chunkBytes, i%chunk
		row[at+of%64] |= c & 15 << (of / 64 * 4)
		row[at+64+of%32] |= c >> 4 << (of / 32 * 2)
	}
}

// Scan sets out[i] to the product of a query with packed row i, or with row
// index[i] where there is an index, which has as many entries as out.
func (l Level) Scan(out []int32, query []int8, rows []byte, index []int32) {
	chunks := len(query) / chunk
	if len(query)%chunk != 0 {
		panic("kernel: a query is not padded")
	}
	if index == nil {
		need(len(rows), len(out), chunks*chunkBytes, chunks*chunkBytes)
	} else {
		need(len(index), 1, len(out), len(out))
		most := uint(len(rows) / max(1, chunks*chunkBytes))
		for _, i := range index {
			if uint(i) >= most {
				panic("kernel: an index is beyond the rows")
			}
		}
	}
	C.plumb_scan(C.int(l), (*C.int32_t)(unsafe.SliceData(out)), (*C.int8_t)(unsafe.SliceData(query)),
		(*C.uint8_t)(unsafe.SliceData(rows)), C.long(chunks), (*C.int32_t)(unsafe.SliceData(index)), C.long(len(out)))
}
