package table

import (
	"encoding/base64"
	"encoding/binary"
	"encoding/hex"
	"math"
	"math/big"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"
)

// Value is one cell. The zero Value is null. Values compare equal with == when
// they have the same kind and the same representation; use the hash to compare
// across engines.
type Value struct {
	kind  Kind
	scale uint8  // Decimal: digits after the point, when the number is in n
	nanos uint16 // times: 0–999 ns beyond the microseconds in n
	n     int64  // Bool, Int, Decimal (unscaled), Float (bits), Date (days), times (µs)
	s     string // text-like kinds; numbers and times that do not fit n
}

// Kind is what the value is.
func (v Value) Kind() Kind { return v.kind }

// IsNull reports whether there is no value.
func (v Value) IsNull() bool { return v.kind == Null }

// Size is about how many bytes the value takes on its way to a person.
func (v Value) Size() int { return 8 + len(v.s) }

// NewBool makes a boolean.
func NewBool(b bool) Value {
	if b {
		return Value{kind: Bool, n: 1}
	}
	return Value{kind: Bool}
}

// NewInt makes an integer.
func NewInt(i int64) Value { return Value{kind: Int, n: i} }

// NewUint makes an integer.
func NewUint(u uint64) Value {
	if u <= math.MaxInt64 {
		return NewInt(int64(u))
	}
	return Value{kind: Int, s: strconv.FormatUint(u, 10)}
}

// NewBigInt makes an integer of any size.
func NewBigInt(i *big.Int) Value {
	if i.IsInt64() {
		return NewInt(i.Int64())
	}
	return Value{kind: Int, s: i.String()}
}

// NewDecimal makes unscaled × 10^-scale.
func NewDecimal(unscaled int64, scale uint8) Value {
	return Value{kind: Decimal, n: unscaled, scale: scale}
}

// ParseDecimal reads a plain decimal ("-12.50"), or NaN and ±Infinity, which
// PostgreSQL's numeric has.
func ParseDecimal(s string) (Value, bool) {
	switch s {
	case "NaN", "Infinity", "-Infinity":
		return Value{kind: Decimal, s: s}, true
	}
	digits := s
	if s != "" && (s[0] == '-' || s[0] == '+') {
		digits = s[1:]
	}
	whole, frac, _ := strings.Cut(digits, ".")
	if whole+frac == "" || !allDigits(whole) || !allDigits(frac) {
		return Value{}, false
	}
	if len(whole)+len(frac) <= 18 && len(frac) <= 18 {
		n, err := strconv.ParseInt(whole+frac, 10, 64)
		if err != nil {
			return Value{}, false
		}
		if s[0] == '-' {
			n = -n
		}
		return NewDecimal(n, uint8(len(frac))), true
	}
	return Value{kind: Decimal, s: strings.TrimPrefix(s, "+")}, true
}

// ParseInt reads an integer of any size.
func ParseInt(s string) (Value, bool) {
	if i, err := strconv.ParseInt(s, 10, 64); err == nil {
		return NewInt(i), true
	}
	if digits := strings.TrimPrefix(s, "-"); digits == "" || !allDigits(digits) {
		return Value{}, false
	}
	b, ok := new(big.Int).SetString(s, 10)
	if !ok {
		return Value{}, false
	}
	return NewBigInt(b), true
}

func allDigits(s string) bool {
	for i := range len(s) {
		if s[i] < '0' || s[i] > '9' {
			return false
		}
	}
	return true
}

// NewFloat makes a double.
func NewFloat(f float64) Value { return Value{kind: Float, n: int64(math.Float64bits(f))} }

// NewFloat32 makes a double that prints as the single does: 0.1, not
// 0.10000000149011612.
func NewFloat32(f float32) Value {
	d, err := strconv.ParseFloat(strconv.FormatFloat(float64(f), 'g', -1, 32), 64)
	if err != nil {
		d = float64(f)
	}
	return NewFloat(d)
}

// NewText makes a text; it need not be valid UTF-8.
func NewText(s string) Value { return Value{kind: Text, s: s} }

// NewBytes makes a byte string.
func NewBytes(b []byte) Value { return Value{kind: Bytes, s: string(b)} }

// NewJSON makes a JSON value from its text.
func NewJSON(s string) Value { return Value{kind: JSON, s: s} }

// NewUUID makes a UUID.
func NewUUID(u [16]byte) Value {
	var b [36]byte
	hex.Encode(b[0:8], u[0:4])
	hex.Encode(b[9:13], u[4:6])
	hex.Encode(b[14:18], u[6:8])
	hex.Encode(b[19:23], u[8:10])
	hex.Encode(b[24:36], u[10:16])
	b[8], b[13], b[18], b[23] = '-', '-', '-', '-'
	return Value{kind: UUID, s: string(b[:])}
}

// NewDate makes a date from days since 1970-01-01.
func NewDate(days int64) Value { return Value{kind: Date, n: days} }

// NewTime makes a time of day from microseconds since midnight.
func NewTime(micros int64) Value { return Value{kind: Time, n: micros} }

