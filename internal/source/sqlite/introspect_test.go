package sqlite

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/plumbdata/plumb/internal/schema"
	"github.com/plumbdata/plumb/internal/source"
	"github.com/plumbdata/plumb/internal/table"
	"github.com/plumbdata/plumb/internal/test/sourcetest"
)

func introspect(tb testing.TB, s *Source) *schema.Snapshot {
	tb.Helper()
	snapshot, err := s.Introspect(sourcetest.Patience(tb), source.Filter{})
	if err != nil {
		tb.Fatal(err)
	}
	return snapshot
}

func TestStructure(t *testing.T) {
	snapshot := introspect(t, openFile(t, newFile(t,
		"CREATE TABLE parent (a INTEGER, b TEXT, c TEXT UNIQUE, PRIMARY KEY (b, a)) WITHOUT ROWID",
		"CREATE TABLE child (id INTEGER PRIMARY KEY, x TEXT, y INTEGER, z TEXT, double INTEGER GENERATED ALWAYS AS (y * 2), FOREIGN KEY (x, y) REFERENCES PARENT, FOREIGN KEY (z) REFERENCES parent (c))",
		"CREATE UNIQUE INDEX whole ON child (x, z)", "CREATE UNIQUE INDEX part ON child (y) WHERE y > 0", "CREATE UNIQUE INDEX computed ON child (lower(z))", "CREATE INDEX plain ON child (z)",
		"CREATE TABLE counted (id INTEGER PRIMARY KEY AUTOINCREMENT, loose)", "INSERT INTO counted (loose) VALUES (1), (2)",
		"CREATE VIEW seen AS SELECT id, y + 1 AS next FROM child",
		"CREATE VIRTUAL TABLE words USING fts4 (body)", "INSERT INTO words VALUES ('some text')",
		"CREATE TABLE gone (x)", "CREATE VIEW dangling AS SELECT x FROM gone", "DROP TABLE gone")))
	var names []string
	for _, table := range snapshot.Tables {
		names = append(names, table.Name+" "+string(table.Kind))
	}
	if got, want := strings.Join(names, ", "), "child table, counted table, parent table, seen view, words table"; got != want {
		t.Errorf("found %s, want %s", got, want)
	}
	child, parent := snapshot.Table("child"), snapshot.Table("parent")
	if diff := cmp.Diff([]string{"b", "a"}, parent.PrimaryKey); diff != "" {
		t.Error(diff)
	}
	if diff := cmp.Diff([][]string{{"c"}}, parent.Unique); diff != "" {
		t.Error(diff)
	}
	if diff := cmp.Diff([][]string{{"x", "z"}}, child.Unique); diff != "" {
		t.Error(diff)
	}
	if diff := cmp.Diff([]schema.ForeignKey{
		{Columns: []string{"x", "y"}, RefTable: "parent", RefColumns: []string{"b", "a"}},
		{Columns: []string{"z"}, RefTable: "parent", RefColumns: []string{"c"}},
	}, child.ForeignKeys); diff != "" {
		t.Error(diff)
	}
	if diff := cmp.Diff([]string{"id", "x", "y", "z", "double"}, child.ColumnNames()); diff != "" {
		t.Error(diff)
	}
	if child.Column("id").Nullable || !child.Column("x").Nullable {
		t.Error("the row's number may be null, or a plain column may not")
	}
	if c := snapshot.Table("counted"); c.Rows != 2 || c.Column("loose").Kind != table.Int {
		t.Errorf("counted is %+v", c)
	}
	if diff := cmp.Diff([]string{"id", "next"}, snapshot.Table("seen").ColumnNames()); diff != "" {
		t.Error(diff)
	}
}

// A large table is not read whole, and yet its ends are known.
func TestLargeTable(t *testing.T) {
	const rows = 300_000
	for name, step := range map[string]int{"dense": 1, "sparse": 1_000_003} {
		t.Run(name, func(t *testing.T) {
			s := openFile(t, newFile(t, "CREATE TABLE big (id INTEGER PRIMARY KEY, day DATE, kind TEXT, code TEXT)",
				fmt.Sprintf(`WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < %d)
					INSERT INTO big SELECT i * %d, date('2000-01-01', (i / 100) || ' days'), CASE WHEN i %% 10 < 7 THEN 'common' ELSE 'rare' END, 'code ' || i FROM n`, rows-1, step)))
			big := introspect(t, s).Table("big")
			if big.Rows < rows*9/10 || big.Rows > rows*11/10 {
				t.Errorf("it has about %d rows, want %d", big.Rows, rows)
			}
			if day := big.Column("day"); day.Min > "2000-01-31" || day.Max < "2008-02-01" || day.Kind != table.Date {
				t.Errorf("days are %s from %s to %s", day.Kind, day.Min, day.Max)
			}
			if kind := big.Column("kind"); !cmp.Equal(kind.Values, []string{"common", "rare"}) || kind.Distinct != 2 {
				t.Errorf("kinds are %v (%d)", kind.Values, kind.Distinct)
			}
			if code := big.Column("code"); code.Distinct < rows*8/10 || len(code.Values) != 0 {
				t.Errorf("there are about %d codes, listed %v", code.Distinct, code.Values)
			}
		})
	}
}

