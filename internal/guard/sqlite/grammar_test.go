package sqlite

import (
	"context"
	"io"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/plumbdata/plumb/internal/fault"
	"github.com/plumbdata/plumb/internal/guard"
	"github.com/plumbdata/plumb/internal/schema"
	"github.com/plumbdata/plumb/internal/test/guardtest"
)

// shop is the schema that the tests know. secrets is not in it.
func shop() *schema.Snapshot {
	described := func(name string, kind schema.TableKind, columns ...string) schema.Table {
		t := schema.Table{Name: name, Kind: kind}
		for _, c := range columns {
			t.Columns = append(t.Columns, schema.Column{Name: c})
		}
		return t
	}
	return &schema.Snapshot{Dialect: Dialect, Tables: []schema.Table{
		described("sales", schema.BaseTable, "id", "buyer_id", "amount", "state", "sold_at", "details"),
		described("buyers", schema.BaseTable, "id", "name", "region", "parent_id"),
		described("monthly", schema.View, "month", "amount"),
		described("Odd Name", schema.BaseTable, "select", "key", "a`b"),
	}}
}

func guards(tb testing.TB) map[string]*guard.Guard {
	g := New()
	tb.Cleanup(func() {
		if err := g.(io.Closer).Close(); err != nil {
			tb.Error(err)
		}
	})
	return map[string]*guard.Guard{"open": guard.New(g, nil), "closed": guard.New(g, &guard.Catalog{Snapshot: shop()})}
}

// reads are statements that must pass, with a schema and without.
var reads = []string{
	"SELECT 1",
	"select count(*) from sales;",
	"SELECT count(*) FROM sales ; ; -- done\n",
	"/* why */ SELECT sum(amount) /* not this; DROP TABLE sales */ FROM sales -- and that",
	"SELECT * FROM main.sales",
	`SELECT "amount", [state], ` + "`id`" + ` FROM "sales"`,
	"SELECT * FROM 'sales'",
	"SELECT s.id, b.name FROM sales s JOIN buyers AS b ON b.id = s.buyer_id WHERE b.region IN ('north', 'south')",
	"SELECT name FROM buyers JOIN sales USING (id)",
	"SELECT * FROM buyers NATURAL JOIN sales",
	"SELECT id FROM sales UNION ALL SELECT id FROM buyers ORDER BY id",
	"SELECT * FROM sales EXCEPT SELECT * FROM sales WHERE amount > 10",
	"SELECT state, sum(amount) FILTER (WHERE amount > 0) FROM sales GROUP BY state HAVING count(*) > 1 ORDER BY 2 DESC NULLS LAST",
	"SELECT id, row_number() OVER (PARTITION BY state ORDER BY amount) n, lag(amount, 1, 0) OVER w FROM sales WINDOW w AS (ORDER BY id ROWS BETWEEN 1 PRECEDING AND CURRENT ROW EXCLUDE TIES)",
	"WITH big AS MATERIALIZED (SELECT * FROM sales WHERE amount > 100), few(n) AS (SELECT count(*) FROM big) SELECT n FROM few",
	"WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 10) SELECT i FROM n",
	"WITH RECURSIVE tree(id, depth) AS (SELECT id, 0 FROM buyers WHERE parent_id IS NULL UNION ALL SELECT b.id, t.depth + 1 FROM buyers b JOIN tree t ON b.parent_id = t.id) SELECT * FROM tree",
	"WITH per AS (SELECT buyer_id, sum(amount) AS spent FROM sales GROUP BY buyer_id) SELECT b.name, per.spent FROM per JOIN buyers b ON b.id = per.buyer_id WHERE per.spent > (SELECT avg(spent) FROM per)",
	"SELECT name FROM buyers b WHERE EXISTS (SELECT 1 FROM sales s WHERE s.buyer_id = b.id) AND id NOT IN (SELECT buyer_id FROM sales)",
	"SELECT (SELECT max(amount) FROM sales), CASE WHEN 1 < 2 THEN 'a;b' ELSE 'c--d' END",
	"SELECT strftime('%Y-%m', sold_at) AS month, sum(amount) FROM sales GROUP BY month",
	"SELECT julianday('now') - julianday(sold_at), CURRENT_DATE, datetime(sold_at, '+1 month', 'localtime') FROM sales",
	"SELECT details ->> '$.a', details -> 'b', json_extract(details, '$.c[0]') FROM sales",
	"SELECT s.id, j.key, j.value FROM sales s, json_each(s.details) AS j WHERE j.type = 'integer'",
	"SELECT count(*) FROM json_tree('[1,[2]]')",
	"SELECT CAST(amount AS INTEGER), amount COLLATE NOCASE, x'0AfF', 0x1F, 1_000.5e-3, .5, -amount, ~id, id << 2 | 1 & 3 FROM sales",
	"SELECT id FROM sales WHERE state LIKE 'p%' ESCAPE '\\' OR state GLOB 'p*' OR state IS NOT DISTINCT FROM 'x' OR amount ISNULL",
	"SELECT round(amount * 1.19, 2), printf('%.2f', amount), format('%5d', id), iif(amount > 1, 'y', 'n'), coalesce(state, '?') || upper(state) FROM sales",
	"SELECT group_concat(state, ';'), string_agg(state, ', ' ORDER BY state), count(DISTINCT state), total(amount), json_group_array(id) FROM sales",
	"VALUES (1, 'a'), (2, 'b')",
	"SELECT column1 FROM (VALUES (1), (2)) ORDER BY column1 LIMIT 5 OFFSET 1",
	"EXPLAIN QUERY PLAN SELECT * FROM sales WHERE id = 1",
	"WITH ids AS (SELECT id FROM sales) SELECT (id, amount) = (1, 2) FROM sales WHERE id IN ids AND id NOT IN (1, 2)",
	"SELECT rowid, oid FROM sales",
	"SELECT state AS 'the state' FROM sales",
	"SELECT id, 'O''Brien', 'tab\there' FROM sales",
	"SELECT a.id FROM sales a, sales b, buyers WHERE a.id = b.id",
	"SELECT month, amount FROM monthly",
	`SELECT "select", "Odd Name"."key", ` + "`a``b`" + ` FROM "Odd Name"`,
	"SELECT s.* FROM sales AS s LEFT JOIN (SELECT id, max(name) AS who FROM buyers GROUP BY id) AS q ON q.id = s.buyer_id",
	"SELECT sales.state, (SELECT count(*) FROM buyers WHERE buyers.id = sales.buyer_id) FROM sales ORDER BY random() LIMIT 3",
}

