package decode

import (
	"bytes"
	"encoding/binary"
	"encoding/json"
	"fmt"
	"io"
	"math"
	"math/big"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/klauspost/compress/zstd"
	"github.com/pierrec/lz4/v4"
)

// arrowArray is the values of a field in a batch. Its buffers are checked when it
// is made, so that every value can be read.
type arrowArray struct {
	field    *arrowField
	length   int
	validity []byte // a bit for each value; nil if none is missing
	data     []byte
	offsets  []byte
	variadic [][]byte
	children []*arrowArray
	values   *arrowArray // of a dictionary, if data holds indexes
}

// arrowBatch takes the nodes and buffers of a batch one after the other.
type arrowBatch struct {
	rows         int
	nodes        [][2]int64
	buffers      [][2]int64
	variadic     []int64
	body         []byte
	codec        int64 // -1 without compression
	left         int64 // bytes that may still be unpacked
	dictionaries map[int64]*arrowArray
}

// maxArrowBatch bounds the bytes of one batch of rows, packed and unpacked.
const maxArrowBatch = 512 << 20

func newArrowBatch(t flatTable, body []byte, dictionaries map[int64]*arrowArray) *arrowBatch {
	b := &arrowBatch{rows: int(t.number(0, 8, 0)), nodes: t.pairs(1), buffers: t.pairs(2), variadic: t.longs(4), body: body, codec: -1, left: maxArrowBatch, dictionaries: dictionaries}
	check(b.rows >= 0 && b.rows <= maxArrowBatch)
	if compression, ok := t.table(3); ok {
		b.codec = compression.number(0, 1, 0)
		check(b.codec == 0 || b.codec == 1)
	}
	return b
}

// buffer is the next buffer, unpacked.
func (b *arrowBatch) buffer() []byte {
	check(len(b.buffers) > 0)
	at, n := b.buffers[0][0], b.buffers[0][1]
	b.buffers = b.buffers[1:]
	check(at >= 0 && n >= 0 && at <= int64(len(b.body)) && n <= int64(len(b.body))-at)
	packed := b.body[at : at+n]
	if b.codec < 0 || n == 0 {
		return packed
	}
	check(n >= 8)
	size := int64(binary.LittleEndian.Uint64(packed))
	packed = packed[8:]
	if size == -1 { // packing would not have made it smaller
		return packed
	}
	check(size >= 0 && size <= b.left)
	b.left -= size
	return unpackBuffer(packed, size, b.codec)
}

// unpackBuffer allocates as it unpacks, not as the file announces.
func unpackBuffer(packed []byte, size, codec int64) []byte {
	var r io.Reader = lz4.NewReader(bytes.NewReader(packed))
	if codec == 1 {
		z, err := zstd.NewReader(bytes.NewReader(packed), zstd.WithDecoderConcurrency(1), zstd.WithDecoderMaxMemory(maxArrowBatch))
		check(err == nil)
		defer z.Close()
		r = z
	}
	var out bytes.Buffer
	n, err := io.Copy(&out, io.LimitReader(r, size))
	check(err == nil && n == size)
	return out.Bytes()
}

// array is the next array, with the dictionary of a field that has one.
func (b *arrowBatch) array(f *arrowField) *arrowArray {
	if f.dictionary == nil {
		return b.values(f)
	}
	a := b.values(f.dictionary)
	a.values = b.dictionaries[f.dictionaryID]
	check(a.values != nil || a.length == 0)
	return a
}

