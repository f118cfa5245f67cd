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
	"fmt"
	"strings"
	"sync"
	"time"

	"github.com/plumbdata/plumb/internal/chart"
	"github.com/plumbdata/plumb/internal/connection"
	"github.com/plumbdata/plumb/internal/datastore"
	"github.com/plumbdata/plumb/internal/execute"
	"github.com/plumbdata/plumb/internal/fault"
	"github.com/plumbdata/plumb/internal/guard"
	"github.com/plumbdata/plumb/internal/method"
	"github.com/plumbdata/plumb/internal/mode/turn"
	"github.com/plumbdata/plumb/internal/plan"
	"github.com/plumbdata/plumb/internal/sandbox"
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

// Mode runs plans in one session. Most read one database.
type Mode struct {
	Database Database
	// Sources gives another database by the name of its connection; nil where there
	// is none.
	Sources func(ctx context.Context, name string) (Database, error)
	// Data is the data store of the session; nil where there is none, and only
	// statements on a database and methods of Plumb's own are run.
	Data func(ctx context.Context) (*datastore.Store, error)
	// Programs runs a program of a step in the sandbox; nil refuses all.
	Programs func(ctx context.Context, p sandbox.Program) (*sandbox.Result, error)
	// Tell says what a table says, where neither a method of Plumb's own nor the author
	// of the plan does; may be nil.
	Tell func(ctx context.Context, question string, t *table.Table) *session.Narrative

	Log    turn.Log
	Limits source.Limits
	NewID  func(prefix string) string
	Clock  func() time.Time
	// Watch hears of every event when it has been recorded; may be nil.
	Watch func(session.Entry)
	// Approve asks the person whether a plan may run; nil lets every plan run. A
	// decision with words is feedback, by which the plan is rewritten.
	Approve func(ctx context.Context, p *plan.Plan) (Decision, error)
	// Always asks for Plumb's own plans as well, which only read and are quick.
	Always bool
}

// With is the same way of answering, recorded in another log that nobody watches, with
// the data store and the approval of another conversation.
func (m *Mode) With(log turn.Log, data func(ctx context.Context) (*datastore.Store, error), approve func(ctx context.Context, p *plan.Plan) (Decision, error)) *Mode {
	own := *m
	own.Log, own.Watch, own.Data, own.Approve = log, nil, data, approve
	return &own
}

// Author writes the steps of plans that are not Plumb's own.
type Author interface {
	// Revise rewrites a plan after feedback; nil where it cannot be changed so.
	Revise(ctx context.Context, p *plan.Plan, feedback string) (*plan.Plan, turn.Cost, error)
	// Write writes the code of a step that has none, or that failed with an error.
	Write(ctx context.Context, w Work) (code string, spent turn.Cost, err error)
}

// Work is a step to be written.
type Work struct {
	Plan   *plan.Plan
	Step   plan.Step
	Inputs []method.Named // with some of their rows
	Failed error          // of the code that the step has; nil where it has none
	Notes  []string       // what steps before it printed
}

// Decision is what a person says to a plan.
type Decision struct {
	Run      bool
	Feedback string // what should be different
	Reason   string // why it is not run; "" where the person does not want it
}

// Question is what a person asks, with the plan that answers it.
type Question struct {
	ID     string // of its audit and its turn; given here if it is empty
	Text   string
	Now    time.Time
	Before string     // the cell that the conversation is at, or ""
	Plan   *plan.Plan // nil where Propose plans
	// Propose plans the answer. Where the data lack something, the plan is nil and missing
	// says what.
	Propose    func(ctx context.Context) (p *plan.Plan, missing string, spent turn.Cost, err error)
	Sentence   string // how it was read
	Confidence float64
	Cost       turn.Cost // of the plan
	Author     Author    // of the plan; nil where nobody changes it
	By         string    // who plans, where there is no plan yet
	Begun      bool      // another mode has begun with the question
	// Resume goes on with a turn that was interrupted, whose finished steps are given.
	Resume   bool
	Approved bool // the person has approved the plan before
	Finished []session.StepPayload
	// Parent and Replaces say where the answer belongs among the cells of a
	// notebook; the one who asks knows.
	Parent, Replaces string
	Beside           turn.Beside
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
	data     *datastore.Store // nil where the steps share no tables
	finished map[string]session.StepPayload
	steps    []execute.Step
	failure  *fault.Fault
	rejected bool
	reason   string     // of it
	spending sync.Mutex // held while the books' cost grows
	books    turn.Books
}

