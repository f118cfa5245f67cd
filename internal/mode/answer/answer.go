// Package answer answers a question with a cell. It is a small state machine:
//
//	recall ─→ plan ─→ check ─→ run ─→ draw ─→ narrate ─→ verify ─→ record
//	            │        ╲      │                                    ↑
//	            │         ╲     ↓                                    │
//	            │          → repair ─→ check (three attempts in all) │
//	            │                └──────── nothing left ─────────────┤
//	            └── declined, unsure, or told: nothing is run ───────┘
//
// Every transition is an event of the session, and the audit is written as the
// work proceeds, so that the audit survives a crash. Who plans, repairs and
// narrates comes in through small interfaces: the built-in brain, or a model.
package answer

import (
	"cmp"
	"context"
	"fmt"
	"sync/atomic"
	"time"

	"github.com/plumbdata/plumb/internal/brain"
	"github.com/plumbdata/plumb/internal/chart"
	"github.com/plumbdata/plumb/internal/fault"
	"github.com/plumbdata/plumb/internal/guard"
	"github.com/plumbdata/plumb/internal/meaning"
	"github.com/plumbdata/plumb/internal/mode/turn"
	"github.com/plumbdata/plumb/internal/schema"
	"github.com/plumbdata/plumb/internal/session"
	"github.com/plumbdata/plumb/internal/source"
	"github.com/plumbdata/plumb/internal/store"
	"github.com/plumbdata/plumb/internal/table"
	"github.com/plumbdata/plumb/internal/whatif"
)

// MaxAttempts is how many statements are tried for one question.
const MaxAttempts = 3

// Mode answers questions about one database, in one session.
type Mode struct {
	Planner  Planner
	Repairer Repairer // may be nil
	Narrator Narrator // may be nil: then there is no story
	Judge    Judge    // reads the answer before people do; may be nil
	Withhold Withhold // may be nil: nothing is withheld
	Fallback Narrator // speaks where nothing of the narrator's story is left; may be nil
	Database Database
	// Interpreter reads statements whose writer did not say what they mean; may be
	// nil.
	Interpreter brain.Interpreter
	Log         Log
	Limits      source.Limits
	NewID       func(prefix string) string
	Clock       func() time.Time
	// Watch hears of every event when it has been recorded; may be nil.
	Watch func(session.Entry)
	// Drawn is given an answer whose story takes a while; may be nil.
	Drawn func(*Turn)

	version atomic.Pointer[version]
}

// With is the same way of answering, recorded in another log that nobody
// watches.
func (m *Mode) With(log Log) *Mode {
	own := &Mode{Planner: m.Planner, Repairer: m.Repairer, Narrator: m.Narrator, Judge: m.Judge, Withhold: m.Withhold, Fallback: m.Fallback, Database: m.Database, Interpreter: m.Interpreter, Log: log, Limits: m.Limits, NewID: m.NewID, Clock: m.Clock}
	own.version.Store(m.version.Load())
	return own
}

// version is the hash of a schema, which many questions share.
type version struct {
	of   *schema.Snapshot
	hash string
}

func (m *Mode) versionOf(s *schema.Snapshot) string {
	v := m.version.Load()
	if v == nil || v.of != s {
		v = &version{s, schema.Hash(s)}
		m.version.Store(v)
	}
	return v.hash
}

// Log is the session that answers are recorded in.
type Log = turn.Log