// values is the next array of a field's own values.
func (b *arrowBatch) values(f *arrowField) *arrowArray {
	check(len(b.nodes) > 0)
	a := &arrowArray{field: f, length: int(b.nodes[0][0])}
	missing := b.nodes[0][1]
	b.nodes = b.nodes[1:]
	check(a.length >= 0 && a.length <= maxArrowBatch)
	if f.typ == arrowNull {
		return a
	}
	if validity := b.buffer(); missing > 0 && len(validity) > 0 {
		a.validity = validity
		check(len(validity) >= (a.length+7)/8)
	}
	switch f.typ {
	case arrowBool:
		a.data = b.buffer()
		check(len(a.data) >= (a.length+7)/8)
	case arrowInt, arrowFloat, arrowDecimal, arrowDate, arrowTime, arrowTimestamp, arrowDuration:
		a.data = b.buffer()
		check(len(a.data)/(f.bits/8) >= a.length)
	case arrowFixedBinary:
		a.data = b.buffer()
		check(f.bits == 0 || len(a.data)/f.bits >= a.length)
	case arrowBinary, arrowText, arrowLargeBinary, arrowLargeText:
		a.offsets = b.buffer()
		a.data = b.buffer()
		a.checkOffsets(len(a.data))
	case arrowBinaryView, arrowTextView:
		a.data = b.buffer()
		check(len(a.data)/16 >= a.length && len(b.variadic) > 0 && b.variadic[0] >= 0 && b.variadic[0] <= int64(len(b.buffers)))
		for range b.variadic[0] {
			a.variadic = append(a.variadic, b.buffer())
		}
		b.variadic = b.variadic[1:]
	case arrowList, arrowMap, arrowLargeList:
		a.offsets = b.buffer()
		a.children = []*arrowArray{b.array(f.children[0])}
		a.checkOffsets(a.children[0].length)
	case arrowFixedList:
		a.children = []*arrowArray{b.array(f.children[0])}
		check(f.bits == 0 || a.children[0].length/f.bits >= a.length)
	case arrowStruct:
		for _, c := range f.children {
			child := b.array(c)
			check(child.length >= a.length)
			a.children = append(a.children, child)
		}
	}
	return a
}

// wide is true for types with offsets of 64 bits.
func (a *arrowArray) wide() bool {
	return a.field.typ == arrowLargeBinary || a.field.typ == arrowLargeText || a.field.typ == arrowLargeList
}

func (a *arrowArray) offset(i int) int {
	if a.wide() {
		return int(binary.LittleEndian.Uint64(a.offsets[8*i:]))
	}
	return int(int32(binary.LittleEndian.Uint32(a.offsets[4*i:])))
}

// checkOffsets makes sure that offsets ascend and end within so many items.
func (a *arrowArray) checkOffsets(items int) {
	if a.length == 0 {
		return
	}
	size := 4
	if a.wide() {
		size = 8
	}
	check(len(a.offsets)/size > a.length)
	last := 0
	for i := range a.length + 1 {
		next := a.offset(i)
		check(next >= last && next <= items)
		last = next
	}
}

// resolve finds the array and the place of a value, which may be in a dictionary;
// false if it is missing.
func (a *arrowArray) resolve(i int) (*arrowArray, int, bool) {
	for depth := 0; ; depth++ {
		if a.field.typ == arrowNull || a.validity != nil && a.validity[i/8]>>(i%8)&1 == 0 {
			return nil, 0, false
		}
		if a.values == nil {
			return a, i, true
		}
		check(depth < maxArrowDepth)
		i, a = int(a.integer(i)), a.values
		check(i >= 0 && i < a.length)
	}
}

func (a *arrowArray) integer(i int) int64 {
	switch {
	case a.field.bits == 8 && a.field.signed:
		return int64(int8(a.data[i]))
	case a.field.bits == 8:
		return int64(a.data[i])
	case a.field.bits == 16 && a.field.signed:
		return int64(int16(binary.LittleEndian.Uint16(a.data[2*i:])))
	case a.field.bits == 16:
		return int64(binary.LittleEndian.Uint16(a.data[2*i:]))
	case a.field.bits == 32 && (a.field.signed || a.field.typ != arrowInt):
		return int64(int32(binary.LittleEndian.Uint32(a.data[4*i:])))
	case a.field.bits == 32:
		return int64(binary.LittleEndian.Uint32(a.data[4*i:]))
	}
	return int64(binary.LittleEndian.Uint64(a.data[8*i:]))
}

func (a *arrowArray) float(i int) float64 {
	switch a.field.bits {
	case 16:
		return halfFloat(binary.LittleEndian.Uint16(a.data[2*i:]))
	case 32:
		return float64(math.Float32frombits(binary.LittleEndian.Uint32(a.data[4*i:])))
	}
	return math.Float64frombits(binary.LittleEndian.Uint64(a.data[8*i:]))
}

func halfFloat(h uint16) float64 {
	sign, exponent, fraction := 1-2*float64(h>>15), int(h>>10&0x1f), float64(h&0x3ff)
	switch exponent {
	case 0:
		return sign * math.Ldexp(fraction, -24)
	case 0x1f:
		if fraction != 0 {
			return math.NaN()
		}
		return math.Inf(int(sign))
	}
	return sign * math.Ldexp(1024+fraction, exponent-25)
}

func (a *arrowArray) bool(i int) bool { return a.data[i/8]>>(i%8)&1 == 1 }

