package files_test

import (
	"compress/gzip"
	"database/sql"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	_ "github.com/duckdb/duckdb-go/v2"

	"github.com/plumbdata/plumb/internal/fault"
	"github.com/plumbdata/plumb/internal/schema"
	"github.com/plumbdata/plumb/internal/source"
	"github.com/plumbdata/plumb/internal/source/duckdb"
	"github.com/plumbdata/plumb/internal/source/files"
	"github.com/plumbdata/plumb/internal/table"
	"github.com/plumbdata/plumb/internal/test/sourcetest"
)

func TestMain(m *testing.M) {
	duckdb.RunWorkerIfAsked()
	m.Run()
}

// folder makes files with the given contents.
func folder(tb testing.TB, contents map[string]string) string {
	tb.Helper()
	dir := tb.TempDir()
	for name, content := range contents {
		write(tb, filepath.Join(dir, name), content)
	}
	return dir
}

func write(tb testing.TB, path, content string) {
	tb.Helper()
	if err := os.WriteFile(path, []byte(content), 0o600); err != nil {
		tb.Fatal(err)
	}
}

// parquet makes a file from a SELECT.
func parquet(tb testing.TB, path, query string) {
	tb.Helper()
	db, err := sql.Open("duckdb", "")
	if err != nil {
		tb.Fatal(err)
	}
	defer db.Close()
	if _, err := db.ExecContext(tb.Context(), fmt.Sprintf("COPY (%s) TO '%s' (FORMAT parquet)", query, path)); err != nil {
		tb.Fatal(err)
	}
}

func open(tb testing.TB, dsn string) *files.Source {
	tb.Helper()
	s, err := files.Open(tb.Context(), source.Config{DSN: dsn, Memory: 256 << 20})
	if err != nil {
		tb.Fatal(err)
	}
	tb.Cleanup(func() {
		if err := s.Close(); err != nil {
			tb.Error(err)
		}
	})
	return s
}

// ample is room for every result of these tests.
var ample = source.Limits{Rows: 1_000_000}

func query(tb testing.TB, s source.Source, text string) (*table.Table, error) {
	tb.Helper()
	return sourcetest.Query(tb, s, text, ample)
}

func mustQuery(tb testing.TB, s source.Source, text string) *table.Table {
	tb.Helper()
	return sourcetest.MustQuery(tb, s, text, ample)
}

// rows writes a result as lines of fields.
func rows(t *table.Table) string {
	var lines []string
	for _, r := range t.Rows {
		fields := make([]string, len(r))
		for i, v := range r {
			fields[i] = v.String()
		}
		lines = append(lines, strings.Join(fields, "|"))
	}
	return strings.Join(lines, "\n")
}

func introspect(tb testing.TB, s source.Source) *schema.Snapshot {
	tb.Helper()
	snapshot, err := s.Introspect(sourcetest.Patience(tb), source.Filter{})
	if err != nil {
		tb.Fatal(err)
	}
	return snapshot
}

// tables lists name and comment of each table.
func tables(tb testing.TB, s source.Source) []string {
	tb.Helper()
	var list []string
	for _, t := range introspect(tb, s).Tables {
		list = append(list, t.Name+": "+t.Comment)
	}
	slices.Sort(list)
	return list
}

