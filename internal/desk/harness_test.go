package desk

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	_ "github.com/mattn/go-sqlite3" // makes the shop

	"github.com/plumbdata/plumb/internal/brain"
	"github.com/plumbdata/plumb/internal/config"
	"github.com/plumbdata/plumb/internal/connection"
	"github.com/plumbdata/plumb/internal/fault"
	"github.com/plumbdata/plumb/internal/notebook"
	"github.com/plumbdata/plumb/internal/plan"
	"github.com/plumbdata/plumb/internal/schema"
	"github.com/plumbdata/plumb/internal/session"
	"github.com/plumbdata/plumb/internal/source"
	"github.com/plumbdata/plumb/internal/source/postgres"
	"github.com/plumbdata/plumb/internal/source/sqlite"
	"github.com/plumbdata/plumb/internal/store"
	storesqlite "github.com/plumbdata/plumb/internal/store/sqlite"
	"github.com/plumbdata/plumb/internal/talk"
	"github.com/plumbdata/plumb/internal/test/testbed"
)

// Statements over the shop.
const (
	byChannel = "SELECT channel, sum(amount) AS total FROM sales GROUP BY channel ORDER BY channel"
	byMonth   = "SELECT date(day, 'start of month') AS month, sum(amount) AS total FROM sales GROUP BY 1 ORDER BY 1"
	onlyWeb   = "SELECT channel, sum(amount) AS total FROM sales WHERE channel = 'web' GROUP BY channel"
	countAll  = "SELECT count(*) AS n FROM sales"
	endless   = "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT count(*) AS n FROM n"
)

// place is a desk over a small shop, with a home of its own.
type place struct {
	*Work
	t       testing.TB
	drivers connection.Drivers
	dir     string
	kept    store.Store
	brain   *scripted
	opens   atomic.Int32 // conversations that were begun
	env     []string
	skip    atomic.Int64 // by which the clock is ahead
	always  bool         // Plumb's own plans wait for approval, too
}

// newPlace makes a shop, a home that knows it, and a desk.
func newPlace(t testing.TB, change ...func(*Config)) *place {
	t.Helper()
	p := &place{t: t, dir: t.TempDir(), brain: &scripted{}, drivers: connection.Drivers{postgres.Driver, sqlite.Driver}}
	p.sql("shop.db", `
		CREATE TABLE sales (id INTEGER PRIMARY KEY, amount REAL, channel TEXT, day DATE);
		WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i+1 FROM n WHERE i < 60)
		INSERT INTO sales SELECT i, i * 2, CASE WHEN i % 3 THEN 'shop' ELSE 'web' END, date('2024-01-01', '+' || (i * 6) || ' days') FROM n`)
	p.write("home/config.yaml", "active: shop\nconnections:\n  shop:\n    dsn: sqlite:"+p.path("shop.db")+"\n")
	p.open(change...)
	return p
}

func (p *place) path(name string) string { return filepath.Join(p.dir, name) }

func (p *place) write(name, text string) {
	p.t.Helper()
	if err := os.MkdirAll(filepath.Dir(p.path(name)), 0o700); err != nil {
		p.t.Fatal(err)
	}
	if err := os.WriteFile(p.path(name), []byte(text), 0o600); err != nil {
		p.t.Fatal(err)
	}
}

func (p *place) sql(file, statements string) {
	p.t.Helper()
	testbed.SQLite(p.t, p.path(file), statements)
}

// executing waits until the statement of a turn runs.
func (p *place) executing(turn Turn) {
	p.t.Helper()
	for e, err := range p.Follow(p.t.Context(), turn.Notebook, turn.After) {
		if err != nil {
			p.t.Fatal(err)
		}
		var stage session.StagePayload
		if _ = json.Unmarshal(e.Payload, &stage); stage.Stage == session.Executing {
			return
		}
		if e.Kind == session.TurnEnded {
			p.t.Fatalf("it has ended: %s", e.Payload)
		}
	}
}