// Question is what a person asks, or does.
type Question struct {
	ID     string // of its audit and its turn; given here if it is empty
	Text   string
	Now    time.Time
	Before *Turn
	// Heading is what the cell is called, where the rows of Text are shown or
	// computed with in another way. It is for people, and read by nobody else.
	Heading string
	// SQL is a statement that the person wrote, in place of a plan; Unasked says
	// that they asked nothing in words, so that Text is how it begins.
	SQL     string
	Unasked bool
	// Said is what the person said to what Text leaves unsaid; Unattended says that nobody
	// can be asked.
	Said       []brain.Said
	Unattended bool
	// Vocabulary is what words mean to those who ask; may be nil.
	Vocabulary *brain.Vocabulary
	// Notes are what else to know of the answer.
	Notes []fault.Diagnostic
	// Spent is what models took to find out what the person wants; may be nil.
	Spent *Cost
	// Draft is a reading that the person chose, in place of a plan.
	Draft *Draft
	// Planned says that nobody chose Draft: it is how Text was read a moment ago.
	Planned bool
	// Chart is the kind of chart that the person chose, whatever the words say.
	Chart chart.Kind
	// Prefer is the kind of chart that the person prefers where nothing else asks for one.
	Prefer chart.Kind
	// Ahead is what is computed beyond the rows, and the dice for it.
	Ahead *whatif.Request
	Seed  uint64
	// Parent and Replaces say where the answer belongs among the cells of a
	// notebook; the one who asks knows.
	Parent, Replaces string
	Beside           turn.Beside
}

// Turn is a question, and what became of it.
type Turn struct {
	Cell  session.Cell
	Draft *Draft
	Table *table.Table // of an answer
	Chart chart.Plan   // of it
	Ahead *whatif.Result
	Took  time.Duration

	m           *Mode
	q           Question
	request     Request
	statement   guard.Statement
	books       turn.Books
	failed      []Attempt
	verdict     *session.JudgedPayload
	failure     *fault.Fault // of the last attempt that did not answer
	narrating   bool         // that the stage has begun is recorded
	shown       bool         // people see the answer already, without its story
	outside     bool         // nothing was found because the period lies outside the data
	fixes       int
	steps       int // of whoever thinks
	trace       []string
	written     Cost         // of the draft at hand
	cell        session.Cell // in the making
	diagnostics []fault.Diagnostic
}

// step does one thing and says what comes next; nil is the end.
type step func(ctx context.Context, t *Turn) (step, error)

// Ask answers a question. An answer that was declined, is unsure or failed is a
// cell too; an error is what kept Plumb from recording one, or a cancellation.
// Only a turn that another mode must go on with has none, and its audit is open.
func (m *Mode) Ask(ctx context.Context, q Question) (*Turn, error) {
	t := &Turn{m: m, q: q, diagnostics: q.Notes, books: turn.Open(m.Log, m.Clock, m.Watch, q.Beside)}
	var err error
	for next := step(recall); next != nil && err == nil; {
		next, err = next(ctx, t)
	}
	t.Took = t.books.Took()
	t.q.Before, t.request = nil, Request{} // a conversation is no chain of everything that was ever read
	if err != nil {
		by := ""
		if t.Draft != nil {
			by = t.Draft.By
		}
		t.books.Abandon(ctx, by, err)
		return nil, err
	}
	return t, nil
}

// ID names the turn, and its audit.
func (t *Turn) ID() string { return t.books.Query.ID }

// Spent is what the turn has cost.
func (t *Turn) Spent() Cost { return t.books.Cost }

// interpret finds out what a statement means whose writer did not say.
func (t *Turn) interpret(ctx context.Context) {
	if t.m.Interpreter == nil || t.Draft.Meaning != nil {
		return
	}
	read := t.m.Interpreter.Interpret(ctx, t.Draft.SQL, t.Table, t.q.Now)
	t.Draft.Meaning = read.Meaning
	if read.Form != nil {
		t.Draft.From = read
	}
}

// Meaning is what the statement returns, with the names of the result's columns.
func (t *Turn) Meaning() *meaning.Meaning {
	if t.Draft == nil {
		return nil
	}
	return t.Draft.Meaning.Named(t.Table.Names())
}

// Asked is the question.
func (t *Turn) Asked() Question { return t.q }

// Answered is true for a turn with a result.
func (t *Turn) Answered() bool { return t.Table != nil }

// Spend adds what a model took before the question is asked.
func (q Question) Spend(c Cost) {
	if q.Spent != nil {
		*q.Spent = q.Spent.Plus(c)
	}
}

