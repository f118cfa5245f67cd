package engine

import (
	"unsafe"

	duckdb "github.com/duckdb/duckdb-go-bindings"
)

// vector is DuckDB's memory of one column of a chunk. It is valid until the
// chunk is destroyed.
type vector struct {
	data     unsafe.Pointer
	validity unsafe.Pointer // a bit for each row; nil when all are valid
	children []vector
}

func (v *vector) load(t *typ, from duckdb.Vector) {
	v.data, v.validity = duckdb.VectorGetData(from), duckdb.VectorGetValidity(from)
	if v.children == nil && len(t.children) > 0 {
		v.children = make([]vector, max(len(t.children), 1))
	}
	switch t.id {
	case duckdb.TypeList:
		v.children[0].load(t.children[0], duckdb.ListVectorGetChild(from))
	case duckdb.TypeArray:
		v.children[0].load(t.children[0], duckdb.ArrayVectorGetChild(from))
	case duckdb.TypeMap: // a list of key and value
		entries := duckdb.ListVectorGetChild(from)
		v.children[0].load(t.children[0], duckdb.StructVectorGetChild(entries, 0))
		v.children[1].load(t.children[1], duckdb.StructVectorGetChild(entries, 1))
	case duckdb.TypeStruct:
		for i, c := range t.children {
			v.children[i].load(c, duckdb.StructVectorGetChild(from, duckdb.IdxT(i)))
		}
	case duckdb.TypeUnion: // a struct of the tag and every member
		v.data = duckdb.VectorGetData(duckdb.StructVectorGetChild(from, 0))
		for i, c := range t.children {
			v.children[i].load(c, duckdb.StructVectorGetChild(from, duckdb.IdxT(i+1)))
		}
	}
}

func (v *vector) valid(row int) bool {
	if v.validity == nil {
		return true
	}
	word := *(*uint64)(unsafe.Add(v.validity, row/64*8))
	return word>>(row%64)&1 == 1
}

// at is the value in a row of a vector of fixed-size values.
func at[T any](v *vector, row int) T {
	var zero T
	return *(*T)(unsafe.Add(v.data, uintptr(row)*unsafe.Sizeof(zero)))
}

// text is DuckDB's string of a row, cut to limit bytes. It shares the
// vector's memory.
func (v *vector) text(row, limit int) string {
	const size, inlined = 16, 12
	s := unsafe.Add(v.data, row*size)
	length := int(*(*uint32)(s))
	start := unsafe.Add(s, 4)
	if length > inlined {
		start = *(*unsafe.Pointer)(unsafe.Add(s, 8))
	}
	return unsafe.String((*byte)(start), min(length, limit))
}

func (v *vector) bytes(row, limit int) []byte {
	s := v.text(row, limit)
	return unsafe.Slice(unsafe.StringData(s), len(s))
}

// huge is a 128-bit integer as it lies in memory.
type huge struct {
	lower uint64
	upper int64
}

// entry is a list's place in the child vector.
type entry struct{ offset, length uint64 }
