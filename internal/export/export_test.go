package export

import (
	"bytes"
	"encoding/json"
	"math"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/xuri/excelize/v2"

	"github.com/plumbdata/plumb/internal/table"
)

func rows(t *testing.T) *table.Table {
	t.Helper()
	amount, ok := table.ParseDecimal("12.50")
	long, also := table.ParseDecimal("1234567890123456.78")
	if !ok || !also {
		t.Fatal("decimals")
	}
	return &table.Table{
		Columns: []table.Column{{Name: "name", Kind: table.Text}, {Name: "day", Kind: table.Date}, {Name: "amount", Kind: table.Decimal}, {Name: "n", Kind: table.Int}, {Name: "n", Kind: table.Float}},
		Rows: []table.Row{
			{table.NewText("=1+1 <b>|x"), table.NewDate(20000), amount, table.NewInt(7), table.NewFloat(0.5)},
			{table.NewText("Ärger\n\x01"), table.NewDate(-25567), long, table.Value{}, table.NewFloat(math.NaN())},
		},
	}
}

func TestExcelOpens(t *testing.T) {
	var b bytes.Buffer
	if err := WriteExcel(&b, rows(t).Reader()); err != nil {
		t.Fatal(err)
	}
	f, err := excelize.OpenReader(&b)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	got, err := f.GetRows("Rows")
	if err != nil {
		t.Fatal(err)
	}
	want := [][]string{
		{"name", "day", "amount", "n", "n"},
		{"=1+1 <b>|x", "2024-10-04", "12.5", "7", "0.5"},
		{"Ärger\n\ufffd", "1900-01-01", "1234567890123456.78", "", "NaN"},
	}
	if d := cmp.Diff(want, got); d != "" {
		t.Error(d)
	}
	if formula, _ := f.GetCellFormula("Rows", "A2"); formula != "" {
		t.Errorf("the text became the formula %q", formula)
	}
}

func TestTextFormats(t *testing.T) {
	for name, want := range map[string]string{
		"csv":  "name,day,amount,n,n\n'=1+1 <b>|x,2024-10-04,12.50,7,0.5\n\"Ärger\n\x01\",1900-01-01,1234567890123456.78,,NaN\n",
		"json": "[\n{\"name\":\"=1+1 <b>|x\",\"day\":\"2024-10-04\",\"amount\":12.50,\"n\":7,\"n_2\":0.5},\n{\"name\":\"Ärger\\n\\u0001\",\"day\":\"1900-01-01\",\"amount\":\"1234567890123456.78\",\"n\":null,\"n_2\":\"NaN\"}\n]\n",
		"md":   "| name | day | amount | n | n |\n| --- | --- | ---: | ---: | ---: |\n| =1+1 &lt;b>\\|x | 2024-10-04 | 12.50 | 7 | 0.5 |\n| Ärger \x01 | 1900-01-01 | 1234567890123456.78 |  | NaN |\n",
	} {
		f, ok := Find(name)
		var b bytes.Buffer
		if !ok || f.Write(&b, rows(t).Reader()) != nil {
			t.Fatalf("%s is not written", name)
		}
		if d := cmp.Diff(want, b.String()); d != "" {
			t.Errorf("%s: %s", name, d)
		}
		if name == "json" && !json.Valid(b.Bytes()) {
			t.Error("the JSON is not valid")
		}
	}
}
