//go:build bench

package bench

import (
	"database/sql"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"runtime"
	"runtime/debug"
	"slices"
	"testing"
	"time"

	"github.com/plumbdata/plumb/internal/brain"
	"github.com/plumbdata/plumb/internal/brain/builtin"
	"github.com/plumbdata/plumb/internal/brain/index"
	"github.com/plumbdata/plumb/internal/brain/suggest"
	"github.com/plumbdata/plumb/internal/brain/weights"
	"github.com/plumbdata/plumb/internal/connection"
	"github.com/plumbdata/plumb/internal/demo"
	"github.com/plumbdata/plumb/internal/neural/kernel"
	"github.com/plumbdata/plumb/internal/schema"
	"github.com/plumbdata/plumb/internal/source"
	"github.com/plumbdata/plumb/internal/source/duckdb"
	"github.com/plumbdata/plumb/internal/source/sqlite"
)

var weightsFile = flag.String("weights", "", "weights of the built-in brain to measure instead of those that come with the program")

// brainFigures asks the built-in brain, on one core as promised.
func brainFigures(t *testing.T) []figure {
	file, err := weights.Parser()
	if *weightsFile != "" {
		file, err = os.ReadFile(*weightsFile)
	}
	if err != nil {
		t.Skipf("the built-in brain is not measured: %v", err)
	}
	onCores(t, 1)
	dir := t.TempDir()
	if _, err := demo.Build(t.Context(), dir, nil); err != nil {
		t.Fatal(err)
	}
	warehouse := connect(t, duckdb.Driver, filepath.Join(dir, demo.FileName), dir)
	if _, err := warehouse.Schema(t.Context(), connection.Full); err != nil {
		t.Fatal(err)
	}
	runtime.GC()
	debug.FreeOSMemory()
	before := ownMemory()
	peak, stop := watch(ownMemory)
	all, stopAll := watch(processTree)
	parser, err := builtin.LoadParser(file)
	if err != nil {
		t.Fatal(err)
	}
	ours, err := parser.Open(t.Context(), warehouse, "")
	if err != nil {
		t.Fatal(err)
	}
	questions := demoQuestions(t)
	times := answer(t, ours, questions, 2)
	stop()
	stopAll()
	core, coreColumns := coreOfDemo(t, parser, warehouse)
	coreTimes := answer(t, core, coreQuestions(t), 3)
	const cannot = "which supplier delivers late most often?"
	declined := place(answer(t, ours, []string{cannot}, 5), 0.5)
	suggested := median(t, 5, func() error {
		suggest.Instead(ours.Index(), nil, ours.About(cannot, time.Now()), 3)
		return nil
	})
	few := questions[:12]
	plain := answer(t, portable(t, file, ours.Index(), warehouse), few, 1)

	path := filepath.Join(t.TempDir(), "wide.sqlite")
	const tables, rows = 100, 10_000
	columns := makeWide(t, path, tables, rows)
	wide := connect(t, sqlite.Driver, path, "")
	s, err := wide.Schema(t.Context(), connection.Full)
	if err != nil {
		t.Fatal(err)
	}
	var ix *index.Index
	built := median(t, 1, func() error {
		ix, err = index.Build(t.Context(), s, index.FromConnection(wide))
		return err
	})
	bare := median(t, 1, func() error { return readDistinct(path, columns) })
	large, err := parser.Over(ix, wide)
	if err != nil {
		t.Fatal(err)
	}
	many := answer(t, large, []string{"How many thing 17 are paid in each city?", "total amount of thing 60 by colour", "names of thing 99 opened since 2023"}, 1)
	middle, slow := place(times, 0.5), place(times, 0.99)
	ofCore := place(coreTimes, 0.5)
	return []figure{
		{fmt.Sprintf("brain, a question to %d columns, median of %d, one core", coreColumns, len(coreTimes)), short(ofCore), short(middle) + " for the demo warehouse with 114", "300 ms", ofCore <= 300*time.Millisecond},
		{"brain, a question to the demo warehouse, median, one core", short(middle), short(place(plain, 0.5)) + " without vector instructions", "600 ms", middle <= 600*time.Millisecond},
		{fmt.Sprintf("brain, 99th percentile of %d", len(times)), short(slow), short(place(plain, 0.99)) + " without vector instructions", "1 s", slow <= time.Second},
		{"brain, suggestions of a decline, beyond reading the question", short(suggested), short(declined) + " for reading it", "300 ms", suggested <= 300*time.Millisecond},
		{fmt.Sprintf("brain, index of %d tables with %d rows", tables, tables*rows), short(built), short(bare) + " for SELECT DISTINCT by the bare driver", "5 s", built <= 5*time.Second},
		{fmt.Sprintf("brain, a question to %d tables, read in chunks, median", tables), short(place(many, 0.5)), short(middle) + " for the demo warehouse", "3 s", place(many, 0.5) <= 3*time.Second},
		{"brain, memory of the process that answered", fmt.Sprintf("%d MB", *peak>>20), fmt.Sprintf("%d MB before; with the database's own process %d MB", before>>20, *all>>20), "450 MB", *peak < 450<<20},
	}
}

