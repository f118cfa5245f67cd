package schema

import (
	"bytes"
	"encoding/json"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/plumbdata/plumb/internal/fault"
)

func TestJSONRoundTrip(t *testing.T) {
	for _, s := range []*Snapshot{full(t), shop(), synthetic(50)} {
		for i := range s.Tables {
			for j := range s.Tables[i].ForeignKeys {
				f := &s.Tables[i].ForeignKeys[j]
				f.RefColumns = f.RefColumns[:len(f.Columns)]
			}
		}
		text, err := json.Marshal(s)
		if err != nil {
			t.Fatal(err)
		}
		got, err := Decode(bytes.NewReader(text))
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(s, got); diff != "" {
			t.Errorf("(-written +read)\n%s", diff)
		}
	}
}

// The names in JSON are read by other programs.
func TestJSONNames(t *testing.T) {
	s := shop()
	s.Tables = s.Tables[1:]
	Enrich(s)
	s.Tables[0].Columns = s.Tables[0].Columns[2:]
	got, err := json.MarshalIndent(s, "", " ")
	if err != nil {
		t.Fatal(err)
	}
	want := `{
 "dialect": "postgres",
 "database": "shop",
 "search_path": [
  "public"
 ],
 "introspected_at": "2026-02-02T02:40:00Z",
 "tables": [
  {
   "schema": "public",
   "name": "orders",
   "kind": "table",
   "comment": "One row an order",
   "rows": 5000,
   "columns": [
    {
     "name": "total",
     "type": "int4",
     "kind": "integer",
     "nullable": false,
     "role": "measure_candidate",
     "aggregate": "sum",
     "why": "numeric, not a key; the name says total, so it adds up",
     "unit": "cents"
    },
    {
     "name": "placed_at",
     "type": "timestamptz",
     "kind": "timestamptz",
     "nullable": false,
     "min": "2023-01-01",
     "max": "2025-01-01",
     "role": "time_dimension",
     "why": "a timestamptz, from 2023-01-01 to 2025-01-01"
    }
   ],
   "primary_key": [
    "id"
   ],
   "foreign_keys": [
    {
     "columns": [
      "customer_id"
     ],
     "ref_schema": "public",
     "ref_table": "customers",
     "ref_columns": [
      "id"
     ]
    }
   ]
  }
 ]
}`
	if diff := cmp.Diff(want, string(got)); diff != "" {
		t.Error(diff)
	}
}

func TestDecodeSaysWhatIsWrong(t *testing.T) {
	for input, want := range map[string]string{
		"":                          "this is not a schema: it is empty",
		"   ":                       "this is not a schema: it is empty",
		`{"tables": [`:              "this is not a schema: the JSON ends too early",
		`tables:`:                   "this is not a schema: the JSON is broken at byte 2: invalid character 'a' in literal true (expecting 'r')",
		`[1, 2]`:                    "this is not a schema: a JSON object is needed, and there is an array",
		`{}`:                        `this is not a schema: it has no list of "tables"`,
		`{"tables": null}`:          `this is not a schema: it has no list of "tables"`,
		`{"tables": {}}`:            "this is not a schema: tables cannot be an object (at byte 12)",
		`{"tables": [{"name": 3}]}`: "this is not a schema: tables.name cannot be a number (at byte 22)",
		`{"tables": []} x`:          "this is not a schema: something follows the end of the JSON object, at byte 15",
		`{"tables": [{}]}`:          "this is not a schema: table 1 of 1 has no name",
		`{"tables": [{"name":"a"},{"name":"a"}]}`:                                       "this is not a schema: table a is there twice",
		`{"tables": [{"name":"a","columns":[{"name":"x"},{}]}]}`:                        "this is not a schema: column 2 of table a has no name",
		`{"tables": [{"name":"a","columns":[{"name":"x"},{"name":"x"}]}]}`:              "this is not a schema: table a has column x twice",
		`{"tables": [{"name":"a","columns":[{"name":"x","kind":"integr"}]}]}`:           `this is not a schema: "integr" is not a type`,
		`{"tables": [{"name":"a","foreign_keys":[{"columns":["x"],"ref_table":"b"}]}]}`: "this is not a schema: a foreign key of table a does not pair its columns with those of another table",
	} {
		s, err := Decode(strings.NewReader(input))
		f := fault.Of(err)
		if f == nil {
			t.Errorf("%s: got %+v", input, s)
			continue
		}
		if f.Message != want || f.Code != fault.BadData || f.Hint == "" {
			t.Errorf("%s:\ngot  %s (%s)\nwant %s", input, f.Message, f.Code, want)
		}
	}
}

func TestDecodeAcceptsTheLeast(t *testing.T) {
	s, err := Decode(strings.NewReader(`{"tables":[{"name":"orders","columns":[{"name":"total"}],"of":"a later version"}]}`))
	if err != nil || s.Table("orders").Column("total") == nil {
		t.Errorf("got %+v, %v", s, err)
	}
}

func FuzzDecode(f *testing.F) {
	text, err := json.Marshal(shop())
	if err != nil {
		f.Fatal(err)
	}
	f.Add(text)
	f.Add([]byte(`{"tables":[{"name":"a","columns":[{"name":"x","kind":"integer","values":["\u0000"]}]}]}`))
	f.Add([]byte(`{"tables":null}`))
	f.Fuzz(func(t *testing.T, data []byte) {
		s, err := Decode(bytes.NewReader(data))
		if err != nil {
			if fault.CodeOf(err) != fault.BadData {
				t.Errorf("code %s", fault.CodeOf(err))
			}
			return
		}
		// What can be read can be worked with, and read again.
		InferKeys(t.Context(), s, nil)
		Enrich(s)
		text, err := json.Marshal(s)
		if err != nil {
			t.Fatal(err)
		}
		again, err := Decode(bytes.NewReader(text))
		if err != nil {
			t.Fatal(err)
		}
		if Hash(s) != Hash(again) {
			t.Errorf("the hash changed on the way: %s", text)
		}
	})
}
