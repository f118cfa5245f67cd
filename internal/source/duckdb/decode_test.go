package duckdb_test

import (
	"strings"
	"testing"

	"github.com/plumbdata/plumb/internal/source"
	"github.com/plumbdata/plumb/internal/table"
	"github.com/plumbdata/plumb/internal/test/sourcetest"
)

// TestNestedValuesThroughOperators compares nested values with DuckDB's own
// JSON of them after filters, joins and sorts, which leave them in memory in
// many shapes.
func TestNestedValuesThroughOperators(t *testing.T) {
	s := open(t, `CREATE TABLE n AS SELECT i, CASE WHEN i % 11 <> 0 THEN [i, i * 2] END AS l, {'a': i, 'b': {'c': 'text number ' || i, 'd': [i % 3 = 0, NULL]}} AS s,
		MAP {'key ' || i: [i], 'other': []} AS m, [[i], [], NULL, [i, i]] AS ll, array_value(i, i + 1, i + 2) AS a,
		CASE WHEN i % 2 = 0 THEN {'x': i}  END AS maybe FROM range(5000) AS t(i)`)
	for _, sql := range []string{
		"SELECT %s FROM n",
		"SELECT %s FROM n WHERE i % 7 = 3",
		"SELECT %s FROM n ORDER BY -i",
		"SELECT %s FROM n JOIN (SELECT unnest([5, 50, 4999, 11]) AS k) AS j ON n.i = j.k",
		"SELECT %s FROM n UNION ALL SELECT %s FROM n WHERE i = 77",
		"SELECT %s FROM n, range(3) WHERE i < 10",
	} {
		for _, column := range []string{"l", "s", "m", "ll", "a", "maybe"} {
			statement := strings.ReplaceAll(sql, "%s", column+" AS v, to_json("+column+") AS j")
			got, err := sourcetest.Query(t, s, statement, source.Limits{Rows: 100_000})
			if err != nil || len(got.Rows) == 0 {
				t.Fatalf("%s: %d rows, %v", statement, len(got.Rows), err)
			}
			for _, r := range got.Rows {
				if !sameJSON(r[0], r[1]) {
					t.Fatalf("%s gives %s, DuckDB says %s", statement, r[0], r[1])
				}
			}
		}
	}
}

// sameJSON compares by meaning, with the hash that does so.
func sameJSON(a, b table.Value) bool {
	hash := func(v table.Value) string { return (&table.Table{Rows: []table.Row{{v}}}).Hash() }
	return hash(a) == hash(b)
}

func TestColumnTypesAsDuckDBWritesThem(t *testing.T) {
	s := open(t, `CREATE TYPE mood AS ENUM ('sad', 'it''s ok')`,
		`CREATE TABLE t (a DECIMAL(18,2), b VARCHAR[], c INTEGER[3], d STRUCT(x INTEGER, "Y z" DATE), e MAP(VARCHAR, BIGINT[]), f UNION(n INTEGER, s VARCHAR),
			g mood, h TIMESTAMP WITH TIME ZONE, i JSON, j TIMESTAMP_NS, k UHUGEINT, l BIT, m TIMETZ)`)
	got := mustQuery(t, s, "SELECT * FROM t")
	want := mustQuery(t, s, "SELECT data_type FROM duckdb_columns() WHERE table_name = 't' ORDER BY column_index")
	for i, c := range got.Columns {
		if native := want.Rows[i][0].String(); c.Native != native && c.Name != "g" {
			t.Errorf("column %s has type %q, DuckDB says %q", c.Name, c.Native, native)
		}
	}
}

func TestTimesAreInUTC(t *testing.T) {
	t.Setenv("TZ", "Asia/Tokyo")
	s := open(t)
	got := mustQuery(t, s, "SELECT TIMESTAMPTZ '2024-01-01 00:30:00', date_trunc('day', TIMESTAMPTZ '2024-01-01 00:30:00+00')::VARCHAR")
	if a, b := got.Rows[0][0].String(), got.Rows[0][1].String(); a != "2024-01-01T00:30:00Z" || b != "2024-01-01 00:00:00+00" {
		t.Errorf("got %s and %s", a, b)
	}
}
