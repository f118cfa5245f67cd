package session

import (
	"bytes"
	"encoding/json"
	"flag"
	"math/big"
	"reflect"
	"strings"
	"testing"
	"time"

	"github.com/plumbdata/plumb/internal/fault"
	"github.com/plumbdata/plumb/internal/table"
	"github.com/plumbdata/plumb/internal/test/testbed"
)

var update = flag.Bool("update", false, "rewrite the golden files")

// example has every part, and text that encoders like to change.
func example() Cell {
	return Cell{
		ID: "cell_a1b2c3d4", CreatedAt: time.Date(2026, 2, 6, 14, 30, 0, 0, time.UTC),
		Question: "How is our pipeline — in € — where a < b & c > d?",
		Context:  Lineage{ParentCellID: "cell_0", RefinementOf: "cell_0", Position: 1},
		SQL:      &SQL{Query: "SELECT quarter, sum(amount)\nFROM opportunities\nGROUP BY 1", GeneratedBy: "builtin", EditedByUser: true, UserSQLOverride: "SELECT 1"},
		Result: &Result{
			Columns: []string{"quarter", "pipeline \u2028 value"}, ColumnTypes: []string{"date", "decimal"}, RowCount: 2, DataHash: "sha256:e3b0c442",
			Data: json.RawMessage(` [ ["2025-01-01", 12345678901234567890.50], ["\u00e9\/", null] ] `), Truncated: true, ExecutionTimeMS: 142,
			Diagnostics: []fault.Diagnostic{{Severity: fault.Warning, Code: fault.ResultTruncated, Message: "showing the first 2 rows"}},
		},
		Chart: &Chart{Spec: json.RawMessage(`{"mark": "line", "encoding": {"y": {"field": "v", "axis": null}, "x": {"field": "q"}}, "opacity": 0.50, "width": 3e2}`), Theme: "plumb"},
		Narrative: &Narrative{Text: "Down 12%.", DataReferences: []DataReference{
			{RefID: "ref1", Text: "Down 12%", Source: "pipeline value, 2025 against 2024"},
		}},
		Metadata: Metadata{Model: "builtin", SchemaVersion: "sha256:abc123", AgentSteps: 2, RetryCount: 1, Reasoning: "by quarter"},
	}
}

func TestCanonicalBytes(t *testing.T) {
	for name, c := range map[string]Cell{
		"full": example(), "bare": {ID: "cell_1", CreatedAt: time.Date(2026, 2, 6, 14, 30, 0, 0, time.UTC), Question: "hello"},
	} {
		got, err := c.Canonical()
		if err != nil {
			t.Fatal(err)
		}
		testbed.Golden(t, *update, "testdata/"+name+".golden.json", string(got)+"\n")
		parsed, err := ParseCell(got)
		if err != nil {
			t.Fatal(err)
		}
		if again, err := parsed.Canonical(); err != nil || !bytes.Equal(again, got) {
			t.Errorf("%s: after a round trip\n%s, %v", name, again, err)
		}
	}
}