func TestReadsPass(t *testing.T) {
	for name, g := range guards(t) {
		t.Run(name, func(t *testing.T) {
			for _, sql := range reads {
				s, err := g.Check(t.Context(), sql)
				if err != nil {
					t.Errorf("%s\nis refused: %v (%s)", sql, err, fault.Of(err).Hint)
					continue
				}
				again, err := g.Check(t.Context(), s.SQL())
				if err != nil || again.SQL() != s.SQL() {
					t.Errorf("what was rendered does not render to itself: %s\n%s, %v", s.SQL(), again.SQL(), err)
				}
				if strings.Contains(s.SQL(), "--") && !strings.Contains(sql, "'c--d'") || strings.Contains(s.SQL(), "/*") || strings.Contains(s.SQL(), "DROP") {
					t.Errorf("a comment rides along: %s", s.SQL())
				}
			}
		})
	}
}

func TestRendered(t *testing.T) {
	g := guards(t)["closed"]
	for sql, want := range map[string]string{
		"select  id,amount\nfrom sales -- x":                   "select id, amount from sales",
		`SELECT "id"+-1 FROM [sales] s where s . id=1;`:        "SELECT `id` + - 1 FROM `sales` s where s.id = 1",
		"SELECT count( * ),max (id) FROM sales WHERE id IN(1)": "SELECT count(*), max (id) FROM sales WHERE id IN(1)",
		"SELECT 1.5 , '--' || '/*' , x'00'/**/,2- -3":          "SELECT 1.5, '--' || '/*', x'00', 2 - - 3",
	} {
		s, err := g.Check(t.Context(), sql)
		if err != nil || s.SQL() != want {
			t.Errorf("%q is rendered as %q, want %q (%v)", sql, s.SQL(), want, err)
		}
	}
}

