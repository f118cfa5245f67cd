package engine

import (
	"fmt"
	"math"
	"math/big"
	"strings"

	duckdb "github.com/duckdb/duckdb-go-bindings"

	"github.com/plumbdata/plumb/internal/table"
)

// value decodes a value that is not null.
func (t *typ) value(v *vector, row, limit int) table.Value {
	switch t.id {
	case duckdb.TypeBoolean:
		return table.NewBool(at[uint8](v, row) != 0)
	case duckdb.TypeTinyInt:
		return table.NewInt(int64(at[int8](v, row)))
	case duckdb.TypeSmallInt:
		return table.NewInt(int64(at[int16](v, row)))
	case duckdb.TypeInteger:
		return table.NewInt(int64(at[int32](v, row)))
	case duckdb.TypeBigInt:
		return table.NewInt(at[int64](v, row))
	case duckdb.TypeUTinyInt:
		return table.NewInt(int64(at[uint8](v, row)))
	case duckdb.TypeUSmallInt:
		return table.NewInt(int64(at[uint16](v, row)))
	case duckdb.TypeUInteger:
		return table.NewInt(int64(at[uint32](v, row)))
	case duckdb.TypeUBigInt:
		return table.NewUint(at[uint64](v, row))
	case duckdb.TypeHugeInt:
		return newHuge(at[huge](v, row))
	case duckdb.TypeUHugeInt:
		return newUnsignedHuge(at[huge](v, row))
	case duckdb.TypeBigNum:
		return newBigNum(v.text(row, maxRow))
	case duckdb.TypeDecimal:
		return t.decimal(v, row)
	case duckdb.TypeFloat:
		return table.NewFloat32(at[float32](v, row))
	case duckdb.TypeDouble:
		return table.NewFloat(at[float64](v, row))
	case duckdb.TypeVarchar:
		if t.json {
			return table.NewJSON(v.text(row, limit))
		}
		return table.NewText(v.text(row, limit))
	case duckdb.TypeBlob:
		return table.NewBytes(v.bytes(row, limit))
	case duckdb.TypeBit:
		return table.NewText(bits(v.text(row, limit/8+2)))
	case duckdb.TypeEnum:
		return table.NewText(t.label(v, row))
	case duckdb.TypeUUID:
		return newUUID(at[huge](v, row))
	}
	if t.children != nil {
		return table.NewJSON(string(t.appendJSON(nil, v, row, limit)))
	}
	return t.temporal(v, row)
}

func (t *typ) temporal(v *vector, row int) table.Value {
	switch t.id {
	case duckdb.TypeDate:
		days := at[int32](v, row)
		if days == math.MaxInt32 || days == -math.MaxInt32 {
			return table.NewEndless(table.Date, days < 0)
		}
		return table.NewDate(int64(days))
	case duckdb.TypeTime:
		return table.NewTime(at[int64](v, row))
	case duckdb.TypeTimeNS:
		return newTimeNS(at[int64](v, row))
	case duckdb.TypeTimeTZ:
		return newTimeTZ(at[uint64](v, row))
	case duckdb.TypeInterval:
		i := at[struct {
			months, days int32
			micros       int64
		}](v, row)
		return table.NewInterval(i.months, i.days, i.micros)
	}
	n := at[int64](v, row)
	if n == math.MaxInt64 || n == -math.MaxInt64 {
		return table.NewEndless(t.kind(), n < 0)
	}
	switch t.id {
	case duckdb.TypeTimestamp:
		return table.NewTimestamp(n, 0)
	case duckdb.TypeTimestampTZ:
		return table.NewInstant(n)
	case duckdb.TypeTimestampS:
		return table.NewTimestamp(n*1_000_000, 0)
	case duckdb.TypeTimestampMS:
		return table.NewTimestamp(n*1000, 0)
	case duckdb.TypeTimestampNS:
		micros, nanos := n/1000, n%1000
		if nanos < 0 {
			micros, nanos = micros-1, nanos+1000
		}
		return table.NewTimestamp(micros, uint16(nanos))
	}
	return table.Value{} // NULL, the only type left, has no values
}

