//go:build bench

package bench

import (
	"database/sql"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
	"time"
)

// startFigures starts the real program, as a person does.
func startFigures(t *testing.T) []figure {
	dir := t.TempDir()
	plumb := build(t, dir, "plumb", "github.com/plumbdata/plumb/cmd/plumb")
	source := filepath.Join(dir, "hello.go")
	if err := os.WriteFile(source, []byte("package main\nfunc main() { println(\"hello\") }\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	hello := build(t, dir, "hello", source)
	warehouse := filepath.Join(dir, "data.duckdb")
	makeDuckDB(t, warehouse, "CREATE TABLE orders AS SELECT i AS id, i % 7 AS region FROM range(100000) t(i)")
	start := func(program string, args ...string) func() error {
		return func() error {
			c := exec.CommandContext(t.Context(), program, args...)
			c.Env = append(os.Environ(), "PLUMB_HOME="+filepath.Join(dir, "home"))
			return c.Run()
		}
	}
	const query = "SELECT region, count(*) FROM orders GROUP BY region"
	bare := func() error {
		db, err := sql.Open("duckdb", warehouse+"?access_mode=read_only")
		if err != nil {
			return err
		}
		defer db.Close()
		rows, err := db.Query(query)
		if err != nil {
			return err
		}
		return rows.Close()
	}
	const runs = 15
	version, nothing := median(t, runs, start(plumb, "version")), median(t, runs, start(hello))
	run, open := median(t, runs, start(plumb, "sql", "--db", warehouse, query)), median(t, runs, bare)
	return []figure{
		{"start of plumb version", short(version), short(nothing) + " for a Go program that says hello", "100 ms", version < 100*time.Millisecond},
		{"plumb sql on a local DuckDB file, from start to end", short(run), short(open) + " for the bare driver in a running process", "400 ms", run < 400*time.Millisecond},
	}
}

func build(t *testing.T, dir, name, pkg string) string {
	t.Helper()
	path := filepath.Join(dir, name)
	c := exec.CommandContext(t.Context(), "go", "build", "-o", path, pkg)
	if out, err := c.CombinedOutput(); err != nil {
		t.Fatalf("go build %s: %v\n%s", pkg, err, out)
	}
	return path
}

func makeDuckDB(t *testing.T, path string, statements ...string) {
	t.Helper()
	db, err := sql.Open("duckdb", path)
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	for _, s := range statements {
		if _, err := db.Exec(s); err != nil {
			t.Fatal(err)
		}
	}
}
