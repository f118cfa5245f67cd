package builtin

import (
	"bufio"
	"context"
	"database/sql"
	"encoding/json"
	"flag"
	"os"
	"path/filepath"
	"testing"
	"time"

	_ "github.com/mattn/go-sqlite3" // makes the databases of testdata

	"github.com/plumbdata/plumb/internal/brain"
	"github.com/plumbdata/plumb/internal/connection"
	"github.com/plumbdata/plumb/internal/demo"
	"github.com/plumbdata/plumb/internal/eval"
	"github.com/plumbdata/plumb/internal/source"
	"github.com/plumbdata/plumb/internal/source/duckdb"
	"github.com/plumbdata/plumb/internal/source/sqlite"
	"github.com/plumbdata/plumb/internal/table"
	"github.com/plumbdata/plumb/internal/test/demotest"
)

var weightsFile = flag.String("weights", "", "weights to try instead of those that come with the program")

func TestMain(m *testing.M) {
	duckdb.RunWorkerIfAsked()
	sqlite.RunWorkerIfAsked()
	os.Exit(m.Run())
}

// asked is a line of testdata; see its README.
type asked struct {
	ID, Question, After, Why, Now string
	SQL                           *string
	Also                          []string
	Tags                          []string
}

func questions(t *testing.T, name string) []asked {
	t.Helper()
	f, err := os.Open(filepath.Join("testdata", name))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	var list []asked
	for s := bufio.NewScanner(f); s.Scan(); {
		var a asked
		if err := json.Unmarshal(s.Bytes(), &a); err != nil {
			t.Fatal(err)
		}
		list = append(list, a)
	}
	return list
}

func connect(t *testing.T, driver source.Driver, path, docs string) *connection.Connection {
	t.Helper()
	c, err := connection.Open(t.Context(), connection.Spec{Driver: driver, Identity: path, Docs: docs, Refresh: time.Hour, Now: time.Now,
		Config: source.Config{DSN: path, Name: "test", Memory: source.DefaultMemory, Limits: source.Limits{Time: 30 * time.Second, Rows: 100_000, Bytes: 64 << 20}}})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { c.Close() })
	return c
}

// unhurried is the context of a test: a busy machine decides nothing.
func unhurried(t *testing.T) context.Context { return source.WithPatience(t.Context(), 1000) }

// connectDemo opens the demo warehouse.
func connectDemo(t *testing.T) *connection.Connection {
	t.Helper()
	dir := demotest.Folder(t)
	return connect(t, duckdb.Driver, filepath.Join(dir, demo.FileName), dir)
}

