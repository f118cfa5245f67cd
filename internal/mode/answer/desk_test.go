package answer_test

import (
	"context"
	"database/sql"
	"encoding/json"
	"fmt"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	_ "github.com/mattn/go-sqlite3" // makes the shop

	"github.com/plumbdata/plumb/internal/connection"
	"github.com/plumbdata/plumb/internal/fault"
	"github.com/plumbdata/plumb/internal/guard"
	"github.com/plumbdata/plumb/internal/mode/answer"
	"github.com/plumbdata/plumb/internal/schema"
	"github.com/plumbdata/plumb/internal/session"
	"github.com/plumbdata/plumb/internal/source"
	"github.com/plumbdata/plumb/internal/source/sqlite"
	"github.com/plumbdata/plumb/internal/store"
	storesqlite "github.com/plumbdata/plumb/internal/store/sqlite"
	"github.com/plumbdata/plumb/internal/story"
	"github.com/plumbdata/plumb/internal/table"
)

// desk is where a scripted mind answers over a real database and a real store.
type desk struct {
	t        *testing.T
	file     string // of the database
	mind     *mind
	teller   *teller
	database *recorder
	kept     *fragile
	session  *session.Session
	mode     *answer.Mode
	watched  []session.Entry
	notice   func(session.Entry) // hears what is watched; may be nil
}

func newDesk(t *testing.T) *desk {
	t.Helper()
	dir := t.TempDir()
	d := &desk{t: t, file: filepath.Join(dir, "shop.db"), mind: &mind{}}
	makeShop(t, d.file)
	if err := d.open(t.Context(), filepath.Join(dir, "home", "plumb.db")); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = d.database.Close(); _ = d.kept.Close() })
	return d
}

// open connects to the shop and begins a session in the store at a path.
func (d *desk) open(ctx context.Context, kept string) error {
	conn, err := connection.Open(ctx, connection.Spec{Driver: sqlite.Driver, Identity: d.file, Refresh: time.Hour, Now: time.Now,
		Config: source.Config{DSN: d.file, Name: "shop", Limits: source.Limits{}.OrDefault()}, Cache: schema.Cache{Dir: filepath.Join(filepath.Dir(d.file), "cache")}})
	if err != nil {
		return err
	}
	s, err := storesqlite.Open(ctx, kept, storesqlite.Options{})
	if err != nil {
		return err
	}
	d.database, d.kept, d.teller = &recorder{Connection: conn}, &fragile{Store: s}, &teller{}
	c := &clock{now: time.Date(2025, 11, 15, 12, 0, 0, 0, time.UTC)}
	newID := counted()
	d.session, err = session.NewLog(d.kept, session.Options{Clock: c.tick, NewID: newID}).Start(ctx, "shop", "shop")
	d.mode = &answer.Mode{Planner: d.mind, Repairer: d.mind, Narrator: d.teller, Database: d.database, Log: d.session, Limits: source.Limits{}.OrDefault(),
		NewID: newID, Clock: c.tick, Watch: func(e session.Entry) {
			d.watched = append(d.watched, e)
			if d.notice != nil {
				d.notice(e)
			}
		}}
	return err
}

// makeShop makes a small SQLite file: 60 sales of two products over a year.
func makeShop(t *testing.T, path string) {
	t.Helper()
	db, err := sql.Open("sqlite3", path)
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	if _, err := db.ExecContext(t.Context(), `
		CREATE TABLE products (id INTEGER PRIMARY KEY, name TEXT NOT NULL, price REAL);
		INSERT INTO products VALUES (1, 'tent', 120), (2, 'stove', 45.5), (3, 'mat', 20);
		CREATE TABLE sales (id INTEGER PRIMARY KEY, product_id INTEGER REFERENCES products, amount REAL, channel TEXT, day DATE);
		WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i+1 FROM n WHERE i < 60)
		INSERT INTO sales SELECT i, 1 + i % 2, i * 2, CASE WHEN i % 3 THEN 'shop' ELSE 'web' END, date('2024-01-01', '+' || (i * 6) || ' days') FROM n`); err != nil {
		t.Fatal(err)
	}
}

