package whatif_test

import (
	"database/sql"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/plumbdata/plumb/internal/connection"
	"github.com/plumbdata/plumb/internal/schema"
	"github.com/plumbdata/plumb/internal/source"
	"github.com/plumbdata/plumb/internal/source/duckdb"
	"github.com/plumbdata/plumb/internal/source/files"
	"github.com/plumbdata/plumb/internal/source/postgres"
	"github.com/plumbdata/plumb/internal/source/sqlite"
	"github.com/plumbdata/plumb/internal/table"
	"github.com/plumbdata/plumb/internal/test/pgtest"
	"github.com/plumbdata/plumb/internal/whatif"
)

func TestMain(m *testing.M) {
	duckdb.RunWorkerIfAsked()
	sqlite.RunWorkerIfAsked()
	os.Exit(pgtest.Main(m))
}

// days are rows of a day, a label, a figure and another.
func days() string {
	var b strings.Builder
	b.WriteString("day,label,spend,clicks\n")
	for i := range 60 {
		day := time.Date(2024, 12, 1+i+i/17, 0, 0, 0, 0, time.UTC) // with gaps
		fmt.Fprintf(&b, "%s,%03d,%.2f,%d\n", day.Format("2006-01-02"), i, 1e6+float64(i*i%97)*3.25+float64(i), 40+i*i%53-i%7)
	}
	return b.String()
}

func connect(t *testing.T, driver source.Driver, dsn string) *connection.Connection {
	t.Helper()
	c, err := connection.Open(t.Context(), connection.Spec{
		Driver: driver, Config: source.Config{DSN: dsn, Name: "test"}, Identity: t.Name(),
		Cache: schema.Cache{Dir: t.TempDir()}, Now: time.Now,
	})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := c.Close(); err != nil {
			t.Error(err)
		}
	})
	return c
}

func ask(t *testing.T, c *connection.Connection, sql string) *table.Table {
	t.Helper()
	r, _, err := c.Query(t.Context(), sql, source.Limits{})
	if err != nil {
		t.Fatalf("%s\n%v", sql, err)
	}
	out, err := r.ReadAll()
	if err != nil {
		t.Fatalf("%s\n%v", sql, err)
	}
	return out
}