func (t *typ) decimal(v *vector, row int) table.Value {
	switch t.internal {
	case duckdb.TypeSmallInt:
		return table.NewDecimal(int64(at[int16](v, row)), t.scale)
	case duckdb.TypeInteger:
		return table.NewDecimal(int64(at[int32](v, row)), t.scale)
	case duckdb.TypeBigInt:
		return table.NewDecimal(at[int64](v, row), t.scale)
	}
	h := at[huge](v, row)
	if n, ok := h.int64(); ok {
		return table.NewDecimal(n, t.scale)
	}
	digits := new(big.Int).Abs(h.big()).String()
	for len(digits) <= int(t.scale) {
		digits = "0" + digits
	}
	if point := len(digits) - int(t.scale); t.scale > 0 {
		digits = digits[:point] + "." + digits[point:]
	}
	if h.upper < 0 {
		digits = "-" + digits
	}
	d, _ := table.ParseDecimal(digits)
	return d
}

func (t *typ) label(v *vector, row int) string {
	var i int
	switch t.internal {
	case duckdb.TypeUTinyInt:
		i = int(at[uint8](v, row))
	case duckdb.TypeUSmallInt:
		i = int(at[uint16](v, row))
	default:
		i = int(at[uint32](v, row))
	}
	return t.labels[i]
}

func (h huge) int64() (int64, bool) {
	n := int64(h.lower)
	return n, h.upper == n>>63
}

func (h huge) big() *big.Int {
	b := big.NewInt(h.upper)
	b.Lsh(b, 64)
	return b.Add(b, new(big.Int).SetUint64(h.lower))
}

func newHuge(h huge) table.Value {
	if n, ok := h.int64(); ok {
		return table.NewInt(n)
	}
	return table.NewBigInt(h.big())
}

func newUnsignedHuge(h huge) table.Value {
	if h.upper == 0 {
		return table.NewUint(h.lower)
	}
	b := new(big.Int).SetUint64(uint64(h.upper))
	b.Lsh(b, 64)
	return table.NewBigInt(b.Add(b, new(big.Int).SetUint64(h.lower)))
}

// newBigNum reads DuckDB's form: three bytes of header (the sign and the
// length), then the magnitude, the highest byte first. All bits of a negative
// number are flipped.
func newBigNum(s string) table.Value {
	const header = 3
	if len(s) < header {
		return table.Value{}
	}
	magnitude := []byte(s[header:])
	negative := s[0]&0x80 == 0
	if negative {
		for i := range magnitude {
			magnitude[i] = ^magnitude[i]
		}
	}
	b := new(big.Int).SetBytes(magnitude)
	if negative {
		b.Neg(b)
	}
	return table.NewBigInt(b)
}

// newUUID reads a UUID, which DuckDB keeps as a 128-bit integer with the top
// bit flipped, so that it sorts as text does.
func newUUID(h huge) table.Value {
	var u [16]byte
	high := uint64(h.upper) ^ 1<<63
	for i := range 8 {
		u[i] = byte(high >> (56 - 8*i))
		u[8+i] = byte(h.lower >> (56 - 8*i))
	}
	return table.NewUUID(u)
}

// bits writes a BIT: the first byte says how many leading bits of the second
// are padding.
func bits(s string) string {
	if s == "" {
		return ""
	}
	padding := int(s[0])
	var b strings.Builder
	for i := padding; i < 8*(len(s)-1); i++ {
		b.WriteByte('0' + s[1+i/8]>>(7-i%8)&1)
	}
	return b.String()
}

// newTimeNS is a time where that is exact, and a text where it has
// nanoseconds.
func newTimeNS(nanos int64) table.Value {
	t := table.NewTime(nanos / 1000)
	if nanos%1000 == 0 {
		return t
	}
	seconds := table.NewTime(nanos / 1_000_000_000 * 1_000_000).String()
	return table.NewText(fmt.Sprintf("%s.%09d", seconds, nanos%1_000_000_000))
}

// newTimeTZ writes a time of day with its offset as DuckDB does: 12:30:00+02.
func newTimeTZ(packed uint64) table.Value {
	const offsetBits, mask, most = 24, 1<<24 - 1, 16*3600 - 1
	offset := most - int64(packed&mask)
	text := table.NewTime(int64(packed >> offsetBits)).String()
	sign := '+'
	if offset < 0 {
		sign, offset = '-', -offset
	}
	text += fmt.Sprintf("%c%02d", sign, offset/3600)
	if offset%3600 != 0 {
		text += fmt.Sprintf(":%02d", offset/60%60)
	}
	if offset%60 != 0 {
		text += fmt.Sprintf(":%02d", offset%60)
	}
	return table.NewText(text)
}
