package duckdb_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/plumbdata/plumb/internal/guard"
	"github.com/plumbdata/plumb/internal/guard/duckdb"
	"github.com/plumbdata/plumb/internal/schema"
	"github.com/plumbdata/plumb/internal/test/guardtest"
)

// harbour is what an adapter would see of testdata/fixture.sql, but for the
// table logins, which is not to be asked about.
func harbour() *schema.Snapshot {
	return &schema.Snapshot{
		Dialect: duckdb.Dialect, Database: "harbour", SearchPath: []string{"main"},
		Shadowed: []string{"lower", "next_ticket", "all_logins", "json_each"},
		Tables: []schema.Table{
			guardtest.Table("main", "ships", "id INTEGER, name VARCHAR, flag VARCHAR, built DATE, tonnage DECIMAL(12,2), active BOOLEAN, notes JSON, tags VARCHAR[], home STRUCT, props MAP, order INTEGER"),
			guardtest.Table("main", "berths", "id INTEGER, quay VARCHAR, length_m DOUBLE, deep BOOLEAN, opened TIME, label VARCHAR"),
			guardtest.Table("main", "visits", "id BIGINT, ship_id INTEGER, berth_id INTEGER, arrived TIMESTAMP, departed TIMESTAMP, fee DECIMAL(10,2), kind visit_kind, rating SMALLINT, token UUID, flags BIT"),
			guardtest.Table("main", "cargo", "visit_id BIGINT, item VARCHAR, tons DECIMAL(8,2), hazardous BOOLEAN"),
			guardtest.Table("main", "crew", "id INTEGER, ship_id INTEGER, name VARCHAR, boss_id INTEGER, wage DECIMAL(10,2), hired DATE, photo BLOB, big HUGEINT"),
			guardtest.Table("main", "Odd Table", "Select VARCHAR, from INTEGER, ünïcode VARCHAR, a\"b INTEGER, drop_table VARCHAR"),
			guardtest.Table("archive", "visits", "id BIGINT, note VARCHAR, closed_on DATE"),
		},
	}
}

// closedAmong is a guard over the harbour among n tables.
func closedAmong(tb testing.TB, n int) *guard.Guard {
	snapshot := harbour()
	for i := len(snapshot.Tables); i < n; i++ {
		snapshot.Tables = append(snapshot.Tables, guardtest.Table("main", fmt.Sprintf("other_%d", i), "id INTEGER, name VARCHAR, at TIMESTAMP, amount DOUBLE"))
	}
	return with(tb, &guard.Catalog{Snapshot: snapshot})
}

func closed(tb testing.TB) *guard.Guard { return closedAmong(tb, 0) }

func open(tb testing.TB) *guard.Guard { return with(tb, nil) }

func with(tb testing.TB, c *guard.Catalog) *guard.Guard {
	g := duckdb.New()
	tb.Cleanup(func() { g.(*duckdb.Grammar).Close() })
	return guard.New(g, c)
}

func TestBenignStatementsPass(t *testing.T) {
	guardtest.Accepted(t, closed(t), "testdata/benign.sql", func(a, b string) bool {
		return sameWords.Replace(a) == sameWords.Replace(b)
	})
}

// filesOnlyOpen are refused as files where there is no schema to look into;
// otherwise they are tables that do not exist.
const filesOnlyOpen = "is a file or an address"

func TestHostileStatementsAreRefused(t *testing.T) {
	g := closed(t)
	for _, c := range guardtest.Load(t, "testdata/refused.sql") {
		v := g.Judge(t.Context(), c.SQL)
		want := c.Heading
		if want == filesOnlyOpen {
			want = "is not in the schema"
		}
		switch {
		case v.Allow:
			t.Errorf("line %d: passed: %s\nas: %s", c.Line, c.SQL, v.SQL)
		case !strings.Contains(v.Reason, want):
			t.Errorf("line %d: %s\nreason %q\nwant   …%s…", c.Line, c.SQL, v.Reason, want)
		}
	}
}

func TestFilesAreRefusedWithoutASchema(t *testing.T) {
	g := open(t)
	for _, c := range guardtest.Load(t, "testdata/refused.sql") {
		if c.Heading != filesOnlyOpen {
			continue
		}
		if v := g.Judge(t.Context(), c.SQL); v.Allow || !strings.Contains(v.Reason, filesOnlyOpen) {
			t.Errorf("line %d: %s: allow %v, reason %q", c.Line, c.SQL, v.Allow, v.Reason)
		}
	}
}

func TestBenignStatementsPassWithoutASchema(t *testing.T) {
	g := open(t)
	for _, c := range guardtest.Load(t, "testdata/benign.sql") {
		if strings.Contains(c.SQL, "::visit_kind") {
			continue // a type that only a schema can vouch for
		}
		if v := g.Judge(t.Context(), c.SQL); !v.Allow {
			t.Errorf("line %d: refused: %s\n%s", c.Line, c.SQL, v.Reason)
		}
	}
}