// Statements over the shop, and what is true of their rows.
const (
	byChannel = "SELECT channel, sum(amount) AS total FROM sales GROUP BY channel ORDER BY channel" // shop 2,400, web 1,260
	byMonth   = "SELECT date(day, 'start of month') AS month, sum(amount) AS total FROM sales GROUP BY 1 ORDER BY 1"
	noColumn  = "SELECT nope FROM sales"
	overflow  = "SELECT sum(id * 0 + 9223372036854775807) AS total FROM sales"
	endless   = "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT count(*) AS n FROM n"
)

// ask puts a question that must lead to a cell.
func (d *desk) ask(q answer.Question) *answer.Turn {
	d.t.Helper()
	turn, err := d.mode.Ask(d.t.Context(), q)
	if err != nil {
		d.t.Fatalf("%s: %v", q.Text, err)
	}
	return turn
}

// about is a question by its text.
func about(text string) answer.Question {
	return answer.Question{Text: text, Now: time.Date(2025, 1, 1, 0, 0, 0, 0, time.UTC)}
}

// events are those of the last question, in the log, in short.
func (d *desk) events() []string {
	d.t.Helper()
	all, err := d.kept.Events(d.t.Context(), d.session.ID(), 0, 0)
	if err != nil {
		d.t.Fatal(err)
	}
	var list []string
	for _, e := range all {
		if e.Kind == string(session.QuestionAsked) {
			list = nil
		}
		list = append(list, inShort(d.t, session.Kind(e.Kind), e.Payload))
	}
	return list
}

// seen are the events of the last question that were watched, in short.
func (d *desk) seen() []string {
	d.t.Helper()
	var list []string
	for _, e := range d.watched {
		payload, err := json.Marshal(e.Payload)
		if err != nil {
			d.t.Fatal(err)
		}
		if e.Kind == session.QuestionAsked {
			list = nil
		}
		list = append(list, inShort(d.t, e.Kind, payload))
	}
	return list
}

// inShort is an event as one line without its ids.
func inShort(t *testing.T, kind session.Kind, payload []byte) string {
	t.Helper()
	var p struct {
		Stage, Step, Outcome string
		OK                   bool
		Rows                 int
	}
	if kind != session.QuestionAsked {
		if err := json.Unmarshal(payload, &p); err != nil {
			t.Fatal(err)
		}
	}
	switch kind {
	case session.StageEntered:
		return p.Stage
	case session.SQLDrafted:
		return p.Step
	case session.SQLChecked, session.SQLRan:
		if !p.OK {
			return p.Step + " failed"
		}
		return p.Step
	case session.TurnEnded:
		return "ended " + p.Outcome
	}
	return string(kind)
}

// audit is that of the last question.
func (d *desk) audit() store.Audit {
	d.t.Helper()
	list, err := d.kept.Audit(d.t.Context(), store.Filter{Session: d.session.ID(), Newest: true, Limit: 1})
	if err != nil || len(list) != 1 {
		d.t.Fatal(list, err)
	}
	return list[0]
}

// attempts are those of the audit, in short.
func attempts(a store.Audit) []string {
	var list []string
	for i, x := range a.Attempts {
		said := "failed"
		switch {
		case x.Number != i+1:
			said = fmt.Sprintf("out of order: %d", x.Number)
		case !x.ValidationOK && x.ValidationReason != "" && !x.ExecutionOK:
			said = "refused"
		case x.ExecutionOK && x.DBError == "":
			said = fmt.Sprintf("ran: %d rows", x.RowCount)
		case x.DBError == "":
			said = "failed without a reason"
		}
		list = append(list, said)
	}
	return list
}

// cells are those of the session, the oldest first.
func (d *desk) cells() []session.Cell {
	d.t.Helper()
	list, err := d.session.Cells(d.t.Context(), "", 0)
	if err != nil {
		d.t.Fatal(err)
	}
	return list
}

// lines compares lists of words given as one line.
func lines(t *testing.T, what string, got []string, want string) {
	t.Helper()
	if g := strings.Join(got, " · "); g != want {
		t.Errorf("%s:\n got %s\nwant %s", what, g, want)
	}
}

