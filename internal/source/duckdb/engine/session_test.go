package engine

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	duckdb "github.com/duckdb/duckdb-go-bindings"

	"github.com/plumbdata/plumb/internal/source/worker/wire"
)

func testSession(t *testing.T, s wire.Session) *session {
	t.Helper()
	s.Memory, s.Threads, s.Temp = 256<<20, 1, t.TempDir()
	opened, failure := openSession(s)
	if failure != nil {
		t.Fatal(failure)
	}
	t.Cleanup(opened.close)
	return opened
}

// TestSessionRefuses hands statements to DuckDB itself, past the worker's
// check of their type: the session's settings must stop what changes
// anything or looks elsewhere.
func TestSessionRefuses(t *testing.T) {
	dir := t.TempDir()
	path, other := filepath.Join(dir, "t.duckdb"), filepath.Join(dir, "other.csv")
	if err := os.WriteFile(other, []byte("a\n1\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	create(t, path, "CREATE TABLE t AS SELECT 1 AS n")
	file := testSession(t, wire.Session{Path: path})
	memory := testSession(t, wire.Session{})
	for _, sql := range []string{
		"SET memory_limit = '100GB'",
		"RESET memory_limit",
		"SET threads = 64",
		"PRAGMA threads = 64",
		"SET enable_external_access = true",
		"SET allowed_paths = ['/etc/passwd']",
		"SET allowed_directories = ['/']",
		"SET lock_configuration = false",
		"SET errors_as_json = false",
		"SET TimeZone = 'Asia/Tokyo'",
		"SET autoload_known_extensions = true",
		"ATTACH '" + filepath.Join(dir, "new.duckdb") + "' AS fresh",
		"COPY (SELECT 1) TO '" + filepath.Join(dir, "out.csv") + "'",
		"EXPORT DATABASE '" + filepath.Join(dir, "out") + "'",
		"INSTALL httpfs",
		"LOAD httpfs",
		"SELECT * FROM read_text('" + other + "')",
		"SELECT * FROM read_csv('" + other + "')",
		"SELECT * FROM read_blob('/etc/passwd')",
		"SELECT * FROM '" + other + "'",
		"SELECT * FROM glob('" + dir + "/*')",
		"SELECT * FROM 'https://example.com/data.csv'",
	} {
		for name, s := range map[string]*session{"file": file, "memory": memory} {
			if f := s.exec(sql); f == nil {
				t.Errorf("the session of a %s runs %s", name, sql)
			}
		}
	}
	for _, sql := range []string{"CREATE TABLE u (n INTEGER)", "INSERT INTO t VALUES (2)", "DELETE FROM t", "DROP TABLE t", "CREATE MACRO m(x) AS x"} {
		if f := file.exec(sql); f == nil {
			t.Errorf("the session of a file runs %s", sql)
		}
	}
	if f := file.probe(); f != nil {
		t.Errorf("the probe says: %v", f)
	}
	if f := memory.probe(); f == nil {
		t.Error("the probe does not notice that a table can be created")
	}
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range entries {
		if e.Name() != "t.duckdb" && e.Name() != "other.csv" {
			t.Errorf("there is now a file %s", e.Name())
		}
	}
}

func TestOnlySingleReadsArePrepared(t *testing.T) {
	path := filepath.Join(t.TempDir(), "t.duckdb")
	create(t, path, "CREATE TABLE t AS SELECT 1 AS n")
	s := testSession(t, wire.Session{Path: path})
	for sql, want := range map[string]bool{
		"SELECT n FROM t":                      true,
		"FROM t":                               true,
		"VALUES (1)":                           true,
		"WITH x AS (SELECT 1) SELECT * FROM x": true,
		"DESCRIBE t":                           true,
		"EXPLAIN SELECT n FROM t":              true,
		"explain SELECT n FROM t":              true,
		"EXPLAIN ANALYZE SELECT n FROM t":      false,
		"EXPLAIN (ANALYZE) SELECT n FROM t":    false,
		"EXPLAIN INSERT INTO t VALUES (2)":     false,
		"EXPLAIN ANALYZE DELETE FROM t":        false,
		"/* */ EXPLAIN ANALYZE DELETE FROM t":  false,
		"INSERT INTO t VALUES (2)":             false,
		"INSERT INTO t VALUES (2) RETURNING n": false,
		"CREATE TEMP TABLE u (n INTEGER)":      false,
		"CALL pragma_version()":                false,
		"SET VARIABLE x = 1":                   false,
		"SELECT 1; SELECT 2":                   false,
		"":                                     false,
		"SELECT $1":                            true, // and fails when it runs
	} {
		p, f := s.prepare(sql)
		if (f == nil) != want {
			t.Errorf("%q is prepared: %v (%v), want %v", sql, f == nil, f, want)
		}
		if f == nil {
			p.destroy()
		}
	}
}

func TestOnlyNamedFilesAreRead(t *testing.T) {
	dir := t.TempDir()
	named, other := filepath.Join(dir, "it's named.csv"), filepath.Join(dir, "other.csv")
	for _, p := range []string{named, other} {
		if err := os.WriteFile(p, []byte("n\n5\n"), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	path := filepath.Join(t.TempDir(), "t.duckdb")
	create(t, path, "CREATE VIEW v AS SELECT * FROM read_csv("+literal(named)+")")
	s := testSession(t, wire.Session{Path: path, Files: []string{named}})
	if f := s.exec("SELECT n FROM v"); f != nil {
		t.Errorf("the named file cannot be read: %v", f)
	}
	for _, sql := range []string{
		"SELECT * FROM read_csv(" + literal(other) + ")",
		"SELECT * FROM read_csv(" + literal(filepath.Join(dir, "*.csv")) + ")",
		"SELECT * FROM read_csv(" + literal(named+"/../other.csv") + ")",
		"SELECT * FROM read_csv([" + literal(named) + ", " + literal(other) + "])",
	} {
		if f := s.exec(sql); f == nil || f.Type != Permission {
			t.Errorf("%s gives %v", sql, f)
		}
	}
	if f := s.exec("SELECT nothing FROM v"); f == nil || !strings.Contains(f.Message, "nothing") {
		t.Errorf("a missing column gives %v", f)
	}
}

func (s *session) close() {
	duckdb.Disconnect(&s.conn)
	duckdb.Close(&s.db)
}

// create makes a database file with the statements in it.
func create(t *testing.T, path string, statements ...string) {
	t.Helper()
	var s session
	defer s.close()
	if duckdb.Open(path, &s.db) != duckdb.StateSuccess || duckdb.Connect(s.db, &s.conn) != duckdb.StateSuccess {
		t.Fatalf("cannot make %s", path)
	}
	for _, sql := range statements {
		if f := s.exec(sql); f != nil {
			t.Fatalf("%s: %v", sql, f)
		}
	}
}
