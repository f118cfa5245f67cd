package sqlite

import (
	"fmt"
	"strings"
	"testing"

	"github.com/plumbdata/plumb/internal/fault"
	"github.com/plumbdata/plumb/internal/guard"
)

// attacks must be refused, with a schema and without. They use sales and
// buyers, which exist.
var attacks = []string{
	// Other statements.
	"INSERT INTO sales (id) VALUES (1)", "REPLACE INTO sales (id) VALUES (1)", "UPDATE sales SET amount = 0", "DELETE FROM sales",
	"CREATE TABLE t (x)", "CREATE TEMP TABLE t (x)", "CREATE VIRTUAL TABLE v USING fts4(x)", "CREATE TRIGGER g AFTER INSERT ON sales BEGIN SELECT 1; END",
	"DROP TABLE sales", "ALTER TABLE sales RENAME TO x", "REINDEX", "ANALYZE", "VACUUM", "VACUUM INTO 'x.db'",
	"ATTACH 'x.db' AS x", "DETACH main", "PRAGMA user_version = 7", "PRAGMA table_info(sales)", "BEGIN", "COMMIT", "ROLLBACK", "SAVEPOINT s", "RELEASE s",
	"EXPLAIN SELECT 1", "EXPLAIN DELETE FROM sales", "EXPLAIN QUERY PLAN DELETE FROM sales", "EXPLAIN QUERY PLAN PRAGMA user_version", "EXPLAIN", "EXPLAIN QUERY PLAN",
	".tables", "TABLE sales", "(SELECT 1)", "",
	// More than one.
	"SELECT 1; DELETE FROM sales", "SELECT 1;;SELECT 2", "SELECT 1 /* */ ; /* */ PRAGMA user_version = 1", "SELECT 1;\n-- x\nATTACH 'x' AS y",
	// Writing inside reading.
	"WITH x AS (SELECT 1) DELETE FROM sales", "WITH x AS (SELECT 1) INSERT INTO sales (id) SELECT 1", "WITH x AS (SELECT 1) UPDATE sales SET amount = 1 RETURNING *",
	"WITH x AS (DELETE FROM sales RETURNING *) SELECT * FROM x", "WITH x AS (SELECT 1) REPLACE INTO sales (id) SELECT 1",
	"SELECT * INTO other FROM sales", "SELECT * FROM (DELETE FROM sales RETURNING id)", "SELECT (INSERT INTO sales (id) VALUES (1))",
	// Functions that reach out, however they are written.
	"SELECT load_extension('x')", "SELECT readfile('/etc/passwd')", "SELECT writefile('x', 'y')", "SELECT edit('x')", "SELECT fts3_tokenizer('simple')",
	"SELECT LOAD_EXTENSION('x')", "SELECT [load_extension]('x')", `SELECT "load_extension"('x')`, "SELECT `load_extension`('x')",
	"SELECT load_extension/* */('x')", "SELECT load_extension -- \n ('x')", "SELECT 'load_extension'('x')",
	"SELECT sqlite_version()", "SELECT sqlite_source_id()", "SELECT sqlite_compileoption_get(1)", "SELECT sqlite_compileoption_used('X')", "SELECT sqlite_log(1, 'x')",
	"SELECT last_insert_rowid()", "SELECT changes()", "SELECT total_changes()", "SELECT sqlite_offset(id) FROM sales", "SELECT no_such_function(1)",
	"SELECT auth_user_add('a', 'b', 1)", "SELECT authenticate('a', 'b')", "SELECT rtreecheck('x')", "SELECT system('id')", "SELECT eval('DELETE FROM sales')",
	// … in every place where an expression may stand.
	"SELECT id FROM sales WHERE readfile(state) = 1", "SELECT id FROM sales ORDER BY load_extension(state)", "SELECT id FROM sales GROUP BY load_extension(state)",
	"SELECT id FROM sales GROUP BY id HAVING load_extension('x')", "SELECT id FROM sales LIMIT load_extension('x')", "SELECT id FROM sales LIMIT 1 OFFSET load_extension('x')",
	"VALUES (load_extension('x'))", "SELECT count(*) FILTER (WHERE load_extension('x')) FROM sales", "SELECT sum(id) OVER (PARTITION BY load_extension('x')) FROM sales",
	"SELECT sum(id) OVER w FROM sales WINDOW w AS (ORDER BY load_extension('x'))", "SELECT CASE WHEN 1 THEN 2 ELSE load_extension('x') END",
	"SELECT * FROM sales JOIN buyers ON load_extension('x')", "SELECT * FROM json_each(load_extension('x'))", "SELECT id FROM sales WHERE id IN (1, load_extension('x'))",
	"SELECT id FROM sales WHERE EXISTS (SELECT load_extension('x'))", "SELECT (SELECT (SELECT load_extension('x')))", "WITH x AS (SELECT load_extension('x')) SELECT 1 FROM x",
	"SELECT 1 UNION SELECT load_extension('x')", "SELECT id FROM sales WHERE id BETWEEN 1 AND load_extension('x')", "SELECT CAST(load_extension('x') AS TEXT)",
	"SELECT group_concat(state, load_extension('x')) FROM sales", "SELECT string_agg(state, ',' ORDER BY load_extension('x')) FROM sales", "SELECT 1 WHERE 0 AND load_extension('x')",
	// The catalog and what is beside the data.
	"SELECT * FROM sqlite_master", "SELECT * FROM sqlite_schema", "SELECT sql FROM SQLite_Master", `SELECT * FROM "sqlite_master"`, "SELECT * FROM [sqlite_schema]", "SELECT * FROM `sqlite_master`",
	"SELECT * FROM 'sqlite_master'", "SELECT * FROM main.sqlite_master", "SELECT * FROM main . sqlite_schema", "SELECT * FROM temp.sqlite_master", "SELECT * FROM sqlite_temp_master",
	"SELECT * FROM sqlite_temp_schema", "SELECT * FROM sqlite_sequence", "SELECT * FROM sqlite_stat1", "SELECT * FROM sqlite_stat4", "SELECT * FROM sqlite_dbpage", "SELECT * FROM sqlite_stmt",
	"SELECT count(*) FROM sqlite_master", "SELECT 1 FROM sqlite_master", "SELECT id FROM sales WHERE id IN sqlite_master", "SELECT (SELECT sql FROM sqlite_master LIMIT 1)",
	"SELECT id FROM sales UNION SELECT name FROM sqlite_master", "SELECT * FROM sales, sqlite_master", "SELECT * FROM sales LEFT JOIN main.sqlite_schema m ON 1",
	"WITH x AS (SELECT * FROM sqlite_master) SELECT * FROM x", "SELECT rowid FROM sqlite_master",
	"SELECT * FROM pragma_database_list", "SELECT * FROM pragma_table_info('sales')", "SELECT name FROM PRAGMA_table_list", `SELECT * FROM "pragma_table_info"('sales')`,
	"SELECT * FROM [pragma_function_list]", "SELECT count(*) FROM pragma_module_list", "SELECT * FROM sales, pragma_table_xinfo('sales')", "SELECT * FROM pragma_journal_mode('delete')",
	"SELECT id FROM sales WHERE id IN pragma_compile_options", "SELECT * FROM main.pragma_user_version", "SELECT * FROM temp.sales", "SELECT * FROM other.sales", `SELECT * FROM "temp"."sales"`,
	"SELECT * FROM zipfile('x.zip')", "SELECT * FROM fsdir('/')", "SELECT * FROM readfile('x')", "SELECT * FROM csv", "SELECT * FROM dbstat", "SELECT * FROM fts3tokenize('simple')", "SELECT * FROM bytecode('SELECT 1')",
	"SELECT * FROM generate_series(1, 1000000000)", "SELECT * FROM carray(1, 2)", "SELECT * FROM load_extension('x')",
	// Parameters.
	"SELECT ?", "SELECT ?1", "SELECT :a", "SELECT @a", "SELECT $a", "SELECT $a::b(c)", "SELECT #1", "SELECT * FROM sales WHERE id = :id", "SELECT * FROM sales LIMIT ?",
	// Huge values from constants.
	"SELECT randomblob(2000000000)", "SELECT zeroblob(0x7fffffff)", "SELECT hex(zeroblob(1e9))", "SELECT ZeroBlob ( 900_000_000 )", `SELECT "randomblob"(99999999)`,
	"SELECT printf('%1000000000d', 1)", "SELECT format('%.999999999f', 1)", "SELECT printf('%-0*.10000000d', 1)",
	// Characters that deceive.
	"SELECT\u00a0*\u00a0FROM sales", "SELECT * FROM\u2003sales", "\ufeffSELECT 1", "SELECT 1\ufeff", "SELECT * FROM sales\u200b", "SELECT id FROM sales WHERE state = ‘paid’", "SELECT “id” FROM sales",
	"ＳＥＬＥＣＴ 1", "SELECT 1； DELETE FROM sales", "SELECT id FROM sаles\u2028; DELETE FROM sales", "SELECT 'a\x01b'", "SELECT '\u202eslaes'", "SELECT \"a\x1bb\" FROM sales", "SELECT 1 \x0b", "SELECT 1 \x7f",
	"SELECT 1\x00; DELETE FROM sales", "SELECT '\xff'",
	// Things that do not end, or are no tokens.
	"SELECT 1 /* ", "SELECT 'x", `SELECT "x`, "SELECT [x", "SELECT x'0", "SELECT x'0g'", "SELECT 1abc", "SELECT 0x", "SELECT a ^ b FROM sales", "SELECT {1}", "SELECT !1", "SELECT \\1", "SELECT 1 ) FROM sales",
}