func TestFindings(t *testing.T) {
	type found struct{ tables, columns string }
	for sql, want := range map[string]map[string]found{
		"SELECT b.name FROM sales s JOIN buyers b ON b.id = s.buyer_id": {
			"open":   {"buyers sales", "buyers.id buyers.name sales.buyer_id"},
			"closed": {"buyers sales", "buyers.id buyers.name sales.buyer_id"},
		},
		"SELECT COUNT(*) FROM SALES": {"open": {"SALES", ""}, "closed": {"sales", ""}},
		"SELECT name FROM buyers": {
			"open":   {"buyers", ""},
			"closed": {"buyers", "buyers.name"},
		},
		"WITH q AS (SELECT amount FROM monthly) SELECT count(*) FROM q": {
			"open":   {"monthly", ""},
			"closed": {"monthly", "monthly.amount"},
		},
		"SELECT value FROM json_each('[1]')": {"open": {}, "closed": {}},
	} {
		for name, g := range guards(t) {
			s, err := g.Check(t.Context(), sql)
			if err != nil {
				t.Errorf("%s: %v", sql, err)
				continue
			}
			got := found{strings.Join(s.Tables(), " "), strings.Join(s.Columns(), " ")}
			if got != want[name] {
				t.Errorf("%s (%s) reads %+v, want %+v", sql, name, got, want[name])
			}
		}
	}
}

func TestStatementsThatOrderAreKnown(t *testing.T) {
	for _, g := range guards(t) {
		guardtest.Orders(t, g, "buyers", "name")
	}
}

func TestHints(t *testing.T) {
	g := guards(t)["closed"]
	for _, c := range []struct {
		sql  string
		code fault.Code
		want string // part of the reason and the hint
	}{
		{"SELECT amuont FROM sales", fault.Validation, "column amuont not found in sales; did you mean amount?"},
		{"SELECT s.amuont FROM sales s", fault.Validation, "did you mean amount?"},
		{"SELECT * FROM sale", fault.Validation, "table sale is not in the schema; did you mean sales?"},
		{"SELECT * FROM secrets", fault.Validation, "tables: sales, buyers, monthly, Odd Name"},
		{`SELECT id FROM sales WHERE state = "paid out"`, fault.Validation, "double quotes are for names; write the text as 'paid out'"},
		{`SELECT "amuont" FROM sales`, fault.Validation, "write the text as 'amuont', or did you mean amount?"},
		{"SELECT id FROM sales, buyers", fault.Validation, "column id is in more than one of the tables; qualify it as"},
		{"SELECT id\nFROM sales WHEER id = 1", fault.SQLParse, "near \"id\""},
		{"SELECT id\nFROM sales WHERE id = = 1", fault.SQLParse, "syntax error"},
		{"SELECT id,\n  amount amount2 state FROM sales", fault.SQLParse, "look at line 2, column 18"},
		{"SELECT (id FROM sales", fault.SQLParse, "syntax error"},
		{"SELECT id FROM", fault.SQLParse, "the statement ends too early"},
		{"SELECT 'open FROM sales", fault.SQLParse, "a quoted string is not closed"},
		{"SELEC id FROM sales", fault.SQLParse, "start with SELECT, WITH or VALUES"},
		{"SELECT date_trunc('month', sold_at) FROM sales", fault.Validation, "use strftime"},
		{"SELECT i FROM generate_series(1, 3)", fault.Validation, "WITH RECURSIVE"},
		{"DELETE FROM sales", fault.Validation, "not DELETE; Plumb only reads"},
		{"SELECT sum(amount", fault.SQLParse, "close a parenthesis"},
	} {
		_, err := g.Check(t.Context(), c.sql)
		f := fault.Of(err)
		if f == nil {
			t.Errorf("%s passes", c.sql)
			continue
		}
		if said := f.Message + "; " + f.Hint; f.Code != c.code || !strings.Contains(said, c.want) {
			t.Errorf("%s gives %s: %s\nwant %s: …%s…", c.sql, f.Code, said, c.code, c.want)
		}
	}
}

func TestAdministratorsFunctions(t *testing.T) {
	const sql = "SELECT sqlite_version()"
	if _, err := guard.New(New(), &guard.Catalog{Functions: []string{"SQLite_Version"}}).Check(t.Context(), sql); err != nil {
		t.Errorf("an allowed function is refused: %v", err)
	}
}