func codes(list []fault.Diagnostic) []string {
	var out []string
	for _, x := range list {
		out = append(out, string(x.Code))
	}
	return out
}

// mind plans and repairs as it was told.
type mind struct {
	drafts   []answer.Draft // the next plan or repair first; then repairs are nil
	requests []answer.Request
	past     [][]session.Cell // that each of them could know
	failed   [][]answer.Attempt
	during   func(ctx context.Context) error // is called while it thinks; may be nil
}

func (m *mind) Plan(ctx context.Context, r answer.Request) (*answer.Draft, error) {
	past, err := r.Past(ctx)
	if err != nil {
		return nil, err
	}
	m.requests, m.past = append(m.requests, r), append(m.past, past)
	return m.next(ctx)
}

func (m *mind) Repair(ctx context.Context, _ answer.Request, failed []answer.Attempt) (*answer.Draft, error) {
	m.failed = append(m.failed, failed)
	return m.next(ctx)
}

func (m *mind) next(ctx context.Context) (*answer.Draft, error) {
	if m.during != nil {
		if err := m.during(ctx); err != nil {
			return nil, err
		}
	}
	if len(m.drafts) == 0 {
		return nil, nil
	}
	d := m.drafts[0]
	m.drafts = m.drafts[1:]
	return &d, nil
}

// says lets the mind propose statements, one after the other.
func (d *desk) says(statements ...string) {
	d.mind.drafts = nil
	for i, s := range statements {
		d.mind.drafts = append(d.mind.drafts, answer.Draft{Outcome: answer.Sure, Confidence: 0.9, SQL: s, Sentence: "total amount of sales by channel",
			By: "scripted", Reasoning: fmt.Sprint("idea ", i+1), Cost: answer.Cost{Input: 100, Output: 10, USD: 0.25}})
	}
}

// teller narrates as it was told; the last text again and again.
type teller struct {
	texts    []string
	findings []answer.Finding
	during   func(ctx context.Context) error
}

func (w *teller) Narrate(ctx context.Context, f answer.Finding) (*answer.Narrative, error) {
	w.findings = append(w.findings, f)
	if w.during != nil {
		if err := w.during(ctx); err != nil {
			return nil, err
		}
	}
	n := &answer.Narrative{By: "scripted", Cost: answer.Cost{Input: 50, Output: 5, USD: 0.125}}
	if len(w.texts) > 0 {
		n.Story = story.Story{Text: w.texts[min(len(w.findings), len(w.texts))-1]}
	}
	return n, nil
}

// recorder is a connection that notes what it is given.
type recorder struct {
	*connection.Connection
	checked, ran []string
	onCheck      func()
	onRun        func(ctx context.Context)
}

func (r *recorder) Check(ctx context.Context, sql string) (guard.Statement, error) {
	r.checked = append(r.checked, sql)
	if r.onCheck != nil {
		r.onCheck()
	}
	return r.Connection.Check(ctx, sql)
}

func (r *recorder) Run(ctx context.Context, s guard.Statement, l source.Limits) (*table.Reader, error) {
	r.ran = append(r.ran, s.SQL())
	if r.onRun != nil {
		r.onRun(ctx)
	}
	return r.Connection.Run(ctx, s, l)
}

// fragile is a store that can be made to fail.
type fragile struct {
	store.Store
	mu     sync.Mutex
	writes int
	fails  func(write int) bool // may be nil; they count from 1
}

func (f *fragile) Write(ctx context.Context, b store.Batch) ([]int64, error) {
	f.mu.Lock()
	f.writes++
	fails := f.fails != nil && f.fails(f.writes)
	f.mu.Unlock()
	if fails {
		return nil, fault.New(fault.StoreFull, "there is no space left for the store").WithHint("make room, and ask again")
	}
	return f.Store.Write(ctx, b)
}

// clock moves on by a millisecond whenever it is looked at.
type clock struct {
	mu  sync.Mutex
	now time.Time
}

func (c *clock) tick() time.Time {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.now = c.now.Add(time.Millisecond)
	return c.now
}

func counted() func(prefix string) string {
	var n atomic.Int64
	return func(prefix string) string { return fmt.Sprint(prefix, n.Add(1)) }
}
