// Package explore answers a question by letting a model investigate: it calls
// tools (internal/mode/tool) over at most 25 turns, and then reports what it found.
//
//	recall ─→ think ─→ act ─┐
//	            ↑ ↑         │
//	            │ └─────────┘
//	            │   ↓ an answer
//	            └─ tell ─→ draw ─→ record
//	          once, with the claims that the rows do not support
//
// The program, not the model, records which statements ran, on which tables,
// with how many rows. Every call and its outcome is an event of the session, and
// the audit is written as the work proceeds, so that it survives a crash. The
// answer is verified against the rows of all queries; unsupported claims are
// removed.
package explore

import (
	"cmp"
	"context"
	"time"

	"github.com/plumbdata/plumb/internal/brain"
	"github.com/plumbdata/plumb/internal/chart"
	"github.com/plumbdata/plumb/internal/connection"
	"github.com/plumbdata/plumb/internal/fault"
	"github.com/plumbdata/plumb/internal/mode/tool"
	"github.com/plumbdata/plumb/internal/mode/turn"
	"github.com/plumbdata/plumb/internal/model"
	"github.com/plumbdata/plumb/internal/schema"
	"github.com/plumbdata/plumb/internal/session"
	"github.com/plumbdata/plumb/internal/source"
	"github.com/plumbdata/plumb/internal/store"
	"github.com/plumbdata/plumb/internal/story"
	"github.com/plumbdata/plumb/internal/table"
)

// MaxTurns is how often the model is asked for one question.
const MaxTurns = 25

const (
	maxCallsAtOnce = 8  // of one turn
	maxCalls       = 60 // of one question
	maxUnreadable  = 2  // answers in a row that cannot be used
	maxPast        = 5  // earlier answers that the model is told
)

// Mode explores one database, in one session.
type Mode struct {
	Model model.Model // one that can call tools; model.Fit makes any such
	// ForTurn makes the model of one question instead of Model; what happens
	// around it can be told as an event of the turn. May be nil.
	ForTurn  func(happened func(context.Context, session.Entry)) model.Model
	Database tool.Database
	// Interpreter says what the model's statements mean; may be nil.
	Interpreter brain.Interpreter
	Log         Log
	Limits      source.Limits
	Dialect     string  // of SQL, as people call it; the schema's own name if empty
	Memory      *Memory // of the conversation; may be nil
	NewID       func(prefix string) string
	Clock       func() time.Time
	// Price is what a call of a model (provider/model) cost in dollars; may be nil.
	Price func(name string, u model.Usage) float64
	// Watch hears of every event when it has been recorded; may be nil.
	Watch func(session.Entry)
}

// With is the same way of answering, recorded in another log that nobody
// watches.
func (m *Mode) With(log Log) *Mode {
	own := *m
	own.Log, own.Watch = log, nil
	return &own
}

// Log is the session that answers are recorded in.
type Log = turn.Log

// Question is what a person asks.
type Question struct {
	ID     string // of its audit and its turn; given here if it is empty
	Text   string
	Now    time.Time
	Before string // the cell that the conversation is at, or ""
	// Begun is true where another mode has begun with the question, told so, and
	// spent something on it already.
	Begun bool
	Spent Cost
	// Parent and Replaces say where the answer belongs among the cells of a
	// notebook; the one who asks knows.
	Parent, Replaces string
	Beside           turn.Beside
}

// Turn is a question, and what became of it.
type Turn struct {
	Cell  session.Cell
	Table *table.Table // of the query that the answer rests on; nil if there is none
	// Reading is how that query is read; nil where a follow-up cannot change it.
	Reading *brain.Reading
	Chart   chart.Plan // of it
	Took    time.Duration

	m        *Mode
	q        Question
	model    model.Model
	by       string // the model that answered last
	snapshot *schema.Snapshot
	kit      *tool.Kit
	tools    []tool.Tool
	system   []model.Block
	messages []model.Message
	wanted   []model.Call // what the model wants to be done next
	turns    int
	calls    int
	fumbled  int // answers in a row that could not be used

	found    []evidence
	chart    *tool.Chart
	text     string         // the answer at hand
	author   string         // who wrote it
	report   story.Combined // what the rows say of it
	objected bool           // an answer was sent back
	short    *fault.Fault
	failure  *fault.Fault // of the last statement that did not work

	books       turn.Books
	said        []string
	trace       []string
	turnCost    Cost // of the turn at hand, until a statement has taken it
	cell        session.Cell
	clauses     []session.Clause // what the statement behind the answer keeps
	diagnostics []fault.Diagnostic
}

// Cost is what the model took.
type Cost = turn.Cost

// step does one thing and says what comes next; nil is the end.
type step func(ctx context.Context, t *Turn) (step, error)

// Ask answers a question. An answer that was declined, cut short or failed is a
// cell too; an error is what kept Plumb from recording one, or a cancellation.
func (m *Mode) Ask(ctx context.Context, q Question) (*Turn, error) {
	t := &Turn{m: m, q: q, model: m.Model, books: turn.Open(m.Log, m.Clock, m.Watch, q.Beside)}
	if m.ForTurn != nil {
		t.model = m.ForTurn(t.books.Meanwhile)
	}
	t.by = t.model.Info().Name()
	var err error
	for next := step(recall); next != nil && err == nil; {
		next, err = next(ctx, t)
	}
	t.Took = t.books.Took()
	t.messages, t.system, t.kit, t.tools = nil, nil, nil, nil // a conversation is no chain of everything that was ever read
	if err != nil {
		t.books.Abandon(ctx, t.by, err)
		return nil, err
	}
	return t, nil
}

// Answered is true for a turn with a result.
func (t *Turn) Answered() bool { return t.Table != nil }

// recall opens the audit, and makes ready what the model is told.
func recall(ctx context.Context, t *Turn) (step, error) {
	query := store.Query{ID: cmp.Or(t.q.ID, t.m.NewID("query_")), Source: t.m.Database.Name()}
	t.books.Cost = t.q.Spent
	err := t.books.Begin(ctx, query, session.AskedPayload{Question: t.q.Text, Parent: t.q.Parent, Replaces: t.q.Replaces}, t.q.Begun)
	if err != nil {
		return nil, err
	}
	if t.snapshot, err = t.m.Database.Schema(ctx, connection.Full); err != nil {
		return nil, err
	}
	if t.kit, err = tool.New(t.m.Database, t.m.Limits, t.m.Clock); err != nil {
		return nil, err
	}
	t.tools = t.kit.Tools()
	past, err := t.m.Log.LastCells(ctx, maxPast)
	if err != nil {
		return nil, err
	}
	if t.system, err = t.m.rules(t.snapshot, t.q.Text, t.q.Now); err != nil {
		return nil, err
	}
	t.messages, err = conversation(past, t.q.Text)
	return think, err
}
