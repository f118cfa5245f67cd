package sqlite

import (
	"context"
	"crypto/sha256"
	"database/sql/driver"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/mattn/go-sqlite3"

	"github.com/plumbdata/plumb/internal/fault"
)

// victim is a database that anyone may write to, in a folder of its own.
type victim struct {
	folder string
	conn   *sqlite3.SQLiteConn
}

func newVictim(tb testing.TB) *victim {
	tb.Helper()
	v := &victim{folder: tb.TempDir()}
	conn, err := (&sqlite3.SQLiteDriver{}).Open(filepath.Join(v.folder, "victim.db"))
	if err != nil {
		tb.Fatal(err)
	}
	v.conn = conn.(*sqlite3.SQLiteConn)
	tb.Cleanup(func() { _ = v.conn.Close() })
	_, err = v.conn.Exec(`
		CREATE TABLE sales (id INTEGER PRIMARY KEY, buyer_id, amount NUMERIC, state, sold_at, details);
		CREATE TABLE buyers (id INTEGER PRIMARY KEY, name, region, parent_id);
		CREATE TABLE "Odd Name" ("select", "key", "a`+"`"+`b");
		CREATE VIEW monthly AS SELECT substr(sold_at, 1, 7) AS month, sum(amount) AS amount FROM sales GROUP BY 1;
		INSERT INTO buyers VALUES (1, 'Ann', 'north', NULL), (2, 'Bob', 'south', 1);
		INSERT INTO sales VALUES (1, 1, 9.5, 'paid', '2024-01-31', '{"a":1}'), (2, 2, 3, 'open', '2024-02-01', '[1,2]');
		INSERT INTO "Odd Name" VALUES (1, 2, 3);
		PRAGMA user_version = 41`, nil)
	if err != nil {
		tb.Fatal(err)
	}
	v.conn.SetLimit(sqlite3.SQLITE_LIMIT_LENGTH, 1_000_000)
	return v
}

// run executes a statement for a short while and reads some of its rows.
func (v *victim) run(ctx context.Context, sql string) {
	ctx, cancel := context.WithTimeout(ctx, 50*time.Millisecond)
	defer cancel()
	rows, err := v.conn.QueryContext(ctx, sql, nil)
	if err != nil {
		return // it cannot run here; then it has done nothing
	}
	values := make([]driver.Value, len(rows.Columns()))
	for range 100 {
		if rows.Next(values) != nil {
			break
		}
	}
	_ = rows.Close()
}

// state is a digest of all that could have changed.
func (v *victim) state(tb testing.TB) string {
	tb.Helper()
	h := sha256.New()
	for _, sql := range []string{
		"SELECT * FROM sqlite_schema", "SELECT * FROM sqlite_temp_schema", "SELECT * FROM sales", "SELECT * FROM buyers", `SELECT * FROM "Odd Name"`,
		"SELECT * FROM pragma_database_list", "SELECT total_changes(), last_insert_rowid()", "PRAGMA user_version", "PRAGMA application_id",
		"PRAGMA journal_mode", "PRAGMA schema_version", "PRAGMA foreign_keys", "PRAGMA writable_schema", "PRAGMA query_only", "PRAGMA cache_size",
	} {
		rows, err := v.conn.Query(sql, nil)
		if err != nil {
			tb.Fatalf("%s: %v", sql, err)
		}
		values := make([]driver.Value, len(rows.Columns()))
		for err = rows.Next(values); err == nil; err = rows.Next(values) {
			fmt.Fprintf(h, "%v\n", values)
		}
		if err != io.EOF {
			tb.Fatalf("%s: %v", sql, err)
		}
		_ = rows.Close()
	}
	files, err := os.ReadDir(v.folder)
	if err != nil {
		tb.Fatal(err)
	}
	for _, f := range files {
		content, err := os.ReadFile(filepath.Join(v.folder, f.Name()))
		if err != nil {
			tb.Fatal(err)
		}
		fmt.Fprintf(h, "%s %x\n", f.Name(), sha256.Sum256(content))
	}
	return fmt.Sprintf("%x %v", h.Sum(nil), v.conn.AutoCommit())
}

func TestWhatPassesChangesNothing(t *testing.T) {
	v := newVictim(t)
	before := v.state(t)
	for mode, g := range guards(t) {
		for _, sql := range append(append([]string{}, reads...), attacks...) {
			s, err := g.Check(t.Context(), sql)
			if err != nil {
				continue
			}
			v.run(t.Context(), s.SQL())
			if v.state(t) != before {
				t.Fatalf("%s (%s) changed the database", s.SQL(), mode)
			}
		}
	}
}

// The state must notice what the other tests rely on.
func TestStateNoticesChanges(t *testing.T) {
	for _, sql := range []string{
		"INSERT INTO buyers (name) VALUES ('x')", "UPDATE sales SET amount = amount", "CREATE TEMP TABLE t (x)", "PRAGMA user_version = 7", "ATTACH ':memory:' AS x",
		"VACUUM INTO 'copy.db'", "PRAGMA foreign_keys = 1", "BEGIN",
	} {
		v := newVictim(t)
		before := v.state(t)
		sql = strings.ReplaceAll(sql, "'copy.db'", "'"+filepath.Join(v.folder, "copy.db")+"'")
		if _, err := v.conn.Exec(sql, nil); err != nil {
			t.Fatal(err)
		}
		if v.state(t) == before {
			t.Errorf("%s goes unnoticed", sql)
		}
	}
}

// FuzzCheck: no text makes the guard panic, what it refuses it refuses with a
// reason, and what it passes changes nothing in a database that could be
// written.
func FuzzCheck(f *testing.F) {
	for _, sql := range append(append([]string{}, reads...), attacks...) {
		f.Add(sql)
	}
	v := newVictim(f)
	before := v.state(f)
	all := guards(f)
	f.Fuzz(func(t *testing.T, sql string) {
		for mode, g := range all {
			s, err := g.Check(t.Context(), sql)
			if err != nil {
				if fault := fault.Of(err); fault.Message == "" || !refusal(err) {
					t.Fatalf("%q (%s) is refused with %s: %v", sql, mode, fault.Code, err)
				}
				continue
			}
			if again, err := g.Check(t.Context(), s.SQL()); err != nil || again.SQL() != s.SQL() {
				t.Fatalf("%q (%s) passes as %q, which gives %q, %v", sql, mode, s.SQL(), again.SQL(), err)
			}
			v.run(t.Context(), s.SQL())
			if v.state(t) != before {
				t.Fatalf("%q (%s) changed the database", s.SQL(), mode)
			}
		}
	})
}

func refusal(err error) bool {
	code := fault.CodeOf(err)
	return code == fault.Validation || code == fault.SQLParse
}
