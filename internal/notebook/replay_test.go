package notebook

import (
	"context"
	"errors"
	"math"
	"strings"
	"testing"

	"github.com/plumbdata/plumb/internal/fault"
	"github.com/plumbdata/plumb/internal/session"
	"github.com/plumbdata/plumb/internal/table"
)

// results is a database that gives the same rows for every statement.
type results struct {
	rows    *table.Table
	err     error
	schema  string
	changes []string
	known   bool
	limit   int // of the last statement
}

func (r *results) Run(_ context.Context, _, _ string, rows int) (*table.Table, error) {
	r.limit = rows
	return r.rows, r.err
}

func (r *results) Schema(context.Context) (string, error) { return r.schema, nil }

func (r *results) Changes(context.Context, string, []string) ([]string, bool) {
	return r.changes, r.known
}

func TestReplay(t *testing.T) {
	changed := func(change func(*table.Table)) *table.Table {
		t := regions()
		change(t)
		return t
	}
	more := func(t *table.Table) {
		t.Rows = append(t.Rows[:2:2], table.Row{table.NewText("West"), table.NewDecimal(50, 0), table.NewInt(1)})
		t.Rows[1][1] = table.NewDecimal(90000, 2)
	}
	refused := fault.New(fault.Validation, "there is no column revenue")
	for name, c := range map[string]struct {
		cell    func(*session.Cell)
		now     *results
		verdict Verdict
		reason  string
		stale   bool // says SCHEMA_STALE
	}{
		"same": {nil, &results{rows: regions(), schema: "sha256:aa"}, Same, "", false},
		"another order": {nil, &results{rows: changed(func(t *table.Table) { t.Rows[0], t.Rows[2] = t.Rows[2], t.Rows[0] }), schema: "sha256:aa"},
			Same, "the same rows in another order", false},
		"data": {nil, &results{rows: changed(more), schema: "sha256:aa"}, DataChanged,
			"1 row added; 1 row removed; 1 row changed; total revenue 2640.75 → 2150.50; total orders 28 → 22", false},
		"fewer": {nil, &results{rows: changed(func(t *table.Table) { t.Rows = t.Rows[:2] }), schema: "sha256:aa"}, DataChanged,
			"1 row removed; total revenue 2640.75 → 2000.50; total orders 28 → 21", false},
		"rows were not kept": {func(c *session.Cell) { c.Result.Data, c.Result.RowCount, c.Result.DataHash = nil, 5000, "sha256:x" },
			&results{rows: regions(), schema: "sha256:aa"}, DataChanged, "5000 rows before, 3 rows now", false},
		"schema, not remembered": {nil, &results{rows: regions(), schema: "sha256:bb"}, Same, "", true},
		"schema, elsewhere":      {nil, &results{rows: regions(), schema: "sha256:bb", known: true}, Same, "", false},
		"schema, here": {nil, &results{rows: regions(), schema: "sha256:bb", known: true, changes: []string{"table sales: column tax was added"}},
			SchemaChanged, "table sales: column tax was added; the rows are the same", true},
		"schema, refused":  {nil, &results{err: refused, schema: "sha256:bb"}, SchemaChanged, "there is no column revenue", true},
		"refused as ever":  {nil, &results{err: refused, schema: "sha256:aa"}, Failed, "there is no column revenue", false},
		"not reachable":    {nil, &results{err: fault.New(fault.Lost, "the server went away"), schema: "sha256:bb", known: true}, Failed, "the server went away", false},
		"other columns":    {nil, &results{rows: changed(func(t *table.Table) { t.Columns[1].Name = "turnover" }), schema: "sha256:aa"}, SchemaChanged, "its columns changed: revenue gone; turnover new", true},
		"no result before": {func(c *session.Cell) { c.Result = nil }, &results{err: errors.New("not run"), schema: "sha256:aa"}, NothingToRun, "it had no result", false},
		"no longer cut":    {func(c *session.Cell) { c.Result.Truncated = true }, &results{rows: regions(), schema: "sha256:aa"}, DataChanged, "a limit truncates the rows at another place", false},
	} {
		cell := sample(0)
		if c.cell != nil {
			c.cell(&cell)
		}
		for o, err := range Replay(t.Context(), &Notebook{Cells: []session.Cell{cell}}, c.now) {
			stale := false
			for _, d := range o.Diagnostics {
				stale = stale || d.Code == fault.SchemaStale
			}
			if err != nil || o.Verdict != c.verdict || o.Reason != c.reason || stale != c.stale {
				t.Errorf("%s: %s, %q, stale %v, %v", name, o.Verdict, o.Reason, stale, err)
			}
			if o.Fine() != (c.verdict == Same || c.verdict == NothingToRun) {
				t.Errorf("%s: fine is %v", name, o.Fine())
			}
		}
	}
}