func connect(t *testing.T, d source.Driver, path, docs string) *connection.Connection {
	t.Helper()
	c, err := connection.Open(t.Context(), connection.Spec{
		Driver: d, Config: source.Config{DSN: path, Name: "bench", Memory: source.DefaultMemory, Limits: source.Limits{}.OrDefault()}, Identity: path, Docs: docs,
		Cache: schema.Cache{Dir: t.TempDir()}, Refresh: time.Hour, Now: time.Now,
	})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = c.Close() })
	return c
}

// coreTables are those of the demo warehouse that orders are in: 30 columns.
var coreTables = []string{"categories", "customers", "orders", "order_items"}

// coreOfDemo is a brain that knows these tables alone.
func coreOfDemo(t *testing.T, p *builtin.Parser, warehouse *connection.Connection) (b *builtin.Brain, columns int) {
	t.Helper()
	whole, err := warehouse.Schema(t.Context(), connection.Full)
	if err != nil {
		t.Fatal(err)
	}
	part := *whole
	part.Tables = slices.DeleteFunc(slices.Clone(whole.Tables), func(t schema.Table) bool { return !slices.Contains(coreTables, t.Name) })
	for _, t := range part.Tables {
		columns += len(t.Columns)
	}
	ix, err := index.Build(t.Context(), &part, index.FromConnection(warehouse))
	if err != nil {
		t.Fatal(err)
	}
	if b, err = p.Over(ix, warehouse); err != nil {
		t.Fatal(err)
	}
	return b, columns
}

// coreQuestions are the questions that these tables answer.
func coreQuestions(t *testing.T) []string {
	t.Helper()
	var list []string
	for _, q := range known(t) {
		if !otherTables.MatchString(q.SQL) {
			list = append(list, q.Question)
		}
	}
	return list
}

var otherTables = regexp.MustCompile(`\b(?:customer_value|daily_revenue|expenses|households|marketing_spend|opportunities|products|regions|returns|support_tickets|web_sessions)\b`)

// portable is the same brain without vector instructions.
func portable(t *testing.T, file []byte, ix *index.Index, run builtin.Runner) *builtin.Brain {
	t.Helper()
	parser, err := builtin.LoadParserAt(kernel.Portable, file)
	if err != nil {
		t.Fatal(err)
	}
	b, err := parser.Over(ix, run)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// answer asks every question a number of times and gives the times in order.
func answer(t *testing.T, b *builtin.Brain, questions []string, rounds int) []time.Duration {
	t.Helper()
	now := time.Date(2025, 12, 31, 0, 0, 0, 0, time.UTC)
	var times []time.Duration
	for range rounds {
		for _, q := range questions {
			start := time.Now()
			if _, err := b.Read(t.Context(), brain.Question{Text: q, Now: now}); err != nil {
				t.Fatalf("%s: %v", q, err)
			}
			times = append(times, time.Since(start))
		}
	}
	slices.Sort(times)
	return times
}

// place is the time below which a share of them lies.
func place(times []time.Duration, share float64) time.Duration {
	return times[min(len(times)-1, int(share*float64(len(times))))]
}

// makeWide makes a SQLite file of many tables and lists their columns, each
// with its table.
func makeWide(t *testing.T, path string, tables, rows int) (columns [][2]string) {
	t.Helper()
	db, err := sql.Open("sqlite3", path)
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	for i := range tables {
		for _, text := range []string{
			fmt.Sprintf(`CREATE TABLE thing_%d (thing_%d_id INTEGER PRIMARY KEY, parent_id INTEGER REFERENCES thing_%d, name TEXT, city TEXT, st_cd TEXT,
				note TEXT, opened_on TEXT, changed_at TEXT, amt DECIMAL, qty INTEGER, is_paid INTEGER, colour TEXT)`, i, i, max(0, i-1)),
			fmt.Sprintf(`INSERT INTO thing_%d WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < %d)
				SELECT i, 1 + i %% 7, 'Name ' || i || ' of %d', 'City ' || i %% 300, substr('ABCX', 1 + i %% 4, 1), 'a longer note about ' || i * 7919,
				date('2020-01-01', '+' || i %% 2000 || ' days'), datetime('2020-01-01', '+' || i || ' hours'), i * 1.5, i %% 40, i %% 2,
				CASE i %% 3 WHEN 0 THEN 'red' WHEN 1 THEN 'green' ELSE 'blue' END FROM n`, i, rows, i),
		} {
			if _, err := db.Exec(text); err != nil {
				t.Fatal(err)
			}
		}
		name := fmt.Sprintf("thing_%d", i)
		for _, c := range []string{"name", "city", "st_cd", "note", "opened_on", "changed_at", "amt", "qty", "is_paid", "colour"} {
			columns = append(columns, [2]string{name, c})
		}
	}
	return columns
}

// readDistinct reads what an index at most keeps of each column.
func readDistinct(path string, columns [][2]string) error {
	db, err := sql.Open("sqlite3", path+"?mode=ro")
	if err != nil {
		return err
	}
	defer db.Close()
	for _, c := range columns {
		if err := scanAll(db, fmt.Sprintf("SELECT DISTINCT %s FROM %s LIMIT 5000", c[1], c[0]), 1); err != nil {
			return err
		}
	}
	return nil
}
