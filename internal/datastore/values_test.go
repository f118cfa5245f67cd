package datastore

import (
	"errors"
	"fmt"
	"math"
	"math/big"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/plumbdata/plumb/internal/fault"
	"github.com/plumbdata/plumb/internal/table"
)

func bigInt(tb testing.TB, text string) table.Value {
	tb.Helper()
	n, ok := new(big.Int).SetString(text, 10)
	if !ok {
		tb.Fatalf("%s is no number", text)
	}
	return table.NewBigInt(n)
}

func decimal(tb testing.TB, text string) table.Value {
	tb.Helper()
	v, ok := table.ParseDecimal(text)
	if !ok {
		tb.Fatalf("%s is no decimal", text)
	}
	return v
}

// TestValuesComeBackAsTheyWere puts a table with columns of all kinds, each with NULLs, and reads it
// back: from the store, and from another table that was made of it.
func TestValuesComeBackAsTheyWere(t *testing.T) {
	s := open(t, t.TempDir(), Limits{})
	cases := []struct {
		kind   table.Kind
		native string // of the source
		want   string // DuckDB's type
		values []table.Value
	}{
		{table.Bool, "", "BOOLEAN", []table.Value{table.NewBool(true), table.NewBool(false)}},
		{table.Int, "", "BIGINT", []table.Value{table.NewInt(math.MinInt64), table.NewInt(0), table.NewInt(math.MaxInt64)}},
		{table.Int, "", "UBIGINT", []table.Value{table.NewInt(1), table.NewUint(math.MaxUint64)}},
		{table.Int, "", "HUGEINT", []table.Value{table.NewInt(-1), table.NewUint(math.MaxUint64), bigInt(t, "-99999999999999999999999999999999999999")}},
		{table.Int, "", "BIGNUM", []table.Value{table.NewInt(-1), bigInt(t, strings.Repeat("9", 60)), bigInt(t, "-"+strings.Repeat("1", 50))}},
		{table.Decimal, "", "DECIMAL(18,4)", []table.Value{decimal(t, "1.5"), decimal(t, "-0.0001"), decimal(t, "12345678901234")}},
		{table.Decimal, "numeric(12,2)", "DECIMAL(12,2)", []table.Value{decimal(t, "1.50"), decimal(t, "-9999999999.99")}},
		{table.Decimal, "numeric(12,2)", "DECIMAL(18,3)", []table.Value{decimal(t, "1.505")}},
		{table.Decimal, "", "DECIMAL(38,10)", []table.Value{decimal(t, "-1234567890123456789012345678.0123456789"), decimal(t, "0.1")}},
		{table.Decimal, "", "DOUBLE", []table.Value{decimal(t, "NaN"), decimal(t, "-Infinity"), decimal(t, "1.25")}},
		{table.Decimal, "", "DECIMAL(18,3)", nil},
		{table.Float, "", "DOUBLE", []table.Value{table.NewFloat(0.1), table.NewFloat(math.NaN()), table.NewFloat(math.Inf(-1)), table.NewFloat(math.MaxFloat64), table.NewFloat(math.SmallestNonzeroFloat64), table.NewFloat(math.Copysign(0, -1)), table.NewFloat32(0.1)}},
		{table.Text, "", "VARCHAR", []table.Value{table.NewText(""), table.NewText(" "), table.NewText("Zoë 日本 🙂"), table.NewText("NULL"), table.NewText(`\N`)}},
		{table.Text, "", "VARCHAR", []table.Value{table.NewText("a\tb\r\nc\"d'e\\f%g%N"), table.NewText("%N"), table.NewText("%41"), table.NewText("\x00\x01\x7f"), table.NewText("\n"), table.NewText(strings.Repeat("long ", 1_000_000))}},
		{table.Date, "", "DATE", []table.Value{table.NewDate(0), table.NewDate(-719529), table.NewDate(-800_000), table.NewDate(4_000_000), table.NewEndless(table.Date, false), table.NewEndless(table.Date, true)}},
		{table.Time, "", "TIME", []table.Value{table.NewTime(0), table.NewTime(86_399_999_999), table.NewTime(86_400_000_000)}},
		{table.Timestamp, "", "TIMESTAMP", []table.Value{table.NewTimestamp(0, 0), table.NewTimestamp(-1, 0), table.NewTimestamp(253_402_300_800_000_001, 0), table.NewEndless(table.Timestamp, false)}},
		{table.Timestamp, "", "TIMESTAMP_NS", []table.Value{table.NewTimestamp(1_700_000_000_000_000, 1), table.NewTimestamp(0, 0)}},
		{table.TimestampTZ, "", "TIMESTAMP WITH TIME ZONE", []table.Value{table.NewInstant(0), table.NewInstant(-62_167_219_200_000_001), table.NewInstant(1_700_000_000_123_456), table.NewEndless(table.TimestampTZ, true)}},
		{table.Interval, "", "INTERVAL", []table.Value{table.NewInterval(0, 0, 0), table.NewInterval(-13, 5, -1), table.NewInterval(14, -3, 86_400_000_001)}},
		{table.UUID, "", "UUID", []table.Value{table.NewUUID([16]byte{}), table.NewUUID([16]byte{0xff, 1, 2, 3, 15: 9})}},
		{table.JSON, "", "JSON", []table.Value{table.NewJSON(`{"b": [1, 2.50, null], "a": "x\ny%"}`), table.NewJSON("null"), table.NewJSON(`"\u0000"`), table.NewJSON("{\n\t\"a\": 1}")}},
		{table.Bytes, "", "BLOB", []table.Value{table.NewBytes(nil), table.NewBytes([]byte{0, 0xff, '%', '\n'})}},
		{table.Null, "", "INTEGER", nil},
		// Engines with dynamic types hold several kinds in a column.
		{table.Int, "", "DOUBLE", []table.Value{table.NewInt(1), table.NewFloat(2.5)}},
		{table.Int, "", "DECIMAL(18,2)", []table.Value{table.NewInt(1), decimal(t, "2.25")}},
		{table.Int, "", "VARCHAR", []table.Value{table.NewText("only text")}},
	}
	in := &table.Table{}
	for i, c := range cases {
		in.Columns = append(in.Columns, table.Column{Name: fmt.Sprint("c", i), Kind: c.kind, Native: c.native})
		for len(in.Rows) < len(c.values)+2 {
			in.Rows = append(in.Rows, make(table.Row, len(cases)))
		}
		for n, v := range c.values {
			in.Rows[n+1][i] = v
		}
	}
	r := put(t, s, 1, "all_kinds", in)
	if len(r.Notes) > 0 || r.Hash != in.Hash() {
		t.Errorf("got the notes %q", r.Notes)
	}
	check := func(name string) {
		out := query(t, s, "SELECT * FROM "+name)
		if out.Hash() != in.Hash() {
			t.Errorf("%s has another hash", name)
		}
		for i, c := range cases {
			if out.Columns[i].Native != c.want {
				t.Errorf("column %d of %s, %s, comes out as %s, want %s", i, name, c.kind, out.Columns[i].Native, c.want)
			}
			for n := range in.Rows {
				before := &table.Table{Columns: in.Columns[i : i+1], Rows: []table.Row{{in.Rows[n][i]}}}
				after := &table.Table{Columns: out.Columns[i : i+1], Rows: []table.Row{{out.Rows[n][i]}}}
				if before.Hash() != after.Hash() {
					t.Errorf("%s: %s became %s", c.want, in.Rows[n][i], out.Rows[n][i])
				}
			}
		}
	}
	check("all_kinds")
	if _, err := s.Make(t.Context(), Record{Name: "made", Step: 2}, "SELECT * FROM all_kinds"); err != nil {
		t.Fatal(err)
	}
	check("made")
}

