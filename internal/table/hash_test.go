package table

import (
	"math"
	"math/big"
	"math/rand/v2"
	"strconv"
	"testing"
)

func hashOf(values ...Value) string {
	t := &Table{Rows: []Row{values}}
	for range values {
		t.Columns = append(t.Columns, Column{Name: "x"})
	}
	return t.Hash()
}

func decimal(t *testing.T, s string) Value {
	t.Helper()
	v, ok := ParseDecimal(s)
	if !ok {
		t.Fatalf("%s is not a decimal", s)
	}
	return v
}

func TestEqualDataHasEqualHashes(t *testing.T) {
	power := func(n int64) *big.Int { return new(big.Int).Exp(big.NewInt(10), big.NewInt(n), nil) }
	parse := func(k Kind, s string) Value {
		v, ok := Parse(k, s)
		if !ok {
			t.Fatalf("%s is no %s", s, k)
		}
		return v
	}
	for name, group := range map[string][]Value{
		"one":           {NewInt(1), NewDecimal(1, 0), NewDecimal(100, 2), NewFloat(1), decimal(t, "1.000000000000000000000000"), decimal(t, "0000000000000000000000001")},
		"zero":          {NewInt(0), NewDecimal(0, 5), NewFloat(0), NewFloat(math.Copysign(0, -1)), decimal(t, "0.000000000000000000000000"), decimal(t, "-0.0000000000000000000000")},
		"a tenth":       {NewDecimal(1, 1), NewDecimal(10, 2), NewFloat(0.1), NewFloat32(0.1), decimal(t, "0.100000000000000000000000000")},
		"minus 12.5":    {NewDecimal(-125, 1), NewFloat(-12.5), decimal(t, "-12.5000000000000000000000")},
		"2^53":          {NewInt(1 << 53), NewFloat(1 << 53), NewDecimal(1<<53, 0)},
		"int64 min":     {NewInt(math.MinInt64), NewDecimal(math.MinInt64, 0), decimal(t, "-9223372036854775808")},
		"10^30":         {NewBigInt(power(30)), NewFloat(1e30), decimal(t, "1000000000000000000000000000000.00")},
		"10^-30":        {decimal(t, "0.000000000000000000000000000001"), NewFloat(1e-30), NewDecimal(1, 30)},
		"not a number":  {NewFloat(math.NaN()), NewFloat(math.Float64frombits(0x7ff8000000000123)), decimal(t, "NaN")},
		"infinity":      {NewFloat(math.Inf(1)), decimal(t, "Infinity")},
		"instant":       {parse(TimestampTZ, "2024-01-01T00:00:00Z"), parse(TimestampTZ, "2024-01-01 01:00:00+01"), parse(TimestampTZ, "2023-12-31T18:30:00-05:30")},
		"uuid":          {parse(UUID, "DEADBEEF-0102-0304-0506-0708090A0B0C"), parse(UUID, "deadbeef-0102-0304-0506-0708090a0b0c")},
		"json":          {NewJSON(`{"a":1,"b":[1.0,"é"]}`), NewJSON(` { "b" : [ 1 , "\u00e9" ] , "a" : 1.00 } `), NewJSON(`{"a":10e-1,"b":[1E0,"é"]}`)},
		"json number":   {NewJSON("100"), NewJSON("1e2"), NewJSON("1E+2"), NewJSON("100.00")},
		"interval":      {NewInterval(12, 0, 0), parse(Interval, "P1Y"), parse(Interval, "P12M")},
		"empty bytes":   {NewBytes(nil), NewBytes([]byte{})},
		"kinds of text": {NewText("a"), parse(Text, "a")},
	} {
		for _, v := range group[1:] {
			if hashOf(v) != hashOf(group[0]) {
				t.Errorf("%s: %s %s and %s %s differ", name, v.kind, v, group[0].kind, group[0])
			}
		}
	}
}

func TestDifferentDataHasDifferentHashes(t *testing.T) {
	values := []Value{
		{}, NewBool(true), NewBool(false), NewInt(1), NewInt(0), NewInt(-1), NewInt(10), NewInt(1<<53 + 1), NewFloat(1 << 53), NewDecimal(11, 1), NewFloat(1.5), NewFloat(math.NaN()), NewFloat(math.Inf(1)), NewFloat(math.Inf(-1)),
		NewText(""), NewText("1"), NewText("null"), NewText("NaN"), NewText("true"), NewText("2024-01-01"), NewText("a"), NewText("A"), NewText("a\x00"),
		NewBytes(nil), NewBytes([]byte("1")), NewJSON("1"), NewJSON("null"), NewJSON(`"1"`), NewJSON(`""`), NewJSON("[1]"), NewJSON("[1,2]"), NewJSON("[2,1]"), NewJSON("[[1],2]"), NewJSON("{}"), NewJSON("[]"), NewJSON(`{"a":null}`),
		NewJSON("1]"), NewJSON("1 1"), NewJSON("{"), NewJSON(`"\u0001"`), NewJSON(`"\x01"`), NewJSON("1e99999999999999999999"), NewJSON("1e99999999999999999998"), NewJSON("2e99999999999999999999"),
		NewDate(0), NewTime(0), NewTimestamp(0, 0), NewTimestamp(0, 1), NewInstant(0), NewEndless(Date, false), NewEndless(Date, true), NewEndless(Timestamp, false), NewEndless(TimestampTZ, false),
		NewInterval(0, 0, 0), NewInterval(1, 0, 0), NewInterval(0, 30, 0), NewInterval(0, 0, 30*microsPerDay), NewInterval(0, 1, 0), NewInterval(0, 0, microsPerDay), NewUUID([16]byte{}), NewText("00000000-0000-0000-0000-000000000000"),
	}
	seen := map[string]Value{}
	for _, v := range values {
		h := hashOf(v)
		if other, ok := seen[h]; ok {
			t.Errorf("%s %q and %s %q are equal", v.kind, v, other.kind, other)
		}
		seen[h] = v
	}
}