func TestAttacksAreRefused(t *testing.T) {
	for name, g := range guards(t) {
		t.Run(name, func(t *testing.T) {
			for _, sql := range attacks {
				s, err := g.Check(t.Context(), sql)
				if err == nil {
					t.Errorf("passes: %s\nas %s", sql, s.SQL())
					continue
				}
				if f := fault.Of(err); f.Code != fault.Validation && f.Code != fault.SQLParse || f.Message == "" || f.Hint == "" {
					t.Errorf("%s is refused with %s: %q, hint %q", sql, f.Code, f.Message, f.Hint)
				}
			}
		})
	}
}

func TestOnlyTheSchemasTables(t *testing.T) {
	g := guards(t)["closed"]
	for _, sql := range []string{
		"SELECT * FROM secrets", "SELECT (SELECT token FROM secrets)", "SELECT id FROM sales UNION SELECT token FROM secrets", "SELECT id FROM sales WHERE id IN secrets",
		"SELECT count(*) FROM secrets", "WITH sales AS (SELECT * FROM secrets) SELECT * FROM sales", `SELECT * FROM "secrets"`, "SELECT * FROM main.secrets",
	} {
		if _, err := g.Check(t.Context(), sql); fault.CodeOf(err) != fault.Validation {
			t.Errorf("%s gives %v", sql, err)
		}
	}
}

