package sqlite

import (
	"context"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/mattn/go-sqlite3"

	"github.com/plumbdata/plumb/internal/fault"
	"github.com/plumbdata/plumb/internal/guard"
	"github.com/plumbdata/plumb/internal/source"
	"github.com/plumbdata/plumb/internal/table"
)

// ask runs a statement that the open guard passes.
func ask(tb testing.TB, s *Source, sql string, l source.Limits) (*table.Table, error) {
	tb.Helper()
	checked, err := guard.New(s.Grammar(), nil).Check(tb.Context(), sql)
	if err != nil {
		tb.Fatalf("the guard refuses %s: %v", sql, err)
	}
	r, err := s.Query(tb.Context(), checked, l)
	if err != nil {
		return nil, err
	}
	return r.ReadAll()
}

func must(tb testing.TB, s *Source, sql string) *table.Table {
	tb.Helper()
	t, err := ask(tb, s, sql, source.Limits{})
	if err != nil {
		tb.Fatalf("%s: %v", sql, err)
	}
	return t
}

func TestOpenForms(t *testing.T) {
	path := newFile(t, "CREATE TABLE t (x)")
	t.Chdir(filepath.Dir(path))
	for _, dsn := range []string{path, "sqlite:" + path, "sqlite3:" + path, filepath.Base(path), "sqlite:" + filepath.Base(path),
		"sqlite://" + strings.ReplaceAll(strings.ReplaceAll(path, "?", "%3F"), " ", "%20")} {
		s, err := Driver.Open(t.Context(), source.Config{DSN: dsn})
		if err != nil {
			t.Errorf("%s: %v", dsn, err)
			continue
		}
		if err := s.Close(); err != nil {
			t.Error(err)
		}
	}
	if !IsDatabase(path) || IsDatabase(filepath.Dir(path)) || IsDatabase("absent") {
		t.Error("IsDatabase does not tell databases from other things")
	}
}

