package table

import (
	"math"
	"math/big"
	"math/rand/v2"
	"strings"
	"testing"
)

// edges are the values that conversions get wrong.
func edges(t testing.TB) []Value {
	big40, ok := new(big.Int).SetString("1234567890123456789012345678901234567890", 10)
	if !ok {
		t.Fatal("not a number")
	}
	values := []Value{
		{}, NewBool(true), NewBool(false),
		NewInt(0), NewInt(-1), NewInt(1<<53 - 1), NewInt(1 << 53), NewInt(1<<53 + 1), NewInt(-1<<53 - 1), NewInt(math.MaxInt64), NewInt(math.MinInt64),
		NewUint(math.MaxUint64), NewBigInt(big40), NewBigInt(new(big.Int).Neg(big40)),
		NewDecimal(0, 0), NewDecimal(0, 2), NewDecimal(-5, 1), NewDecimal(1, 18), NewDecimal(100, 2), NewDecimal(999_999_999_999_999, 3), NewDecimal(1_000_000_000_000_000, 3),
		NewDecimal(math.MaxInt64, 4), NewDecimal(math.MinInt64, 4), NewDecimal(7, 38), NewDecimal(math.MinInt64, 0), NewDecimal(1, 255),
		NewFloat(0), NewFloat(math.Copysign(0, -1)), NewFloat(math.NaN()), NewFloat(math.Inf(1)), NewFloat(math.Inf(-1)), NewFloat(0.1), NewFloat(1e21), NewFloat(1e-7), NewFloat(1 << 53), NewFloat(1<<53 + 2),
		NewFloat(math.MaxFloat64), NewFloat(-math.SmallestNonzeroFloat64), NewFloat(123456789.125), NewFloat32(0.1), NewFloat32(math.MaxFloat32),
		NewText(""), NewText(" "), NewText("null"), NewText("NaN"), NewText("1"), NewText("a,b"), NewText(`say "hi"`), NewText("two\nlines"), NewText("cr\rlf\r\n"), NewText("\r"), NewText("\ufeffbom"),
		NewText("\x00"), NewText("nul\x00inside"), NewText("\xff\xfe"), NewText("half \xe6\xbc"), NewText("漢字 é 🦀"), NewText("\u2028<&>\u0001"), NewText(`{"$text":"x"}`), NewText(`""`),
		NewDate(0), NewDate(-1), NewDate(days(-4712, 1, 1)), NewDate(days(0, 2, 29)), NewDate(days(9999, 12, 31)), NewDate(days(10000, 1, 1)), NewDate(days(294276, 12, 31)), NewDate(days(5874897, 12, 31)), NewDate(days(2000, 2, 29)),
		NewEndless(Date, false), NewEndless(Date, true),
		NewTime(0), NewTime(1), NewTime(microsPerDay - 1), NewTime(microsPerDay), {kind: Time, n: 5, nanos: 999},
		NewTimestamp(0, 0), NewTimestamp(-1, 0), NewTimestamp(-1, 999), NewTimestamp(0, 1), NewTimestamp(1_700_000_000_123_456, 789), NewTimestamp(math.MaxInt64, 999), NewTimestamp(math.MinInt64, 0), NewTimestamp(days(-4712, 1, 1)*microsPerDay, 0),
		NewEndless(Timestamp, false), NewEndless(Timestamp, true),
		NewInstant(0), NewInstant(-1), NewInstant(1_700_000_000_123_456), NewInstant(math.MaxInt64), NewInstant(math.MinInt64), {kind: TimestampTZ, n: 5, nanos: 7},
		NewEndless(TimestampTZ, false), NewEndless(TimestampTZ, true),
		NewInterval(0, 0, 0), NewInterval(14, 3, 14_706_500_000), NewInterval(-14, -3, -14_706_500_000), NewInterval(-1, 1, -1), NewInterval(0, 0, -500_000), NewInterval(0, 0, 60_000_000), NewInterval(0, 0, -60_000_001),
		NewInterval(math.MaxInt32, math.MaxInt32, math.MaxInt64), NewInterval(math.MinInt32, math.MinInt32, math.MinInt64), NewInterval(11, 0, 0), NewInterval(0, 0, 1),
		NewUUID([16]byte{}), NewUUID([16]byte{0xde, 0xad, 0xbe, 0xef, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12}),
		NewBytes(nil), NewBytes([]byte{0}), NewBytes([]byte("\x00\xffabc")), NewBytes([]byte(strings.Repeat("x", 100))),
		NewJSON("null"), NewJSON("1"), NewJSON(`""`), NewJSON(`{}`), NewJSON(`[]`), NewJSON(` { "b" : 1.50 , "a" : [ null , true , "\u0000 \ud800" ] } `), NewJSON(`12345678901234567890.10`), NewJSON(`{"a":1,"a":2}`),
		NewJSON(`{"$text":"x"}`), NewJSON(`{"$float":"NaN"}`), NewJSON(`{"$json":1}`), NewJSON(`{"$":null}`), NewJSON(`{"$a":1,"$a":2}`), NewJSON(`{"a":{"$text":"x"}}`), NewJSON(`{"$a":1,"b":2}`),
		NewJSON("1e400"), NewJSON(`"<&>"`),
	}
	for _, s := range []string{
		"12345678901234567890.1234567890123456789", "-0.00000000000000000000000000000000000001", "9999999999999999999999999999999999999999", "1234567890123456789012345678901234567890.12",
		"123456789012345678", "0.123456789012345678", "1234567890123456789", "NaN", "Infinity", "-Infinity", "-12.50", "0.10",
	} {
		v, ok := ParseDecimal(s)
		if !ok {
			t.Fatalf("%s is not a decimal", s)
		}
		values = append(values, v)
	}
	return values
}