// recall opens the audit and puts within reach what the planner may need to
// know.
func recall(ctx context.Context, t *Turn) (step, error) {
	query := store.Query{ID: cmp.Or(t.q.ID, t.m.NewID("query_")), Source: t.m.Database.Name()}
	if err := t.books.Begin(ctx, query, session.AskedPayload{Question: cmp.Or(t.q.Heading, t.q.Text), Parent: t.q.Parent, Replaces: t.q.Replaces}, false); err != nil {
		return nil, err
	}
	if t.q.Spent != nil {
		t.books.Cost = t.books.Cost.Plus(*t.q.Spent)
	}
	const remembered = 5
	past := func(ctx context.Context) ([]session.Cell, error) { return t.m.Log.LastCells(ctx, remembered) }
	t.request = Request{Question: t.q.Text, Now: t.q.Now, Before: t.q.Before, Said: t.q.Said, Unattended: t.q.Unattended, Vocabulary: t.q.Vocabulary, Past: past, Happened: t.books.Meanwhile}
	t.overBefore()
	if a := t.q.Ahead; a != nil && a.Data != "" {
		t.request.Question = a.Data // the rest is computed from its rows
	}
	switch {
	case t.timeless():
		t.request.Question = overTime
	case t.apart():
		t.request.Before = nil
	}
	return plan, nil
}

// plan asks for a statement, unless the person gave one.
func plan(ctx context.Context, t *Turn) (step, error) {
	defer t.books.Timed(&t.books.Timings.Plan)()
	switch {
	case t.q.SQL != "":
		t.Draft = &Draft{Outcome: Edited, SQL: t.q.SQL, Confidence: 1, By: "you"}
		return check, nil
	case t.q.Draft != nil:
		t.Draft = t.q.Draft
		switch {
		case t.Draft.Told != "":
			t.books.Cost = t.books.Cost.Plus(t.Draft.Cost)
			t.cell.Narrative = &session.Narrative{Text: t.Draft.Told, By: t.Draft.By}
			return record, nil
		case t.Draft.Outcome == Declined:
			return record, nil
		}
		return check, nil
	case t.q.Ahead != nil && t.q.Ahead.Change.Every != "":
		t.Draft = &Draft{Outcome: Declined, By: "whatif", Missing: fmt.Sprintf("A change that repeats every %[1]s cannot be computed. Ask what if it changes once, or for a forecast by %[1]s.", t.q.Ahead.Change.Every)}
		return record, nil
	case t.again():
		t.Draft = t.q.Before.Draft.Refined()
		return check, nil
	case t.q.Ahead != nil && t.q.Ahead.Data == "" && !t.timeless():
		t.Draft = &Draft{Outcome: Declined, By: "whatif", Missing: "There is no answer to forecast from yet. Ask for figures over time first, such as a total by month."}
		return record, nil
	}
	t.addTrace("generate")
	d, err := t.planCoefficient(ctx)
	if d == nil && err == nil {
		d, err = t.m.Planner.Plan(ctx, t.request)
	}
	if err != nil {
		return nil, err
	}
	switch {
	case t.timeless():
		d = t.withTime(d)
	case t.apart():
		d = t.refuseChange(d)
	}
	t.took(d)
	switch d.Outcome {
	case Explore, Stepwise, Lookup:
		return nil, nil
	case Declined:
		return record, nil
	}
	if d.Asks() {
		return record, nil // the person decides
	}
	if d.Told != "" {
		t.cell.Narrative = &session.Narrative{Text: d.Told, By: d.By}
		return record, nil
	}
	if d.SQL == "" {
		declined := *d
		declined.Outcome, declined.Missing = Declined, cmp.Or(d.Missing, turn.CannotAnswer)
		t.Draft = &declined
		return record, nil
	}
	return check, nil
}

// took goes on with a draft that was just written.
func (t *Turn) took(d *Draft) {
	t.steps++
	t.written, t.books.Cost = d.Cost, t.books.Cost.Plus(d.Cost)
	t.Draft = d
}

func (t *Turn) addTrace(name string) { t.trace = append(t.trace, name) }
