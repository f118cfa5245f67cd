package analyst

import (
	"database/sql"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	_ "github.com/duckdb/duckdb-go/v2"
	_ "github.com/jackc/pgx/v5/stdlib"

	"github.com/plumbdata/plumb/internal/brain/form"
	"github.com/plumbdata/plumb/internal/brain/render"
	"github.com/plumbdata/plumb/internal/guard"
	guardduckdb "github.com/plumbdata/plumb/internal/guard/duckdb"
	guardpostgres "github.com/plumbdata/plumb/internal/guard/postgres"
	"github.com/plumbdata/plumb/internal/test/pgtest"
)

func TestMain(m *testing.M) { os.Exit(pgtest.Main(m)) }

// TestSetsAddUpAsGroupsDo holds grouping sets, as the guard passes them, against a
// GROUP BY for each list, with values that are missing.
func TestSetsAddUpAsGroupsDo(t *testing.T) {
	duck, err := sql.Open("duckdb", "")
	if err != nil {
		t.Fatal(err)
	}
	defer duck.Close()
	server := pgtest.Shared(t)
	postgres, err := sql.Open("pgx", server.DSN(server.NewDatabase(t)))
	if err != nil {
		t.Fatal(err)
	}
	defer postgres.Close()
	const before = "SELECT * FROM (VALUES ('a', 1, true, 2.5, 1), ('a', 2, false, 1.25, 2), (NULL, 1, NULL, 4, 1), ('b', NULL, true, NULL, 3)) AS v"
	const after = "SELECT * FROM (VALUES ('a', 1, true, 3.5, 1), (NULL, NULL, NULL, 8, 2), ('c', 2, false, 1, 1)) AS v"
	dims := []dimension{{name: "kind"}, {name: "it's a code"}, {name: "flag"}}
	for _, c := range []struct {
		dialect render.Dialect
		db      *sql.DB
		grammar guard.Grammar
	}{{render.DuckDB, duck, guardduckdb.New()}, {render.Postgres, postgres, guardpostgres.New()}} {
		for _, f := range []figure{{weight: &form.Expr{}}, {approx: true, weight: &form.Expr{}}} {
			s := statement{rows: [2]string{before, after}, dims: dims, f: f, dialect: c.dialect}
			for what, lists := range map[string][][]int{"singles": {{}, {0}, {1}, {2}}, "pairs": {{0, 1}, {0, 2}, {1, 2}}} {
				var each []string
				for _, by := range lists {
					each = append(each, s.group(by))
				}
				checked, err := guard.New(c.grammar, nil).Check(t.Context(), s.head()+s.sets(lists)+inOrder)
				if err != nil {
					t.Fatal(err)
				}
				got, want := rowsOf(t, c.db, checked.SQL()), rowsOf(t, c.db, s.head()+strings.Join(each, "\nUNION ALL\n"))
				if len(want) < len(lists) || !slices.Equal(got, want) {
					t.Errorf("%s on %s, distinct %v:\n%s\nwant\n%s", what, c.dialect, f.approx, strings.Join(got, "\n"), strings.Join(want, "\n"))
				}
			}
		}
	}
}

// rowsOf are the rows of a statement as sorted texts.
func rowsOf(t *testing.T, db *sql.DB, text string) []string {
	t.Helper()
	rows, err := db.QueryContext(t.Context(), text)
	if err != nil {
		t.Fatalf("%v\n%s", err, text)
	}
	defer rows.Close()
	names, err := rows.Columns()
	if err != nil {
		t.Fatal(err)
	}
	list := []string{strings.Join(names, " ")}
	for rows.Next() {
		cells, into := make([]any, len(names)), make([]any, len(names))
		for i := range cells {
			into[i] = &cells[i]
		}
		if err := rows.Scan(into...); err != nil {
			t.Fatal(err)
		}
		list = append(list, fmt.Sprint(cells...))
	}
	if err := rows.Err(); err != nil {
		t.Fatal(err)
	}
	slices.Sort(list[1:])
	return list
}