func TestHashOfStructure(t *testing.T) {
	a, b := NewText("a"), NewText("b")
	one := func(names []string, rows ...Row) string {
		t := &Table{Rows: rows}
		for _, n := range names {
			t.Columns = append(t.Columns, Column{Name: n, Kind: Text})
		}
		return t.Hash()
	}
	xy := []string{"x", "y"}
	tables := map[string]string{
		"rows":             one(xy, Row{a, b}, Row{b, a}),
		"rows swapped":     one(xy, Row{b, a}, Row{a, b}),
		"row twice":        one(xy, Row{a, b}, Row{b, a}, Row{b, a}),
		"other names":      one([]string{"x", "z"}, Row{a, b}, Row{b, a}),
		"names swapped":    one([]string{"y", "x"}, Row{a, b}, Row{b, a}),
		"no rows":          one(xy),
		"no rows, one":     one([]string{"xy"}),
		"nothing":          one(nil),
		"boundary moved":   one(xy, Row{NewText("ab"), NewText("")}),
		"boundary moved 2": one(xy, Row{NewText("a"), NewText("b")}),
		"boundary moved 3": one(xy, Row{NewText(""), NewText("ab")}),
		"null first":       one(xy, Row{{}, NewText("ab")}),
	}
	seen := map[string]string{}
	for name, h := range tables {
		if other, ok := seen[h]; ok {
			t.Errorf("%s and %s are equal", name, other)
		}
		seen[h] = name
	}
	// What engines call their types does not count, nor does a declared kind.
	with := func(k Kind, native string) string {
		return (&Table{Columns: []Column{{"x", k, native}}, Rows: []Row{{NewInt(1)}}}).Hash()
	}
	if with(Int, "int4") != with(Decimal, "NUMERIC(10,2)") {
		t.Error("the types of columns count")
	}
}

// The hash is written into cells and must never change.
func TestHashIsStable(t *testing.T) {
	table := &Table{Columns: []Column{{Name: "a", Kind: Int}, {Name: "b", Kind: Text}}, Rows: []Row{{NewInt(1), NewText("x")}, {NewDecimal(250, 2), Value{}}}}
	const want = "sha256:0c46cb9874bf6a4f4187586f1539650c997344d0a0d9721de1573a7b8a851509"
	if got := table.Hash(); got != want {
		t.Errorf("got %s", got)
	}
}

func TestHasherIsTheSameInPieces(t *testing.T) {
	table := &Table{Columns: []Column{{Name: "a", Kind: Int}}}
	h := NewHasher(table.Columns)
	for i := range int64(20_000) { // more than the buffer holds
		table.Rows = append(table.Rows, Row{NewInt(i)})
		h.Add(Row{NewInt(i)})
	}
	first, second := h.Sum(), h.Sum()
	if want := table.Hash(); first != want || second != want {
		t.Errorf("%s and then %s instead of %s", first, second, want)
	}
}

// The fast way to write a float must say what the shortest text form says.
func TestShortDecimalIsTheShortestForm(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	found := 0
	for range 200_000 {
		f := math.Float64frombits(r.Uint64())
		switch r.IntN(3) {
		case 0:
			f = math.Round(r.NormFloat64()*1e6) / math.Pow(10, float64(r.IntN(8)))
		case 1:
			f = r.Float64() * math.Pow(10, float64(r.IntN(18)-4))
		}
		if math.IsNaN(f) || math.IsInf(f, 0) {
			continue
		}
		n, scale, ok := shortDecimal(f)
		if !ok {
			continue
		}
		found++
		fast := string(appendUnscaled(nil, n, -scale))
		if slow := string(appendPlain(nil, strconv.FormatFloat(f, 'e', -1, 64))); fast != slow {
			t.Fatalf("%v: %s, but the shortest form is %s", f, fast, slow)
		}
	}
	if found < 10_000 {
		t.Errorf("only %d short decimals were tried", found)
	}
}
