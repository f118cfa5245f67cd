package eval

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/plumbdata/plumb/internal/connection"
	"github.com/plumbdata/plumb/internal/fault"
	"github.com/plumbdata/plumb/internal/schema"
	"github.com/plumbdata/plumb/internal/source"
	"github.com/plumbdata/plumb/internal/source/postgres"
	"github.com/plumbdata/plumb/internal/source/sqlite"
	"github.com/plumbdata/plumb/internal/test/testbed"
)

// scripted is a brain that says what a test tells it, by question.
type scripted struct {
	say   func(Request) (Answer, error)
	asked []Request
}

func (s *scripted) Open(context.Context, *connection.Connection) (Session, error) { return s, nil }

func (s *scripted) Ask(_ context.Context, r Request) (Answer, error) {
	s.asked = append(s.asked, r)
	return s.say(r)
}

func (s *scripted) Close() error { return nil }

// folder makes a suite's folder: files by name, and a database that holds
// boats with a day each, among them one that is no day.
func folder(t *testing.T, files map[string]string) string {
	t.Helper()
	dir := t.TempDir()
	for name, text := range files {
		path := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.MkdirAll(filepath.Join(dir, "database"), 0o755); err != nil {
		t.Fatal(err)
	}
	testbed.SQLite(t, filepath.Join(dir, "database", "harbour.sqlite"), `CREATE TABLE boats (id INTEGER PRIMARY KEY, name TEXT, built DATE, afloat BOOLEAN);
		INSERT INTO boats VALUES (1, 'Heron', '2019-05-01', 1), (2, 'Tern', 'unknown', 0), (3, 'Heron', '2021-01-01', 'maybe')`)
	return dir
}

func open(ctx context.Context, name, dsn string) (*connection.Connection, error) {
	driver := sqlite.Driver
	if strings.HasPrefix(dsn, "postgres:") {
		driver = postgres.Driver
	}
	return connection.Open(ctx, connection.Spec{Driver: driver, Config: source.Config{DSN: dsn, Name: name}, Cache: schema.Cache{}, Now: time.Now})
}

func run(t *testing.T, dir string, b Brain, j *Journal) *Run {
	t.Helper()
	suite, err := Load(dir, Selection{})
	if err != nil {
		t.Fatal(err)
	}
	return &Run{Suite: suite, Brain: b, Open: open, Order: OrderCounts, Parallel: 2, Journal: j, Now: time.Date(2030, 1, 2, 0, 0, 0, 0, time.UTC)}
}

func TestVerdicts(t *testing.T) {
	for _, c := range []struct {
		name, gold string // gold as in the file
		answer     Answer
		err        error
		want       Class
		oracle     bool
	}{
		{name: "right", gold: `"SELECT count(*) FROM boats"`, answer: Answer{SQL: "SELECT 3"}, want: Right, oracle: true},
		{name: "stored text stays as it is", gold: `"SELECT built, afloat FROM boats"`, answer: Answer{SQL: "SELECT built, afloat FROM boats"}, want: Right, oracle: true},
		{name: "gold with texts in double quotes", gold: `"SELECT id FROM boats WHERE name = \"Tern\""`, answer: Answer{SQL: "SELECT id FROM boats WHERE name = 'Tern'"}, want: Right, oracle: true},
		{name: "a query and its rival", gold: `"SELECT 1; SELECT 2"`, answer: Answer{SQL: "SELECT 2"}, want: Right, oracle: true},
		{name: "order", gold: `"SELECT id FROM boats ORDER BY id"`, answer: Answer{SQL: "SELECT id FROM boats ORDER BY id DESC"}, want: WrongOrder},
		{name: "right among the candidates", gold: `"SELECT 1"`, answer: Answer{SQL: "SELECT 2", Candidates: []string{"nonsense", "SELECT 1"}}, want: WrongValues, oracle: true},
		{name: "declined", gold: `"SELECT 1"`, answer: Answer{Status: Declined}, want: WronglyRefused},
		{name: "declined, but it was thought of", gold: `"SELECT 1"`, answer: Answer{Status: Declined, Candidates: []string{"SELECT 1"}}, want: WronglyRefused, oracle: true},
		{name: "rightly declined", gold: `null`, answer: Answer{Status: Declined}, want: Right},
		{name: "not declined", gold: `null`, answer: Answer{SQL: "SELECT 1"}, want: ShouldDecline},
		{name: "failing is not declining", gold: `null`, answer: Answer{}, want: NotAnswered},
		{name: "refused", gold: `"SELECT 1"`, answer: Answer{SQL: "DROP TABLE boats"}, want: Refused},
		{name: "not SQL", gold: `"SELECT 1"`, answer: Answer{SQL: "SELECT FROM"}, want: Broken},
		{name: "runs out of integers", gold: `"SELECT 1"`, answer: Answer{SQL: "SELECT sum(9223372036854775807) FROM boats"}, want: Broken},
		{name: "an error", gold: `"SELECT 1"`, err: errors.New("no idea"), want: NotAnswered},
		{name: "gold does not run", gold: `"SELECT nothing FROM nowhere"`, answer: Answer{SQL: "SELECT 1"}, want: GoldBroken},
	} {
		t.Run(c.name, func(t *testing.T) {
			dir := folder(t, map[string]string{"questions.jsonl": `{"id":"q","db_id":"harbour","question":"?","sql":` + c.gold + "}\n"})
			j := NewJournal()
			if err := run(t, dir, &scripted{say: func(Request) (Answer, error) { return c.answer, c.err }}, j).Do(t.Context()); err != nil {
				t.Fatal(err)
			}
			got, _ := j.Get("q", 0)
			if got.Class != c.want || got.Oracle != c.oracle {
				t.Errorf("got %+v, want class %q, oracle %v", got, c.want, c.oracle)
			}
		})
	}
}

// A turn gets what the one before gave, and the clock of its dialogue.
func TestDialogues(t *testing.T) {
	dir := folder(t, map[string]string{"dialogues.jsonl": `{"id":"d","db_id":"harbour","now":"2024-05-06","turns":[` +
		`{"question":"how many boats?","sql":"SELECT 3"},{"question":"and afloat?","sql":"SELECT 1"},` +
		`{"question":"names?","sql":"SELECT name FROM boats"}]}`})
	b := &scripted{say: func(r Request) (Answer, error) {
		switch r.Question {
		case "how many boats?":
			return Answer{SQL: "SELECT 3", Conversation: "boats"}, nil
		case "and afloat?":
			return Answer{Status: Declined}, nil
		}
		panic("no more")
	}}
	r := run(t, dir, b, NewJournal())
	if err := r.Do(t.Context()); err != nil {
		t.Fatal(err)
	}
	now := time.Date(2024, 5, 6, 0, 0, 0, 0, time.UTC)
	want := []Request{{"how many boats?", now, nil}, {"and afloat?", now, "boats"}, {"names?", now, "boats"}}
	if d := cmp.Diff(want, b.asked); d != "" {
		t.Error(d)
	}
	s := Summarize(r.Suite, r.Journal)
	if s.Turns.N != 1 || s.Turns.Of != 3 || s.Dialogues.N != 0 || s.Dialogues.Of != 1 {
		t.Errorf("turns %+v, dialogues %+v", s.Turns, s.Dialogues)
	}
	if last, _ := r.Journal.Get("d", 2); last.Status != Failed || !strings.Contains(last.Error, "no more") {
		t.Errorf("a panic gives %+v", last)
	}
}

const two = `{"id":"a","db_id":"harbour","question":"one","sql":"SELECT 1"}
{"id":"b","db_id":"harbour","question":"two","sql":"SELECT 2"}
`

// What is in the file is not asked again; a line that was cut off is.
func TestContinues(t *testing.T) {
	dir := folder(t, map[string]string{"questions.jsonl": two})
	out := filepath.Join(t.TempDir(), "out.jsonl")
	b := &scripted{say: func(r Request) (Answer, error) { return Answer{SQL: "SELECT 1", Confidence: 0.5}, nil }}
	do := func(settings string) (string, error) {
		j, err := OpenJournal(out, settings)
		if err != nil {
			return "", err
		}
		defer j.Close()
		if err := run(t, dir, b, j).Do(t.Context()); err != nil {
			t.Fatal(err)
		}
		text, err := os.ReadFile(out)
		return string(text), err
	}
	first, err := do("x")
	if err != nil || len(b.asked) != 2 || strings.Count(first, "\n") != 2 {
		t.Fatalf("asked %d, wrote\n%s%v", len(b.asked), first, err)
	}
	if again, err := do("x"); again != first || err != nil || len(b.asked) != 2 {
		t.Errorf("asked %d, wrote\n%s%v", len(b.asked), again, err)
	}
	if err := os.Truncate(out, int64(len(first)-10)); err != nil {
		t.Fatal(err)
	}
	if again, err := do("x"); strings.Count(again, "\n") != 2 || err != nil || len(b.asked) != 3 || b.asked[2].Question != "two" {
		t.Errorf("asked %d, wrote\n%s%v", len(b.asked), again, err)
	}
	if _, err := do("y"); fault.CodeOf(err) != fault.Usage {
		t.Errorf("other settings give %v", err)
	}
}

// A run that is stopped records nothing that it did not finish.
func TestStops(t *testing.T) {
	dir := folder(t, map[string]string{"questions.jsonl": two})
	ctx, cancel := context.WithCancel(t.Context())
	b := &scripted{say: func(r Request) (Answer, error) {
		if r.Question == "two" {
			cancel()
		}
		return Answer{SQL: "SELECT 1"}, nil
	}}
	r := run(t, dir, b, NewJournal())
	if err := r.Do(ctx); !errors.Is(err, context.Canceled) {
		t.Errorf("got %v", err)
	}
	_, first := r.Journal.Get("a", 0)
	_, second := r.Journal.Get("b", 0)
	if !first || second {
		t.Errorf("recorded: first %v, second %v", first, second)
	}
}

// A database that the brain cannot open costs its questions, not the run.
func TestBrainThatDoesNotOpen(t *testing.T) {
	dir := folder(t, map[string]string{"questions.jsonl": two})
	r := run(t, dir, closed{}, NewJournal())
	if err := r.Do(t.Context()); err != nil {
		t.Fatal(err)
	}
	for _, id := range []string{"a", "b"} {
		if got, _ := r.Journal.Get(id, 0); got.Class != NotAnswered || got.Status != Failed || got.Error != "too many tables" {
			t.Errorf("%+v", got)
		}
	}
}

type closed struct{}

func (closed) Open(context.Context, *connection.Connection) (Session, error) {
	return nil, errors.New("too many tables")
}

func TestReplayAndGold(t *testing.T) {
	dir := folder(t, map[string]string{"questions.jsonl": two})
	file := filepath.Join(dir, "said.jsonl")
	if err := os.WriteFile(file, []byte(`{"id":"a","sql":"SELECT 1","confidence":0.9}`+"\n"+`{"id":"b","candidates":["SELECT 2"]}`), 0o644); err != nil {
		t.Fatal(err)
	}
	replay, err := Replay(file)
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		brain Brain
		want  []Class
	}{{replay, []Class{Right, WronglyRefused}}, {Gold, []Class{Right, Right}}} {
		r := run(t, dir, c.brain, NewJournal())
		if err := r.Do(t.Context()); err != nil {
			t.Fatal(err)
		}
		a, _ := r.Journal.Get("a", 0)
		b, _ := r.Journal.Get("b", 0)
		if d := cmp.Diff(c.want, []Class{a.Class, b.Class}); d != "" || !b.Oracle {
			t.Errorf("oracle %v %s", b.Oracle, d)
		}
	}
}