func TestRanges(t *testing.T) {
	s := openFile(t, newFile(t, "CREATE TABLE t (n INTEGER, d DECIMAL, at TEXT, name TEXT, flag BOOLEAN, raw BLOB, unknown TEXT, rowid TEXT)",
		"INSERT INTO t VALUES (-5, 2.5, '2024-05-01 10:00:00', 'b', 1, x'00', NULL, 'r'), (10, 1000, '2023-01-01 00:00:00', 'a', 0, x'01', NULL, 's'), (9, -1, '2024-12-31 23:00:00', 'b', 1, NULL, NULL, 't')"))
	snapshot := introspect(t, s).Table("t")
	for name, want := range map[string]string{
		"n": "-5…10 [] 3", "d": "-1…1000 [] 3", "at": "2023-01-01 00:00:00…2024-12-31 23:00:00 [2023-01-01 00:00:00 2024-05-01 10:00:00 2024-12-31 23:00:00] 3",
		"name": "… [b a] 2", "flag": "… [true false] 2", "raw": "… [] 0", "unknown": "… [] 0", "rowid": "… [r s t] 3",
	} {
		c := snapshot.Column(name)
		if got := fmt.Sprintf("%s…%s %v %d", c.Min, c.Max, c.Values, c.Distinct); got != want {
			t.Errorf("%s is %s, want %s", name, got, want)
		}
	}
}

// Virtual tables are read where their module is built in. One whose module is
// not does not keep the others from being seen.
func TestModules(t *testing.T) {
	s := openFile(t, newFile(t, "CREATE TABLE t (x)",
		"CREATE VIRTUAL TABLE boxes USING rtree (id, low, high)", "INSERT INTO boxes VALUES (1, 2, 3)",
		"CREATE VIRTUAL TABLE words USING fts4 (body)", "INSERT INTO words VALUES ('some text')",
		"PRAGMA writable_schema = ON",
		"INSERT INTO sqlite_schema VALUES ('table', 'elsewhere', 'elsewhere', 0, 'CREATE VIRTUAL TABLE elsewhere USING absent_module (x)')"))
	snapshot := introspect(t, s)
	got := map[string]string{}
	for _, table := range snapshot.Tables {
		got[table.Name] = fmt.Sprint(table.Rows, table.ColumnNames())
	}
	if diff := cmp.Diff(map[string]string{"boxes": "1 [id low high]", "t": "0 [x]", "words": "1 [body]"}, got); diff != "" {
		t.Error(diff)
	}
	for _, sql := range []string{"SELECT id FROM boxes WHERE low < 3", "SELECT body FROM words WHERE body MATCH 'text'", "SELECT body FROM words WHERE words MATCH 'some'"} {
		if got := must(t, s, sql); len(got.Rows) != 1 {
			t.Errorf("%s gives %v", sql, got.Rows)
		}
	}
}

func TestStructureOnly(t *testing.T) {
	s := openFile(t, newFile(t, "CREATE TABLE t (x TEXT)", "INSERT INTO t VALUES ('a')"))
	snapshot, err := s.Introspect(sourcetest.Patience(t), source.Filter{Structure: true})
	if err != nil {
		t.Fatal(err)
	}
	if table := snapshot.Table("t"); table.Rows != -1 || len(table.Columns) != 1 || table.Columns[0].Values != nil {
		t.Errorf("got %+v", table)
	}
}

// A table is marked by its rows, so that others need not be read again when one
// of them changes.
func TestMarks(t *testing.T) {
	marks := func(statements ...string) [2]string {
		all := append([]string{"CREATE TABLE a (n INTEGER, s TEXT)", "CREATE TABLE b (n INTEGER)", "INSERT INTO a VALUES (1, 'x'), (2, NULL)", "INSERT INTO b VALUES (7)"}, statements...)
		s := introspect(t, openFile(t, newFile(t, all...)))
		return [2]string{s.Table("a").Mark, s.Table("b").Mark}
	}
	before := marks()
	if before[0] == "" || before[0] == before[1] || marks() != before {
		t.Fatalf("marks %v, then %v", before, marks())
	}
	for _, change := range []string{"UPDATE a SET s = 'y' WHERE n = 1", "UPDATE a SET s = '' WHERE n = 2", "INSERT INTO a VALUES (3, 'z')", "DELETE FROM a WHERE n = 2", "UPDATE a SET n = '1x' WHERE n = 1"} {
		if after := marks(change); after[0] == before[0] || after[1] != before[1] {
			t.Errorf("%s: marks %v, then %v", change, before, after)
		}
	}
	large := marks("WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 20000) INSERT INTO b SELECT i FROM n")
	if large[1] != "" {
		t.Errorf("a table that is not read whole has the mark %s", large[1])
	}
}