// NewTimestamp makes a timestamp without zone from microseconds since
// 1970-01-01 00:00 and the nanoseconds beyond them.
func NewTimestamp(micros int64, nanos uint16) Value {
	return Value{kind: Timestamp, n: micros, nanos: nanos}
}

// NewInstant makes a timestamp with zone from microseconds since the epoch.
func NewInstant(micros int64) Value { return Value{kind: TimestampTZ, n: micros} }

// NewEndless makes the date or timestamp before or after all others.
func NewEndless(k Kind, negative bool) Value {
	if negative {
		return Value{kind: k, s: "-infinity"}
	}
	return Value{kind: k, s: "infinity"}
}

// NewInterval makes an interval; its three parts are never mixed.
func NewInterval(months, days int32, micros int64) Value {
	var b [8]byte
	binary.BigEndian.PutUint32(b[0:], uint32(months))
	binary.BigEndian.PutUint32(b[4:], uint32(days))
	return Value{kind: Interval, n: micros, s: string(b[:])}
}

// Interval is the parts of an interval.
func (v Value) Interval() (months, days int32, micros int64) {
	if v.kind != Interval || len(v.s) != 8 {
		return 0, 0, 0
	}
	b := []byte(v.s)
	return int32(binary.BigEndian.Uint32(b[0:])), int32(binary.BigEndian.Uint32(b[4:])), v.n
}

// Bool is the boolean value.
func (v Value) Bool() bool { return v.kind == Bool && v.n == 1 }

// Int64 is the value as a machine integer, if it is an integer and fits.
func (v Value) Int64() (int64, bool) { return v.n, v.kind == Int && v.s == "" }

// Float64 is the value as a number, possibly rounded, if it is one.
func (v Value) Float64() (float64, bool) {
	switch v.kind {
	case Float:
		return math.Float64frombits(uint64(v.n)), true
	case Int:
		if v.s == "" {
			return float64(v.n), true
		}
	case Decimal:
	default:
		return 0, false
	}
	f, err := strconv.ParseFloat(v.String(), 64)
	return f, err == nil || math.IsInf(f, 0)
}

// Time is the value as a time in UTC, if it is a finite date or timestamp.
func (v Value) Time() (time.Time, bool) {
	switch {
	case !v.kind.Temporal() || v.s != "":
		return time.Time{}, false
	case v.kind == Date:
		return time.Unix(v.n*86400, 0).UTC(), true
	}
	return time.UnixMicro(v.n).Add(time.Duration(v.nanos)).UTC(), true
}

// Raw is the bytes of a text-like value: Text, JSON, UUID or Bytes.
func (v Value) Raw() string {
	switch v.kind {
	case Text, JSON, UUID, Bytes:
		return v.s
	}
	return ""
}

// Clean reports whether the value's text form is valid UTF-8 without NUL.
func (v Value) Clean() bool {
	return (v.kind != Text && v.kind != JSON) || (utf8.ValidString(v.s) && strings.IndexByte(v.s, 0) < 0)
}

// String is the text form: exact, the same for every engine, and read back by
// Parse. Bytes are base64; null is "".
func (v Value) String() string { return string(v.appendText(nil)) }

func (v Value) appendText(b []byte) []byte {
	switch v.kind {
	case Bool:
		return strconv.AppendBool(b, v.n == 1)
	case Int:
		if v.s == "" {
			return strconv.AppendInt(b, v.n, 10)
		}
	case Decimal:
		if v.s == "" {
			return appendScaled(b, v.n, int(v.scale))
		}
	case Float:
		return appendFloat(b, math.Float64frombits(uint64(v.n)))
	case Date, Time, Timestamp, TimestampTZ:
		if v.s == "" {
			return appendTemporal(b, v)
		}
	case Interval:
		return appendInterval(b, v)
	case Bytes:
		return base64.StdEncoding.AppendEncode(b, []byte(v.s))
	}
	return append(b, v.s...)
}

func appendScaled(b []byte, n int64, scale int) []byte {
	if scale == 0 {
		return strconv.AppendInt(b, n, 10)
	}
	u := uint64(n)
	if n < 0 {
		b = append(b, '-')
		u = -u
	}
	var digits [20]byte
	d := strconv.AppendUint(digits[:0], u, 10)
	if len(d) <= scale {
		b = append(b, '0', '.')
		for range scale - len(d) {
			b = append(b, '0')
		}
		return append(b, d...)
	}
	b = append(b, d[:len(d)-scale]...)
	b = append(b, '.')
	return append(b, d[len(d)-scale:]...)
}

func appendFloat(b []byte, f float64) []byte {
	switch {
	case math.IsNaN(f):
		return append(b, "NaN"...)
	case math.IsInf(f, 1):
		return append(b, "Infinity"...)
	case math.IsInf(f, -1):
		return append(b, "-Infinity"...)
	}
	if a := math.Abs(f); a != 0 && (a < 1e-6 || a >= 1e21) {
		return strconv.AppendFloat(b, f, 'e', -1, 64)
	}
	return strconv.AppendFloat(b, f, 'f', -1, 64)
}
