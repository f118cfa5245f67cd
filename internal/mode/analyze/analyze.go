// Package analyze answers a question by an analysis in several steps:
//
//	planning ─→ awaiting approval ─→ executing ─→ record
//	                  │ rejected          │ a step failed
//	                  └───────────────────┴──────→ record
//
// Who plans comes in from outside, and so does who approves. Every phase and every
// step is an event of the session; the tables of the steps are recorded in the cell
// by their hashes, those that the story refers to with their rows.
package analyze

import (
	"cmp"
	"context"
	"time"

	"github.com/plumbdata/plumb/internal/chart"
	"github.com/plumbdata/plumb/internal/connection"
	"github.com/plumbdata/plumb/internal/execute"
	"github.com/plumbdata/plumb/internal/fault"
	"github.com/plumbdata/plumb/internal/guard"
	"github.com/plumbdata/plumb/internal/method"
	"github.com/plumbdata/plumb/internal/mode/turn"
	"github.com/plumbdata/plumb/internal/plan"
	"github.com/plumbdata/plumb/internal/schema"
	"github.com/plumbdata/plumb/internal/session"
	"github.com/plumbdata/plumb/internal/source"
	"github.com/plumbdata/plumb/internal/store"
	"github.com/plumbdata/plumb/internal/table"
)

// Database checks statements and runs those that have passed.
type Database interface {
	Name() string
	Check(ctx context.Context, sql string) (guard.Statement, error)
	Run(ctx context.Context, s guard.Statement, l source.Limits) (*table.Reader, error)
	Schema(ctx context.Context, need connection.Depth) (*schema.Snapshot, error)
}

// Mode runs plans over one database, in one session.
type Mode struct {
	Database Database
	Log      turn.Log
	Limits   source.Limits
	NewID    func(prefix string) string
	Clock    func() time.Time
	// Watch hears of every event when it has been recorded; may be nil.
	Watch func(session.Entry)
	// Approve asks the person whether a plan may run; nil lets every plan run. A
	// decision with words is feedback, by which the plan is rewritten.
	Approve func(ctx context.Context, p *plan.Plan) (Decision, error)
	// Revise rewrites a plan after feedback; may be nil.
	Revise func(ctx context.Context, p *plan.Plan, feedback string) (*plan.Plan, error)
}

// With is the same way of answering, recorded in another log that nobody watches.
func (m *Mode) With(log turn.Log) *Mode {
	own := *m
	own.Log, own.Watch, own.Approve = log, nil, nil
	return &own
}

// Decision is what a person says to a plan.
type Decision struct {
	Run      bool
	Feedback string // how it should be otherwise
}

// Question is what a person asks, with the plan that answers it.
type Question struct {
	ID         string // of its audit and its turn; given here if it is empty
	Text       string
	Now        time.Time
	Before     string // the cell that the conversation is at, or ""
	Plan       *plan.Plan
	Sentence   string // how it was read
	Confidence float64
	// Parent and Replaces say where the answer belongs among the cells of a
	// notebook; the one who asks knows.
	Parent, Replaces string
}

// Turn is a question, and what became of it.
type Turn struct {
	Cell  session.Cell
	Table *table.Table // of the last step; nil if there is none
	Chart chart.Plan   // of it
	Took  time.Duration

	m        *Mode
	q        Question
	plan     *plan.Plan
	steps    []execute.Step
	failure  *fault.Fault
	rejected bool
	books    turn.Books
}

// Answered is true for a turn with a result.
func (t *Turn) Answered() bool { return t.Table != nil }

// Ask runs a plan. One that was rejected, or failed, is a cell too; an error is what
// kept Plumb from recording one, or a cancellation.
func (m *Mode) Ask(ctx context.Context, q Question) (*Turn, error) {
	t := &Turn{m: m, q: q, plan: q.Plan, books: turn.Open(m.Log, m.Clock, m.Watch)}
	err := t.work(ctx)
	t.Took = t.books.Took()
	if err != nil {
		t.books.Abandon(ctx, q.Plan.By, err)
		return nil, err
	}
	return t, nil
}

func (t *Turn) work(ctx context.Context) error {
	query := store.Query{ID: cmp.Or(t.q.ID, t.m.NewID("query_")), Source: t.m.Database.Name()}
	asked := session.AskedPayload{Question: t.q.Text, Parent: t.q.Parent, Replaces: t.q.Replaces}
	if err := t.books.Begin(ctx, query, asked, false); err != nil {
		return err
	}
	if err := t.enter(ctx, session.Planning, nil); err != nil {
		return err
	}
	if err := t.agree(ctx); err != nil {
		return err
	}
	if !t.rejected && t.failure == nil {
		if err := t.execute(ctx); err != nil {
			return err
		}
	}
	return t.record(ctx)
}

