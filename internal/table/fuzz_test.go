package table

import (
	"bytes"
	"encoding/json"
	"math/rand/v2"
	"strings"
	"testing"
)

func FuzzDecodeRow(f *testing.F) {
	for _, v := range edges(f) {
		f.Add(string(AppendRow(nil, Row{v, {}, v})), uint8(3))
	}
	f.Add("", uint8(0))
	f.Fuzz(func(t *testing.T, s string, n uint8) {
		row := make(Row, n)
		rest, ok := DecodeRow(s, row)
		if !ok {
			return
		}
		if !strings.HasSuffix(s, rest) {
			t.Fatalf("%q leaves %q", s, rest)
		}
		b := AppendRow(nil, row)
		again := make(Row, n)
		if rest, ok := DecodeRow(string(b), again); !ok || rest != "" {
			t.Fatalf("%q becomes %q, which does not decode", s, b)
		}
		columns := make([]Column, n)
		for i := range row {
			if row[i] != again[i] {
				t.Fatalf("%q: %+v becomes %+v", s, row[i], again[i])
			}
			columns[i].Kind = row[i].kind
		}
		// No value that comes over a pipe breaks what is made of it.
		if j := AppendJSONRow(nil, columns, row); !json.Valid(j) {
			t.Fatalf("%q becomes the JSON %s", s, j)
		}
		_ = (&Table{Columns: columns, Rows: []Row{row}}).Hash()
	})
}

func FuzzUnmarshalJSON(f *testing.F) {
	r := rand.New(rand.NewPCG(5, 5))
	for range 10 {
		b, err := randomTable(r, true).MarshalJSON()
		if err != nil {
			f.Fatal(err)
		}
		f.Add(b)
	}
	for k := range kindNames {
		f.Add([]byte(`{"columns":[{"name":"x","type":"` + kindNames[k] + `"}],"rows":[[null],[1],["a"],[{"$text":""}]]}`))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		var first, second Table
		if json.Unmarshal(data, &first) != nil {
			return
		}
		b, err := first.MarshalJSON()
		if err != nil {
			t.Fatal(err)
		}
		if err := json.Unmarshal(b, &second); err != nil {
			t.Fatalf("%q becomes %s: %v", data, b, err)
		}
		compare(t, string(data), &first, &second)
	})
}

func FuzzReadCSV(f *testing.F) {
	var known []Column
	header := ""
	for k := range kinds {
		known = append(known, Column{Name: string('a' + rune(k)), Kind: k})
		header += "," + known[k].Name
	}
	f.Add(header[1:] + "\n,true,1,1.5,1e3,\"\",2024-01-01,12:00,2024-01-01T00:00:00,2024-01-01T00:00:00Z,P1D,deadbeef-0102-0304-0506-0708090a0b0c,{},AA==\n")
	for _, s := range []string{"", "a\n", "f\r\n\"x\"\"y\"\r\n", "\ufefff,f\n1,2", "\"\"\n\n", "f\n\"", ",\n,\n", "c\n-9223372036854775809\n", "e\nNaN\n"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, text string) {
		first, err := ReadCSV(strings.NewReader(text), known, Limits{Rows: 100, Bytes: 1 << 20})
		if err != nil {
			return
		}
		var out bytes.Buffer
		if err := WriteCSV(&out, first.Reader()); err != nil {
			t.Fatal(err)
		}
		written := out.String()
		second, err := ReadCSV(&out, first.Columns, Limits{})
		if err != nil {
			t.Fatalf("%q becomes %q: %v", text, written, err)
		}
		second.Truncated = first.Truncated
		compare(t, text, first, second)
	})
}

func FuzzParse(f *testing.F) {
	for _, v := range edges(f) {
		f.Add(uint8(v.kind), v.String())
	}
	f.Fuzz(func(t *testing.T, k uint8, s string) {
		v, ok := Parse(Kind(k), s)
		if !ok {
			return
		}
		again, ok := Parse(Kind(k), v.String())
		if !ok || !same(v, again) {
			t.Fatalf("%s %q is %q, which is read back as %q, %v", Kind(k), s, v, again, ok)
		}
	})
}