func TestOpenFaults(t *testing.T) {
	folder := t.TempDir()
	put := func(name, content string) {
		if err := os.WriteFile(filepath.Join(folder, name), []byte(content), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	put("warehouse.db", "")
	put("garbage.db", strings.Repeat("not a database ", 100))
	put("other.db", "12345678DUCK"+strings.Repeat("x", 5000))
	put("broken.db", magic+strings.Repeat("\xff", 5000))
	for _, c := range []struct{ dsn, message, hint string }{
		{"sqlite:" + folder + "/warehuose.db", "does not exist", "did you mean " + filepath.Join(folder, "warehouse.db") + "?"},
		{"sqlite:" + folder + "/zzz/x.db", "does not exist", "cannot be read"},
		{"sqlite:" + folder + "/warehouse.db?mode=rwc", "does not exist", "options after ?"},
		{"sqlite:" + folder, "is a folder", "name the file"},
		{"sqlite:", "names no file", "sqlite:FILE"},
		{"sqlite::memory:", "names no file", "in memory"},
		{folder + "/garbage.db", "is not an SQLite database", "check that this is the file"},
		{folder + "/other.db", "is not an SQLite database", "duckdb:"},
		{folder + "/broken.db", "is not an SQLite database", "damaged"},
	} {
		s, err := Driver.Open(t.Context(), source.Config{DSN: c.dsn})
		if err == nil {
			s.Close()
			t.Errorf("%s opens", c.dsn)
			continue
		}
		if f := fault.Of(err); f.Code != fault.Connect || !strings.Contains(f.Message, c.message) || !strings.Contains(f.Hint, c.hint) {
			t.Errorf("%s gives %s: %s (%s)", c.dsn, f.Code, f.Message, f.Hint)
		}
	}
	if files, _ := os.ReadDir(folder); len(files) != 4 {
		t.Errorf("files were made: %v", files)
	}
}

func TestDynamicValues(t *testing.T) {
	s := openFile(t, newFile(t,
		"CREATE TABLE mixed (id INTEGER PRIMARY KEY, plain, day DATE, amount NUMERIC, note TEXT)",
		"INSERT INTO mixed VALUES (1, 1, '2024-01-31', 1.10, 'a'), (2, 'two', 'unknown', 'free', CAST(x'ff00fe' AS TEXT)), (3, 2.5, NULL, 3, 'nul' || char(0) || 'l'), (4, x'00', 45000, x'01', '')"))
	for sql, want := range map[string]string{
		"SELECT day FROM mixed ORDER BY id":                           "date: 2024-01-31|unknown|null|45000",
		"SELECT amount FROM mixed ORDER BY id":                        "decimal: 1.1|free|3|AQ==",
		"SELECT plain FROM mixed ORDER BY id":                         "text: 1|two|2.5|AA==",
		"SELECT note FROM mixed ORDER BY id":                          "text: a|\xff\x00\xfe|nul\x00l|",
		"SELECT id * 2 FROM mixed":                                    "integer: 2|4|6|8",
		"SELECT CASE id WHEN 1 THEN 1 ELSE 0.5 END FROM mixed":        "float: 1|0.5|0.5|0.5",
		"SELECT NULL FROM mixed WHERE id = 1":                         "text: null",
		"SELECT id FROM mixed WHERE id > 9":                           "integer: ",
		"SELECT x'00ff'":                                              "bytes: AP8=",
		"SELECT 1 = 1":                                                "integer: 1",
		"SELECT max(day) FROM mixed WHERE id = 1":                     "text: 2024-01-31",
		"EXPLAIN QUERY PLAN SELECT * FROM mixed WHERE id = 1":         "integer: 2",
		"SELECT 9223372036854775807 UNION ALL SELECT 0.5":             "float: 9223372036854775807|0.5",
		"SELECT count(*), sum(id), avg(id) FROM mixed GROUP BY 1 = 1": "integer: 4",
	} {
		got := must(t, s, sql)
		var cells []string
		for _, r := range got.Rows {
			if r[0].IsNull() {
				cells = append(cells, "null")
			} else {
				cells = append(cells, r[0].String())
			}
		}
		if seen := got.Columns[0].Kind.String() + ": " + strings.Join(cells, "|"); seen != want {
			t.Errorf("%s gives %q, want %q", sql, seen, want)
		}
		if got.Columns[0].Native == "" {
			t.Errorf("%s has no name for its type", sql)
		}
	}
}

// What comes after the rows that decide on a column's kind still arrives.
func TestLateSurprises(t *testing.T) {
	s := openFile(t, newFile(t, "CREATE TABLE t (id INTEGER PRIMARY KEY, v)",
		"WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 5000) INSERT INTO t SELECT i, i FROM n",
		"UPDATE t SET v = 'late' WHERE id = 4000", "UPDATE t SET v = 0.5 WHERE id = 4001"))
	got, err := ask(t, s, "SELECT v FROM t ORDER BY id", source.Limits{Rows: 10_000})
	if err != nil || len(got.Rows) != 5000 {
		t.Fatalf("%d rows, %v", len(got.Rows), err)
	}
	if got.Columns[0].Kind != table.Int || got.Rows[3999][0] != table.NewText("late") || got.Rows[4000][0] != table.NewFloat(0.5) || got.Rows[4999][0] != table.NewInt(5000) {
		t.Errorf("got %s: %v %v %v", got.Columns[0].Kind, got.Rows[3999], got.Rows[4000], got.Rows[4999])
	}
}

func TestUTF16(t *testing.T) {
	s := openFile(t, newFile(t, "PRAGMA encoding = 'UTF-16'", "CREATE TABLE t (x TEXT)", "INSERT INTO t VALUES ('Zoë 日本 🙂')"))
	if got := must(t, s, "SELECT x FROM t").Rows[0][0].String(); got != "Zoë 日本 🙂" {
		t.Errorf("got %q", got)
	}
}

func TestViews(t *testing.T) {
	s := openFile(t, newFile(t,
		"CREATE TABLE sales (id INTEGER PRIMARY KEY, amount REAL)", "INSERT INTO sales VALUES (1, 2.5), (2, 3)",
		"CREATE VIEW good AS SELECT id, round(amount) AS whole FROM sales",
		"CREATE VIEW peeking AS SELECT sql FROM sqlite_schema",
		"CREATE VIEW telling AS SELECT sqlite_version() AS v"))
	if got := must(t, s, "SELECT sum(whole) FROM good"); got.Rows[0][0].String() != "6" {
		t.Errorf("got %v", got.Rows)
	}
	for _, view := range []string{"peeking", "telling"} {
		if _, err := ask(t, s, "SELECT * FROM "+view, source.Limits{}); fault.CodeOf(err) != fault.Validation {
			t.Errorf("reading %s gives %v", view, err)
		}
	}
}

// A file that another one replaces is read again.
func TestReplacedFile(t *testing.T) {
	path := newFile(t, "CREATE TABLE t (x)", "INSERT INTO t VALUES ('old')")
	s := openFile(t, path)
	must(t, s, "SELECT x FROM t")
	if err := os.Rename(newFile(t, "CREATE TABLE t (x)", "INSERT INTO t VALUES ('new')"), path); err != nil {
		t.Fatal(err)
	}
	if got := must(t, s, "SELECT x FROM t").Rows[0][0].String(); got != "new" {
		t.Errorf("got %q", got)
	}
	if err := os.Remove(path); err != nil {
		t.Fatal(err)
	}
	if _, err := ask(t, s, "SELECT x FROM t", source.Limits{}); fault.CodeOf(err) != fault.Lost {
		t.Errorf("a file that is gone gives %v", err)
	}
}

// While another program holds the file, a statement waits; it can be stopped
// meanwhile, and goes on when the file is free.
func TestLockedFile(t *testing.T) {
	path := newFile(t, "CREATE TABLE t (x)", "INSERT INTO t VALUES (1)")
	s := openFile(t, path)
	writer, err := (&sqlite3.SQLiteDriver{}).Open("file:" + strings.ReplaceAll(path, "?", "%3F"))
	if err != nil {
		t.Fatal(err)
	}
	defer writer.Close()
	exec := func(sql string) {
		t.Helper()
		if _, err := writer.(*sqlite3.SQLiteConn).Exec(sql, nil); err != nil {
			t.Fatal(err)
		}
	}
	exec("BEGIN EXCLUSIVE; INSERT INTO t VALUES (2)")
	checked, err := guard.New(s.Grammar(), nil).Check(t.Context(), "SELECT count(*) FROM t")
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	failed := make(chan error, 1)
	go func() {
		_, err := s.Query(ctx, checked, source.Limits{})
		failed <- err
	}()
	cancel()
	if err := <-failed; fault.CodeOf(err) != fault.Canceled {
		t.Errorf("a cancelled wait gives %v", err)
	}
	type outcome struct {
		t   *table.Table
		err error
	}
	done := make(chan outcome, 1)
	go func() {
		r, err := s.Query(t.Context(), checked, source.Limits{})
		if err != nil {
			done <- outcome{err: err}
			return
		}
		all, err := r.ReadAll()
		done <- outcome{all, err}
	}()
	exec("COMMIT")
	if o := <-done; o.err != nil || o.t.Rows[0][0].String() != "2" {
		t.Errorf("after the wait: %v, %v", o.t, o.err)
	}
}

// Reading makes no files, whatever the statement sorts, but for those that
// SQLite keeps beside a file in WAL mode.
func TestFolderStaysAsItIs(t *testing.T) {
	for journal, want := range map[string][]string{"DELETE": nil, "WAL": {"-shm", "-wal"}} {
		path := newFile(t, "PRAGMA journal_mode = "+journal, "CREATE TABLE t (x)", "INSERT INTO t VALUES (1)")
		before, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		s := openFile(t, path)
		must(t, s, "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 100000) SELECT hex(i) AS h FROM n ORDER BY h LIMIT 3")
		if err := s.ProbeWrite(t.Context()); err != nil {
			t.Errorf("the read-only file counts as writable: %v", err)
		}
		if err := s.Close(); err != nil {
			t.Fatal(err)
		}
		files, err := os.ReadDir(filepath.Dir(path))
		if err != nil {
			t.Fatal(err)
		}
		var extra []string
		for _, f := range files {
			if f.Name() != filepath.Base(path) {
				extra = append(extra, strings.TrimPrefix(f.Name(), filepath.Base(path)))
			}
		}
		if !slices.Equal(extra, want) {
			t.Errorf("in mode %s there are files %v, want %v", journal, extra, want)
		}
		if after, err := os.ReadFile(path); err != nil || string(after) != string(before) {
			t.Errorf("the file has changed (%v)", err)
		}
	}
}
