package duckdb_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/plumbdata/plumb/internal/schema"
	"github.com/plumbdata/plumb/internal/source"
	"github.com/plumbdata/plumb/internal/test/sourcetest"
)

func introspect(tb testing.TB, s source.Source, f source.Filter) *schema.Snapshot {
	tb.Helper()
	snapshot, err := s.Introspect(sourcetest.Patience(tb), f)
	if err != nil {
		tb.Fatal(err)
	}
	return snapshot
}

func TestStatistics(t *testing.T) {
	s := open(t,
		"CREATE TYPE mood AS ENUM ('low', 'high', 'unused')",
		`CREATE TABLE t AS SELECT i AS id, (['red', 'green', 'green', 'blue'])[1 + i % 4] AS colour, i % 2 = 0 AS even, (CASE WHEN i % 3 = 0 THEN 'low' ELSE 'high' END)::mood AS mood,
			'name ' || i AS name, repeat('long ', 100) || i % 3 AS long, CASE WHEN i % 10 <> 0 THEN i / 4.0 END AS ratio, (i % 100)::DOUBLE AS d,
			TIMESTAMP '2024-01-01' + INTERVAL (i) HOUR AS at_hour, DATE '2024-01-01' + (i % 30)::INTEGER AS day, gen_random_uuid() AS u, [i] AS list FROM range(1000) AS r(i)`,
		"UPDATE t SET d = 'nan' WHERE id = 5", "UPDATE t SET d = 'inf' WHERE id = 6", "UPDATE t SET day = 'infinity' WHERE id = 7",
		"CREATE TABLE regions AS SELECT unnest(['north', 'south']) AS region",
		"CREATE TABLE empty (n INTEGER)",
		"CREATE VIEW doubled AS SELECT id * 2 AS n, colour FROM t")
	snapshot := introspect(t, s, source.Filter{})
	column := func(tableName, name string) *schema.Column {
		t.Helper()
		c := snapshot.Table(tableName).Column(name)
		if c == nil {
			t.Fatalf("no column %s.%s", tableName, name)
		}
		return c
	}
	for _, c := range []struct {
		table, column string
		distinct      int64
		low, high     string
		values        []string
	}{
		{"t", "id", 1000, "0", "999", nil},
		{"t", "colour", 3, "", "", []string{"green", "blue", "red"}},
		{"t", "even", 2, "", "", []string{"false", "true"}},
		{"t", "mood", 2, "", "", []string{"high", "low"}},
		{"t", "name", 1000, "", "", nil},
		{"t", "at_hour", 1000, "2024-01-01T00:00:00", "2024-02-11T15:00:00", nil},
		{"t", "d", 102, "0", "99", nil},
		{"t", "day", 31, "2024-01-01", "2024-01-30", nil},
		{"t", "u", 1000, "", "", nil},
		{"t", "list", 0, "", "", nil},
		{"regions", "region", 2, "", "", []string{"north", "south"}},
		{"doubled", "n", 1000, "0", "1998", nil},
		{"doubled", "colour", 3, "", "", []string{"green", "blue", "red"}},
		{"empty", "n", 0, "", "", nil},
	} {
		got := column(c.table, c.column)
		values := slices.Clone(got.Values)
		if len(values) > 0 && c.column != "mood" && c.column != "colour" { // no most common one
			slices.Sort(values)
		}
		if len(values) > 1 && c.column == "colour" { // the rest ties
			slices.Sort(values[1:])
		}
		if got.Distinct != c.distinct || got.Min != c.low || got.Max != c.high || !slices.Equal(values, c.values) {
			t.Errorf("%s.%s has %d distinct values from %q to %q: %v; want %d from %q to %q: %v",
				c.table, c.column, got.Distinct, got.Min, got.Max, got.Values, c.distinct, c.low, c.high, c.values)
		}
	}
	for _, v := range column("t", "long").Values {
		if len(v) > 100 {
			t.Errorf("a value of %d characters is listed", len(v))
		}
	}
	for name, want := range map[string]int64{"t": 1000, "regions": 2, "empty": 0, "doubled": 1000} {
		if got := snapshot.Table(name).Rows; got != want {
			t.Errorf("%s has %d rows, want %d", name, got, want)
		}
	}
	bare := introspect(t, s, source.Filter{Structure: true})
	if c := bare.Table("t").Column("colour"); len(c.Values) > 0 || c.Distinct > 0 {
		t.Errorf("the structure alone has values: %+v", c)
	}
}

// TestLargeTableIsSampled checks that the numbers for a table too large to
// read are near the truth.
func TestLargeTableIsSampled(t *testing.T) {
	s := open(t, "CREATE TABLE big AS SELECT i AS id, i % 5 AS few, 'v' || i % 5 AS text, 'unique ' || i AS name, DATE '2020-01-01' + (i // 2000)::INTEGER AS day FROM range(2000000) AS r(i)")
	big := introspect(t, s, source.Filter{}).Table("big")
	if big.Rows != 2_000_000 {
		t.Errorf("it has %d rows", big.Rows)
	}
	if n := big.Column("id").Distinct; n < 1_800_000 || n > 2_200_000 {
		t.Errorf("the key has about %d distinct values", n)
	}
	if n := big.Column("name").Distinct; n < 1_800_000 || n > 2_200_000 {
		t.Errorf("the name has about %d distinct values", n)
	}
	if c := big.Column("text"); c.Distinct != 5 || len(c.Values) != 5 {
		t.Errorf("the text has %d values: %v", c.Distinct, c.Values)
	}
	if c := big.Column("day"); c.Min > "2020-03-01" || c.Max < "2022-08-01" || c.Min < "2020-01-01" {
		t.Errorf("the days range from %s to %s", c.Min, c.Max)
	}
}

func TestWideAndManyTables(t *testing.T) {
	columns := make([]string, 700)
	for i := range columns {
		columns[i] = fmt.Sprintf("%d AS c%d", i, i)
	}
	statements := []string{"CREATE TABLE wide AS SELECT " + strings.Join(columns, ", ") + " FROM range(100)"}
	for i := range 300 {
		statements = append(statements, fmt.Sprintf("CREATE TABLE t%d (id INTEGER, name VARCHAR)", i))
	}
	snapshot := introspect(t, open(t, statements...), source.Filter{})
	if len(snapshot.Tables) != 301 {
		t.Fatalf("found %d tables", len(snapshot.Tables))
	}
	wide := snapshot.Table("wide")
	if len(wide.Columns) != 700 || wide.Columns[0].Max != "0" || wide.Columns[699].Max != "" {
		t.Errorf("the wide table has %d columns; the last goes to %q", len(wide.Columns), wide.Columns[699].Max)
	}
}

func TestShadowedFunctionsAndBrokenViews(t *testing.T) {
	snapshot := introspect(t, open(t,
		"CREATE MACRO lower(x) AS x || '!'", "CREATE MACRO own(x) AS x", "CREATE MACRO range(x) AS TABLE SELECT x",
		"CREATE TABLE gone (n INTEGER)", "CREATE VIEW over_gone AS SELECT n FROM gone", "CREATE TABLE here AS SELECT 1 AS n",
		"CREATE TEMP TABLE temporary (n INTEGER)", "DROP TABLE gone"), source.Filter{})
	if !slices.Equal(snapshot.Shadowed, []string{"lower", "range"}) {
		t.Errorf("shadowed are %v", snapshot.Shadowed)
	}
	if snapshot.Table("here").Column("n").Max != "1" {
		t.Error("a broken view costs the statistics of other tables")
	}
	if snapshot.Table("temporary") != nil {
		t.Error("a temporary table is listed")
	}
}