// open begins a desk over what there is, as a new process would.
func (p *place) open(change ...func(*Config)) {
	p.t.Helper()
	kept, err := storesqlite.Open(p.t.Context(), p.path("home/plumb.db"), storesqlite.Options{})
	if err != nil {
		p.t.Fatal(err)
	}
	c := p.config(kept)
	for _, f := range change {
		f(&c)
	}
	if p.Work != nil { // the process that had it is gone
		p.Work.mu.Lock()
		if p.Work.alone != nil {
			p.Work.alone()
			p.Work.alone = nil
		}
		p.Work.mu.Unlock()
	}
	w := New(p.t.Context(), c)
	p.Work, p.kept = w, c.Store
	p.t.Cleanup(func() {
		soon, cancel := context.WithCancel(context.WithoutCancel(p.t.Context()))
		cancel()
		if err := w.Close(soon); err != nil {
			p.t.Error(err)
		}
		_ = kept.Close()
	})
}

// freshID is a new id in this test, in whichever process.
var lastID atomic.Int64

func freshID(prefix string) string { return fmt.Sprintf("%s%06d", prefix, lastID.Add(1)) }

func (p *place) config(kept store.Store) Config {
	tick := ticking()
	clock := func() time.Time { return tick().Add(time.Duration(p.skip.Load())) }
	build := func(c *config.Config, name, dsn string) (connection.Spec, error) {
		driver, resolved, err := p.drivers.Resolve(dsn, p.dir)
		return connection.Spec{Driver: driver, Identity: config.Redact(resolved), Refresh: time.Hour, Now: time.Now,
			Config: source.Config{DSN: resolved, Name: name, Limits: limitsOf(c)}, Cache: schema.Cache{Dir: p.path("home/cache")}}, err
	}
	return Config{Version: "test", Clock: clock, NewID: freshID, Store: kept, Drivers: p.drivers,
		Notebooks: notebook.Store{Dir: p.path("home/notebooks"), Now: clock, NewID: freshID},
		Input: func() config.Input {
			return config.Input{Environ: append([]string{"PLUMB_HOME=" + p.path("home")}, p.env...), Home: p.dir, Dir: p.dir}
		},
		Spec: func(c *config.Config, name string) (connection.Spec, error) {
			if name == "" {
				name = c.Active
			}
			if name == "" {
				return connection.Spec{}, fault.New(fault.NotFound, "no data is connected yet")
			}
			dsn, err := c.Resolve(name)
			if err != nil {
				return connection.Spec{}, err
			}
			return build(c, name, dsn)
		},
		Address: build,
		Talk: func(ctx context.Context, c *config.Config, spec connection.Spec, conn *connection.Connection) (*talk.Talk, error) {
			p.opens.Add(1)
			s, err := conn.Schema(ctx, connection.Full)
			if err != nil {
				return nil, err
			}
			return talk.New(talk.Config{Connection: conn, Identity: spec.Identity, Brain: p.brain, Folder: c.Folder, Version: "test", Limits: limitsOf(c),
				NewID: freshID, Clock: clock, Plans: talk.Plans{Always: p.always}}, s), nil
		},
		Draw: func(_ context.Context, spec []byte, dark bool) ([]byte, error) {
			return fmt.Appendf(nil, "<svg dark=%t>%d</svg>", dark, len(spec)), nil
		},
	}
}

// ticking is a clock on which every look takes a millisecond.
func ticking() func() time.Time {
	var mu sync.Mutex
	now := time.Date(2025, 11, 15, 12, 0, 0, 0, time.UTC)
	return func() time.Time {
		mu.Lock()
		defer mu.Unlock()
		now = now.Add(time.Millisecond)
		return now
	}
}

// scripted is a brain that knows a few words.
type scripted struct {
	hold chan struct{} // questions with the word wait for it, if it is there

	mu    sync.Mutex
	asked []brain.Question
}

