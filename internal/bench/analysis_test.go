//go:build bench

package bench

import (
	"bufio"
	"context"
	"database/sql"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/plumbdata/plumb/internal/brain"
	"github.com/plumbdata/plumb/internal/brain/account"
	"github.com/plumbdata/plumb/internal/brain/analyst"
	"github.com/plumbdata/plumb/internal/brain/builtin"
	"github.com/plumbdata/plumb/internal/brain/weights"
	"github.com/plumbdata/plumb/internal/connection"
	"github.com/plumbdata/plumb/internal/datastore"
	"github.com/plumbdata/plumb/internal/demo"
	"github.com/plumbdata/plumb/internal/execute"
	"github.com/plumbdata/plumb/internal/intent"
	"github.com/plumbdata/plumb/internal/method"
	"github.com/plumbdata/plumb/internal/plan"
	"github.com/plumbdata/plumb/internal/sandbox"
	"github.com/plumbdata/plumb/internal/source"
	"github.com/plumbdata/plumb/internal/source/duckdb"
	"github.com/plumbdata/plumb/internal/table"
)

// routeFigures classifies the messages that the classifier was chosen by.
func routeFigures(t *testing.T) []figure {
	onCores(t, 1)
	embedder, err := account.Sentences()
	if err != nil {
		t.Fatal(err)
	}
	c, err := intent.Builtin(embedder)
	if err != nil {
		t.Fatal(err)
	}
	var ours, alone []time.Duration
	for _, m := range messages(t) {
		alone = append(alone, median(t, 1, func() error { _, err := embedder.Embed(t.Context(), []string{m}); return err }))
		ours = append(ours, median(t, 1, func() error { _, _, err := c.Classify(t.Context(), m); return err }))
	}
	slices.Sort(ours)
	slices.Sort(alone)
	middle := place(ours, 0.5)
	return []figure{{"analysis, routing a message, median, one core", short(middle) + "; 99% in " + short(place(ours, 0.99)),
		short(place(alone, 0.5)) + " for embedding it as one sentence; 99% in " + short(place(alone, 0.99)), "10 ms", middle <= 10*time.Millisecond}}
}

func messages(t *testing.T) []string {
	t.Helper()
	f, err := os.Open(filepath.Join("..", "intent", "testdata", "messages.jsonl"))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	var list []string
	for lines := bufio.NewScanner(f); lines.Scan(); {
		var m struct{ Text string }
		if err := json.Unmarshal(lines.Bytes(), &m); err != nil {
			t.Fatal(err)
		}
		list = append(list, m.Text)
	}
	return list
}

// planFigures plans without running: an analysis, and questions that ask for none.
func planFigures(t *testing.T) []figure {
	dir := t.TempDir()
	if _, err := demo.Build(t.Context(), dir, nil); err != nil {
		t.Fatal(err)
	}
	ours := brainOver(t, connect(t, duckdb.Driver, filepath.Join(dir, demo.FileName), dir))
	now := time.Date(2025, 12, 31, 0, 0, 0, 0, time.UTC)
	var reading time.Duration // by the parser, since it was last set to zero
	a := &analyst.Analyst{Index: ours.Index(), Read: func(ctx context.Context, q brain.Question) (*brain.Answer, error) {
		start := time.Now()
		defer func() { reading += time.Since(start) }()
		return ours.Read(ctx, q)
	}}
	analyze := func(text string, want bool) (beyond, parser time.Duration) {
		reading = 0
		start := time.Now()
		found, err := a.Analyze(t.Context(), brain.Question{Text: text, Now: now})
		took := time.Since(start)
		if err != nil || (found != nil && found.Plan != nil) != want {
			t.Fatalf("%s: %+v, %v", text, found, err)
		}
		return took - reading, reading
	}
	const why, rounds = "why did revenue drop in March 2025?", 9
	var planned, readings []time.Duration
	for range rounds {
		beyond, parser := analyze(why, true)
		planned, readings = append(planned, beyond), append(readings, parser)
	}
	slices.Sort(planned)
	slices.Sort(readings)
	const plain = "revenue by region in 2025"
	var passed []time.Duration
	for range rounds {
		beyond, parser := analyze(plain, false)
		passed = append(passed, beyond+parser)
	}
	slices.Sort(passed)
	read := place(answer(t, ours, []string{plain}, rounds), 0.5)
	middle, none := place(planned, 0.5), place(passed, 0.5)
	return []figure{
		{"analysis, planning a why without a model, beyond reading its figure", short(middle), short(place(readings, 0.5)) + " for the parser reading the figure", "100 ms", middle <= 100*time.Millisecond},
		{"analysis, finding that a question asks for none", short(none), short(read) + " for the parser reading the question", "100 ms", none <= 100*time.Millisecond},
	}
}

