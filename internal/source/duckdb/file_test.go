package duckdb_test

import (
	"database/sql"
	"encoding/binary"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/plumbdata/plumb/internal/fault"
	"github.com/plumbdata/plumb/internal/source"
	"github.com/plumbdata/plumb/internal/source/duckdb"
)

func TestForms(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "sales data.duckdb")
	create(t, path, "CREATE TABLE t AS SELECT 5 AS n")
	if err := os.Symlink(path, filepath.Join(dir, "link.duckdb")); err != nil {
		t.Fatal(err)
	}
	t.Chdir(dir)
	for _, dsn := range []string{path, "duckdb:" + path, "duckdb://" + path, "duckdb://" + strings.ReplaceAll(path, " ", "%20"), "duckdb:sales data.duckdb", "sales data.duckdb", "link.duckdb"} {
		s := openFile(t, source.Config{DSN: dsn})
		if got := mustQuery(t, s, "SELECT n FROM t").Rows[0][0].String(); got != "5" {
			t.Errorf("%s contains %s", dsn, got)
		}
	}
	if !duckdb.IsDatabase(path) || duckdb.IsDatabase(dir) || duckdb.IsDatabase(os.Args[0]) {
		t.Error("IsDatabase does not tell databases from other things")
	}
}

func TestUnopened(t *testing.T) {
	dir := t.TempDir()
	path := func(name string) string { return filepath.Join(dir, name) }
	write := func(name string, content []byte) {
		t.Helper()
		if err := os.WriteFile(path(name), content, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	create(t, path("good.duckdb"), "CREATE TABLE t AS SELECT range FROM range(100000)")
	good, err := os.ReadFile(path("good.duckdb"))
	if err != nil {
		t.Fatal(err)
	}
	write("text.duckdb", []byte("id,name\n1,one\n2,two and something more\n"))
	write("empty.duckdb", nil)
	write("short.duckdb", good[:5000])
	newer := append([]byte(nil), good...)
	binary.LittleEndian.PutUint64(newer[12:], 10_000)
	write("newer.duckdb", newer)
	write("lite.duckdb", []byte("SQLite format 3\x00 and more of it, as much as it takes"))
	encrypt(t, path("secret.duckdb"))
	create(t, path("busy.duckdb"))
	busy, err := sql.Open("duckdb", path("busy.duckdb"))
	if err != nil {
		t.Fatal(err)
	}
	defer busy.Close()
	if _, err := busy.ExecContext(t.Context(), "CREATE TABLE t (n INTEGER)"); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct{ dsn, message, hint string }{
		{path("godo.duckdb"), "does not exist", "did you mean good.duckdb?"},
		{path("good.duckdb?access_mode=read_write"), "does not exist", "options after ?"},
		{path("nowhere/x.duckdb"), "does not exist", "cannot be read"},
		{dir, "is a folder", "files:"},
		{"duckdb:", "names no file", "duckdb:FILE"},
		{"duckdb::memory:", "names no file", "duckdb:FILE"},
		{path("text.duckdb"), "is not a DuckDB database", "check that this is the file"},
		{path("empty.duckdb"), "is not a DuckDB database", "check that this is the file"},
		{path("lite.duckdb"), "is not a DuckDB database", "connect it as SQLite, sqlite:"},
		{path("secret.duckdb"), "is encrypted", "without encryption"},
		{path("short.duckdb"), "cannot be opened", "copy"},
		{path("newer.duckdb"), "newer DuckDB", "update plumb"},
		{path("busy.duckdb"), "is open for writing in process", "connect to a copy"},
	} {
		s, err := duckdb.Open(t.Context(), source.Config{DSN: c.dsn})
		if err == nil {
			s.Close()
			t.Errorf("%s was opened", c.dsn)
			continue
		}
		f := fault.Of(err)
		if f.Code != fault.Connect || !strings.Contains(f.Message, c.message) || !strings.Contains(f.Hint, c.hint) || strings.Contains(f.Message, "\n") {
			t.Errorf("%s gave %s: %q, hint %q; want %q, hint %q", c.dsn, f.Code, f.Message, f.Hint, c.message, c.hint)
		}
	}
}

// encrypt makes a database that needs a key.
func encrypt(t *testing.T, path string) {
	t.Helper()
	db, err := sql.Open("duckdb", "")
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	if _, err := db.ExecContext(t.Context(), "SET force_mbedtls_unsafe = 'true'; ATTACH '"+path+"' AS kept (ENCRYPTION_KEY 'sesame'); CREATE TABLE kept.t AS SELECT 1 AS n; DETACH kept"); err != nil {
		t.Fatal(err)
	}
}

// TestLog opens a database whose last writer died: part of it is in the log.
func TestLog(t *testing.T) {
	path := filepath.Join(t.TempDir(), "t.duckdb")
	db, err := sql.Open("duckdb", path)
	if err != nil {
		t.Fatal(err)
	}
	for _, statement := range []string{"PRAGMA disable_checkpoint_on_shutdown", "CREATE TABLE t AS SELECT 11 AS n"} {
		if _, err := db.ExecContext(t.Context(), statement); err != nil {
			t.Fatal(err)
		}
	}
	if err := db.Close(); err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat(path + ".wal"); err != nil {
		t.Fatalf("there is no log: %v", err)
	}
	s := openFile(t, source.Config{DSN: path})
	if got := mustQuery(t, s, "SELECT n FROM t").Rows[0][0].String(); got != "11" {
		t.Errorf("the table holds %s", got)
	}
}

func TestReplacedFileIsReadAnew(t *testing.T) {
	dir := t.TempDir()
	path, next := filepath.Join(dir, "t.duckdb"), filepath.Join(dir, "next.duckdb")
	create(t, path, "CREATE TABLE t AS SELECT 'old' AS v")
	create(t, next, "CREATE TABLE t AS SELECT 'new' AS v FROM range(3)")
	s := openFile(t, source.Config{DSN: path})
	mustQuery(t, s, "SELECT v FROM t")
	if err := os.Rename(next, path); err != nil {
		t.Fatal(err)
	}
	if got := mustQuery(t, s, "SELECT v FROM t"); len(got.Rows) != 3 || got.Rows[0][0].String() != "new" {
		t.Errorf("the replaced file gives %v", got.Rows)
	}
	if err := os.Remove(path); err != nil {
		t.Fatal(err)
	}
	if _, err := query(t, s, "SELECT v FROM t"); !errors.Is(err, &fault.Fault{Code: fault.Connect}) {
		t.Errorf("the removed file gives %v", err)
	}
}
