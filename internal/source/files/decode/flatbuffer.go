package decode

import (
	"encoding/binary"
	"errors"
)

// flatTable is a table of a FlatBuffer, the format of Arrow's metadata. Every
// access is checked, which the generated code of Arrow's library does not do: it
// allocates whatever a damaged file announces. What lies outside panics with
// errDamaged.
type flatTable struct {
	b   []byte
	pos int
}

// errDamaged is what the reader of Arrow panics with; decoder.arrow recovers it.
var errDamaged = errors.New("its structure is damaged")

func check(ok bool) {
	if !ok {
		panic(errDamaged)
	}
}

// flatRoot is the table that a buffer begins with.
func flatRoot(b []byte) flatTable {
	t := flatTable{b: b}
	t.pos = t.indirect(0)
	return t
}

func (t flatTable) u16(at int) int {
	check(at >= 0 && at <= len(t.b)-2)
	return int(binary.LittleEndian.Uint16(t.b[at:]))
}

func (t flatTable) u32(at int) int {
	check(at >= 0 && at <= len(t.b)-4)
	return int(binary.LittleEndian.Uint32(t.b[at:]))
}

// indirect follows an offset.
func (t flatTable) indirect(at int) int { return at + t.u32(at) }

// field is the place of a field, 0 if the table does not have it.
func (t flatTable) field(n int) int {
	vtable := t.pos - int(int32(t.u32(t.pos)))
	at := 4 + 2*n
	if at+2 > t.u16(vtable) {
		return 0
	}
	offset := t.u16(vtable + at)
	if offset == 0 {
		return 0
	}
	return t.pos + offset
}

// number is a field of so many bytes, else what is given.
func (t flatTable) number(n, bytes int, otherwise int64) int64 {
	at := t.field(n)
	if at == 0 {
		return otherwise
	}
	check(at <= len(t.b)-bytes)
	switch bytes {
	case 1:
		return int64(int8(t.b[at]))
	case 2:
		return int64(int16(binary.LittleEndian.Uint16(t.b[at:])))
	case 4:
		return int64(int32(binary.LittleEndian.Uint32(t.b[at:])))
	}
	return int64(binary.LittleEndian.Uint64(t.b[at:]))
}

func (t flatTable) table(n int) (flatTable, bool) {
	at := t.field(n)
	if at == 0 {
		return flatTable{}, false
	}
	return flatTable{t.b, t.indirect(at)}, true
}

// vector is the bytes of a vector and the number of its items, each of so many
// bytes.
func (t flatTable) vector(n, size int) (at, items int) {
	field := t.field(n)
	if field == 0 {
		return 0, 0
	}
	at = t.indirect(field)
	items = t.u32(at)
	at += 4
	check(items <= (len(t.b)-at)/size)
	return at, items
}

func (t flatTable) text(n int) string {
	at, items := t.vector(n, 1)
	return string(t.b[at : at+items])
}

// tables are the items of a vector of tables.
func (t flatTable) tables(n int) []flatTable {
	at, items := t.vector(n, 4)
	list := make([]flatTable, items)
	for i := range list {
		list[i] = flatTable{t.b, t.indirect(at + 4*i)}
	}
	return list
}

// pairs are the items of a vector of structures of two long numbers.
func (t flatTable) pairs(n int) [][2]int64 {
	at, items := t.vector(n, 16)
	list := make([][2]int64, items)
	for i := range list {
		list[i][0] = int64(binary.LittleEndian.Uint64(t.b[at+16*i:]))
		list[i][1] = int64(binary.LittleEndian.Uint64(t.b[at+16*i+8:]))
	}
	return list
}

// longs are the items of a vector of long numbers.
func (t flatTable) longs(n int) []int64 {
	at, items := t.vector(n, 8)
	list := make([]int64, items)
	for i := range list {
		list[i] = int64(binary.LittleEndian.Uint64(t.b[at+8*i:]))
	}
	return list
}