func TestTypesOfStatementsAreKept(t *testing.T) {
	s := open(t, t.TempDir(), Limits{})
	put(t, s, 1, "n1", numbers(3))
	cases := []struct{ expression, want, kind string }{
		{"sum(n)", "6", "integer"},
		{"sum(n) * 1000000000000000000000", "6000000000000000000000", "integer"},
		{"CAST('170141183460469231731687303715884105727' AS HUGEINT) - max(n) * 0", "170141183460469231731687303715884105727", "integer"},
		{"avg(n)", "2", "float"},
		{"list(n ORDER BY n)", "[1,2,3]", "json"},
		{"{'a': max(n), 'b': ['x']}", `{"a":3,"b":["x"]}`, "json"},
		{"MAP {'k': max(n)}", `{"k":3}`, "json"},
		{"INTERVAL '1 day' - to_microseconds(max(n))", "P1DT-0.000003S", "interval"},
		{"CAST(TIMESTAMP '2024-01-01' AS TIMESTAMP_S) + to_days(min(n)::INTEGER)", "2024-01-02T00:00:00", "timestamp"},
		{"CAST(min(label) AS ENUM('number 1', 'b'))", "number 1", "text"},
		{"NULL", "", "integer"},
		{"CAST(max(n) AS DECIMAL(10,3))", "3.000", "decimal"},
		{"CAST('10:00:00+02' AS TIMETZ)", "10:00:00+02", "text"},
	}
	parts := make([]string, len(cases))
	for i, c := range cases {
		parts[i] = fmt.Sprintf("%s AS c%d", c.expression, i)
	}
	if _, err := s.Make(t.Context(), Record{Name: "types", Step: 2}, "SELECT "+strings.Join(parts, ", ")+" FROM n1"); err != nil {
		t.Fatal(err)
	}
	got := query(t, s, "SELECT * FROM types")
	for i, c := range cases {
		if v := got.Rows[0][i]; v.String() != c.want || got.Columns[i].Kind.String() != c.kind {
			t.Errorf("%s: got %s %s, want %s %s", c.expression, got.Columns[i].Kind, v, c.kind, c.want)
		}
	}
	// Sums that fit are plain numbers.
	r, err := s.Make(t.Context(), Record{Name: "sums", Step: 2}, "SELECT sum(n) AS total FROM n1")
	if err != nil || r.Columns[0].Type != "BIGINT" || r.Columns[0].Stored != "" {
		t.Errorf("got %+v, %v", r, err)
	}
	if _, err := s.Make(t.Context(), Record{Name: "pivoted", Step: 2}, "PIVOT n1 ON label USING sum(n)"); err != nil {
		t.Error(err)
	} else if got := query(t, s, `SELECT max("number 2") FROM pivoted`); got.Rows[0][0].String() != "2" {
		t.Errorf("got %v", got.Rows)
	}
	if _, err := s.Make(t.Context(), Record{Name: "twice", Step: 2}, "SELECT n, n, label AS N FROM n1 ORDER BY n DESC"); err != nil {
		t.Error(err)
	} else if got := query(t, s, "SELECT * FROM twice"); strings.Join(got.Names(), " ") != "n n_1 N_2" || got.Rows[0][0].String() != "3" {
		t.Errorf("got %v %v", got.Names(), got.Rows)
	}
}