func think(t *testing.T, c *connection.Connection) *Brain {
	t.Helper()
	parser, err := own()
	if *weightsFile != "" {
		file, e := os.ReadFile(*weightsFile)
		if e != nil {
			t.Fatal(e)
		}
		parser, err = LoadParser(file)
	}
	if err != nil {
		t.Fatal(err)
	}
	b, err := parser.Open(unhurried(t), c, "")
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// score is how a set of questions went.
type score struct {
	right              []string // ids
	total, surelyWrong int
}

// hold compares a score with what was reached before. An answer that is sure and
// wrong is worse than many that are unsure.
func (s score) hold(t *testing.T, set string, surelyWrong int) {
	t.Helper()
	t.Logf("%d of %d right (%.1f%%), %d wrong with high confidence", len(s.right), s.total, 100*float64(len(s.right))/float64(s.total), s.surelyWrong)
	pinRight(t, set, s.right)
	if s.surelyWrong > surelyWrong {
		t.Errorf("%d wrong with high confidence, want at most %d", s.surelyWrong, surelyWrong)
	}
}

// ask puts a set of questions to the brain, each in its conversation.
func ask(t *testing.T, b *Brain, c *connection.Connection, list []asked) score {
	t.Helper()
	before := map[string]*brain.Reading{}
	var s score
	for _, q := range list {
		now, err := time.Parse(time.DateOnly, q.Now)
		if err != nil {
			t.Fatal(err)
		}
		a, err := b.Read(unhurried(t), brain.Question{Text: q.Question, Now: now, Before: before[q.After]})
		if err != nil {
			t.Fatalf("%s: %v", q.ID, err)
		}
		s.total++
		said := "declined"
		right := q.SQL == nil && len(a.Readings) == 0
		if len(a.Readings) > 0 {
			said = a.Readings[0].SQL
			before[q.ID] = &a.Readings[0]
			right = q.SQL != nil && equal(t, c, said, append([]string{*q.SQL}, q.Also...))
		}
		if right {
			s.right = append(s.right, q.ID)
			continue
		}
		if a.Outcome == brain.Sure {
			s.surelyWrong++
		}
		t.Logf("%s (%s, %.2f) %s\n  said: %s", q.ID, a.Outcome, a.Confidence, q.Question, said)
	}
	return s
}

func equal(t *testing.T, c *connection.Connection, said string, golds []string) bool {
	t.Helper()
	got, err := rows(t.Context(), c, said)
	if err != nil {
		return false
	}
	for _, gold := range golds {
		want, err := rows(t.Context(), c, gold)
		if err != nil {
			t.Errorf("a gold query does not run: %s: %v", gold, err)
			continue
		}
		if eval.JudgeTables(want, got, gold) == eval.Right {
			return true
		}
	}
	return false
}

func rows(ctx context.Context, c *connection.Connection, query string) (*table.Table, error) {
	r, _, err := c.Query(ctx, query, source.Limits{Time: 30 * time.Second, Rows: 50_000, Bytes: 64 << 20})
	if err != nil {
		return nil, err
	}
	defer r.Close()
	return r.ReadAll()
}

func TestDemoQuestions(t *testing.T) {
	c := connectDemo(t)
	ask(t, think(t, c), c, questions(t, "demo.jsonl")).hold(t, "demo", 0)
}

// What documents define is followed, or the question is declined: a figure that
// is not as defined is wrong, however likely.
func TestDemoTerms(t *testing.T) {
	c := connectDemo(t)
	ask(t, think(t, c), c, questions(t, "terms.jsonl")).hold(t, "terms", 0)
}

// fromScript makes a database of a script in testdata.
func fromScript(t *testing.T, name string) *connection.Connection {
	t.Helper()
	path := filepath.Join(t.TempDir(), name+".sqlite")
	script, err := os.ReadFile(filepath.Join("testdata", name+".sql"))
	if err != nil {
		t.Fatal(err)
	}
	db, err := sql.Open("sqlite3", path)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := db.ExecContext(t.Context(), string(script)); err != nil {
		t.Fatal(err)
	}
	if err := db.Close(); err != nil {
		t.Fatal(err)
	}
	return connect(t, sqlite.Driver, path, "")
}

func TestSkiResortQuestions(t *testing.T) {
	c := fromScript(t, "skiresort")
	ask(t, think(t, c), c, questions(t, "skiresort.jsonl")).hold(t, "skiresort", 1)
}

// Databases of other trades, with names as different people give them.
func TestSmallDatabaseQuestions(t *testing.T) {
	for _, set := range []string{"gym", "vet", "museum"} {
		t.Run(set, func(t *testing.T) {
			c := fromScript(t, set)
			ask(t, think(t, c), c, questions(t, set+".jsonl")).hold(t, set, 0)
		})
	}
}

// readAt reads a question of testdata by itself.
func (b *Brain) readAt(t *testing.T, q asked) *brain.Answer {
	t.Helper()
	now, err := time.Parse(time.DateOnly, q.Now)
	if err != nil {
		t.Fatal(err)
	}
	a, err := b.Read(unhurried(t), brain.Question{Text: q.Question, Now: now})
	if err != nil {
		t.Fatalf("%s: %v", q.ID, err)
	}
	return a
}
