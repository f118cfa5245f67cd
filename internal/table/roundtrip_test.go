package table

import (
	"bytes"
	"encoding/json"
	"math"
	"math/rand/v2"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/plumbdata/plumb/internal/fault"
)

// everyWay sends a table through all its forms.
func everyWay(t *testing.T, want *Table) {
	t.Helper()
	b, err := json.Marshal(want)
	if err != nil {
		t.Fatal(err)
	}
	var got Table
	if err := json.Unmarshal(b, &got); err != nil {
		t.Fatalf("%v in %s", err, b)
	}
	compare(t, "json.Marshal", want, &got)

	b, err = want.MarshalJSON()
	if err != nil || !json.Valid(b) || !utf8.Valid(b) || bytes.IndexByte(b, 0) >= 0 {
		t.Fatalf("%v: not clean JSON: %q", err, b)
	}
	got = Table{}
	if err := got.UnmarshalJSON(b); err != nil {
		t.Fatalf("%v in %s", err, b)
	}
	compare(t, "MarshalJSON", want, &got)

	var out bytes.Buffer
	if err := WriteJSON(&out, want.Reader()); err != nil {
		t.Fatal(err)
	}
	got = Table{}
	if err := json.Unmarshal(out.Bytes(), &got); err != nil {
		t.Fatalf("%v in %s", err, out.Bytes())
	}
	compare(t, "WriteJSON", want, &got)
	var written struct{ Hash string }
	if err := json.Unmarshal(out.Bytes(), &written); err != nil || written.Hash != want.Hash() {
		t.Errorf("WriteJSON says hash %s, %v", written.Hash, err)
	}

	for i, row := range want.Rows {
		b := AppendRow([]byte("before"), row)
		back := make(Row, len(row))
		rest, ok := DecodeRow(string(b[len("before"):])+"after", back)
		if !ok || rest != "after" {
			t.Fatalf("row %d does not decode: %q left", i, rest)
		}
		for j := range row {
			if row[j] != back[j] {
				t.Errorf("codec: %s %q became %s %q", row[j].kind, row[j], back[j].kind, back[j])
			}
		}
	}
}

func TestRoundTrips(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 1))
	for range 300 {
		everyWay(t, randomTable(r, true))
		want := randomTable(r, false)
		var out bytes.Buffer
		if err := WriteCSV(&out, want.Reader()); err != nil {
			t.Fatal(err)
		}
		got, err := ReadCSV(&out, want.Columns, Limits{})
		if err != nil {
			t.Fatal(err)
		}
		got.Truncated = want.Truncated // a CSV cannot say
		compare(t, "CSV", want, got)
	}
}

// Every edge value goes through every form, in a column of its own kind and in
// those of all others.
func TestEdgesRoundTrip(t *testing.T) {
	for k := Null; k < kinds; k++ {
		mixed := &Table{Columns: []Column{{Name: "x", Kind: k}}}
		own := &Table{Columns: mixed.Columns}
		for _, v := range edges(t) {
			mixed.Rows = append(mixed.Rows, Row{v})
			if v.kind == k || v.kind == Null {
				own.Rows = append(own.Rows, Row{v})
			}
		}
		everyWay(t, mixed)
		var out bytes.Buffer
		if err := WriteCSV(&out, own.Reader()); err != nil {
			t.Fatal(err)
		}
		got, err := ReadCSV(&out, own.Columns, Limits{})
		if err != nil {
			t.Fatal(err)
		}
		compare(t, "CSV", own, got)
	}
}

// A decoder's limit of depth holds for the table as a whole, and must not make
// a value unreadable that is allowed by itself.
func TestDeepJSONRoundTrips(t *testing.T) {
	const depth = 9990
	deep := NewJSON(strings.Repeat("[", depth) + strings.Repeat("]", depth))
	everyWay(t, &Table{Columns: []Column{{Name: "x", Kind: JSON}}, Rows: []Row{{deep}}})
}

func TestTextForms(t *testing.T) {
	r := rand.New(rand.NewPCG(2, 2))
	values := edges(t)
	for range 2000 {
		values = append(values, randomValue(r, Kind(1+r.IntN(int(kinds)-1))))
	}
	for _, v := range values {
		got, ok := Parse(v.kind, v.String())
		if !ok || !same(v, got) {
			t.Errorf("%s %q is read back as %q, %v", v.kind, v, got, ok)
		}
	}
}

