//go:build bench

package bench

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/plumbdata/plumb/internal/connection"
	"github.com/plumbdata/plumb/internal/demo"
	mode "github.com/plumbdata/plumb/internal/mode/answer"
	"github.com/plumbdata/plumb/internal/session"
	"github.com/plumbdata/plumb/internal/source"
	"github.com/plumbdata/plumb/internal/source/duckdb"
	storesqlite "github.com/plumbdata/plumb/internal/store/sqlite"
	"github.com/plumbdata/plumb/internal/story/tell"
)

// answerFigures goes from questions to cells with a planner that answers at
// once and the built-in narrator, in a real store, over the demo warehouse.
func answerFigures(t *testing.T) []figure {
	dir := t.TempDir()
	if _, err := demo.Build(t.Context(), dir, nil); err != nil {
		t.Fatal(err)
	}
	warehouse := connect(t, duckdb.Driver, filepath.Join(dir, demo.FileName), dir)
	if _, err := warehouse.Schema(t.Context(), connection.Full); err != nil {
		t.Fatal(err)
	}
	kept, err := storesqlite.Open(t.Context(), filepath.Join(t.TempDir(), "plumb.db"), storesqlite.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer kept.Close()
	list := known(t)
	var plan scripted = list
	log := session.NewLog(kept, session.Options{Clock: time.Now, NewID: numbered})
	one := talk(t, plan, warehouse, log)
	const rounds = 4
	var beyond, alone []time.Duration
	for round := range rounds {
		for _, q := range list {
			start := time.Now()
			if err := bareQuery(t.Context(), warehouse, q.SQL); err != nil {
				t.Fatal(q.SQL, err)
			}
			bare := time.Since(start)
			took, execute, err := one.ask(t.Context(), q.Question)
			if err != nil {
				t.Fatal(q.Question, err)
			}
			if round > 0 { // the first one warms up
				alone, beyond = append(alone, bare), append(beyond, took-execute)
			}
		}
	}
	slices.Sort(alone)
	slices.Sort(beyond)
	middle, slow := place(beyond, 0.5), place(beyond, 0.99)
	figures := []figure{
		{"from a question to its cell, beyond database time, median", short(middle), short(place(alone, 0.5)) + " for the statement by itself", "15 ms", middle <= 15*time.Millisecond},
		{fmt.Sprintf("the same, 99th percentile of %d", len(beyond)), short(slow), short(place(alone, 0.99)) + " for the statement by itself", "40 ms", slow <= 40*time.Millisecond},
	}
	return append(figures, crowd(t, plan, warehouse, log))
}

// crowd asks many questions at once, each in a session of its own.
func crowd(t *testing.T, plan scripted, warehouse *connection.Connection, log *session.Log) figure {
	const people, each, rounds = 200, 5, 3
	talks := make([]*conversation, people)
	for i := range talks {
		talks[i] = talk(t, plan, warehouse, log)
	}
	question := func(person, n int) asked { return plan[(person*each+n)%len(plan)] }
	var answers, queries []time.Duration
	for range rounds {
		queries = append(queries, together(t, people, func(person int) error {
			for n := range each {
				if err := bareQuery(t.Context(), warehouse, question(person, n).SQL); err != nil {
					return err
				}
			}
			return nil
		}))
		answers = append(answers, together(t, people, func(person int) error {
			for n := range each {
				if _, _, err := talks[person].ask(t.Context(), question(person, n).Question); err != nil {
					return err
				}
			}
			return nil
		}))
	}
	slices.Sort(answers)
	slices.Sort(queries)
	perSecond := func(d time.Duration) float64 { return people * each / d.Seconds() }
	ours, bare := perSecond(answers[rounds/2]), perSecond(queries[rounds/2])
	return figure{fmt.Sprintf("%d questions at once, answers a second", people), fmt.Sprintf("%.0f", ours), fmt.Sprintf("%.0f statements a second by themselves", bare),
		"80% of that", ours >= 0.8*bare}
}

// together lets people work at once and takes the time until all are done.
func together(t *testing.T, people int, work func(person int) error) time.Duration {
	t.Helper()
	var wait sync.WaitGroup
	errs := make([]error, people)
	start := time.Now()
	for i := range people {
		wait.Go(func() { errs[i] = work(i) })
	}
	wait.Wait()
	took := time.Since(start)
	for _, err := range errs {
		if err != nil {
			t.Fatal(err)
		}
	}
	return took
}

func bareQuery(ctx context.Context, c *connection.Connection, sql string) error {
	rows, _, err := c.Query(ctx, sql, source.Limits{}.OrDefault())
	if err == nil {
		_, err = rows.ReadAll()
	}
	return err
}

// conversation is a session that questions are answered in.
type conversation struct{ mode *mode.Mode }

func talk(t *testing.T, plan scripted, c *connection.Connection, log *session.Log) *conversation {
	t.Helper()
	s, err := log.Start(t.Context(), "bench", "bench")
	if err != nil {
		t.Fatal(err)
	}
	return &conversation{&mode.Mode{Planner: plan, Narrator: narrator{}, Database: c, Log: s, Limits: source.Limits{}.OrDefault(), NewID: numbered, Clock: time.Now}}
}

// ask answers a question and says how much of the time was the database's.
func (c *conversation) ask(ctx context.Context, question string) (took, execute time.Duration, err error) {
	turn, err := c.mode.Ask(ctx, mode.Question{Text: question, Now: time.Date(2025, 12, 31, 0, 0, 0, 0, time.UTC)})
	if err != nil {
		return 0, 0, err
	}
	if !turn.Answered() {
		return 0, 0, fmt.Errorf("%s: %+v", question, turn.Cell.Diagnostics)
	}
	return turn.Took, time.Duration(turn.Cell.Metadata.Timings.Execute * float64(time.Millisecond)), nil
}

var lastNumber atomic.Int64

func numbered(prefix string) string { return fmt.Sprint(prefix, lastNumber.Add(1)) }

// asked is a question whose statement is known.
type asked struct{ Question, SQL, After string }

// demoAsked is what the brain's own tests ask of the demo, but for what follows
// another question.
func demoAsked(t *testing.T) []asked {
	t.Helper()
	f, err := os.Open(filepath.Join("..", "brain", "builtin", "testdata", "demo.jsonl"))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	var list []asked
	for lines := bufio.NewScanner(f); lines.Scan(); {
		var q asked
		if err := json.Unmarshal(lines.Bytes(), &q); err != nil {
			t.Fatal(err)
		}
		if q.After == "" {
			list = append(list, q)
		}
	}
	return list
}

func demoQuestions(t *testing.T) []string {
	t.Helper()
	var list []string
	for _, q := range demoAsked(t) {
		list = append(list, q.Question)
	}
	return list
}

// known are the questions that have a statement.
func known(t *testing.T) []asked {
	t.Helper()
	return slices.DeleteFunc(demoAsked(t), func(q asked) bool { return q.SQL == "" })
}

// scripted is a planner that knows the statements.
type scripted []asked

func (s scripted) Plan(_ context.Context, r mode.Request) (*mode.Draft, error) {
	i := slices.IndexFunc(s, func(q asked) bool { return q.Question == r.Question })
	return &mode.Draft{Outcome: mode.Sure, Confidence: 1, SQL: s[i].SQL, Sentence: r.Question, By: "scripted"}, nil
}

// narrator is the built-in one.
type narrator struct{}

func (narrator) Narrate(_ context.Context, f mode.Finding) (*mode.Narrative, error) {
	return &mode.Narrative{Story: tell.Tell(tell.Finding{Question: f.Question, Table: f.Table, Meaning: f.Meaning, Now: f.Now}), By: "builtin"}, nil
}
