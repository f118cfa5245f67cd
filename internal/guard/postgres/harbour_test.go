package postgres_test

import (
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/plumbdata/plumb/internal/guard"
	"github.com/plumbdata/plumb/internal/guard/postgres"
	"github.com/plumbdata/plumb/internal/schema"
	"github.com/plumbdata/plumb/internal/test/guardtest"
	"github.com/plumbdata/plumb/internal/test/pgtest"
)

func TestMain(m *testing.M) { os.Exit(pgtest.Main(m)) }

// harbour is what an adapter would see of testdata/fixture.sql, but for the
// table logins, which is not to be asked about.
func harbour() *schema.Snapshot {
	hulls, watch := guardtest.Table("public", "hulls", "id integer, grade grade"), guardtest.Table("public", "watch", "id integer, sink_int integer")
	hulls.Columns[1].Unsafe, hulls.Columns[1].TypeSchema = "a cast of it calls sink_grade()", "public"
	watch.Kind, watch.Unsafe, watch.Calls = schema.View, "it calls sink_int(), a function of the database's own", []string{"public.sink_int"}
	return &schema.Snapshot{
		Dialect: postgres.Dialect, Database: "harbour", SearchPath: []string{"public"},
		Shadowed: []string{"lower", "round", "+", "@>"},
		Tables: []schema.Table{
			guardtest.Table("public", "ships", "id integer, name text, flag text, built date, tonnage numeric, active boolean, notes jsonb, tags text[], home spot, order integer"),
			guardtest.Table("public", "berths", "id integer, quay text, length_m double precision, deep boolean, opened time, label varchar"),
			guardtest.Table("public", "visits", "id bigint, ship_id integer, berth_id integer, arrived timestamptz, departed timestamptz, fee numeric, kind visit_kind, rating smallint, discount share, stay daterange, token uuid"),
			guardtest.Table("public", "cargo", "visit_id bigint, item text, tons numeric, hazardous boolean"),
			guardtest.Table("public", "crew", "id integer, ship_id integer, name text, boss_id integer, wage numeric, hired date, phone inet, photo bytea"),
			guardtest.Table("public", "Odd Table", "Select text, from integer, ünïcode text, a\"b integer, drop_table text"),
			guardtest.Table("archive", "visits", "id bigint, note text, closed_on date"),
			guardtest.Table("public", "spots", "lat double precision, lon double precision"),
			hulls, watch,
		},
	}
}

func closed() *guard.Guard {
	return guard.New(postgres.New(), &guard.Catalog{Snapshot: harbour()})
}

// closedAmong is closed with n tables, and no functions of its own.
func closedAmong(n int) *guard.Guard {
	snapshot := harbour()
	snapshot.Shadowed = nil
	for i := len(snapshot.Tables); i < n; i++ {
		snapshot.Tables = append(snapshot.Tables, guardtest.Table("public", fmt.Sprintf("other_%d", i), "id integer, name text, at timestamptz, amount numeric"))
	}
	return guard.New(postgres.New(), &guard.Catalog{Snapshot: snapshot})
}

func open() *guard.Guard { return guard.New(postgres.New(), nil) }

func TestBenignStatementsPass(t *testing.T) {
	guardtest.Accepted(t, closed(), "testdata/benign.sql", func(a, b string) bool { return a == b })
}

func TestBenignStatementsPassWithoutASchema(t *testing.T) {
	g := open()
	for _, c := range guardtest.Load(t, "testdata/benign.sql") {
		if strings.Contains(c.SQL, "visit_kind") || strings.Contains(c.SQL, "share") || strings.Contains(c.SQL, "spot") || strings.Contains(c.SQL, "home)") || strings.Contains(c.SQL, "(s).name") {
			continue // types and fields that only a schema can vouch for
		}
		if v := g.Judge(t.Context(), c.SQL); !v.Allow {
			t.Errorf("line %d: refused: %s\n%s", c.Line, c.SQL, v.Reason)
		}
	}
}

func TestHostileStatementsAreRefused(t *testing.T) {
	guardtest.Refused(t, closed(), "testdata/refused.sql")
}
