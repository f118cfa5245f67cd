package decode

import "encoding/binary"

// thriftWriter writes structures in Thrift's compact protocol, in which the
// metadata of Parquet is.
type thriftWriter struct {
	buf  []byte
	last []int // the field before, of each structure that is open
}

// Types of the protocol.
const (
	thriftTrue   = 1
	thriftFalse  = 2
	thriftI32    = 5
	thriftI64    = 6
	thriftBinary = 8
	thriftList   = 9
	thriftStruct = 12
)

// begin opens a structure that is not a field: the whole, or an item of a list.
func (w *thriftWriter) begin() { w.last = append(w.last, 0) }

func (w *thriftWriter) end() {
	w.buf = append(w.buf, 0)
	w.last = w.last[:len(w.last)-1]
}

// field begins a field; their numbers ascend.
func (w *thriftWriter) field(id, typ int) {
	before := &w.last[len(w.last)-1]
	w.buf = append(w.buf, byte((id-*before)<<4|typ))
	*before = id
}

func (w *thriftWriter) i32(id, v int) {
	w.field(id, thriftI32)
	w.varint(int64(v))
}

func (w *thriftWriter) i64(id int, v int64) {
	w.field(id, thriftI64)
	w.varint(v)
}

func (w *thriftWriter) bool(id int, v bool) {
	if v {
		w.field(id, thriftTrue)
	} else {
		w.field(id, thriftFalse)
	}
}

func (w *thriftWriter) text(id int, s string) {
	w.field(id, thriftBinary)
	w.item(s)
}

// item is a text in a list.
func (w *thriftWriter) item(s string) {
	w.buf = binary.AppendUvarint(w.buf, uint64(len(s)))
	w.buf = append(w.buf, s...)
}

func (w *thriftWriter) structure(id int) {
	w.field(id, thriftStruct)
	w.begin()
}

func (w *thriftWriter) list(id, typ, n int) {
	w.field(id, thriftList)
	if n < 15 {
		w.buf = append(w.buf, byte(n<<4|typ))
		return
	}
	w.buf = append(w.buf, byte(0xf0|typ))
	w.buf = binary.AppendUvarint(w.buf, uint64(n))
}

// varint is a number in zigzag encoding, as binary.AppendVarint writes it.
func (w *thriftWriter) varint(v int64) { w.buf = binary.AppendVarint(w.buf, v) }