// brainOver is the built-in brain over a database.
func brainOver(t *testing.T, c *connection.Connection) *builtin.Brain {
	t.Helper()
	if _, err := c.Schema(t.Context(), connection.Full); err != nil {
		t.Fatal(err)
	}
	file, err := weights.Parser()
	if err != nil {
		t.Skipf("the built-in brain is not measured: %v", err)
	}
	parser, err := builtin.LoadParser(file)
	if err != nil {
		t.Fatal(err)
	}
	b, err := parser.Open(t.Context(), c, "")
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// stepsFigures runs a plan of ten waves of ten steps that do nothing; each reads all
// tables of the wave before.
func stepsFigures(t *testing.T) []figure {
	const waves, width = 10, 10
	p := &plan.Plan{By: plan.Builtin}
	var before []string
	for w := range waves {
		var made []string
		for i := range width {
			name := fmt.Sprintf("t%d_%d", w, i)
			p.Steps = append(p.Steps, plan.Step{Number: len(p.Steps) + 1, Goal: name, Language: plan.SQL, Code: name, Inputs: before, Output: name})
			made = append(made, name)
		}
		before = made
	}
	nothing := &table.Table{}
	o := execute.Options{Clock: time.Now, Runners: map[plan.Language]execute.Runner{plan.SQL: func(context.Context, plan.Step, []method.Named) (*execute.Made, error) {
		return &execute.Made{Table: nothing}, nil
	}}}
	const runs = 21
	ours := median(t, runs, func() error {
		steps, err := execute.Run(t.Context(), p, o)
		if err == nil && len(steps) != waves*width {
			err = fmt.Errorf("%d steps were run", len(steps))
		}
		return err
	})
	bare := median(t, runs, func() error {
		var wait sync.WaitGroup
		for range waves * width {
			wait.Go(func() {})
		}
		wait.Wait()
		return nil
	})
	return []figure{{fmt.Sprintf("analysis, a plan of %d empty steps", waves*width), short(ours), short(bare) + " for as many goroutines that do nothing", "100 ms", ours <= 100*time.Millisecond}}
}

// handoverFigures reads a million rows that a step left in the data store, and lets
// a step make another table of them.
func handoverFigures(t *testing.T) []figure {
	path := filepath.Join(t.TempDir(), "million.duckdb")
	makeDuckDB(t, path, millionSales)
	native := openSource(t, duckdb.Driver, path)
	all := source.Limits{Time: time.Minute, Rows: 10 * million, Bytes: 1 << 40}
	const every = "SELECT * FROM sales"
	kept, err := datastore.Open(t.Context(), datastore.Config{Folder: t.TempDir(), Source: source.Config{Memory: source.DefaultMemory}, Clock: time.Now})
	if err != nil {
		t.Fatal(err)
	}
	defer kept.Close()
	if _, err := kept.Put(t.Context(), datastore.Record{Name: "sales", Step: 1}, query(t, native, every, all)); err != nil {
		t.Fatal(err)
	}
	const runs = 5
	ours := median(t, runs, func() error {
		r, err := kept.Query(t.Context(), every, all)
		if err != nil {
			return err
		}
		return countMillion(r)
	})
	bare := median(t, runs, func() error { return countMillion(query(t, native, every, all)) })
	made := median(t, runs, func() error {
		r, err := kept.Make(t.Context(), datastore.Record{Name: "copy", Step: 2}, every)
		if err == nil && r.Rows != million {
			err = fmt.Errorf("made %d rows", r.Rows)
		}
		return err
	})
	db, err := sql.Open("duckdb", filepath.Join(t.TempDir(), "own.duckdb")+"?threads=2")
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	if _, err := db.Exec(millionSales); err != nil {
		t.Fatal(err)
	}
	copied := median(t, runs, func() error {
		_, err := db.Exec("CREATE OR REPLACE TABLE copy AS " + every + "; CHECKPOINT")
		return err
	})
	return []figure{
		{"analysis, a step reads a million rows of another from the data store", short(ours), short(bare) + " for DuckDB reading its own table in the same way", "2 × that", ours <= 2*bare},
		{"analysis, a step makes a table of a million rows of another", short(made), short(copied) + " for DuckDB making a table of its own", "2 × that", made <= 2*copied},
	}
}

func countMillion(r *table.Reader) error {
	n := 0
	for _, err := range r.Rows() {
		if err != nil {
			return err
		}
		n++
	}
	if n != million {
		return fmt.Errorf("read %d rows", n)
	}
	return nil
}

// sandboxFigures starts a sandbox for a program that does nothing, with the layers
// that this machine has: from this process, and when it is larger by a gigabyte, which
// must not matter.
func sandboxFigures(t *testing.T) []figure {
	const runs, page = 21, 4 << 10
	o := sandbox.Options{AllowMissing: true}
	var list []figure
	for _, more := range []int{0, 1 << 30} {
		ballast := make([]byte, more)
		for i := 0; i < more; i += page {
			ballast[i] = 1
		}
		ours := median(t, runs, func() error {
			_, err := sandbox.Run(t.Context(), sandbox.Program{Language: sandbox.Starlark}, o)
			return err
		})
		bare := median(t, runs, func() error { return exec.CommandContext(t.Context(), "/bin/true").Run() })
		list = append(list, figure{fmt.Sprintf("analysis, start of the sandbox with an empty program, from a process of %d MB", ownMemory()>>20), short(ours), short(bare) + " for /bin/true", "50 ms", ours <= 50*time.Millisecond})
		runtime.KeepAlive(ballast)
	}
	return list
}