func (s *scripted) Read(ctx context.Context, q brain.Question) (*brain.Answer, error) {
	s.mu.Lock()
	s.asked = append(s.asked, q)
	s.mu.Unlock()
	text := strings.ToLower(q.Text)
	one := func(sql string) *brain.Answer {
		return &brain.Answer{Outcome: brain.Sure, Confidence: 0.95, Readings: []brain.Reading{{SQL: sql, Sentence: "read as " + text, Probability: 0.95}}}
	}
	switch {
	case strings.Contains(text, "hold") && s.hold != nil:
		select {
		case <-s.hold:
		case <-ctx.Done():
			return nil, context.Cause(ctx)
		}
	case strings.Contains(text, "broken"):
		panic("a mistake")
	case strings.Contains(text, "only web") && q.Before != nil && q.Before.SQL == byChannel:
		a := one(onlyWeb)
		a.Readings[0].FollowUp = true
		return a, nil
	case strings.Contains(text, "by channel"):
		return one(byChannel), nil
	case strings.Contains(text, "by month"):
		return one(byMonth), nil
	case strings.Contains(text, "endless"):
		return one(endless), nil
	case strings.Contains(text, "suppliers"):
		return &brain.Answer{Outcome: brain.Declined, Confidence: 0.9, Missing: "This database does not record suppliers."}, nil
	case strings.Contains(text, "large"):
		u := brain.Unsaid{Key: "size", Question: "From where on?", Choices: []brain.Saying{{Text: "by channel", Value: byChannel}, {Text: "by month", Value: byMonth}}}
		u.Take(q.Said)
		a := one(u.Choices[u.Taken].Value)
		a.Outcome, a.Confidence, a.Unsaid = brain.Likely, 0.6, []brain.Unsaid{u}
		return a, nil
	case strings.Contains(text, "which"):
		a := one(byChannel)
		a.Outcome, a.Confidence = brain.Unsure, 0.4
		a.Readings = append(a.Readings, brain.Reading{SQL: byMonth, Sentence: "per month", Probability: 0.3})
		return a, nil
	}
	return one(countAll), nil
}

// Analyze plans a question with the word in it.
func (s *scripted) Analyze(_ context.Context, q brain.Question) (*brain.Analysis, error) {
	if !strings.Contains(strings.ToLower(q.Text), "analysis") {
		return nil, nil
	}
	p := &plan.Plan{Title: "sales in several steps", Question: q.Text, By: plan.Builtin, Steps: []plan.Step{
		{Number: 1, Goal: "Add up by channel", Language: plan.Read, Code: byChannel, Output: "channels"},
		{Number: 2, Goal: "Add up by month", Language: plan.Read, Code: byMonth, Output: "months"},
		{Number: 3, Goal: "Count", Language: plan.Read, Code: countAll, Output: "counted"},
	}}
	return &brain.Analysis{Plan: p, Sentence: "sales by channel and month, and how many", Confidence: 0.95}, nil
}

func (s *scripted) Revise(context.Context, brain.Question, *plan.Plan, []string) (*brain.Analysis, error) {
	return nil, nil
}

func (s *scripted) questions() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return len(s.asked)
}

// ask puts a question that must lead to a cell.
func (p *place) ask(q Question) session.Cell {
	p.t.Helper()
	c, _, err := p.Await(p.t.Context(), p.begin(q).ID)
	if err != nil {
		p.t.Fatal(err)
	}
	return c
}

func (p *place) begin(q Question) Turn {
	p.t.Helper()
	t, err := p.Ask(p.t.Context(), q)
	if err != nil {
		p.t.Fatal(err)
	}
	return t
}

func (p *place) create(name string) *Book {
	p.t.Helper()
	b, err := p.Create(p.t.Context(), name, "")
	if err != nil {
		p.t.Fatal(err)
	}
	return b
}

func (p *place) look(ref string) *Book {
	p.t.Helper()
	b, err := p.Open(p.t.Context(), ref)
	if err != nil {
		p.t.Fatal(err)
	}
	return b
}

// lookClosely opens a notebook once the look at its sources is over, however
// long that takes.
func (p *place) lookClosely(ref string) *Book {
	p.t.Helper()
	for {
		if b := p.look(ref); !b.Unsure {
			return b
		}
	}
}

// in short: what the cells of a notebook are, in their order.
func inShort(b *Book) string {
	var list []string
	for _, c := range b.Cells {
		switch {
		case c.Note != "":
			list = append(list, "note "+c.Note)
		default:
			list = append(list, c.Question)
		}
	}
	return strings.Join(list, ", ")
}

func want(t testing.TB, what, got, want string) {
	t.Helper()
	if got != want {
		t.Errorf("%s:\ngot  %s\nwant %s", what, got, want)
	}
}

func refused(t testing.TB, err error, code fault.Code) {
	t.Helper()
	if fault.CodeOf(err) != code || fault.Of(err) != nil && fault.Of(err).Hint == "" {
		t.Helper()
		t.Errorf("got %v (%s), want %s with a hint", err, fault.CodeOf(err), code)
	}
}