// A schema that was read elsewhere may hold names that SQLite keeps for
// itself, tables without columns, and tables off the search path.
func TestForeignSchemas(t *testing.T) {
	s := &schema.Snapshot{SearchPath: []string{"public"}, Tables: []schema.Table{
		{Schema: "public", Name: "things", Columns: []schema.Column{{Name: "id"}}},
		{Schema: "other", Name: "stuff", Columns: []schema.Column{{Name: "id"}}},
		{Name: "sqlite_stat1", Columns: []schema.Column{{Name: "stat"}}},
		{Name: "empty"},
	}}
	g := guard.New(New(), &guard.Catalog{Snapshot: s})
	if _, err := g.Check(t.Context(), "SELECT id FROM things"); err != nil {
		t.Error(err)
	}
	for _, table := range []string{"stuff", "sqlite_stat1", "empty", "other.stuff"} {
		if _, err := g.Check(t.Context(), "SELECT * FROM "+table); err == nil {
			t.Errorf("%s may be read", table)
		}
	}
}

// Statements leave nothing behind that another could find.
func TestGuessesAreForgotten(t *testing.T) {
	g := New().(*Grammar)
	defer g.Close()
	open := guard.New(g, nil)
	for _, sql := range []string{"SELECT a.x FROM t a", "SELECT y FROM t, u", "SELECT nope( FROM t", "SELECT load_extension('x') FROM t"} {
		_, _ = open.Check(t.Context(), sql)
	}
	if s := g.scratch[0]; len(s.made) != 0 {
		t.Errorf("tables are left: %v", s.made)
	}
}

func TestManySchemas(t *testing.T) {
	g := New().(*Grammar)
	defer g.Close()
	var group sync.WaitGroup
	for range 3 * maxScratch {
		group.Go(func() {
			mine := guard.New(g, &guard.Catalog{Snapshot: shop()})
			for range 5 {
				if _, err := mine.Check(t.Context(), "SELECT amount FROM sales"); err != nil {
					t.Error(err)
				}
			}
		})
	}
	group.Wait()
	if len(g.scratch) > maxScratch {
		t.Errorf("%d scratch databases are open, at most %d may be", len(g.scratch), maxScratch)
	}
}

func TestClosedAndCancelled(t *testing.T) {
	g := New().(*Grammar)
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := g.Check(ctx, "SELECT 1", &guard.Catalog{}); fault.CodeOf(err) != fault.Canceled {
		t.Errorf("a cancelled check gives %v", err)
	}
	if err := g.Close(); err != nil {
		t.Error(err)
	}
	if _, err := g.Check(t.Context(), "SELECT 1", &guard.Catalog{}); err == nil {
		t.Error("a closed grammar passes statements")
	}
}

func TestRenderedTokensAreTheSame(t *testing.T) {
	for _, sql := range reads {
		tokens, err := lex(sql)
		if err != nil {
			t.Errorf("%s: %v", sql, err)
			continue
		}
		again, err := lex(render(tokens, func(i int) string { return printToken(tokens[i]) }))
		if err != nil || !slices.EqualFunc(tokens, again, sameToken) {
			t.Errorf("%s has other tokens once rendered: %v", sql, err)
		}
	}
}

// A preparation that is not waited for takes its scratch database with it.
func TestGivenUp(t *testing.T) {
	g := New().(*Grammar)
	defer g.Close()
	s, err := g.ready(nil)
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	long := "SELECT 1" + strings.Repeat(" UNION SELECT 1", 400)
	for !s.lost { // it may be quicker than the cancellation
		if _, err := s.prepare(ctx, long); err != nil && !s.lost {
			t.Fatal(err)
		}
	}
	c := &check{scratch: s, catalog: &guard.Catalog{}}
	if f := fault.Of(c.fault(errSlow)); f.Code != fault.Validation || f.Hint == "" {
		t.Errorf("a statement that takes too long gives %v", f)
	}
	g.forget(s)
	if len(g.scratch) != 0 {
		t.Error("it is still in use")
	}
	if _, err := g.Check(t.Context(), "SELECT 1", &guard.Catalog{}); err != nil {
		t.Errorf("another check: %v", err)
	}
}
