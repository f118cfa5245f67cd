package table

import (
	"cmp"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"encoding/json"
	"errors"
	"hash"
	"io"
	"maps"
	"math"
	"slices"
	"strconv"
	"strings"
)

// Hasher works out the canonical hash of a result row by row.
//
// Equal data has an equal hash, whatever engine it came from: numbers are
// hashed by value (1, 1.00 and 1.0 are equal; a float is the shortest decimal
// that reads back as it), instants as instants, JSON by meaning. Column names
// and the order of rows and columns count; the engine's type names do not.
type Hasher struct {
	sum hash.Hash
	buf []byte
}

// NewHasher starts a hash over rows of these columns.
func NewHasher(columns []Column) *Hasher {
	h := &Hasher{sum: sha256.New()}
	h.buf = append(h.buf, "plumb table 1\n"...)
	h.buf = binary.AppendUvarint(h.buf, uint64(len(columns)))
	for _, c := range columns {
		h.buf = appendString(h.buf, c.Name)
	}
	return h
}

// Add hashes one row.
func (h *Hasher) Add(row Row) {
	h.buf = append(h.buf, '\n')
	for _, v := range row {
		h.buf = appendCanonical(h.buf, v)
	}
	if len(h.buf) > 32<<10 {
		h.flush()
	}
}

// Sum is the hash, as sha256:hex.
func (h *Hasher) Sum() string {
	h.flush()
	return "sha256:" + hex.EncodeToString(h.sum.Sum(nil))
}

func (h *Hasher) flush() {
	h.sum.Write(h.buf) // never fails
	h.buf = h.buf[:0]
}

// Hash is the canonical hash of the table.
func (t *Table) Hash() string {
	h := NewHasher(t.Columns)
	for _, r := range t.Rows {
		h.Add(r)
	}
	return h.Sum()
}

func appendString(b []byte, s string) []byte {
	b = binary.AppendUvarint(b, uint64(len(s)))
	return append(b, s...)
}

// appendCanonical writes a tag and a self-delimiting form of the value.
func appendCanonical(b []byte, v Value) []byte {
	switch v.kind {
	case Null:
		return append(b, '0')
	case Bool:
		return append(b, 'b', byte(v.n))
	case Int, Decimal, Float:
		b = append(b, 'n')
		b = appendNumber(b, v)
		return append(b, ';')
	case Date, Time, Timestamp, TimestampTZ:
		b = append(b, "dtsz"[v.kind-Date])
		if v.s != "" {
			return appendString(b, v.s)
		}
		b = append(b, '.')
		b = binary.AppendVarint(b, v.n)
		return binary.AppendUvarint(b, uint64(v.nanos))
	case Interval:
		months, days, micros := v.Interval()
		b = append(b, 'i')
		b = binary.AppendVarint(b, int64(months))
		b = binary.AppendVarint(b, int64(days))
		return binary.AppendVarint(b, micros)
	case UUID:
		return appendString(append(b, 'u'), v.s)
	case JSON:
		return appendString(append(b, 'j'), canonicalJSON(v.s))
	case Bytes:
		return appendString(append(b, 'x'), v.s)
	}
	return appendString(append(b, 'T'), v.s)
}

// appendNumber writes a number by value: its digits without leading and
// trailing zeros, and the power of ten they are multiplied with.
func appendNumber(b []byte, v Value) []byte {
	switch {
	case v.kind == Float:
		f := math.Float64frombits(uint64(v.n))
		switch {
		case math.IsNaN(f) || math.IsInf(f, 0):
			return appendFloat(b, f)
		case f == math.Trunc(f) && math.Abs(f) < 1<<53:
			return appendUnscaled(b, int64(f), 0)
		}
		if n, scale, ok := shortDecimal(f); ok {
			return appendUnscaled(b, n, -scale)
		}
		var text [32]byte
		return appendPlain(b, string(strconv.AppendFloat(text[:0], f, 'e', -1, 64)))
	case v.s == "":
		return appendUnscaled(b, v.n, -int(v.scale))
	}
	return appendPlain(b, v.s)
}

// shortDecimal finds the decimal of at most six places and fifteen digits that
// a float was written as. A decimal that short and its float stand for each
// other, so this is what the shortest text form says too, much faster.
func shortDecimal(f float64) (n int64, scale int, ok bool) {
	for scale, power := 1, 10.0; scale <= 6; scale, power = scale+1, power*10 {
		d := math.Round(f * power)
		if math.Abs(d) >= 1e15 {
			return 0, 0, false
		}
		if d/power == f {
			return int64(d), scale, true
		}
	}
	return 0, 0, false
}

func appendUnscaled(b []byte, n int64, exponent int) []byte {
	if n == 0 {
		return append(b, '0')
	}
	for n%10 == 0 {
		n, exponent = n/10, exponent+1
	}
	b = strconv.AppendInt(b, n, 10)
	b = append(b, 'e')
	return strconv.AppendInt(b, int64(exponent), 10)
}

// appendPlain handles any decimal text: 12.50, -0.00012, 1.5e+300, NaN.
func appendPlain(b []byte, s string) []byte {
	if strings.HasSuffix(s, "NaN") || strings.HasSuffix(s, "Infinity") {
		return append(b, s...)
	}
	mantissa, power, _ := strings.Cut(s, "e")
	exponent, err := strconv.ParseInt(cmp.Or(power, "0"), 10, 32)
	if err != nil {
		return append(b, s...) // only JSON can hold such a number
	}
	negative := strings.HasPrefix(mantissa, "-")
	whole, frac, _ := strings.Cut(strings.TrimPrefix(mantissa, "-"), ".")
	exponent -= int64(len(frac))
	digits := whole + frac
	trimmed := strings.TrimRight(digits, "0")
	exponent += int64(len(digits) - len(trimmed))
	trimmed = strings.TrimLeft(trimmed, "0")
	if trimmed == "" {
		return append(b, '0')
	}
	if negative {
		b = append(b, '-')
	}
	b = append(b, trimmed...)
	b = append(b, 'e')
	return strconv.AppendInt(b, exponent, 10)
}

// canonicalJSON writes JSON with sorted keys, no spaces, and numbers by value.
// What is not JSON stays as it is.
func canonicalJSON(s string) string {
	d := json.NewDecoder(strings.NewReader(s))
	d.UseNumber()
	var v any
	if err := d.Decode(&v); err != nil {
		return s
	}
	if _, err := d.Token(); !errors.Is(err, io.EOF) {
		return s // something follows
	}
	return string(appendCanonicalJSON(nil, v))
}

func appendCanonicalJSON(b []byte, v any) []byte {
	switch v := v.(type) {
	case map[string]any:
		b = append(b, '{')
		for i, k := range slices.Sorted(maps.Keys(v)) {
			if i > 0 {
				b = append(b, ',')
			}
			b = append(appendQuoted(b, k), ':')
			b = appendCanonicalJSON(b, v[k])
		}
		return append(b, '}')
	case []any:
		b = append(b, '[')
		for i, e := range v {
			if i > 0 {
				b = append(b, ',')
			}
			b = appendCanonicalJSON(b, e)
		}
		return append(b, ']')
	case json.Number:
		return appendPlain(b, strings.ToLower(v.String()))
	case string:
		return appendQuoted(b, v)
	case bool:
		return strconv.AppendBool(b, v)
	}
	return append(b, "null"...)
}
