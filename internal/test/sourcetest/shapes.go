package sourcetest

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/plumbdata/plumb/internal/schema"
	"github.com/plumbdata/plumb/internal/source"
	"github.com/plumbdata/plumb/internal/table"
)

// testNames uses names that need quoting, in ways that are easy to get wrong.
func testNames(t *testing.T, e Engine) {
	names := []string{
		"Umsätze 2024", "日付", "select", "order", "group by", "CamelCase", "semi;colon",
		"dash-dash -- not a comment", "apostrophe's", "emoji 🙂", "percent % sign", strings.Repeat("n", 60),
	}
	tables := slices.Clone(names)
	var statements []string
	for i, n := range names {
		if e.PlainTables {
			tables[i] = fmt.Sprintf("t%d", i)
		}
		statements = append(statements,
			fmt.Sprintf(`CREATE TABLE %s (id INTEGER, %s INTEGER)`, quote(tables[i]), quote(n)),
			fmt.Sprintf(`INSERT INTO %s VALUES (1, %d)`, quote(tables[i]), i))
	}
	src := e.Setup(t, statements...).Source
	snapshot := introspect(t, src, source.Filter{})
	for i, n := range names {
		t.Run(n, func(t *testing.T) {
			columnOf(t, snapshot, tables[i], n)
			got := e.must(t, src, fmt.Sprintf(`SELECT %s FROM %s`, quote(n), quote(tables[i])))
			if got.Columns[0].Name != n {
				t.Errorf("the column is named %q, want %q", got.Columns[0].Name, n)
			}
			if v, _ := got.Rows[0][0].Int64(); v != int64(i) {
				t.Errorf("got %v, want %d", got.Rows[0][0], i)
			}
		})
	}
	t.Run("quotation mark", func(t *testing.T) {
		const name = `quo"ted`
		src := e.Setup(t, `CREATE TABLE odd (`+quote(name)+` INTEGER)`, `INSERT INTO odd VALUES (7)`).Source
		columnOf(t, introspect(t, src, source.Filter{}), "odd", name)
		got := e.must(t, src, `SELECT `+quote(name)+` FROM odd`)
		if got.Columns[0].Name != name || len(got.Rows) != 1 {
			t.Errorf("got column %q and %d rows", got.Columns[0].Name, len(got.Rows))
		}
	})
}

func quote(name string) string { return `"` + strings.ReplaceAll(name, `"`, `""`) + `"` }

// testShapes looks at tables without rows, with very many columns, and views.
func testShapes(t *testing.T, e Engine) {
	const wide = 320
	columns, numbers := make([]string, wide), make([]string, wide)
	for i := range wide {
		columns[i] = fmt.Sprintf("c%03d INTEGER", i)
		numbers[i] = fmt.Sprint(i)
	}
	statements := []string{
		"CREATE TABLE vacant (id INTEGER, name " + e.SQL.Types[table.Text] + ")",
		"CREATE TABLE wide (" + strings.Join(columns, ", ") + ")",
		"INSERT INTO wide VALUES (" + strings.Join(numbers, ", ") + ")",
	}
	if !e.NoViews {
		statements = append(statements, "CREATE VIEW narrow AS SELECT c001 AS one, c002 AS two FROM wide")
	}
	src := e.Setup(t, statements...).Source
	snapshot := introspect(t, src, source.Filter{})

	t.Run("empty table", func(t *testing.T) {
		got := e.must(t, src, "SELECT id, name FROM vacant")
		if len(got.Rows) != 0 || len(got.Columns) != 2 || got.Columns[1].Name != "name" || got.Columns[1].Kind != table.Text {
			t.Errorf("got %d rows and columns %v", len(got.Rows), got.Columns)
		}
		if rows := tableOf(t, snapshot, "vacant").Rows; rows > 0 {
			t.Errorf("introspection counts %d rows in an empty table", rows)
		}
	})
	t.Run("wide table", func(t *testing.T) {
		got := e.must(t, src, "SELECT * FROM wide")
		if len(got.Columns) != wide || len(got.Rows) != 1 {
			t.Fatalf("got %d columns and %d rows", len(got.Columns), len(got.Rows))
		}
		for i, v := range got.Rows[0] {
			if n, ok := v.Int64(); !ok || n != int64(i) {
				t.Fatalf("column %d holds %v", i, v)
			}
		}
		if n := len(tableOf(t, snapshot, "wide").Columns); n != wide {
			t.Errorf("introspection found %d columns, want %d", n, wide)
		}
	})
	t.Run("view", func(t *testing.T) {
		if e.NoViews {
			t.Skip("the engine has no views")
		}
		v := tableOf(t, snapshot, "narrow")
		if v.Kind != schema.View || strings.Join(v.ColumnNames(), " ") != "one two" {
			t.Errorf("introspection says narrow is a %s of %v", v.Kind, v.ColumnNames())
		}
		if got := e.must(t, src, "SELECT two FROM narrow"); len(got.Rows) != 1 || got.Rows[0][0].String() != "2" {
			t.Errorf("the view gave %v", got.Rows)
		}
	})
	t.Run("columns of the same name", func(t *testing.T) {
		got := e.must(t, src, "SELECT a.c001, b.c001 FROM wide a CROSS JOIN wide b")
		if len(got.Columns) != 2 || len(got.Rows) != 1 || len(got.Rows[0]) != 2 {
			t.Errorf("got columns %v and rows %v", got.Columns, got.Rows)
		}
	})
}
