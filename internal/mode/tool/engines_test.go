package tool_test

import (
	"context"
	"testing"
	"time"

	"github.com/plumbdata/plumb/internal/fault"
	"github.com/plumbdata/plumb/internal/guard"
	"github.com/plumbdata/plumb/internal/guard/duckdb"
	"github.com/plumbdata/plumb/internal/guard/postgres"
	"github.com/plumbdata/plumb/internal/mode/tool"
	"github.com/plumbdata/plumb/internal/schema"
	"github.com/plumbdata/plumb/internal/source"
	"github.com/plumbdata/plumb/internal/table"
)

// guarded is a database whose guard is real.
type guarded struct {
	known
	grammar guard.Grammar
}

func (g guarded) Check(ctx context.Context, sql string) (guard.Statement, error) {
	return guard.New(g.grammar, &guard.Catalog{Snapshot: g.s}).Check(ctx, sql)
}

// TestStatementsPassEveryGuard: those that Plumb writes itself, over names that
// need care. What comes after the guard is a database that is not there.
func TestStatementsPassEveryGuard(t *testing.T) {
	for dialect, g := range map[string]guard.Grammar{"duckdb": duckdb.New(), "postgres": postgres.New()} {
		s := &schema.Snapshot{Dialect: dialect, SearchPath: []string{"public"}, Tables: []schema.Table{{Schema: "public", Name: `Weird "T`, Kind: schema.BaseTable,
			Columns: []schema.Column{{Name: `a"b`, Type: "text", Kind: table.Text}, {Name: "Group", Type: "integer", Kind: table.Int}}}}}
		k, err := tool.New(guarded{known{s}, g}, source.Limits{}, time.Now)
		if err != nil {
			t.Fatal(err)
		}
		for _, c := range [][2]string{
			{"sample_data", `{"table": "Weird \"T"}`}, {"get_sample_values", `{"table": "Weird \"T", "column": "a\"b"}`}, {"get_sample_values", `{"table": "Weird \"T", "column": "group"}`},
		} {
			out, err := call(t.Context(), t, k, c[0], c[1])
			if fault.CodeOf(err) != fault.Lost || out.Query == nil || !out.Query.Passed || len(out.Query.Tables) != 1 {
				t.Errorf("%s, %s: %v, %+v", dialect, c[0], err, out.Query)
			}
		}
	}
}
