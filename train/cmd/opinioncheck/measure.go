package main

import (
	"bufio"
	"context"
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/plumbdata/plumb/internal/brain"
	"github.com/plumbdata/plumb/internal/brain/builtin"
	"github.com/plumbdata/plumb/internal/connection"
	"github.com/plumbdata/plumb/internal/fault"
	"github.com/plumbdata/plumb/internal/source"
	"github.com/plumbdata/plumb/internal/source/sqlite"
)

type diagnostic = fault.Diagnostic

// task is a question with its gold statement.
type task struct {
	ID       any    `json:"id"`
	Database string `json:"db_id"`
	Question string `json:"question"`
	SQL      string `json:"sql"`
	Now      string `json:"now"`
}

// day is when the question was asked.
func (t *task) day() time.Time {
	if now, err := time.Parse(time.DateOnly, t.Now); err == nil {
		return now
	}
	return time.Date(2025, 11, 15, 0, 0, 0, 0, time.UTC)
}

// measure judges the gold statements of a folder, and the same spoilt.
func measure(ctx context.Context, dir string, o options) (*tally, error) {
	tasks, err := load(dir, o)
	if err != nil {
		return nil, err
	}
	t := newTally(o.show)
	for len(tasks) > 0 {
		name := tasks[0].Database
		n := 0
		for n < len(tasks) && tasks[n].Database == name {
			n++
		}
		if err := t.database(ctx, filepath.Join(dir, "database", name+".sqlite"), name, tasks[:n], o); err != nil {
			return nil, err
		}
		tasks = tasks[n:]
	}
	return t, nil
}

func (t *tally) database(ctx context.Context, path, name string, tasks []*task, o options) error {
	c, err := connection.Open(ctx, connection.Spec{
		Driver:   sqlite.Driver,
		Config:   source.Config{DSN: path, Name: name, Limits: source.Limits{Time: 10 * time.Second, Rows: 100_000, Bytes: 64 << 20}},
		Identity: name, Refresh: time.Hour, Now: time.Now,
	})
	if err != nil {
		return err
	}
	defer c.Close()
	b, err := builtin.Open(ctx, c, "")
	if err != nil {
		return err
	}
	for _, a := range tasks {
		q := brain.Question{Text: a.Question, Now: a.day()}
		var answer *brain.Answer
		if o.verdict {
			if answer, err = b.Read(ctx, q); err != nil {
				return err
			}
		}
		began := time.Now()
		opinion := b.Opinion(ctx, q, a.SQL, answer)
		t.gold(a, opinion, time.Since(began))
		if o.verdict {
			t.verdict(a, "gold", opinion)
		}
		for _, s := range spoil(b.Index(), a) {
			opinion := b.Opinion(ctx, q, s.sql, answer)
			t.bad(a, s, opinion)
			if o.verdict {
				t.verdict(a, s.kind, opinion)
			}
		}
	}
	return nil
}

// load reads the tasks of one split, those of a database together.
func load(dir string, o options) ([]*task, error) {
	data, err := os.ReadFile(filepath.Join(dir, "splits.json"))
	if err != nil {
		return nil, err
	}
	var splits map[string][]string
	if err := json.Unmarshal(data, &splits); err != nil {
		return nil, err
	}
	f, err := os.Open(filepath.Join(dir, "questions.jsonl"))
	if err != nil {
		return nil, err
	}
	defer f.Close()
	var list []*task
	for s := bufio.NewScanner(f); s.Scan(); {
		var t task
		if err := json.Unmarshal(s.Bytes(), &t); err != nil {
			return nil, err
		}
		if t.SQL != "" && slices.Contains(splits[o.split], t.Database) {
			list = append(list, &t)
		}
	}
	if o.limit > 0 && len(list) > o.limit { // spread over all databases
		var some []*task
		for i := range o.limit {
			some = append(some, list[i*len(list)/o.limit])
		}
		list = some
	}
	slices.SortStableFunc(list, func(a, b *task) int { return strings.Compare(a.Database, b.Database) })
	return list, nil
}