func TestEveryFormat(t *testing.T) {
	dir := folder(t, map[string]string{
		"a.csv":       "id,name,day\n1,\"x, y\",2024-01-31\n2,,2024-02-29\n",
		"b.tsv":       "id\tname\n1\ta,b\n",
		"c.json":      `[{"id": 1, "tags": ["x", "y"], "in": {"deep": true}}, {"id": 2}]`,
		"d.jsonl":     "{\"id\": 1, \"v\": 2.5}\n{\"id\": 2, \"v\": null}\n",
		"e.ndjson":    "{\"id\": 7}\n",
		"notes.txt":   "not data",
		".hidden.csv": "a\n1\n",
	})
	parquet(t, filepath.Join(dir, "p.parquet"), "SELECT range AS id, range::DECIMAL(9,2) / 4 AS q, DATE '2024-01-01' + range::INTEGER AS day FROM range(3)")
	packed, err := os.Create(filepath.Join(dir, "g.csv.gz"))
	if err != nil {
		t.Fatal(err)
	}
	w := gzip.NewWriter(packed)
	if _, err := w.Write([]byte("id;v\n1;one\n")); err != nil {
		t.Fatal(err)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	if err := packed.Close(); err != nil {
		t.Fatal(err)
	}
	if err := os.Rename(filepath.Join(dir, "g.csv.gz"), filepath.Join(dir, "packed")); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink("packed", filepath.Join(dir, "g.csv.gz")); err != nil {
		t.Fatal(err)
	}
	if err := os.Mkdir(filepath.Join(dir, "below.csv"), 0o700); err != nil {
		t.Fatal(err)
	}
	s := open(t, dir)
	want := []string{"a: file a.csv", "b: file b.tsv", "c: file c.json", "c_tags: tags of c, file c.json", "d: file d.jsonl", "e: file e.ndjson", "g: file g.csv.gz", "p: file p.parquet"}
	if got := tables(t, s); !slices.Equal(got, want) {
		t.Errorf("the tables are %v, want %v", got, want)
	}
	for statement, want := range map[string]string{
		"SELECT * FROM a ORDER BY id":                         "1|x, y|2024-01-31\n2||2024-02-29",
		"SELECT * FROM b":                                     "1|a,b",
		"SELECT * FROM c ORDER BY id":                         "1|x, y|true\n2||",
		"SELECT * FROM d ORDER BY id":                         "1|2.5\n2|",
		"SELECT * FROM e":                                     "7",
		"SELECT * FROM g":                                     "1|one",
		"SELECT id, day FROM p ORDER BY id":                   "0|2024-01-01\n1|2024-01-02\n2|2024-01-03",
		"SELECT a.name FROM a JOIN d USING (id) WHERE id = 1": "x, y",
	} {
		if got := rows(mustQuery(t, s, statement)); got != want {
			t.Errorf("%s gives\n%s\nwant\n%s", statement, got, want)
		}
	}
	if got := introspect(t, s).Table("p"); got.Rows != 3 || got.Kind != schema.BaseTable || got.Column("day").Max != "2024-01-03" {
		t.Errorf("p is %+v", got)
	}
	if said(s) != "info the lists in tags of c.json are a table of their own, c_tags" {
		t.Errorf("said %s", said(s))
	}
}

func TestPlaces(t *testing.T) {
	dir := folder(t, map[string]string{"a1.csv": "n\n1\n", "a2.csv": "n\n2\n", "b.csv": "n\n3\n", "odd, name [x].csv": "n\n4\n"})
	outside := folder(t, map[string]string{"target.csv": "n\n5\n"})
	if err := os.Symlink(filepath.Join(outside, "target.csv"), filepath.Join(dir, "link.csv")); err != nil {
		t.Fatal(err)
	}
	t.Chdir(dir)
	for _, c := range []struct {
		dsn  string
		want []string
	}{
		{"b.csv", []string{"b: file b.csv"}},
		{"file:b.csv", []string{"b: file b.csv"}},
		{"file://" + filepath.Join(dir, "b.csv"), []string{"b: file b.csv"}},
		{"files:a*.csv", []string{"a1: file a1.csv", "a2: file a2.csv"}},
		{"a1.csv,b.csv, a1.csv", []string{"a1: file a1.csv", "b: file b.csv"}},
		{"a?.csv,b.csv", []string{"a1: file a1.csv", "a2: file a2.csv", "b: file b.csv"}},
		{"odd, name [x].csv", []string{"odd__name__x_: file odd, name [x].csv"}},
		{"link.csv", []string{"link: file link.csv"}},
		{"files:.", []string{"a1: file a1.csv", "a2: file a2.csv", "b: file b.csv", "odd__name__x_: file odd, name [x].csv"}},
	} {
		if got := tables(t, open(t, c.dsn)); !slices.Equal(got, c.want) {
			t.Errorf("%s has tables %v, want %v", c.dsn, got, c.want)
		}
	}
	if got := rows(mustQuery(t, open(t, "link.csv"), "SELECT n FROM link")); got != "5" {
		t.Errorf("the link leads to %s", got)
	}
}

// TestLinksStayInTheFolder reads what lies in a folder, whatever links lie
// beside it.
func TestLinksStayInTheFolder(t *testing.T) {
	dir := folder(t, map[string]string{"a.csv": "n\n1\n"})
	if err := os.Mkdir(filepath.Join(dir, "below"), 0o700); err != nil {
		t.Fatal(err)
	}
	write(t, filepath.Join(dir, "below", "b.csv"), "n\n2\n")
	outside := folder(t, map[string]string{"secret.csv": "n\n3\n"})
	for link, to := range map[string]string{
		"out.csv": filepath.Join(outside, "secret.csv"), "twice.csv": "out.csv", "up.csv": "../" + filepath.Base(outside) + "/secret.csv",
		"in.csv": "below/b.csv", "elsewhere": outside, "here": "below",
	} {
		if err := os.Symlink(to, filepath.Join(dir, link)); err != nil {
			t.Fatal(err)
		}
	}
	given := filepath.Join(t.TempDir(), "given")
	if err := os.Symlink(dir, given); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		dsn        string
		want, left []string
	}{
		{dir, []string{"a: file a.csv", "in: file in.csv"}, []string{"out.csv", "twice.csv", "up.csv"}},
		{given, []string{"a: file a.csv", "in: file in.csv"}, []string{"out.csv", "twice.csv", "up.csv"}},
		{given + "/*.csv", []string{"a: file a.csv", "in: file in.csv"}, []string{"out.csv", "twice.csv", "up.csv"}},
		{dir + "/*/*.csv", []string{"b: file b.csv"}, []string{"secret.csv"}},
		{filepath.Join(dir, "elsewhere"), []string{"secret: file secret.csv"}, nil},
		{filepath.Join(dir, "out.csv"), []string{"out: file out.csv"}, nil},
	} {
		s := open(t, c.dsn)
		if got := tables(t, s); !slices.Equal(got, c.want) {
			t.Errorf("%s has tables %v, want %v", c.dsn, got, c.want)
		}
		var left []string
		for _, p := range s.Problems() {
			name, rest, _ := strings.Cut(p.Message, " ")
			if !strings.Contains(rest, "symbolic link that points outside") || p.Hint == "" || p.Severity != fault.Warning {
				t.Errorf("%s: %+v", c.dsn, p)
			}
			left = append(left, name)
		}
		slices.Sort(left)
		if !slices.Equal(left, c.left) {
			t.Errorf("%s leaves out %v, want %v", c.dsn, left, c.left)
		}
	}
}