// TestSameMeaningSameHash changes what does not count, then what does.
func TestSameMeaningSameHash(t *testing.T) {
	digest := func(change func(*Cell)) string {
		c := example()
		change(&c)
		h, err := c.Hash()
		if err != nil {
			t.Fatal(err)
		}
		return h
	}
	want := digest(func(*Cell) {})
	for name, change := range map[string]func(*Cell){
		"zone": func(c *Cell) { c.CreatedAt = c.CreatedAt.In(time.FixedZone("x", 3600)) },
		"spec order, spaces, escapes, numbers": func(c *Cell) {
			c.Chart.Spec = json.RawMessage("{\"width\":300.0,\"opacity\":5E-1,\n\"encoding\":{\"x\":{\"field\":\"\\u0071\"},\"y\":{\"axis\":null,\"field\":\"v\"}},\"mark\":\"line\"}")
		},
		"data spaces and escapes": func(c *Cell) {
			c.Result.Data = json.RawMessage(`[["2025-01-01",12345678901234567890.50],["é/",null]]`)
		},
	} {
		if digest(change) != want {
			t.Errorf("%s: the hash changed", name)
		}
	}
	for name, change := range map[string]func(*Cell){
		"question": func(c *Cell) { c.Question += " " },
		"a digit": func(c *Cell) {
			c.Result.Data = json.RawMessage(`[["2025-01-01",12345678901234567891.50],["é/",null]]`)
		},
		"a decimal place": func(c *Cell) { c.Result.Data = json.RawMessage(`[["2025-01-01",12345678901234567890.5],["é/",null]]`) },
		"row order": func(c *Cell) {
			c.Result.Data = json.RawMessage(`[["é/",null],["2025-01-01",12345678901234567890.50]]`)
		},
		"no data":  func(c *Cell) { c.Result.Data = nil },
		"no chart": func(c *Cell) { c.Chart = nil },
		"a null in spec": func(c *Cell) {
			c.Chart.Spec = json.RawMessage(strings.Replace(string(c.Chart.Spec), `, "axis": null`, "", 1))
		},
	} {
		if digest(change) == want {
			t.Errorf("%s: the hash did not change", name)
		}
	}
	none, empty := Result{}, Result{Columns: []string{}, ColumnTypes: []string{}, Data: json.RawMessage(" null "), Diagnostics: []fault.Diagnostic{}}
	if digest(func(c *Cell) { c.Result = &none }) != digest(func(c *Cell) { c.Result = &empty }) {
		t.Error("no list and an empty one have different hashes")
	}
	source := func(r *Result) func(*Cell) {
		return func(c *Cell) { c.Sources = []Evidence{{Number: 1, Result: r}} }
	}
	if digest(source(&none)) != digest(source(&empty)) || digest(source(nil)) == want {
		t.Error("the hash does not depend on what the sources mean")
	}
	if !reflect.DeepEqual(empty.Data, json.RawMessage(" null ")) || none.Columns != nil {
		t.Error("Canonical changed the cell")
	}
}

func TestCellsThatCannotBe(t *testing.T) {
	for name, change := range map[string]func(*Cell){
		"no spec":      func(c *Cell) { c.Chart.Spec = nil },
		"two keys":     func(c *Cell) { c.Chart.Spec = json.RawMessage(`{"a":1,"b":{"x":1,"y":2,"x":3}}`) },
		"broken data":  func(c *Cell) { c.Result.Data = json.RawMessage(`[1,]`) },
		"distant time": func(c *Cell) { c.CreatedAt = time.Date(10000, 1, 1, 0, 0, 0, 0, time.UTC) },
	} {
		c := example()
		change(&c)
		if _, err := c.Hash(); fault.CodeOf(err) != fault.BadData {
			t.Errorf("%s: %v", name, err)
		}
	}
	for _, text := range []string{``, `[]`, `{"id":"a"} x`, `{"id":"a"}{}`, `{"id":"a","mood":"good"}`, `{"id":1}`} {
		if _, err := ParseCell([]byte(text)); fault.CodeOf(err) != fault.BadData {
			t.Errorf("ParseCell(%s): %v", text, err)
		}
	}
}

func TestShortestNumbers(t *testing.T) {
	for number, want := range map[string]string{
		"0": "0", "-0": "0", "0.000": "0", "0e5": "0", "1": "1", "-1.50": "-1.5", "1.0": "1", "10": "10", "100e-2": "1", "1E2": "100",
		"1e+2": "100", "0.001": "0.001", "1e-6": "0.000001", "1e-7": "1e-7", "123e-9": "1.23e-7", "0.00012300": "0.000123",
		"123456789012345678901": "123456789012345678901", "1e20": "100000000000000000000", "1e21": "1e21", "1234567890123456789012.5": "1.2345678901234567890125e21",
		"0.1234567890123456789": "0.1234567890123456789", "9007199254740993": "9007199254740993", "12e400": "1.2e401", "-1E99999999999999999999": "-1e99999999999999999999",
	} {
		if got := shortest(number); got != want {
			t.Errorf("shortest(%s) = %s, want %s", number, got, want)
		}
	}
}