func TestValuesThatCannotBeKept(t *testing.T) {
	folder := t.TempDir()
	s := open(t, folder, Limits{})
	one := func(v table.Value) *table.Reader {
		return (&table.Table{Columns: []table.Column{{Name: "v", Kind: v.Kind()}}, Rows: []table.Row{{v}}}).Reader()
	}
	for v, words := range map[table.Value]string{
		table.NewText("caf\xe9"):                          "column v has text that is not UTF-8 in row 1",
		decimal(t, strings.Repeat("7", 30)+".0123456789"): "more than 38 digits",
		table.NewText(strings.Repeat("x", maxLine)):       "larger than 16.0 MiB",
		table.NewTimestamp(253_402_300_800_000_001, 1):    "",
		table.NewJSON(`{"not": ` + "\xff" + `}`):          "not UTF-8",
	} {
		_, err := s.Put(t.Context(), Record{Name: "t"}, one(v))
		if err == nil || !strings.Contains(err.Error(), words) {
			t.Errorf("%.50s: got %v", v, err)
		}
	}
	if files := left(t, folder); len(files) != 0 {
		t.Errorf("there is left %v", files)
	}
	mixed := &table.Table{
		Columns: []table.Column{{Name: "v", Kind: table.Int}, {Name: "j", Kind: table.JSON}},
		Rows:    []table.Row{{table.NewInt(7), table.NewJSON("{")}, {table.NewText("n/a"), table.NewJSON("{}")}},
	}
	r := put(t, s, 1, "mixed", mixed)
	if len(r.Notes) != 2 || !strings.Contains(r.Notes[0], "column v holds values of several types") || r.Hash != "" {
		t.Errorf("got %+v", r)
	}
	out := query(t, s, "SELECT * FROM mixed")
	if out.Rows[0][0].String() != "7" || out.Rows[0][1].String() != "{" || out.Rows[1][0].String() != "n/a" {
		t.Errorf("got %v", out.Rows)
	}
	if sum, err := s.Hash(t.Context(), "mixed"); err != nil || sum != out.Hash() {
		t.Errorf("got %s, %v", sum, err)
	}
}

func TestColumnNames(t *testing.T) {
	s := open(t, t.TempDir(), Limits{})
	in := &table.Table{}
	var row table.Row
	names := []string{"a", "A", "", "select", "with \"quotes\" and ünï", "tab\tand\nline", "'; DROP TABLE x; --", "a_2", "nul\x00", "start", "c0", "%N", strings.Repeat("l", 600)}
	for i, n := range names {
		in.Columns = append(in.Columns, table.Column{Name: n, Kind: table.Int})
		row = append(row, table.NewInt(int64(i)))
	}
	in.Rows = []table.Row{row}
	r := put(t, s, 1, "weird", in)
	out := query(t, s, "SELECT * FROM weird")
	want := []string{"a", "A_2", "column_3", "select", "with \"quotes\" and ünï", "tab\tand\nline", "'; DROP TABLE x; --", "a_2_2", "nul\uFFFD", "start", "c0", "%N", strings.Repeat("l", 500)}
	if got := out.Names(); strings.Join(got, "|") != strings.Join(want, "|") {
		t.Errorf("got %q", got)
	}
	if out.Hash() != r.Hash || len(r.Notes) != 5 {
		t.Errorf("got %v, notes %q", out.Rows, r.Notes)
	}
	for i, v := range out.Rows[0] {
		if v.String() != fmt.Sprint(i) {
			t.Errorf("column %d holds %s", i, v)
		}
	}
}

