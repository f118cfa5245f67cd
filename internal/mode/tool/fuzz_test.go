package tool_test

import (
	"encoding/json"
	"fmt"
	"testing"
	"time"

	"github.com/plumbdata/plumb/internal/fault"
	"github.com/plumbdata/plumb/internal/mode/tool"
	"github.com/plumbdata/plumb/internal/schema"
	"github.com/plumbdata/plumb/internal/source"
	"github.com/plumbdata/plumb/internal/table"
)

// FuzzCall calls every tool with whatever: it gives bounded JSON, or says what
// is wrong in a way that the caller can act on.
func FuzzCall(f *testing.F) {
	for _, arguments := range []string{``, `{}`, `null`, `[]`, `{"table": "orders", "rows": 3}`, `{"sql": "SELECT 1"}`, `{"words": "orders"}`, `{"query": 1, "kind": "bar", "spec": {}}`,
		`{"table": "main.orders", "column": "id"}`, `{"table": "` + "\xff\u2028" + `"}`, `{"query": 1e999999999}`} {
		f.Add(arguments)
	}
	s := wide(3)
	k, err := tool.New(known{s}, source.Limits{}, time.Now)
	if err != nil {
		f.Fatal(err)
	}
	f.Fuzz(func(t *testing.T, arguments string) {
		for _, x := range k.Tools() {
			out, err := x.Call(t.Context(), json.RawMessage(arguments))
			switch {
			case err == nil && (!json.Valid([]byte(out.Text)) || len(out.Text) > 32<<10):
				t.Fatalf("%s %q: %d bytes: %s", x.Name, arguments, len(out.Text), out.Text)
			case err != nil && fault.CodeOf(err) != fault.Lost && !tool.Mendable(err):
				t.Fatalf("%s %q: %v", x.Name, arguments, err)
			}
		}
	})
}

// wide is a schema of so many tables.
func wide(tables int) *schema.Snapshot {
	s := &schema.Snapshot{}
	subjects := []string{"orders", "customers", "stock_levels", "web_sessions", "invoices"}
	for i := range tables {
		t := schema.Table{Name: fmt.Sprintf("%s_%d", subjects[i%len(subjects)], i), Kind: schema.BaseTable, Rows: int64(i), Comment: "kept by the branch in town " + fmt.Sprint(i)}
		for c := range 12 {
			t.Columns = append(t.Columns, schema.Column{Name: fmt.Sprintf("field_%d_amount", c), Kind: table.Int, Values: []string{"a", "b"}, Comment: "in euros"})
		}
		s.Tables = append(s.Tables, t)
	}
	return s
}

func BenchmarkSearchTables(b *testing.B) {
	k, err := tool.New(known{wide(10_000)}, source.Limits{}, time.Now)
	if err != nil {
		b.Fatal(err)
	}
	for _, x := range k.Tools() {
		if x.Name != "search_tables" {
			continue
		}
		for b.Loop() {
			if _, err := x.Call(b.Context(), json.RawMessage(`{"words": "invoices of town 4711"}`)); err != nil {
				b.Fatal(err)
			}
		}
	}
}