func TestTextFormsArePlain(t *testing.T) {
	for want, v := range map[string]Value{
		"":                                     {},
		"-9223372036854775808":                 NewInt(-1 << 63),
		"18446744073709551615":                 NewUint(1<<64 - 1),
		"-0.5":                                 NewDecimal(-5, 1),
		"0.00":                                 NewDecimal(0, 2),
		"12.50":                                NewDecimal(1250, 2),
		"-922337203685477580.8":                NewDecimal(-1<<63, 1),
		"0.1":                                  NewFloat32(0.1),
		"1e+21":                                NewFloat(1e21),
		"100000000000000000000":                NewFloat(1e20),
		"1970-01-01":                           NewDate(0),
		"-4712-01-01":                          NewDate(days(-4712, 1, 1)),
		"+294276-12-31":                        NewDate(days(294276, 12, 31)),
		"0000-02-29":                           NewDate(days(0, 2, 29)),
		"23:59:59.999999":                      NewTime(microsPerDay - 1),
		"24:00:00":                             NewTime(microsPerDay),
		"1969-12-31T23:59:59.999999":           NewTimestamp(-1, 0),
		"2023-11-14T22:13:20.123456789":        NewTimestamp(1_700_000_000_123_456, 789),
		"2023-11-14T22:13:20Z":                 NewInstant(1_700_000_000_000_000),
		"-infinity":                            NewEndless(Timestamp, true),
		"P1Y2M3DT4H5M6.5S":                     NewInterval(14, 3, 14_706_500_000),
		"P-1Y-2M-3DT-4H-5M-6.5S":               NewInterval(-14, -3, -14_706_500_000),
		"PT0S":                                 NewInterval(0, 0, 0),
		"PT-0.000001S":                         NewInterval(0, 0, -1),
		"deadbeef-0102-0304-0506-0708090a0b0c": NewUUID([16]byte{0xde, 0xad, 0xbe, 0xef, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12}),
		"AP9hYmM=":                             NewBytes([]byte("\x00\xffabc")),
	} {
		if got := v.String(); got != want {
			t.Errorf("got %s, want %s", got, want)
		}
	}
}

func TestParseIsGenerous(t *testing.T) {
	for _, c := range []struct {
		kind Kind
		text string
		want Value
	}{
		{Timestamp, "2023-11-14 22:13:20.5", NewTimestamp(1_700_000_000_500_000, 0)},
		{Timestamp, "2023-11-14 22:13", NewTimestamp(1_699_999_980_000_000, 0)},
		{Timestamp, "1970-01-02", NewTimestamp(microsPerDay, 0)},
		{TimestampTZ, "2023-11-15 00:13:20+02", NewInstant(1_700_000_000_000_000)},
		{TimestampTZ, "2023-11-14T16:43:20-05:30", NewInstant(1_700_000_000_000_000)},
		{TimestampTZ, "2023-11-14T16:43:20-0530", NewInstant(1_700_000_000_000_000)},
		{TimestampTZ, "1890-01-01 00:09:21+00:09:21", NewInstant(days(1890, 1, 1) * microsPerDay)},
		{UUID, "DEADBEEF-0102-0304-0506-0708090A0B0C", NewUUID([16]byte{0xde, 0xad, 0xbe, 0xef, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12})},
		{Int, "+7", NewInt(7)},
		{Decimal, "+7.5", NewDecimal(75, 1)},
		{Decimal, ".5", NewDecimal(5, 1)},
	} {
		if got, ok := Parse(c.kind, c.text); !ok || got != c.want {
			t.Errorf("%s %q is %q, %v", c.kind, c.text, got, ok)
		}
	}
}

func TestParseRefuses(t *testing.T) {
	for kind, texts := range map[Kind][]string{
		Null:        {"x"},
		Bool:        {"", "1", "TRUE", "yes"},
		Int:         {"", "-", "1.0", "1e3", "0x1", "1_000", " 1", "--1", "９"},
		Decimal:     {"", "-", ".", "1e3", "-+5", "+-5", "--5", "1.2.3", "nan", "inf", "-+" + strings.Repeat("1", 30)},
		Float:       {"", "nan", "inf", "0x1p3", "1_0", "1e999", "+Infinity"},
		Date:        {"", "2023-02-29", "2023-13-01", "2023-00-01", "2023-1-1", "23-01-01", "2023-01-01x", "20230101", "+-2023-01-01", "99999999-01-01"},
		Time:        {"", "25:00", "12:60", "12:00:61", "12:00:00.", "12:00:00.1234567890", "24:00:00.000001", "24:00:00.000000001", "1:00"},
		Timestamp:   {"", "2023-01-01T25:00", "2023-01-01T00:00:00Z", "T", "+999999-01-01T00:00:00", "-999999-01-01T00:00:00", "+294277-01-10T00:00:00"},
		TimestampTZ: {"", "2023-01-01T00:00:00+99", "2023-01-01T00:00:00+", "2023-01-01T00:00:00+01:99", "+999999-01-01T00:00:00Z"},
		Interval:    {"", "P", "PT", "1D", "P1", "PD", "P1H", "PT1Y", "PT1.5H", "P1DT", "PT1S1", "P9999999999D", "P2147483647M1M", "PT9223372036855S", "PT2562047788H2562047788H", "PT1.0000001S"},
		UUID:        {"", "deadbeef", "deadbeef-0102-0304-0506-0708090a0b0g", "deadbeef+0102-0304-0506-0708090a0b0c"},
		JSON:        {"", "{", "1 2", "nul"},
		Bytes:       {"a", "?", "AA"},
		kinds:       {"", "x"},
	} {
		for _, s := range texts {
			if v, ok := Parse(kind, s); ok {
				t.Errorf("%s %q is accepted as %q", kind, s, v)
			}
		}
	}
}