// bytes is a value of a text or a binary type.
func (a *arrowArray) bytes(i int) []byte {
	switch a.field.typ {
	case arrowFixedBinary:
		return a.data[i*a.field.bits : (i+1)*a.field.bits]
	case arrowBinaryView, arrowTextView:
		view := a.data[16*i : 16*i+16]
		n := int(binary.LittleEndian.Uint32(view))
		if n <= 12 {
			return view[4 : 4+n]
		}
		buffer, at := int(binary.LittleEndian.Uint32(view[8:])), int(binary.LittleEndian.Uint32(view[12:]))
		check(buffer < len(a.variadic) && at <= len(a.variadic[buffer]) && n <= len(a.variadic[buffer])-at)
		return a.variadic[buffer][at : at+n]
	}
	return a.data[a.offset(i):a.offset(i+1)]
}

// microseconds is a time, a timestamp or a duration in microseconds.
func (a *arrowArray) microseconds(i int) int64 {
	v := a.integer(i)
	switch a.field.unit {
	case 0:
		return v * 1_000_000
	case 1:
		return v * 1000
	case 3:
		return (v - (v%1000+1000)%1000) / 1000 // rounded down, also before 1970
	}
	return v
}

// days is a date.
func (a *arrowArray) days(i int) int32 {
	if a.field.unit == 1 {
		return int32(a.integer(i) / 86_400_000)
	}
	return int32(a.integer(i))
}

// json writes a value of a nested type as JSON.
func (a *arrowArray) json(out *strings.Builder, i int) {
	a, i, ok := a.resolve(i)
	if !ok {
		out.WriteString("null")
		return
	}
	list := func(from, to int) {
		out.WriteByte('[')
		for n := from; n < to; n++ {
			if n > from {
				out.WriteByte(',')
			}
			a.children[0].json(out, n)
		}
		out.WriteByte(']')
	}
	switch a.field.typ {
	case arrowInt:
		if !a.field.signed && a.field.bits == 64 {
			out.WriteString(strconv.FormatUint(uint64(a.integer(i)), 10))
		} else {
			out.WriteString(strconv.FormatInt(a.integer(i), 10))
		}
	case arrowFloat:
		writeJSON(out, a.float(i))
	case arrowBool:
		writeJSON(out, a.bool(i))
	case arrowList, arrowLargeList, arrowMap:
		list(a.offset(i), a.offset(i+1))
	case arrowFixedList:
		list(i*a.field.bits, (i+1)*a.field.bits)
	case arrowStruct:
		out.WriteByte('{')
		for n, c := range a.children {
			if n > 0 {
				out.WriteByte(',')
			}
			writeJSON(out, a.field.children[n].name)
			out.WriteByte(':')
			c.json(out, i)
		}
		out.WriteByte('}')
	default:
		writeJSON(out, a.text(i))
	}
}

func writeJSON(out *strings.Builder, v any) {
	text, err := json.Marshal(v)
	if err != nil { // not a number, or infinite
		text = []byte("null")
	}
	out.Write(text)
}

// text is a value inside a nested one that JSON has no type for.
func (a *arrowArray) text(i int) string {
	switch a.field.typ {
	case arrowDate:
		return dateText(int64(a.days(i)) * 86_400_000_000)[:len("2006-01-02")]
	case arrowTimestamp:
		return dateText(a.microseconds(i))
	case arrowTime, arrowDuration:
		ms := a.microseconds(i) / 1000
		if ms < 0 {
			return "-" + clock(-ms)
		}
		return clock(ms)
	case arrowDecimal:
		return decimalText(a.data[16*i:16*i+16], a.field.scale)
	}
	if b := a.bytes(i); utf8.Valid(b) {
		return string(b)
	}
	return fmt.Sprintf("%x", a.bytes(i))
}

// dateText is a timestamp of microseconds in ISO 8601.
func dateText(us int64) string {
	return time.UnixMicro(us).UTC().Format("2006-01-02 15:04:05.999999")
}

// decimalText is a number of 128 bits, low bytes first, with so many decimals.
func decimalText(b []byte, scale int) string {
	n := new(big.Int).SetUint64(binary.LittleEndian.Uint64(b[8:]))
	n.Lsh(n, 64).Or(n, new(big.Int).SetUint64(binary.LittleEndian.Uint64(b)))
	if b[15] >= 0x80 {
		n.Sub(n, new(big.Int).Lsh(big.NewInt(1), 128))
	}
	return new(big.Rat).SetFrac(n, new(big.Int).Exp(big.NewInt(10), big.NewInt(int64(max(scale, 0))), nil)).FloatString(max(scale, 0))
}