// bombs grow beyond measure when SQLite puts copies in place of names. None
// may reach it: it would not stop.
func bombs() map[string]string {
	var with, list, in strings.Builder
	with.WriteString("WITH c0 AS (SELECT 1 AS x)")
	list.WriteString("WITH c0(y) AS (SELECT amount FROM sales)")
	in.WriteString("WITH c0 AS (SELECT id FROM sales)")
	for i := 1; i <= 40; i++ {
		fmt.Fprintf(&with, ", c%d AS (SELECT a.x FROM c%d a, c%d b)", i, i-1, i-1)
		fmt.Fprintf(&list, ", c%d(y) AS (SELECT y * y FROM c%d)", i, i-1)
		fmt.Fprintf(&in, ", c%d AS (SELECT id FROM sales WHERE id IN c%d OR amount IN c%d)", i, i-1, i-1)
	}
	nested, starred, unioned := "SELECT amount FROM sales", "SELECT amount AS x FROM sales", "SELECT amount AS x FROM sales"
	for range 40 {
		nested = "SELECT amount + amount AS amount FROM (" + nested + ")"
		starred = "SELECT * FROM (SELECT x || x AS x FROM (" + starred + "))"
		unioned = "SELECT x + x AS x FROM (SELECT 1 AS x UNION ALL SELECT x - x FROM (" + unioned + "))"
	}
	reversed := "WITH "
	for i := range 40 {
		reversed += fmt.Sprintf("c%d AS (SELECT a.x FROM c%d a JOIN c%d b), ", i, i+1, i+1)
	}
	return map[string]string{
		"with": with.String() + " SELECT count(*) FROM c40", "with, columns renamed": list.String() + " SELECT y FROM c40", "in": in.String() + " SELECT id FROM c40",
		"nested": nested, "stars": starred, "unions": unioned, "reversed": reversed + "c40 AS (SELECT 1 AS x) SELECT x FROM c0",
		"scalar":   "SELECT (SELECT y FROM (" + list.String() + " SELECT y FROM c40))",
		"repeated": "SELECT x" + strings.Repeat(" + x", 3000) + " FROM (SELECT amount" + strings.Repeat(" + amount", 3000) + " AS x FROM sales)",
	}
}

func TestBombsAreRefused(t *testing.T) {
	for name, sql := range bombs() {
		for mode, g := range guards(t) {
			if _, err := g.Check(t.Context(), sql); fault.CodeOf(err) != fault.Validation {
				t.Errorf("%s (%s) gives %v", name, mode, err)
			}
		}
	}
}