func TestEmptyTextIsNotNull(t *testing.T) {
	want := &Table{Columns: []Column{{Name: "a", Kind: Text}}, Rows: []Row{{NewText("")}, {Value{}}, {NewText("")}}}
	var out bytes.Buffer
	if err := WriteCSV(&out, want.Reader()); err != nil {
		t.Fatal(err)
	}
	if out.String() != "a\n\"\"\n\n\"\"\n" {
		t.Errorf("got %q", out.String())
	}
	got, err := ReadCSV(&out, nil, Limits{})
	if err != nil {
		t.Fatal(err)
	}
	compare(t, "CSV", want, got)
	everyWay(t, want)
}

func TestJSONForm(t *testing.T) {
	table := &Table{
		Columns: []Column{{"n", Int, "int8"}, {"d", Decimal, ""}, {"f", Float, ""}, {"t", Text, ""}, {"j", JSON, ""}},
		Rows: []Row{
			{NewInt(1 << 53), NewDecimal(1250, 2), NewFloat(1.5), NewText("<é>"), NewJSON(` {"a" : 1} `)},
			{NewInt(1<<53 + 1), NewDecimal(1_000_000_000_000_000, 0), NewFloat(math.Inf(1)), NewText("\xff"), NewJSON("null")},
			{NewText("7"), NewInt(7), {}, NewInt(7), NewJSON(`{"$x":1}`)},
		},
		Truncated: ByRows,
	}
	b, err := table.MarshalJSON()
	if err != nil {
		t.Fatal(err)
	}
	want := `{"columns":[{"name":"n","type":"integer","native":"int8"},{"name":"d","type":"decimal"},{"name":"f","type":"float"},{"name":"t","type":"text"},{"name":"j","type":"json"}],` +
		`"rows":[[9007199254740992,12.50,1.5,"<é>",{"a":1}],` +
		`["9007199254740993","1000000000000000",{"$float":"Infinity"},{"$text":"/w=="},{"$json":"bnVsbA=="}],` +
		`[{"$text":"Nw=="},{"$integer":"7"},null,{"$integer":"7"},{"$json":"eyIkeCI6MX0="}]],"truncated":"rows"}`
	if string(b) != want {
		t.Errorf("got\n%s\nwant\n%s", b, want)
	}
	if b, err := (&Table{}).MarshalJSON(); err != nil || string(b) != `{"columns":[],"rows":[]}` {
		t.Errorf("the empty table is %s, %v", b, err)
	}
}

func TestUnmarshalRefuses(t *testing.T) {
	for text, want := range map[string]string{
		`{"columns":[{"name":"n","type":"number"}]}`:                        `column "n" has the unknown type "number"`,
		`{"columns":[{"name":"n","type":"integer"}],"rows":[[1,2]]}`:        "row 1 is not an array of 1 values",
		`{"columns":[{"name":"n","type":"integer"}],"rows":[[1],{}]}`:       "row 2 is not an array of 1 values",
		`{"columns":[{"name":"n","type":"integer"}],"rows":[[1.5]]}`:        "row 1, column n: 1.5 is not a value of type integer",
		`{"columns":[{"name":"n","type":"text"}],"rows":[[1]]}`:             "row 1, column n: 1 is not a value of type text",
		`{"columns":[{"name":"n","type":"text"}],"rows":[[{"$text":"?"}]]}`: `row 1, column n: {"$text":"?"} is not a value of type text`,
		`{"columns":[{"name":"n","type":"text"}],"rows":[[{"$null":""}]]}`:  `row 1, column n: {"$null":""} is not a value of type text`,
		`{"columns":[],"rows":[],"truncated":"\",\"x"}`:                     `"\",\"x" is not a known limit`,
	} {
		err := json.Unmarshal([]byte(text), new(Table))
		if err == nil || err.Error() != want || fault.CodeOf(err) != fault.BadData {
			t.Errorf("%s: got %v, want %s", text, err, want)
		}
	}
}