// Answered is true for a turn with a result.
func (t *Turn) Answered() bool { return t.Table != nil }

// Ask runs a plan. One that was rejected, or failed, is a cell too; an error is what
// kept Plumb from recording one, or a cancellation.
func (m *Mode) Ask(ctx context.Context, q Question) (*Turn, error) {
	t := &Turn{m: m, q: q, plan: q.Plan, finished: map[string]session.StepPayload{}, books: turn.Open(m.Log, m.Clock, m.Watch, q.Beside)}
	for _, p := range q.Finished {
		t.finished[p.Output] = p
	}
	err := t.work(ctx)
	t.Took = t.books.Took()
	if err != nil {
		t.books.Abandon(ctx, t.by(), err)
		return nil, err
	}
	return t, nil
}

// by is who planned.
func (t *Turn) by() string {
	if t.plan == nil {
		return t.q.By
	}
	return t.plan.By
}

func (t *Turn) work(ctx context.Context) error {
	query := store.Query{ID: cmp.Or(t.q.ID, t.m.NewID("query_")), Source: t.m.Database.Name()}
	asked := session.AskedPayload{Question: t.q.Text, Parent: t.q.Parent, Replaces: t.q.Replaces}
	if err := t.books.Begin(ctx, query, asked, t.q.Begun || t.q.Resume); err != nil {
		return err
	}
	t.books.Cost = t.q.Cost
	if !t.q.Resume { // its plan is there: whoever looks at it goes on looking at it
		if err := t.enter(ctx, session.Planning, nil); err != nil {
			return err
		}
	}
	if err := t.propose(ctx); err != nil {
		return err
	}
	if t.plan != nil {
		if err := t.open(ctx); err != nil {
			return err
		}
		if err := t.agree(ctx); err != nil {
			return err
		}
	}
	if t.plan != nil && !t.rejected && t.failure == nil {
		if err := t.execute(ctx); err != nil {
			return err
		}
	}
	return t.record(ctx)
}

// propose lets the author plan, where there is no plan yet.
func (t *Turn) propose(ctx context.Context) error {
	if t.plan != nil {
		return nil
	}
	p, missing, spent, err := t.q.Propose(ctx)
	t.spend(spent)
	if err != nil {
		if ctx.Err() != nil || fault.CodeOf(err) == fault.Canceled {
			return err
		}
		t.failure = fault.Of(err)
		return t.enter(ctx, session.PlanFailed, t.failure)
	}
	t.plan, t.rejected, t.reason = p, p == nil, missing
	return nil
}

// open opens the data store for a plan whose steps share tables in it.
func (t *Turn) open(ctx context.Context) (err error) {
	if !t.plan.Shares() || t.m.Data == nil {
		return nil
	}
	t.data, err = t.m.Data(ctx)
	return err
}

// there are the tables that a plan may read besides its own.
func (t *Turn) there() ([]string, error) {
	if t.data == nil {
		return nil, nil
	}
	list, err := t.data.Tables()
	names := make([]string, len(list))
	for i, r := range list {
		names[i] = r.Name
	}
	return names, err
}

// maxRevisions is how often a plan is rewritten before it runs.
const maxRevisions = 5