// These also grow, and SQLite itself puts an end to it.
func TestWideStatementsAreRefused(t *testing.T) {
	nested, named := "SELECT * FROM sales", "WITH c0 AS (SELECT * FROM sales)"
	for i := range 60 {
		nested = "SELECT *, * FROM (" + nested + ")"
		named += fmt.Sprintf(", c%d AS (SELECT *, a.* FROM c%d a)", i+1, i)
	}
	tables := make([]string, 6000)
	for i := range tables {
		tables[i] = fmt.Sprintf("(SELECT * FROM t%d)", i)
	}
	for _, sql := range []string{nested, named + " SELECT * FROM c60", "SELECT " + strings.Join(tables, ", ")} {
		for mode, g := range guards(t) {
			if _, err := g.Check(t.Context(), sql); !refusal(err) {
				t.Errorf("%.60s… (%s) gives %v", sql, mode, err)
			}
		}
	}
}

// Long is not the same as growing.
func TestLongStatementsPass(t *testing.T) {
	var ctes strings.Builder
	ctes.WriteString("WITH c0 AS (SELECT id, amount AS x FROM sales)")
	for i := 1; i <= 30; i++ {
		fmt.Fprintf(&ctes, ", c%d AS (SELECT id, max(x) - min(x) AS x, sum(x) / nullif(count(x), 0) AS mean FROM c0 GROUP BY id)", i)
	}
	for name, sql := range map[string]string{
		"values":  "SELECT id FROM sales WHERE id IN (1" + strings.Repeat(", 2", 20_000) + ")",
		"columns": "SELECT 1" + strings.Repeat(", amount * 2", 1_000) + " FROM sales",
		"ors":     "SELECT id FROM sales WHERE id = 0" + strings.Repeat(" OR id = 1", 900),
		"ctes":    ctes.String() + " SELECT c1.x, c30.mean FROM c1 JOIN c30 ON c1.id = c30.id",
		"unions":  "SELECT id FROM sales" + strings.Repeat(" UNION ALL SELECT id FROM sales", 400),
		"joins":   "SELECT s0.id FROM sales s0" + joins(50),
	} {
		for mode, g := range guards(t) {
			if _, err := g.Check(t.Context(), sql); err != nil {
				t.Errorf("%s (%s): %v", name, mode, err)
			}
		}
	}
}

func joins(n int) string {
	var b strings.Builder
	for i := 1; i <= n; i++ {
		fmt.Fprintf(&b, " JOIN sales s%d ON s%d.id = s%d.buyer_id", i, i, i-1)
	}
	return b.String()
}

// Mathematical functions are a matter of how SQLite was built.
func TestFunctionsOfOtherBuilds(t *testing.T) {
	_, err := guards(t)["closed"].Check(t.Context(), "SELECT sqrt(amount) FROM sales")
	if f := fault.Of(err); f != nil && !strings.Contains(f.Message, "this build of SQLite has no function sqrt") {
		t.Errorf("got %v", f)
	}
}

func TestWhatAnyConnectionMayDo(t *testing.T) {
	g := guard.New(New(), &guard.Catalog{Snapshot: shop(), Functions: []string{"sqlite_master"}})
	if _, err := g.Check(t.Context(), "SELECT name FROM sqlite_master"); err == nil {
		t.Error("a function's permission opens a table")
	}
	for op := range 64 {
		err := Refuse(op, "", "", "")
		if reads := op == 20 || op == 21 || op == 33; (err == nil) != reads {
			t.Errorf("operation %d gives %v", op, err)
		}
	}
}

// Functions of constants are not computed while a statement is prepared, which
// nothing could stop: here they would take very long.
func TestConstantsAreNotComputed(t *testing.T) {
	const long = "instr(replace(hex(zeroblob(900000)), '00', 'aaaaaaaaaaaaaaaa'), replace(hex(zeroblob(400000)), '00', 'aaaaaaaaaaaaaaaa') || 'b')"
	for _, sql := range []string{
		"SELECT " + long,
		"SELECT id FROM sales WHERE id = " + long,
		"SELECT id FROM sales WHERE id IN (1, " + long + ") ORDER BY " + long,
		"SELECT id FROM sales WHERE 1 OR " + long + " LIMIT " + long,
		"SELECT id FROM sales WHERE state LIKE 'a' || " + long,
		"SELECT sum(id) FILTER (WHERE " + long + ") OVER (ORDER BY id) FROM sales GROUP BY id, " + long + " HAVING " + long,
		"VALUES (" + long + ")",
	} {
		for name, g := range guards(t) {
			if _, err := g.Check(t.Context(), sql); err != nil {
				t.Errorf("%s, %s: %v", name, sql, err)
			}
		}
	}
}