// maxRevisions is how often a plan is rewritten before it runs.
const maxRevisions = 5

// agree shows the plan, and waits for approval where somebody gives it.
func (t *Turn) agree(ctx context.Context) error {
	for range maxRevisions + 1 {
		if err := t.plan.Check(nil); err != nil {
			t.failure = fault.Of(err)
			return nil
		}
		waves, err := t.plan.Waves()
		if err != nil {
			return err
		}
		for _, wave := range waves {
			for i, at := range wave {
				wave[i] = t.plan.Steps[at].Number
			}
		}
		proposed := session.Entry{Kind: session.PlanProposed, Payload: session.PlanPayload{Plan: *t.plan, Waves: waves}}
		if err := t.books.Happened(ctx, session.Step{Events: []session.Entry{proposed}}); err != nil {
			return err
		}
		if t.m.Approve == nil {
			return nil
		}
		if err := t.enter(ctx, session.AwaitingApproval, nil); err != nil {
			return err
		}
		d, err := t.m.Approve(ctx, t.plan)
		switch {
		case err != nil:
			return err
		case d.Feedback == "" || t.m.Revise == nil:
			t.rejected = !d.Run
			return nil
		}
		revised, err := t.m.Revise(ctx, t.plan, d.Feedback)
		if err != nil {
			return err
		}
		if revised != nil {
			t.plan = revised
		}
	}
	t.rejected = true
	return nil
}

func (t *Turn) enter(ctx context.Context, p session.Phase, why *fault.Fault) error {
	payload := session.PhasePayload{Phase: p}
	if why != nil {
		payload.Reason = why.Message
	}
	return t.books.Happened(ctx, session.Step{Events: []session.Entry{{Kind: session.PhaseEntered, Payload: payload}}})
}

// execute runs the steps.
func (t *Turn) execute(ctx context.Context) error {
	if err := t.enter(ctx, session.ExecutingPlan, nil); err != nil {
		return err
	}
	defer t.books.Timed(&t.books.Timings.Execute)()
	happened := func(ctx context.Context, kind session.Kind, p session.StepPayload) {
		t.books.Meanwhile(ctx, session.Entry{Kind: kind, Payload: p})
	}
	var err error
	t.steps, err = execute.Run(ctx, t.plan, execute.Options{
		Runners: map[plan.Language]execute.Runner{plan.Read: t.read, plan.Compute: compute},
		Clock:   t.m.Clock,
		Started: func(ctx context.Context, s plan.Step) {
			happened(ctx, session.StepStarted, session.StepPayload{Step: s.Number, Output: s.Output})
		},
		Finished: func(ctx context.Context, s plan.Step, m *execute.Made, took time.Duration) error {
			happened(ctx, session.StepFinished, session.StepPayload{Step: s.Number, Output: s.Output, Rows: len(m.Table.Rows), TookMS: turn.Milliseconds(took)})
			return nil
		},
		Failed: func(ctx context.Context, s plan.Step, err error, again bool) {
			happened(context.WithoutCancel(ctx), session.StepFailed, session.StepPayload{Step: s.Number, Output: s.Output, Again: again, Reason: fault.Of(err).Message})
		},
	})
	if err == nil {
		return nil
	}
	if ctx.Err() != nil || fault.CodeOf(err) == fault.Canceled {
		return err
	}
	t.failure = fault.Of(err)
	return t.enter(ctx, session.PlanFailed, t.failure)
}

// maxRead is how many rows a step reads from a source.
const maxRead = 1_000_000

// read runs a statement on the source, under the guard.
func (t *Turn) read(ctx context.Context, s plan.Step, _ []method.Named) (*execute.Made, error) {
	statement, err := t.m.Database.Check(ctx, s.Code)
	if err != nil {
		return nil, err
	}
	limits := t.m.Limits
	limits.Rows, limits.Bytes, limits.Time = maxRead, 0, execute.DefaultStepTime
	rows, err := t.m.Database.Run(ctx, statement, limits)
	if err != nil {
		return nil, err
	}
	all, err := rows.ReadAll()
	if err != nil {
		return nil, err
	}
	if all.Truncated != table.Whole {
		return nil, fault.New(fault.ResultTruncated, "step %d reads more than %d rows", s.Number, len(all.Rows)).WithHint("narrow it down, or add up in the statement")
	}
	return &execute.Made{Table: all, Tables: statement.Tables()}, nil
}

// compute runs a method of Plumb's own.
func compute(ctx context.Context, s plan.Step, in []method.Named) (*execute.Made, error) {
	out, err := method.Run(ctx, s.Method, method.Input{Tables: in, Arguments: s.Arguments})
	if err != nil {
		return nil, err
	}
	return &execute.Made{Table: out.Table, Found: out}, nil
}
