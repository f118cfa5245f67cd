package connection

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/plumbdata/plumb/internal/fault"
)

func testDrivers() Drivers {
	magic := func(word string) func(string) bool {
		return func(path string) bool {
			b, _ := os.ReadFile(path)
			return strings.Contains(string(b), word)
		}
	}
	return Drivers{
		{Name: "postgres", Dialect: "postgres", Schemes: []string{"postgres", "postgresql"}},
		{Name: "duckdb", Dialect: "duckdb", Schemes: []string{"duckdb"}, Extensions: []string{".duckdb"}, Recognizes: magic("DUCK")},
		{Name: "sqlite", Dialect: "sqlite", Schemes: []string{"sqlite", "sqlite3"}, Extensions: []string{".sqlite", ".db"}, Recognizes: magic("SQLite")},
		{Name: "files", Dialect: "duckdb", Schemes: []string{"files", "file"}, Remote: []string{"https", "s3"}, Extensions: []string{".csv", ".parquet"}},
	}
}

func TestResolve(t *testing.T) {
	dir := t.TempDir()
	write := func(name, content string) {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(content), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	write("a.db", "xxxxxxxxDUCK")
	write("b.db", "SQLite format 3")
	write("c.csv", "x\n1\n")
	write("noending", "SQLite format 3")
	in := func(p string) string { return filepath.Join(dir, p) }
	for _, c := range []struct{ dsn, driver, want string }{
		{"postgres://u@h/db?sslmode=disable", "postgres", "postgres://u@h/db?sslmode=disable"},
		{"postgresql:///db", "postgres", "postgresql:///db"},
		{"host=localhost dbname=shop", "postgres", "host=localhost dbname=shop"},
		{"duckdb:w/data.duckdb", "duckdb", in("w/data.duckdb")},
		{"duckdb:///abs/data.duckdb", "duckdb", "/abs/data.duckdb"},
		{"sqlite:b.db", "sqlite", in("b.db")},
		{"w/data.duckdb", "duckdb", in("w/data.duckdb")},
		{"a.db", "duckdb", in("a.db")},
		{"b.db", "sqlite", in("b.db")},
		{"noending", "sqlite", in("noending")},
		{"c.csv", "files", in("c.csv")},
		{"*.csv", "files", in("*.csv")},
		{"https://host/c.csv?v=1&x=a,b", "files", "https://host/c.csv?v=1&x=a,b"},
		{"S3://bucket/folder/", "files", "S3://bucket/folder/"},
		{".", "files", dir},
		{in("c.csv"), "files", in("c.csv")},
	} {
		driver, dsn, err := testDrivers().Resolve(c.dsn, dir)
		if err != nil || driver.Name != c.driver || dsn != c.want {
			t.Errorf("Resolve(%q) = %s, %q, %v; want %s, %q", c.dsn, driver.Name, dsn, err, c.driver, c.want)
		}
	}
}

func TestResolveSaysWhatWouldWork(t *testing.T) {
	dir := t.TempDir()
	for _, name := range []string{"notes.docx", "budget.ods"} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte("x"), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	for _, c := range []struct {
		dsn  string
		code fault.Code
		hint string
	}{
		{"postgress://h/db", fault.Usage, "did you mean postgres?"},
		{"mongodb://h/db", fault.Usage, "known kinds: postgres"},
		{"notes.docx", fault.Usage, "files that work: .duckdb"},
		{"budget.ods", fault.Usage, "save it as .xlsx"},
		{"nowhere", fault.NotFound, "try postgres://"},
	} {
		_, _, err := testDrivers().Resolve(c.dsn, dir)
		f := fault.Of(err)
		if f == nil || f.Code != c.code || !strings.Contains(f.Hint, c.hint) {
			t.Errorf("Resolve(%q): %+v, want %s and %q", c.dsn, f, c.code, c.hint)
		}
	}
}

func TestByDialectTakesEveryName(t *testing.T) {
	for name, want := range map[string]string{"postgresql": "postgres", "postgres": "postgres", "duckdb": "duckdb", "sqlite3": "sqlite"} {
		if d, ok := testDrivers().ByDialect(name); !ok || d.Name != want {
			t.Errorf("ByDialect(%q) = %s, %v", name, d.Name, ok)
		}
	}
	if _, ok := testDrivers().ByDialect("mysql"); ok {
		t.Error("mysql is not there yet")
	}
}