func TestNames(t *testing.T) {
	dir := folder(t, map[string]string{"sales 2024.csv": "n\n1\n", "sales-2024.csv": "n\n2\n", "SALES_2024.csv": "n\n3\n", "2024.csv": "n\n4\n", "Umsätze.csv": "n\n5\n", "it's.csv": "n\n6\n", "select.csv": "n\n7\n"})
	want := []string{"SALES_2024: file SALES_2024.csv", "Ums_tze: file Umsätze.csv", "_2024: file 2024.csv", "it_s: file it's.csv",
		"sales_2024_2: file sales 2024.csv", "sales_2024_3: file sales-2024.csv", "select: file select.csv"}
	s := open(t, dir)
	if got := tables(t, s); !slices.Equal(got, want) {
		t.Errorf("the tables are %q, want %q", got, want)
	}
	if got := rows(mustQuery(t, s, `SELECT n FROM "select" UNION ALL SELECT n FROM it_s`)); got != "7\n6" {
		t.Errorf("got %s", got)
	}
}

// A new file does not take over the name of one that was there.
func TestNamesTellEndingsApart(t *testing.T) {
	dir := folder(t, map[string]string{"sales.csv": "n\n1\n", "sales.TSV": "n\n2\n", "other.csv": "n\n3\n", "dictionary.csv": "table,column,description\n"})
	want := []string{"other: file other.csv", "sales_csv: file sales.csv", "sales_tsv: file sales.TSV"}
	if got := tables(t, open(t, dir)); !slices.Equal(got, want) {
		t.Errorf("the tables are %q, want %q", got, want)
	}
}

// TestOnlyNamedFiles tries to reach what was not named.
func TestOnlyNamedFiles(t *testing.T) {
	dir := folder(t, map[string]string{"a.csv": "n\n1\n", "secret.csv": "n\n2\n"})
	s := open(t, filepath.Join(dir, "a.csv"))
	for _, statement := range []string{
		"SELECT * FROM read_csv('" + filepath.Join(dir, "secret.csv") + "')",
		"SELECT * FROM '" + filepath.Join(dir, "secret.csv") + "'",
		"SELECT * FROM read_text('/etc/hostname')",
		"SELECT * FROM glob('" + dir + "/*')",
		"COPY (SELECT 9 AS n) TO '" + filepath.Join(dir, "a.csv") + "'",
		"EXPLAIN ANALYZE COPY (SELECT 9 AS n) TO '" + filepath.Join(dir, "a.csv") + "'",
		"CREATE TABLE t (n INTEGER)",
		"DROP VIEW a",
		"SET allowed_paths = ['/etc/passwd']",
	} {
		if _, err := query(t, s, statement); err == nil {
			t.Errorf("%s ran", statement)
		}
	}
	if content, err := os.ReadFile(filepath.Join(dir, "a.csv")); err != nil || string(content) != "n\n1\n" {
		t.Errorf("the file now holds %q, %v", content, err)
	}
	if err := s.ProbeWrite(t.Context()); err != nil {
		t.Errorf("the session counts as writable: %v", err)
	}
}

func TestChangesAreNoticed(t *testing.T) {
	dir := folder(t, map[string]string{"a.csv": "n\n1\n"})
	s := open(t, dir)
	mustQuery(t, s, "SELECT n FROM a")
	before, err := s.Fingerprint(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	write(t, filepath.Join(dir, "a.csv"), "n,extra\n1,text\n2,more\n")
	write(t, filepath.Join(dir, "b.csv"), "m\n5\n")
	after, err := s.Fingerprint(t.Context())
	if err != nil || after == before {
		t.Errorf("the fingerprint does not change, %v", err)
	}
	if got := rows(mustQuery(t, s, "SELECT n, extra, m FROM a, b ORDER BY n")); got != "1|text|5\n2|more|5" {
		t.Errorf("after the change: %s", got)
	}
	if err := os.Remove(filepath.Join(dir, "a.csv")); err != nil {
		t.Fatal(err)
	}
	if _, err := query(t, s, "SELECT n FROM a"); fault.CodeOf(err) != fault.SQLError {
		t.Errorf("a removed file gives %v", err)
	}
	if err := os.Remove(filepath.Join(dir, "b.csv")); err != nil {
		t.Fatal(err)
	}
	if _, err := query(t, s, "SELECT m FROM b"); fault.CodeOf(err) != fault.Connect {
		t.Errorf("an empty folder gives %v", err)
	}
}