func TestEmptyTables(t *testing.T) {
	s := open(t, t.TempDir(), Limits{})
	in := &table.Table{Columns: []table.Column{{Name: "d", Kind: table.Date}, {Name: "x", Kind: table.Decimal, Native: "DECIMAL(9,1)"}, {Name: "i", Kind: table.Interval}}}
	r := put(t, s, 1, "empty", in)
	out := query(t, s, "SELECT * FROM empty")
	if r.Rows != 0 || len(out.Rows) != 0 || out.Hash() != r.Hash || out.Columns[0].Kind != table.Date || out.Columns[1].Native != "DECIMAL(9,1)" || out.Columns[2].Kind != table.Interval {
		t.Errorf("got %+v, %+v", r, out)
	}
	made, err := s.Make(t.Context(), Record{Name: "none", Step: 2}, "SELECT * FROM empty WHERE d IS NULL")
	if err != nil || made.Rows != 0 || made.Columns[2].Kind != table.Interval {
		t.Errorf("got %+v, %v", made, err)
	}
	_, err = s.Put(t.Context(), Record{Name: "nothing"}, (&table.Table{}).Reader())
	wantFault(t, err, fault.BadData, "0 columns")
	// A column of empty texts is not one of empty lines.
	blank := &table.Table{Columns: []table.Column{{Name: "t", Kind: table.Text}}, Rows: []table.Row{{table.NewText("")}, {table.Value{}}, {table.NewText("")}}}
	r = put(t, s, 1, "blank", blank)
	if out := query(t, s, "SELECT * FROM blank"); out.Hash() != blank.Hash() || r.Rows != 3 {
		t.Errorf("got %v", out.Rows)
	}
}

// TestManyRowsKeepTheirOrder is about more rows than DuckDB reads at once, in several
// threads.
func TestManyRowsKeepTheirOrder(t *testing.T) {
	s := open(t, t.TempDir(), Limits{})
	random := rand.New(rand.NewPCG(1, 2))
	in := &table.Table{Columns: []table.Column{{Name: "n", Kind: table.Int}, {Name: "t", Kind: table.Text}, {Name: "f", Kind: table.Float}}}
	for i := range 300_000 {
		text := make([]rune, random.IntN(20))
		for j := range text {
			text[j] = rune(random.IntN(0x250))
		}
		in.Rows = append(in.Rows, table.Row{table.NewInt(int64(i)), table.NewText(string(text)), table.NewFloat(random.NormFloat64())})
	}
	r := put(t, s, 1, "many", in)
	if out := query(t, s, "SELECT * FROM many"); out.Hash() != in.Hash() || r.Hash != in.Hash() {
		t.Errorf("%d rows came back as others", len(out.Rows))
	}
	p, err := s.Preview(t.Context(), "many", 0)
	if err != nil || len(p.Rows) != MaxPreview || p.Truncated != table.ByRows {
		t.Fatalf("got %d rows, %v", len(p.Rows), err)
	}
	if first, last := p.Rows[0][0].String(), p.Rows[MaxPreview-1][0].String(); first != "0" || last != "299700" {
		t.Errorf("the sample goes from %s to %s", first, last)
	}
	if p, err := s.Preview(t.Context(), "many", 7); err != nil || len(p.Rows) != 7 {
		t.Errorf("got %d rows, %v", len(p.Rows), err)
	}
}

func TestRowsThatEndEarlyAreNotKept(t *testing.T) {
	folder := t.TempDir()
	s := open(t, folder, Limits{})
	in := numbers(10)
	cut := table.NewReader(in.Columns, &rowStream{rows: in.Rows}, table.Limits{Rows: 5})
	_, err := s.Put(t.Context(), Record{Name: "cut"}, cut)
	wantFault(t, err, fault.ResultTruncated, "after 5 rows")
	broken := table.NewReader(in.Columns, &rowStream{rows: in.Rows, err: errors.New("the server went away")}, table.Limits{})
	if _, err = s.Put(t.Context(), Record{Name: "broken"}, broken); err == nil || err.Error() != "the server went away" {
		t.Errorf("got %v", err)
	}
	if files := left(t, folder); len(files) != 0 {
		t.Errorf("there is left %v", files)
	}
}