func TestReplayReadsAsManyRowsAsBefore(t *testing.T) {
	for name, c := range map[string]struct {
		change func(*session.Result)
		want   int
	}{
		"whole": {func(*session.Result) {}, 0},
		"cut":   {func(r *session.Result) { r.Truncated, r.RowCount = true, 70 }, 70},
		"large": {func(r *session.Result) { r.RowCount = 20_000 }, 20_000},
		"lying": {func(r *session.Result) { r.RowCount = math.MaxInt64 }, 1_000_000},
	} {
		cell, db := sample(0), &results{rows: regions()}
		c.change(cell.Result)
		for range Replay(t.Context(), &Notebook{Cells: []session.Cell{cell}}, db) {
		}
		if db.limit != c.want {
			t.Errorf("%s: %d rows, want %d", name, db.limit, c.want)
		}
	}
}

func TestReplayStops(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	n := &Notebook{Cells: []session.Cell{sample(0), sample(1)}}
	seen := 0
	for _, err := range Replay(ctx, n, &results{rows: regions()}) {
		seen++
		if fault.CodeOf(err) != fault.Canceled {
			t.Errorf("%v", err)
		}
	}
	if seen != 1 {
		t.Errorf("%d outcomes", seen)
	}
}

func TestCompare(t *testing.T) {
	floats := func(values ...float64) *table.Table {
		t := &table.Table{Columns: []table.Column{{Name: "name", Kind: table.Text}, {Name: "x", Kind: table.Float}}}
		for i, v := range values {
			t.Rows = append(t.Rows, table.Row{table.NewText(string(rune('a' + i))), table.NewFloat(v)})
		}
		return t
	}
	ints := func(values ...int64) *table.Table {
		t := &table.Table{Columns: []table.Column{{Name: "n", Kind: table.Int}}}
		for _, v := range values {
			t.Rows = append(t.Rows, table.Row{table.NewInt(v)})
		}
		return t
	}
	for name, c := range map[string]struct {
		before, after *table.Table
		want          string // added, removed and changed, or the note
	}{
		"noise":           {floats(0.30000000000000004, 1), floats(0.3, 1), "the same except for the last digits of floating-point numbers"},
		"more than noise": {floats(0.3, 1), floats(0.300001, 1), "1 row changed; total x 1.3 → 1.300001"},
		"single value":    {ints(5), ints(7), "1 row changed; total n 5 → 7"},
		"no key":          {ints(1, 2, 2), ints(2, 3), "1 row added; 2 rows removed"},
		"twice the same":  {ints(1, 1), ints(1), "1 row removed; total n 2 → 1"},
		"emptied":         {ints(1), ints(), "1 row removed; total n 1 → 0"},
		"not a number":    {floats(1), floats(math.NaN()), "1 row changed; total x 1 → NaN"},
		"infinite":        {floats(1), floats(math.Inf(1)), "1 row changed; total x 1 → Infinity"},
	} {
		d := Compare(c.before, c.after)
		got := d.Note
		if !d.None() {
			got = d.String()
		}
		if got != c.want {
			t.Errorf("%s: %q, want %q", name, got, c.want)
		}
	}
}

func TestCompareNamesTheFirstRows(t *testing.T) {
	before, after := regions(), regions()
	after.Rows[1][1] = table.Value{}
	after.Rows = after.Rows[:2]
	d := Compare(before, after)
	want := []RowChange{{[]string{"South", "800.00", "9"}, []string{"South", "–", "9"}}, {[]string{"East", "640.25", "7"}, nil}}
	if len(d.First) != 2 || strings.Join(d.First[0].After, ",") != strings.Join(want[0].After, ",") || d.First[1].After != nil {
		t.Errorf("%+v", d.First)
	}
}