func FuzzRewriteJSON(f *testing.F) {
	for _, seed := range []string{
		`{"b":[1,2.50,-0e9,{"z":null,"a":true}],"a":"\u00e9\n\u0000\ud800"}`, `"\u2028"`, `[[[]]]`, `1e-400`, `0E00000`, `{"a":1,"a":2}`, "\"\xff\"", `{"":{"":{}}}`,
	} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, src []byte) {
		for _, form := range []form{asWritten, byMeaning} {
			once, err := rewriteJSON(src, form)
			if err != nil {
				continue
			}
			if !json.Valid(once) {
				t.Fatalf("%q became %q", src, once)
			}
			twice, err := rewriteJSON(once, form)
			if err != nil || !bytes.Equal(once, twice) {
				t.Fatalf("%q became %q and then %q, %v", src, once, twice, err)
			}
			if before, after := decoded(t, src), decoded(t, once); !reflect.DeepEqual(before, after) {
				t.Fatalf("%q and %q mean %v and %v", src, once, before, after)
			}
		}
	})
}

// decoded reads JSON with its numbers by value.
func decoded(t *testing.T, src []byte) any {
	d := json.NewDecoder(bytes.NewReader(src))
	d.UseNumber()
	var v any
	if err := d.Decode(&v); err != nil {
		t.Fatal(err)
	}
	return byValue(v)
}

// byValue replaces numbers by their digits without zeros at the end, and the
// power of ten of the last digit.
func byValue(v any) any {
	switch v := v.(type) {
	case json.Number:
		mantissa, power, _ := strings.Cut(strings.ToLower(string(v)), "e")
		whole, fraction, _ := strings.Cut(mantissa, ".")
		digits, _ := new(big.Int).SetString(whole+fraction, 10)
		exponent, ok := new(big.Int).SetString(power, 10)
		if !ok {
			exponent = new(big.Int)
		}
		exponent.Sub(exponent, big.NewInt(int64(len(fraction))))
		if digits.Sign() == 0 {
			return "0"
		}
		text := digits.String()
		short := strings.TrimRight(text, "0")
		exponent.Add(exponent, big.NewInt(int64(len(text)-len(short))))
		return short + "e" + exponent.String()
	case []any:
		for i := range v {
			v[i] = byValue(v[i])
		}
	case map[string]any:
		for k := range v {
			v[k] = byValue(v[k])
		}
	}
	return v
}

func FuzzParseCell(f *testing.F) {
	full, err := example().Canonical()
	if err != nil {
		f.Fatal(err)
	}
	f.Add(full)
	f.Add([]byte(`{"id":"a","created_at":"2026-02-06T14:30:00.5+02:00","chart":{"spec":[1e3]},"RESULT":{"data":null}}`))
	f.Fuzz(func(t *testing.T, src []byte) {
		c, err := ParseCell(src)
		if err != nil {
			return
		}
		once, err := c.Canonical()
		if err != nil {
			return
		}
		again, err := ParseCell(once)
		if err != nil {
			t.Fatalf("%q became %q: %v", src, once, err)
		}
		if twice, err := again.Canonical(); err != nil || !bytes.Equal(once, twice) {
			t.Fatalf("%q became %q and then %q, %v", src, once, twice, err)
		}
	})
}

func TestResultKeepsItsRows(t *testing.T) {
	whole := &table.Table{
		Columns: []table.Column{{Name: "day", Kind: table.Date}, {Name: "sum", Kind: table.Decimal}, {Name: "who", Kind: table.Text}},
		Rows:    []table.Row{{table.NewDate(20000), table.NewDecimal(12345, 2), table.NewText("é\"")}, {table.NewDate(20001), {}, table.NewText("")}},
	}
	r := ResultOf(whole, 3)
	back, kept, err := r.Table()
	if err != nil || !kept || back.Hash() != r.DataHash || r.DataHash != whole.Hash() {
		t.Fatalf("the rows came back as %v, %v, %v", back, kept, err)
	}
	long := &table.Table{Columns: whole.Columns}
	for range MaxRows + 1 {
		long.Rows = append(long.Rows, whole.Rows[0])
	}
	if r := ResultOf(long, 0); r.Data != nil || r.DataHash != long.Hash() || r.RowCount != MaxRows+1 {
		t.Errorf("a long result is kept as %d bytes with %d rows", len(r.Data), r.RowCount)
	}
}