// agree shows the plan, and waits for approval where somebody gives it.
func (t *Turn) agree(ctx context.Context) error {
	for range maxRevisions + 1 {
		there, err := t.there()
		if err != nil {
			return err
		}
		if err := t.plan.Check(there); err != nil {
			t.failure = fault.Of(err)
			return t.enter(ctx, session.PlanFailed, t.failure)
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
		proposed := session.PlanPayload{Plan: *t.plan, Waves: waves, Sentence: t.q.Sentence, Confidence: t.q.Confidence, Now: t.q.Now}
		if err := t.books.Happened(ctx, session.Step{Events: []session.Entry{{Kind: session.PlanProposed, Payload: proposed}}}); err != nil {
			return err
		}
		if t.m.Approve == nil || t.q.Approved || t.plan.Own() && !t.m.Always {
			return nil
		}
		if err := t.enter(ctx, session.AwaitingApproval, nil); err != nil {
			return err
		}
		d, err := t.m.Approve(ctx, t.plan)
		switch {
		case err != nil:
			return err
		case d.Feedback == "":
			t.rejected, t.reason = !d.Run, d.Reason
			return nil
		}
		if err := t.revise(ctx, d.Feedback); err != nil {
			return err
		}
	}
	t.rejected = true
	return nil
}

// revise lets the plan's author change it.
func (t *Turn) revise(ctx context.Context, feedback string) error {
	if err := t.enter(ctx, session.Planning, nil); err != nil {
		return err
	}
	var revised *plan.Plan
	if t.q.Author != nil {
		next, spent, err := t.q.Author.Revise(ctx, t.plan, feedback)
		t.spend(spent)
		if err != nil {
			return err
		}
		revised = next
	}
	if revised == nil {
		t.books.Meanwhile(ctx, session.Entry{Kind: session.Diagnosed, Payload: fault.Diagnostic{Severity: fault.Warning, Code: fault.Usage,
			Message: fmt.Sprintf("the plan cannot be changed by “%s”", feedback), Hint: "approve it as it is, or reject it and ask in other words"}})
		return nil
	}
	t.plan = revised
	return t.open(ctx)
}

func (t *Turn) spend(c turn.Cost) {
	t.spending.Lock()
	defer t.spending.Unlock()
	t.books.Cost = t.books.Cost.Plus(c)
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
	if err := t.books.Enters(ctx, session.Executing); err != nil {
		return err
	}
	defer t.books.Timed(&t.books.Timings.Execute)()
	happened := func(ctx context.Context, kind session.Kind, p session.StepPayload) {
		t.books.Meanwhile(ctx, session.Entry{Kind: kind, Payload: p})
	}
	o := execute.Options{
		Runners: map[plan.Language]execute.Runner{plan.Read: t.read, plan.SQL: t.combine, plan.Compute: t.compute, plan.Starlark: t.program, plan.Python: t.program},
		Tables:  t.made,
		Clock:   t.m.Clock,
		Started: func(ctx context.Context, s plan.Step) {
			happened(ctx, session.StepStarted, session.StepPayload{Step: s.Number, Output: s.Output})
		},
		Finished: func(ctx context.Context, s plan.Step, m *execute.Made, took time.Duration) error {
			p, err := t.keep(ctx, s, m, took)
			happened(ctx, session.StepFinished, p)
			return err
		},
		Failed: func(ctx context.Context, s plan.Step, err error, again bool) {
			happened(context.WithoutCancel(ctx), session.StepFailed, session.StepPayload{Step: s.Number, Output: s.Output, Again: again, Reason: fault.Of(err).Message})
		},
		Retryable: retryable,
	}
	if t.q.Author != nil {
		o.Write = t.write
	}
	var err error
	t.steps, err = execute.Run(ctx, t.plan, o)
	if err == nil {
		return nil
	}
	if ctx.Err() != nil || fault.CodeOf(err) == fault.Canceled {
		return err
	}
	if f := fault.Of(err); t.plan.Own() && lacks(f.Code) {
		t.rejected, t.reason = true, fault.Begin(f.Message)+". "
		if f.Hint != "" {
			t.reason += fault.Begin(f.Hint) + "."
		}
		t.reason = strings.TrimSpace(t.reason)
		return nil
	}
	t.failure = fault.Of(err)
	return t.enter(ctx, session.PlanFailed, t.failure)
}

// lacks is true for what a method of Plumb's own says of data that are not enough for it,
// or not right for it.
func lacks(code fault.Code) bool {
	return code == fault.EmptyResult || code == fault.Usage || code == fault.BadData
}
