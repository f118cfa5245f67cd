//go:build bench

package bench

import (
	"database/sql"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
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
	first, again := askFiles(t, dir, start, plumb)
	large := askLargeFile(t, dir, start, plumb)
	return []figure{
		{"plumb sql on a CSV file of 40 MB, after the first time", short(large.again), short(large.first) + " the first time, " + short(large.bare) + " for DuckDB to read it each time", "250 ms", large.again < 250*time.Millisecond},
		{"the schema of that file, which is what comes before thinking", short(large.schema), short(version) + " for plumb version", "150 ms", large.schema < 150*time.Millisecond},
		{"plumb ask about a folder of CSV files, after the first time", short(again), short(first) + " the first time", "1 s", again < time.Second},
		{"start of plumb version", short(version), short(nothing) + " for a Go program that says hello", "100 ms", version < 100*time.Millisecond},
		{"plumb sql on a local DuckDB file, from start to end", short(run), short(open) + " for the bare driver in a running process", "400 ms", run < 400*time.Millisecond},
	}
}

// askFiles asks about files that are new, and again when they are known.
func askFiles(t *testing.T, dir string, start func(program string, args ...string) func() error, plumb string) (first, again time.Duration) {
	t.Helper()
	folder := filepath.Join(dir, "csv")
	if err := os.Mkdir(folder, 0o700); err != nil {
		t.Fatal(err)
	}
	var rows strings.Builder
	rows.WriteString("id,customer,amount,city,ordered_on\n")
	for i := range 40_000 {
		fmt.Fprintf(&rows, "%d,Customer %d,\"%d,50\",%s,%02d.%02d.2025\n", i, i%5000, i%1000, []string{"Rome", "Oslo", "Paris"}[i%3], i%28+1, i%12+1)
	}
	for _, name := range strings.Fields("orders returns quotes drafts offers claims") {
		if err := os.WriteFile(filepath.Join(folder, name+".csv"), []byte(rows.String()), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	ask := start(plumb, "ask", "--db", folder, "how many returns are there?")
	return median(t, 1, ask), median(t, 5, ask)
}

// largeFile is how long it takes to use a large file.
type largeFile struct{ first, again, schema, bare time.Duration }

// askLargeFile asks about a CSV of 40 MB, with dates and amounts as people write
// them.
func askLargeFile(t *testing.T, dir string, start func(program string, args ...string) func() error, plumb string) largeFile {
	t.Helper()
	const size = 40 << 20
	var rows strings.Builder
	rows.WriteString("Order ID,Order Date,Customer,Segment,City,Product,Sales,Quantity,Discount,Profit,Note\n")
	for i := 0; rows.Len() < size; i++ {
		fmt.Fprintf(&rows, "CA-%d,%d/%d/201%d,Customer %d,%s,City %d,Product %d,\"$%d,%03d.%02d\",%d,%d%%,%d.%02d,%s\n", i/3, i%12+1, i%28+1, i%10, i%5000,
			[]string{"Consumer", "Corporate", "Home Office"}[i%3], i%300, i%2000, i%9+1, i%1000, i%100, i%20, i%50, i%500-100, i%100, []string{"NA", "", "late"}[i%3])
	}
	path := filepath.Join(dir, "large.csv")
	if err := os.WriteFile(path, []byte(rows.String()), 0o600); err != nil {
		t.Fatal(err)
	}
	const query = "SELECT Segment, sum(Quantity) FROM large GROUP BY Segment"
	bare := func() error {
		db, err := sql.Open("duckdb", "")
		if err != nil {
			return err
		}
		defer db.Close()
		found, err := db.Query("SELECT Segment, sum(Quantity) FROM read_csv('" + path + "') GROUP BY Segment")
		if err != nil {
			return err
		}
		return found.Close()
	}
	run := start(plumb, "sql", "--db", path, query)
	l := largeFile{first: median(t, 1, run), bare: median(t, 3, bare)}
	schema := start(plumb, "schema", "--db", path)
	median(t, 1, schema) // the statistics are kept, too
	l.again, l.schema = median(t, 5, run), median(t, 5, schema)
	return l
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
