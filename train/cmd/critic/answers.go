package main

import (
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"sync"
	"time"

	"github.com/plumbdata/plumb/internal/brain"
	"github.com/plumbdata/plumb/internal/brain/builtin"
	"github.com/plumbdata/plumb/internal/brain/form"
	"github.com/plumbdata/plumb/internal/connection"
	"github.com/plumbdata/plumb/internal/eval"
	"github.com/plumbdata/plumb/internal/source"
	"github.com/plumbdata/plumb/internal/source/sqlite"
)

// kept is an answer of the built-in brain, as it is kept in a file.
type kept struct {
	Database   string        `json:"db"`
	ID         string        `json:"id,omitempty"`
	Question   string        `json:"question"`
	Now        time.Time     `json:"now"`
	Outcome    brain.Outcome `json:"outcome"`
	Confidence float64       `json:"confidence"`
	Given      bool          `json:"given,omitempty"`
	Told       string        `json:"told,omitempty"`
	Missing    string        `json:"missing,omitempty"`
	Unused     []string      `json:"unused,omitempty"`
	Evidence   []float64     `json:"evidence,omitempty"`
	Readings   []keptReading `json:"readings,omitempty"`
	Class      eval.Class    `json:"class,omitempty"`
}

// keptReading is a reading with its form.
type keptReading struct {
	SQL      string      `json:"sql"`
	Sentence string      `json:"sentence"`
	Form     *form.Query `json:"form"`
}

// answers asks the built-in brain a folder's questions, and keeps what it says with
// whether that is right. A run that was stopped continues.
func answers(ctx context.Context, args []string) error {
	f := flag.NewFlagSet("answers", flag.ExitOnError)
	out := f.String("out", "", "file to write")
	split := f.String("split", "train", "databases of this split; empty is all")
	field := f.String("field", "question", "field that holds the question")
	limit := f.Int("limit", 0, "questions at most")
	parallel := f.Int("parallel", 1, "databases at a time")
	order := f.String("order", "", "whether order counts")
	if err := f.Parse(args); err != nil {
		return err
	}
	folder, err := filepath.Abs(f.Arg(0)) // databases are opened elsewhere
	if err != nil {
		return err
	}
	suite, err := eval.Load(folder, eval.Selection{Split: *split, Field: *field, Set: "questions", Limit: *limit})
	if err != nil {
		return err
	}
	parser, err := builtin.Own()
	if err != nil {
		return err
	}
	journal, err := eval.OpenJournal(*out+".journal", []string{filepath.Base(folder), *split, *field, parser.Mark(), fmt.Sprint(*limit)})
	if err != nil {
		return err
	}
	defer journal.Close()
	file, err := os.OpenFile(*out, os.O_CREATE|os.O_APPEND|os.O_WRONLY, 0o644)
	if err != nil {
		return err
	}
	defer file.Close()
	before, err := answered(*out)
	if err != nil {
		return err
	}
	run := &eval.Run{Suite: suite, Brain: &asked{parser: parser, lines: json.NewEncoder(file), before: before}, Open: open, Now: today, Parallel: *parallel, Order: suite.Order(), Journal: journal,
		Patience: 5 * time.Minute,
		Progress: func(done, total int) {
			if done%25 == 0 {
				fmt.Fprintln(os.Stderr, done, "of", total)
			}
		}}
	if *order != "" {
		run.Order = eval.Order(*order)
	}
	return run.Do(ctx)
}

// today is the day of questions that set none.
var today = time.Date(2025, 11, 15, 0, 0, 0, 0, time.UTC)

// open connects to a database file without any documents about it.
func open(ctx context.Context, name, dsn string) (*connection.Connection, error) {
	return connection.Open(ctx, connection.Spec{
		Driver:   sqlite.Driver,
		Config:   source.Config{DSN: dsn, Name: name, Limits: source.Limits{Time: 30 * time.Second, Rows: 100_000, Bytes: 64 << 20}},
		Identity: name, Refresh: time.Hour, Now: time.Now,
	})
}

// asked is the built-in brain, whose answers are kept.
type asked struct {
	parser *builtin.Parser
	mu     sync.Mutex
	lines  *json.Encoder
	before map[string]*kept // by database and question
}

// answered are the answers that a file has.
func answered(path string) (map[string]*kept, error) {
	list := map[string]*kept{}
	return list, eachLine(path, func(line []byte) error {
		k := &kept{}
		err := json.Unmarshal(line, k)
		list[k.Database+"\x00"+k.Question] = k
		return err
	})
}

// answer is what is scored of an answer.
func (k *kept) answer() eval.Answer {
	if len(k.Readings) == 0 {
		return eval.Answer{Status: eval.Declined, Confidence: k.Confidence}
	}
	return eval.Answer{SQL: k.Readings[0].SQL, Confidence: k.Confidence, Status: eval.Answered, Reading: k.Readings[0].Sentence, Sure: k.Outcome == brain.Sure}
}

func (a *asked) Open(ctx context.Context, c *connection.Connection) (eval.Session, error) {
	b, err := a.parser.Open(source.WithPatience(ctx, 20), c, "")
	if err != nil {
		return nil, err
	}
	return &askedSession{a, b, c.Name()}, nil
}

type askedSession struct {
	*asked
	brain *builtin.Brain
	name  string
}

func (s *askedSession) Close() error { return nil }

func (s *askedSession) Ask(ctx context.Context, r eval.Request) (eval.Answer, error) {
	if k := s.before[s.name+"\x00"+r.Question]; k != nil {
		return k.answer(), nil
	}
	a, err := s.brain.Read(source.WithPatience(ctx, 20), brain.Question{Text: r.Question, Now: r.Now})
	if err != nil {
		return eval.Answer{Status: eval.Failed}, err
	}
	k := kept{Database: s.name, Question: r.Question, Now: r.Now, Outcome: a.Outcome, Confidence: a.Confidence, Given: a.Given, Told: a.Told, Missing: a.Missing, Unused: a.Unused, Evidence: a.Evidence}
	for _, one := range a.Readings {
		q, _ := one.Form.(*form.Query)
		k.Readings = append(k.Readings, keptReading{one.SQL, one.Sentence, q})
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if err := s.lines.Encode(k); err != nil {
		return eval.Answer{}, err
	}
	return k.answer(), nil
}