// The engines' own regr_ functions and corr are the other implementation. The
// statements pass the guard on their way.
func TestEnginesAgree(t *testing.T) {
	for _, e := range []struct {
		dialect whatif.Dialect
		open    func(*testing.T) *connection.Connection
	}{
		{whatif.DuckDB, func(t *testing.T) *connection.Connection {
			path := filepath.Join(t.TempDir(), "days.csv")
			if err := os.WriteFile(path, []byte(days()), 0o600); err != nil {
				t.Fatal(err)
			}
			return connect(t, files.Driver, path)
		}},
		{whatif.PostgreSQL, func(t *testing.T) *connection.Connection {
			server := pgtest.Shared(t)
			db := server.NewDatabase(t)
			_, rows, _ := strings.Cut(strings.TrimSpace(days()), "\n")
			var values []string
			for _, line := range strings.Split(rows, "\n") {
				f := strings.Split(line, ",")
				values = append(values, fmt.Sprintf("('%s', '%s', %s, %s)", f[0], f[1], f[2], f[3]))
			}
			server.Exec(t, db, "CREATE TABLE days (day date, label text, spend numeric(12,2), clicks int)", "INSERT INTO days VALUES "+strings.Join(values, ", "))
			return connect(t, postgres.Driver, server.DSN(db))
		}},
		{whatif.SQLite, func(t *testing.T) *connection.Connection {
			path := filepath.Join(t.TempDir(), "days.db")
			db, err := sql.Open("sqlite3", path)
			if err != nil {
				t.Fatal(err)
			}
			defer db.Close()
			if _, err := db.ExecContext(t.Context(), "CREATE TABLE days (day text, label text, spend numeric, clicks int)"); err != nil {
				t.Fatal(err)
			}
			_, rows, _ := strings.Cut(strings.TrimSpace(days()), "\n")
			for _, line := range append(strings.Split(rows, "\n"), "2026-01-01,x,,7") { // one lacks a figure
				f := strings.Split(line, ",")
				if _, err := db.ExecContext(t.Context(), "INSERT INTO days VALUES (?, ?, nullif(?, '') + 0, ? + 0)", f[0], f[1], f[2], f[3]); err != nil {
					t.Fatal(err)
				}
			}
			return connect(t, sqlite.Driver, path)
		}},
	} {
		t.Run(string(e.dialect), func(t *testing.T) {
			c := e.open(t)
			const query = "SELECT day, spend, clicks FROM days ORDER BY day;"
			rows := ask(t, c, strings.TrimSuffix(query, ";"))
			for _, r := range []whatif.Request{
				{Technique: whatif.Trend, Measure: "spend"},
				{Technique: whatif.Trend, Measure: "clicks"},
				{Technique: whatif.Correlation, Measure: "spend", Other: "clicks"},
			} {
				if e.dialect == whatif.SQLite && r.Technique == whatif.Trend {
					continue // it has no function for that
				}
				own, err := whatif.Run(rows, r, whatif.Options{})
				if err != nil {
					t.Fatal(err)
				}
				sql, err := whatif.SQL(r, query, rows.Columns, nil, e.dialect)
				if err != nil {
					t.Fatal(err)
				}
				theirs := ask(t, c, sql)
				compared := 0
				for i, column := range theirs.Columns {
					for _, f := range own.Fit {
						if f.Name != column.Name || f.Name == "intercept" { // theirs is at the epoch
							continue
						}
						v, _ := theirs.Rows[0][i].Float64()
						if compared++; math.Abs(v-f.Value) > 1e-7*math.Max(math.Abs(f.Value), 1e-3) {
							t.Errorf("%+v: %s is %v, the engine says %v", r, f.Name, f.Value, v)
						}
					}
				}
				if compared < 3 {
					t.Errorf("%+v: only %d figures compared", r, compared)
				}
			}
		})
	}
}

func TestSQL(t *testing.T) {
	columns := []table.Column{{Name: "Month of \"sale\"", Kind: table.Text}, {Name: "year", Kind: table.Int}, {Name: "order_id", Kind: table.Int}, {Name: "revenue", Kind: table.Decimal}, {Name: "cost", Kind: table.Float}}
	for _, c := range []struct {
		request whatif.Request
		dialect whatif.Dialect
		want    string // in the statement, or of the error when it begins with "!"
	}{
		{whatif.Request{Technique: whatif.Trend}, whatif.DuckDB, `CAST(row_number() OVER (ORDER BY "Month of ""sale""") AS double precision) AS x, CAST("revenue" AS double precision) AS y`},
		{whatif.Request{Technique: whatif.Trend, Time: "year", Measure: "costs"}, whatif.PostgreSQL, `CAST("year" AS double precision) AS x, CAST("cost" AS double precision) AS y`},
		{whatif.Request{Technique: whatif.Correlation}, whatif.PostgreSQL, `corr(y, x)`},
		{whatif.Request{Technique: whatif.Correlation, Measure: "cost", Other: "profit"}, whatif.PostgreSQL, `!no column "profit"`},
		{whatif.Request{Technique: whatif.Seasonal}, whatif.DuckDB, "!not computed by the database"},
		{whatif.Request{Technique: whatif.Trend}, whatif.SQLite, "!cannot fit a line"},
		{whatif.Request{Technique: whatif.Correlation}, whatif.SQLite, "AVG(x) OVER () AS mx"},
	} {
		sql, err := whatif.SQL(c.request, "SELECT 1;\n", columns, nil, c.dialect)
		if want, fails := strings.CutPrefix(c.want, "!"); fails {
			if err == nil || !strings.Contains(err.Error(), want) {
				t.Errorf("%+v: %v, want %q", c.request, err, want)
			}
		} else if err != nil || !strings.Contains(sql, want) || strings.Contains(sql, ";") {
			t.Errorf("%+v: %v\n%s\nwants %s", c.request, err, sql, want)
		}
	}
}
