package chart

import (
	"encoding/json"
	"math"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/plumbdata/plumb/internal/fault"
	"github.com/plumbdata/plumb/internal/table"
)

func TestBind(t *testing.T) {
	decimal, _ := table.ParseDecimal("12345678901234567890.50")
	instant, _ := table.Parse(table.TimestampTZ, "2025-03-01T01:30:00Z")
	tab := &table.Table{
		Columns: []table.Column{{Name: "period", Kind: table.Text}, {Name: "at", Kind: table.TimestampTZ}, {Name: "amount", Kind: table.Decimal},
			{Name: "rooms", Kind: table.Text}, {Name: "day", Kind: table.Date}, {Name: "amount", Kind: table.Int}},
		Rows: []table.Row{
			{table.NewText("2025-Q2"), instant, decimal, table.NewText("7"), table.NewDate(0), table.NewInt(1)},
			{table.NewText("soon"), table.Value{}, table.NewFloat(math.NaN()), table.NewText("8"), table.NewDate(-800_000), table.NewInt(2)},
		},
	}
	spec := `{"data":{"name":"result"},"mark":"line","encoding":{"x":{"field":"period","type":"temporal"},"detail":{"field":"at","timeUnit":"utcyear","type":"ordinal"},"y":{"field":"amount","type":"quantitative"}}}`
	got, err := Bind([]byte(spec), tab)
	if err != nil {
		t.Fatal(err)
	}
	var bound struct {
		Datasets map[string][]map[string]any
	}
	if err := json.Unmarshal(got, &bound); err != nil {
		t.Fatal(err)
	}
	want := []map[string]any{
		{"period": "2025-04-01T00:00:00Z", "at": "2025-03-01T01:30:00Z", "amount": 12345678901234567890.5, "rooms": 7.0, "day": "1970-01-01"},
		{"period": nil, "at": nil, "amount": nil, "rooms": 8.0, "day": "-0221-09-04"},
	}
	if d := cmp.Diff(want, bound.Datasets[DataName]); d != "" {
		t.Error(d)
	}
	again, _ := Bind([]byte(spec), tab)
	if string(again) != string(got) {
		t.Error("the same rows give other bytes")
	}
}

func TestBindBounds(t *testing.T) {
	long := &table.Table{Columns: []table.Column{{Name: "n"}}, Rows: make([]table.Row, maxBound+1)}
	if _, err := Bind([]byte(`{}`), long); fault.CodeOf(err) != fault.VizFallback {
		t.Errorf("got %v", err)
	}
	if _, err := Bind([]byte(`[]`), &table.Table{}); fault.CodeOf(err) != Invalid {
		t.Errorf("got %v", err)
	}
}
