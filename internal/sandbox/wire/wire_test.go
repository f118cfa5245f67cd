package wire

import (
	"bytes"
	"errors"
	"io"
	"slices"
	"testing"

	"github.com/plumbdata/plumb/internal/table"
)

func TestFrames(t *testing.T) {
	var b bytes.Buffer
	if err := errors.Join(Send(&b, KindPrinted, []byte("hello")), Send(&b, KindEnd, nil)); err != nil {
		t.Fatal(err)
	}
	kind, payload, err := Receive(&b, 5)
	if kind != KindPrinted || string(payload) != "hello" || err != nil {
		t.Errorf("got %d %q %v", kind, payload, err)
	}
	if kind, _, err = Receive(&b, 0); kind != KindEnd || err != nil {
		t.Errorf("got %d %v", kind, err)
	}
	if _, _, err = Receive(&b, 0); !errors.Is(err, io.EOF) {
		t.Errorf("got %v", err)
	}
	if _, _, err := Receive(bytes.NewReader([]byte{5, 255, 255, 255, 255}), 1<<20); !errors.Is(err, ErrTooLarge) {
		t.Errorf("got %v", err)
	}
	if _, _, err := Receive(bytes.NewReader([]byte{5, 2, 0, 0, 0, 1}), 1<<20); !errors.Is(err, io.ErrUnexpectedEOF) {
		t.Errorf("got %v", err)
	}
}

func row(tb testing.TB) table.Row {
	tb.Helper()
	r := table.Row{{}}
	for kind, texts := range map[table.Kind][]string{
		table.Bool: {"true", "false"}, table.Int: {"-1", "123456789012345678901234567890"}, table.Decimal: {"1.50", "NaN", "-12345678901234567890.5"},
		table.Float: {"0.1", "1", "NaN", "Infinity", "-Infinity", "1e+300"}, table.Text: {"", "a\"\\\n\x00é"}, table.Date: {"2024-02-29", "infinity", "-0044-03-15"},
		table.Time: {"12:00:00.000001"}, table.Timestamp: {"2024-02-29T12:00:00.123456789"}, table.TimestampTZ: {"2024-02-29T12:00:00Z"},
		table.Interval: {"P1Y2M3DT4H"}, table.UUID: {"123e4567-e89b-12d3-a456-426614174000"}, table.JSON: {`{"a":[1,null]}`}, table.Bytes: {"AP8="},
	} {
		for _, text := range texts {
			v, ok := table.Parse(kind, text)
			if !ok {
				tb.Fatalf("%s %q", kind, text)
			}
			r = append(r, v)
		}
	}
	return r
}

func TestRowsRoundTrip(t *testing.T) {
	want := row(t)
	given := &table.Table{Columns: make([]table.Column, len(want)), Rows: []table.Row{want, want}}
	for _, asJSON := range []bool{false, true} {
		var b bytes.Buffer
		if err := SendTable(&b, "t", given, asJSON); err != nil {
			t.Fatal(err)
		}
		if kind, _, err := Receive(&b, 1<<20); kind != KindTable || err != nil {
			t.Fatal(kind, err)
		}
		kind, payload, err := Receive(&b, 1<<20)
		if err != nil {
			t.Fatal(err)
		}
		parse := ParseRows
		if kind == KindJSONRows {
			parse = ParseJSONRows
		}
		rows, err := parse(payload, len(want))
		if err != nil || len(rows) != 2 || !slices.Equal(rows[1], want) {
			t.Errorf("as JSON %v: %v\n%v\n%v", asJSON, err, rows, want)
		}
	}
}

// TestUnsoundValues are bytes that decode, but to no value that Plumb makes.
func TestUnsoundValues(t *testing.T) {
	for _, payload := range []string{
		string(table.AppendRow(nil, table.Row{table.NewInt(1)})) + "\x01",
		"\x02\x00\x00\x00\x01x",                    // an integer whose digits are "x"
		"\x03\x00\x00\x00\x0b<script>abc",          // a decimal that is text
		"\x06\x00\x00\x00\x07not-day",              // a date that is text
		"\x0c\x01{",                                // JSON that is none
		"\x0b\x03abc",                              // a UUID that is none
		"\x05\xff\xff\xff\xff\xff\xff\xff\xff\x7f", // a length beyond the end
	} {
		if rows, err := ParseRows([]byte(payload), 1); err == nil {
			t.Errorf("%q gives %v", payload, rows)
		}
	}
	for _, cell := range []string{"", "{}", `{"date":"x"}`, `{"date":"2024-01-01","text":"x"}`, `{"nothing":""}`, "[1]", "1x", "--1", "0x10", `"`, `{"integer":1}`} {
		if v, err := ParseCell([]byte(cell)); err == nil {
			t.Errorf("%q gives %v", cell, v)
		}
	}
}

func FuzzParseRows(f *testing.F) {
	r := row(f)
	f.Add(table.AppendRow(nil, r), len(r))
	f.Add([]byte("\x01\x00"), 1)
	f.Fuzz(func(t *testing.T, payload []byte, columns int) {
		if columns < 0 || columns > 100 {
			return
		}
		rows, err := ParseRows(payload, columns)
		if err != nil {
			return
		}
		for _, r := range rows {
			for _, v := range r {
				if !sound(v) {
					t.Errorf("%v is not sound", v)
				}
			}
		}
	})
}

func FuzzParseJSONRows(f *testing.F) {
	f.Add([]byte(`[[null,1,2.5,"x",{"date":"2024-01-31"}]]`), 5)
	f.Fuzz(func(t *testing.T, payload []byte, columns int) {
		if columns < 0 || columns > 100 {
			return
		}
		rows, err := ParseJSONRows(payload, columns)
		if err != nil {
			return
		}
		for _, r := range rows {
			if len(r) != columns {
				t.Errorf("%d cells for %d columns", len(r), columns)
			}
		}
	})
}
