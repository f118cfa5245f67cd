package decode

import (
	"encoding/binary"
	"io"
	"math"
)

// parquetWriter writes flat tables as Parquet: optional columns, plain encoding,
// no compression, one page per column of a row group. The copy is read once, soon.
// The library of Arrow could do more, but brings gRPC with it.
type parquetWriter struct {
	w       io.Writer
	offset  int64
	columns []parquetColumn
	groups  []parquetGroup
	rows    int64
}

// parquetColumn is a column and how its values are stored.
type parquetColumn struct {
	name             string
	physical         int
	converted        int // -1 without one
	length           int // of a fixedLength
	scale, precision int // of a decimal
	instant          bool
}

// Physical and converted types, as the format numbers them.
const (
	physicalBoolean = 0
	physicalInt32   = 1
	physicalInt64   = 2
	physicalFloat   = 4
	physicalDouble  = 5
	physicalBytes   = 6
	fixedLength     = 7

	noConversion     = -1
	convertedUTF8    = 0
	convertedDecimal = 5
	convertedDate    = 6
	convertedTime    = 8  // microseconds
	convertedStamp   = 10 // microseconds
	convertedUint64  = 14
)

type parquetGroup struct {
	rows   int
	chunks []parquetChunk
}

type parquetChunk struct{ offset, size int64 }

// parquetValues are the values of a column in a row group.
type parquetValues struct {
	levels []byte // runs of values that are there or missing
	run    int
	there  bool
	count  int
	plain  []byte
	bits   int // of booleans in the last byte
}

func newParquetWriter(w io.Writer, columns []parquetColumn) (*parquetWriter, error) {
	p := &parquetWriter{w: w, columns: columns}
	return p, p.write([]byte("PAR1"))
}

func (p *parquetWriter) write(b []byte) error {
	n, err := p.w.Write(b)
	p.offset += int64(n)
	return err
}

// missing adds a missing value.
func (v *parquetValues) missing() { v.level(false) }

func (v *parquetValues) level(there bool) {
	if v.count > 0 && v.there != there {
		v.endRun()
	}
	v.there = there
	v.run++
	v.count++
}

func (v *parquetValues) endRun() {
	if v.run == 0 {
		return
	}
	v.levels = binary.AppendUvarint(v.levels, uint64(v.run)<<1)
	level := byte(0)
	if v.there {
		level = 1
	}
	v.levels = append(v.levels, level)
	v.run = 0
}

func (v *parquetValues) addInt32(n int32) {
	v.level(true)
	v.plain = binary.LittleEndian.AppendUint32(v.plain, uint32(n))
}

func (v *parquetValues) addInt64(n int64) {
	v.level(true)
	v.plain = binary.LittleEndian.AppendUint64(v.plain, uint64(n))
}

func (v *parquetValues) addFloat(f float32) { v.addInt32(int32(math.Float32bits(f))) }

func (v *parquetValues) addDouble(f float64) { v.addInt64(int64(math.Float64bits(f))) }

func (v *parquetValues) addBytes(s string) {
	v.level(true)
	v.plain = binary.LittleEndian.AppendUint32(v.plain, uint32(len(s)))
	v.plain = append(v.plain, s...)
}

func (v *parquetValues) addFixed(b []byte) {
	v.level(true)
	v.plain = append(v.plain, b...)
}

func (v *parquetValues) addBool(b bool) {
	v.level(true)
	if v.bits%8 == 0 {
		v.plain = append(v.plain, 0)
	}
	if b {
		v.plain[len(v.plain)-1] |= 1 << (v.bits % 8)
	}
	v.bits++
}

// writeGroup writes a row group of the values of each column.
func (p *parquetWriter) writeGroup(rows int, values []*parquetValues) error {
	g := parquetGroup{rows: rows}
	for _, v := range values {
		v.endRun()
		size := 4 + len(v.levels) + len(v.plain)
		t := thriftWriter{}
		t.begin()
		t.i32(1, 0) // a data page
		t.i32(2, size)
		t.i32(3, size)
		t.structure(5)
		t.i32(1, v.count)
		t.i32(2, 0) // plain values
		t.i32(3, 3) // runs of levels
		t.i32(4, 3)
		t.end()
		t.end()
		chunk := parquetChunk{offset: p.offset, size: int64(len(t.buf) + size)}
		head := binary.LittleEndian.AppendUint32(t.buf, uint32(len(v.levels)))
		for _, piece := range [][]byte{head, v.levels, v.plain} {
			if err := p.write(piece); err != nil {
				return err
			}
		}
		g.chunks = append(g.chunks, chunk)
	}
	p.groups = append(p.groups, g)
	p.rows += int64(rows)
	return nil
}

// close writes the metadata, which stands at the end.
func (p *parquetWriter) close() error {
	t := thriftWriter{}
	t.begin()
	t.i32(1, 1) // the version
	t.list(2, thriftStruct, len(p.columns)+1)
	t.begin()
	t.text(4, "schema")
	t.i32(5, len(p.columns))
	t.end()
	for _, c := range p.columns {
		c.describe(&t)
	}
	t.i64(3, p.rows)
	t.list(4, thriftStruct, len(p.groups))
	for _, g := range p.groups {
		p.describe(&t, g)
	}
	t.text(6, "plumb")
	t.end()
	tail := binary.LittleEndian.AppendUint32(t.buf, uint32(len(t.buf)))
	return p.write(append(tail, "PAR1"...))
}

func (c parquetColumn) describe(t *thriftWriter) {
	t.begin()
	t.i32(1, c.physical)
	if c.physical == fixedLength {
		t.i32(2, c.length)
	}
	t.i32(3, 1) // optional
	t.text(4, c.name)
	if c.converted != noConversion {
		t.i32(6, c.converted)
	}
	if c.converted == convertedDecimal {
		t.i32(7, c.scale)
		t.i32(8, c.precision)
	}
	if c.instant { // a logical type: a timestamp in UTC, of microseconds
		t.structure(10)
		t.structure(8)
		t.bool(1, true)
		t.structure(2)
		t.structure(2)
		t.end()
		t.end()
		t.end()
		t.end()
	}
	t.end()
}

func (p *parquetWriter) describe(t *thriftWriter, g parquetGroup) {
	t.begin()
	total := int64(0)
	t.list(1, thriftStruct, len(g.chunks))
	for i, chunk := range g.chunks {
		total += chunk.size
		t.begin()
		t.i64(2, chunk.offset)
		t.structure(3)
		t.i32(1, p.columns[i].physical)
		t.list(2, thriftI32, 2)
		t.varint(0) // plain values
		t.varint(3) // runs of levels
		t.list(3, thriftBinary, 1)
		t.item(p.columns[i].name)
		t.i32(4, 0) // not compressed
		t.i64(5, int64(g.rows))
		t.i64(6, chunk.size)
		t.i64(7, chunk.size)
		t.i64(9, chunk.offset)
		t.end()
		t.end()
	}
	t.i64(2, total)
	t.i64(3, int64(g.rows))
	t.end()
}
