package render_test

import (
	"strings"
	"testing"

	"github.com/plumbdata/plumb/internal/brain/form"
	"github.com/plumbdata/plumb/internal/brain/render"
)

func TestNamesAreQuotedWhereTheyMustBe(t *testing.T) {
	ix := drawn("orders id Total order")
	ix.Tables[0].Schema = "sales"
	q := &form.Query{Keep: form.NoTable, Tables: []int{0}, Select: exprs(&form.Expr{Op: form.Column, Column: 2}, &form.Expr{Op: form.Column, Column: 3})}
	for d, want := range map[render.Dialect]string{
		render.SQLite:   `SELECT Total, "order" FROM sales.orders`,
		render.DuckDB:   `SELECT Total, "order" FROM sales.orders`,
		render.Postgres: `SELECT "Total", "order" FROM sales.orders`,
	} {
		got, _, err := render.Render(ix, d, q, today)
		if err != nil {
			t.Fatal(err)
		}
		if got = strings.ReplaceAll(got, "\n", " "); got != want {
			t.Errorf("%s: got %s, want %s", d, got, want)
		}
	}
	ix.Tables[0].Schema = "public"
	if got, _, _ := render.Render(ix, render.Postgres, q, today); !strings.HasSuffix(got, "FROM orders") {
		t.Errorf("the usual schema is named: %s", got)
	}
}

// Values never become SQL, whatever is in them.
func TestValuesStayValues(t *testing.T) {
	list := engines(t)
	for _, v := range []string{"'; DROP TABLE region; --", `\'; SELECT 1; --`, "a\x00b", "%_\\", "1 OR 1=1", "ﬀ'", "$$"} {
		for _, cond := range []form.CondOp{form.Equal, form.Contains, form.Matches, form.AnyOf} {
			for _, e := range list {
				got, text, err := e.ask(t, func(n *names) *form.Query {
					c := test(cond, n.col("region.name"), txt(v))
					if cond == form.Equal {
						c = is(cond, n.col("region.name"), litText(v))
					}
					return query(form.Query{Tables: n.tables("region"), Select: exprs(n.col("region.name")), Where: c})
				})
				if err != nil || len(got) > 0 {
					t.Errorf("%s %q on %s: %v %v\n%s", cond, v, e.dialect, got, err, text)
				}
			}
		}
	}
	for _, v := range []string{"1; SELECT 2", "1e999", "0x10", "NaN", "1_000", "--1"} {
		for _, e := range list[:1] {
			_, text, err := e.ask(t, func(n *names) *form.Query {
				return query(form.Query{Tables: n.tables("region"), Select: exprs(n.col("region.name")), Where: is(form.Greater, n.col("region.id"), lit(v))})
			})
			if err != nil || !strings.Contains(text, "'"+v+"'") {
				t.Errorf("%q: %v\n%s", v, err, text)
			}
		}
	}
}
