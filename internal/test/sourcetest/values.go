package sourcetest

import (
	"fmt"
	"strings"
	"testing"

	"github.com/plumbdata/plumb/internal/schema"
	"github.com/plumbdata/plumb/internal/source"
	"github.com/plumbdata/plumb/internal/table"
)

// testValues puts each value in a table of its own type, beside a null, and
// expects introspection and the result to agree on what it is.
func testValues(t *testing.T, e Engine) {
	var statements []string
	for i, v := range e.Values {
		statements = append(statements,
			fmt.Sprintf("CREATE TABLE v%d (id INTEGER, v %s)", i, v.Type),
			fmt.Sprintf("INSERT INTO v%d VALUES (1, %s), (2, NULL)", i, v.Literal))
	}
	src := e.Setup(t, statements...).Source
	results := make([]*table.Table, len(e.Values))
	for i := range e.Values { // before introspection, which might teach the source something
		results[i] = e.must(t, src, fmt.Sprintf("SELECT v FROM v%d ORDER BY id", i))
	}
	snapshot := introspect(t, src, source.Filter{})
	for i, v := range e.Values {
		t.Run(v.Type+" "+v.Want, func(t *testing.T) {
			got := results[i]
			if len(got.Rows) != 2 || len(got.Columns) != 1 {
				t.Fatalf("got %d rows of %d columns, want 2 of 1", len(got.Rows), len(got.Columns))
			}
			value := got.Rows[0][0]
			if value.Kind() != v.Kind || value.String() != v.Want {
				t.Errorf("%s gave %s %q, want %s %q", v.Literal, value.Kind(), value, v.Kind, v.Want)
			}
			if !got.Rows[1][0].IsNull() {
				t.Errorf("null gave %s %q", got.Rows[1][0].Kind(), got.Rows[1][0])
			}
			c := got.Columns[0]
			if c.Kind != v.Kind || c.Native == "" {
				t.Errorf("the result's column is %s (%q), want %s", c.Kind, c.Native, v.Kind)
			}
			if known := columnOf(t, snapshot, fmt.Sprintf("v%d", i), "v"); known.Kind != v.Kind {
				t.Errorf("introspection says %s (%s), want %s", known.Kind, known.Type, v.Kind)
			}
		})
	}
}

// The hashes of the two standard results, the same for every engine.
const (
	coreHash = "sha256:40d862701d52978b9229b240166680694ce1f704db48094007cfb64becbfa364"
	moreHash = "sha256:6521faee2e4bf2d399f3726e13422a5cd0a4edb5d568d3f2de5cdfed52f122c1"
)

// What each column of the standard results is.
var (
	coreKinds = []table.Kind{table.Int, table.Int, table.Decimal, table.Float, table.Text, table.Bool, table.Date, table.Timestamp, table.Bytes}
	moreKinds = []table.Kind{table.Int, table.Time, table.TimestampTZ, table.Interval, table.UUID, table.JSON}
)

func goldenColumn(i int) string { return fmt.Sprintf("c%d", i) }

func testGolden(t *testing.T, e Engine) {
	t.Run("core", func(t *testing.T) {
		rows := [][]string{
			{"1", "9007199254740993", "12.50", "0.1", "'plain'", "TRUE", "'2024-02-29'", "'2024-02-29 23:59:59.5'", e.SQL.Bytes([]byte{0, 1, 0xff})},
			{"2", "-9223372036854775808", "-0.25", "-1.5e300", "'Zoë ''quoted'' 日本'", "FALSE", "'1899-12-31'", "'1970-01-01 00:00:00'", e.SQL.Bytes([]byte("text"))},
			{"3", "NULL", "NULL", "NULL", "NULL", "NULL", "NULL", "NULL", "NULL"},
			{"4", "0", "1000", "1e6", "''", "TRUE", "'9999-12-31'", "'2024-01-01 12:00:00.000001'", e.SQL.Bytes(nil)},
		}
		compareGolden(t, e, coreKinds, rows, coreHash)
	})
	t.Run("more", func(t *testing.T) {
		for _, k := range moreKinds {
			if e.SQL.Types[k] == "" {
				t.Skipf("the engine has no type for %s", k)
			}
		}
		rows := [][]string{
			{"1", "'13:30:00.25'", "'2024-06-01 12:00:00+02:00'", "'1 year 2 months 3 days 04:05:06.5'", "'A0EEBC99-9C0B-4EF8-BB6D-6BB9BD380A11'", `'{"b": [1, 2.50, null], "a": "é"}'`},
			{"2", "NULL", "NULL", "NULL", "NULL", "NULL"},
			{"3", "'00:00:00'", "'1969-12-31 23:59:59.999999+00:00'", "'-1 days'", "'00000000-0000-0000-0000-000000000000'", `'"text"'`},
		}
		compareGolden(t, e, moreKinds, rows, moreHash)
	})
}

func compareGolden(t *testing.T, e Engine, kinds []table.Kind, rows [][]string, want string) {
	t.Helper()
	columns := make([]string, len(kinds))
	for i, k := range kinds {
		columns[i] = goldenColumn(i) + " " + e.SQL.Types[k]
	}
	statements := []string{"CREATE TABLE golden (" + strings.Join(columns, ", ") + ")"}
	for _, r := range rows {
		statements = append(statements, "INSERT INTO golden VALUES ("+strings.Join(r, ", ")+")")
	}
	src := e.Setup(t, statements...).Source
	got := e.must(t, src, "SELECT * FROM golden ORDER BY c0")
	for i, k := range kinds {
		if got.Columns[i].Kind != k {
			t.Errorf("column %d is %s, want %s", i, got.Columns[i].Kind, k)
		}
	}
	if h := got.Hash(); h != want {
		t.Errorf("the table's hash is %s, want %s; its rows:", h, want)
		for _, r := range got.Rows {
			t.Logf("%v", r)
		}
	}
}

func introspect(tb testing.TB, src source.Source, f source.Filter) *schema.Snapshot {
	tb.Helper()
	s, err := src.Introspect(Patience(tb), f)
	if err != nil {
		tb.Fatalf("introspection: %v", err)
	}
	return s
}

func tableOf(tb testing.TB, s *schema.Snapshot, name string) *schema.Table {
	tb.Helper()
	t := s.Table(name)
	if t == nil {
		tb.Fatalf("introspection found no table %s, only %v", name, s.TableNames())
	}
	return t
}

func columnOf(tb testing.TB, s *schema.Snapshot, tableName, column string) *schema.Column {
	tb.Helper()
	t := tableOf(tb, s, tableName)
	c := t.Column(column)
	if c == nil {
		tb.Fatalf("introspection found no column %s in %s, only %v", column, tableName, t.ColumnNames())
	}
	return c
}