// randomValue is a value of the kind, small or large, ordinary or not.
func randomValue(r *rand.Rand, k Kind) Value {
	n := int64(r.Uint64()) >> r.IntN(64)
	digits := func(most int) string {
		b := make([]byte, 1+r.IntN(most))
		for i := range b {
			b[i] = byte('0' + r.IntN(10))
		}
		return string(b)
	}
	text := func() string {
		var b strings.Builder
		for range r.IntN(12) {
			switch r.IntN(4) {
			case 0:
				b.WriteByte(byte(r.Uint32()))
			case 1:
				b.WriteRune(rune(r.IntN(0x11000)))
			default:
				b.WriteByte("abc ,\"\r\n$\\{}\x00"[r.IntN(13)])
			}
		}
		return b.String()
	}
	switch k {
	case Bool:
		return NewBool(n&1 == 1)
	case Int:
		if r.IntN(2) == 0 {
			v, _ := ParseInt([]string{"", "-"}[r.IntN(2)] + digits(45))
			return v
		}
		return NewInt(n)
	case Decimal:
		if r.IntN(2) == 0 {
			v, _ := ParseDecimal([]string{"", "-"}[r.IntN(2)] + digits(25) + "." + digits(25))
			return v
		}
		return NewDecimal(n, uint8(r.IntN(39)))
	case Float:
		if r.IntN(2) == 0 {
			return NewFloat(float64(n) / 8)
		}
		return NewFloat(math.Float64frombits(r.Uint64()))
	case Text:
		return NewText(text())
	case Date:
		return NewDate(n % days(294276, 12, 31))
	case Time:
		return Value{kind: Time, n: r.Int64N(microsPerDay), nanos: uint16(r.IntN(1000))}
	case Timestamp:
		return NewTimestamp(n, uint16(r.IntN(1000)))
	case TimestampTZ:
		return NewInstant(n)
	case Interval:
		return NewInterval(int32(n>>3), int32(n>>7), int64(r.Uint64())>>r.IntN(64))
	case UUID:
		var u [16]byte
		for i := range u {
			u[i] = byte(r.Uint32())
		}
		return NewUUID(u)
	case JSON:
		return NewJSON(randomJSON(r, 3))
	case Bytes:
		return NewBytes([]byte(text()))
	}
	return Value{}
}

func randomJSON(r *rand.Rand, depth int) string {
	scalars := []string{"null", "true", "0", "-1.50", "1e+9", `"x"`, `"\u00e9\n"`, `"漢"`, "12345678901234567890", "0.1"}
	if depth == 0 || r.IntN(3) == 0 {
		return scalars[r.IntN(len(scalars))]
	}
	keys := []string{`"a"`, `"b"`, `"$text"`, `"$json"`, `"$"`, `""`}
	r.Shuffle(len(keys), func(i, j int) { keys[i], keys[j] = keys[j], keys[i] })
	var items []string
	object := r.IntN(2) == 0
	for i := range r.IntN(4) {
		item := strings.Repeat(" ", r.IntN(2)) + randomJSON(r, depth-1)
		if object {
			item = keys[i] + ":" + item
		}
		items = append(items, item)
	}
	if object {
		return "{" + strings.Join(items, ",") + "}"
	}
	return "[" + strings.Join(items, " , ") + "]"
}

// randomTable has a column of every kind, and nulls and values of other kinds
// among them when mixed is set.
func randomTable(r *rand.Rand, mixed bool) *Table {
	t := &Table{}
	for k := Bool; k < kinds; k++ {
		t.Columns = append(t.Columns, Column{Name: []string{"n", "a,b", " x ", "\"q\"", "é\n"}[r.IntN(5)], Kind: k, Native: "t"})
	}
	for range r.IntN(4) {
		row := make(Row, len(t.Columns))
		for i, c := range t.Columns {
			k := c.Kind
			if mixed && r.IntN(3) == 0 {
				k = Kind(r.IntN(int(kinds)))
			}
			if r.IntN(8) != 0 {
				row[i] = randomValue(r, k)
			}
		}
		t.Rows = append(t.Rows, row)
	}
	t.Truncated = []Cap{Whole, ByRows, ByBytes}[r.IntN(3)]
	return t
}

// same reports whether two values say the same: same kind, same canonical
// form and, where the canonical form leaves something out, same text.
func same(a, b Value) bool {
	if a.kind != b.kind || string(appendCanonical(nil, a)) != string(appendCanonical(nil, b)) {
		return false
	}
	switch a.kind {
	case JSON: // spaces may go
		return true
	case Float: // NaN has many forms
		return a.n == b.n || a.String() == "NaN"
	}
	return a.String() == b.String()
}

func compare(t *testing.T, what string, want, got *Table) {
	t.Helper()
	if len(got.Columns) != len(want.Columns) || len(got.Rows) != len(want.Rows) || got.Truncated != want.Truncated {
		t.Fatalf("%s: %d columns, %d rows, truncated %q became %d, %d, %q", what,
			len(want.Columns), len(want.Rows), want.Truncated, len(got.Columns), len(got.Rows), got.Truncated)
	}
	for i, c := range want.Columns {
		if got.Columns[i] != c {
			t.Errorf("%s: column %+v became %+v", what, c, got.Columns[i])
		}
	}
	for i, row := range want.Rows {
		for j, v := range row {
			if !same(v, got.Rows[i][j]) {
				t.Errorf("%s: %s %q in a column of %s became %s %q", what, v.kind, v, want.Columns[j].Kind, got.Rows[i][j].kind, got.Rows[i][j])
			}
		}
	}
	if got.Hash() != want.Hash() {
		t.Errorf("%s: the hash changed", what)
	}
}
