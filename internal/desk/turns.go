package desk

import (
	"context"
	"errors"
	"slices"
	"sync/atomic"
	"time"

	"github.com/plumbdata/plumb/internal/config"
	"github.com/plumbdata/plumb/internal/fault"
	"github.com/plumbdata/plumb/internal/mode/analyze"
	"github.com/plumbdata/plumb/internal/mode/answer"
	"github.com/plumbdata/plumb/internal/notebook"
	"github.com/plumbdata/plumb/internal/session"
	"github.com/plumbdata/plumb/internal/store"
	"github.com/plumbdata/plumb/internal/table"
	"github.com/plumbdata/plumb/internal/talk"
)

const outcomeCanceled = string(answer.Canceled)

// turn is a question at work, or one that has ended.
type turn struct {
	Turn
	ask    *asked
	book   *book
	source string // as Config.Spec takes it
	about  notebook.Connection
	ctx    context.Context
	stop   context.CancelCauseFunc
	place  chan struct{}         // closed when it may run
	moves  chan int              // how many wait before it, when they are fewer
	ahead  int                   // that it was told last; the queue's
	says   chan analyze.Decision // what the person says to a plan that waits
	heard  chan struct{}         // closed when the person has said something to a plan
	done   chan struct{}         // closed when it has ended; then these are known
	cell   session.Cell
	err    error

	sketch  atomic.Pointer[session.Cell] // the answer, while its story is being written
	stage   session.Stage                // that was told last by the desk
	settled bool                         // the audit has its outcome
	told    bool                         // that it has ended is in the log
	reset   bool                         // what comes after it starts afresh
	renewal *talk.SourceRerun            // of an explored answer that is run again
	rows    *table.Table                 // that the story is told of
}

// maxEnded is how many turns are remembered that have ended, with their cells.
const maxEnded = 100

// Ask begins a turn.
func (w *Work) Ask(ctx context.Context, q Question) (Turn, error) {
	b, err := w.bookFor(ctx, q.Notebook)
	if err != nil {
		return Turn{}, err
	}
	if q.Parent == q.Replaces {
		q.Parent = "" // what a cell follows stays when its place is taken
	}
	q = redrawing(q, b.cell)
	kept, err := w.replayed(&q)
	if err != nil {
		return Turn{}, err
	}
	a, err := prepare(q, b.cell)
	if err == nil && q.Parent != "" && q.Replaces != "" {
		err = b.apart(q.Parent, q.Replaces)
	}
	if err != nil {
		return Turn{}, err
	}
	if (a.Explore || a.Plan) && !w.Explores {
		return Turn{}, fault.New(fault.Usage, "this needs a language model, and none is set up").
			WithHint("ask without Explore or Plan, or set up a model: plumb models")
	}
	a.plan = kept
	from, name, err := w.sourceFor(a, b.about())
	if err != nil {
		return Turn{}, err
	}
	t := w.newTurn(b, a, from)
	t.Turn = Turn{ID: w.NewID("query_"), Notebook: b.id, Question: a.Text, Source: name, Parent: q.Parent, Replaces: q.Replaces, SQL: a.SQL, AsQuestion: a.unasked, Began: w.Clock().UTC().Truncate(time.Microsecond)}
	if err := w.begin(t, func() error { return t.announce(ctx) }); err != nil {
		t.stop(err)
		return Turn{}, err
	}
	return t.Turn, nil
}

func (w *Work) newTurn(b *book, a *asked, source string) *turn {
	t := &turn{ask: a, book: b, source: source, place: make(chan struct{}), moves: make(chan int, 1), says: make(chan analyze.Decision), heard: make(chan struct{}), done: make(chan struct{})}
	t.ctx, t.stop = context.WithCancelCause(w.life)
	return t
}

// bookFor is the notebook that is meant: the current one if none is named.
func (w *Work) bookFor(ctx context.Context, ref string) (*book, error) {
	if ref == "" {
		return w.current(ctx)
	}
	return w.open(ctx, ref)
}

// sourceFor is what a question is asked of, and its name: what the person says,
// else what the cell is about that it goes on from, else the notebook's.
func (w *Work) sourceFor(a *asked, about notebook.Connection) (from, name string, err error) {
	c, err := w.settings()
	if err != nil {
		return "", "", err
	}
	if err := w.checkConnection(c, a.Source); err != nil {
		return "", "", err
	}
	from = a.Source
	if from == "" {
		from = dataOf(c, about, a.of())
	}
	spec, err := w.spec(c, from)
	if err != nil {
		return "", "", err
	}
	return from, spec.Config.Name, nil
}

// dataOf is what a cell or a notebook is about: the connection of its name, else
// the place that it names.
func dataOf(c *config.Config, about notebook.Connection, of *session.Cell) string {
	if of != nil && of.Metadata.Source != "" {
		if _, ok := c.Connections[of.Metadata.Source]; ok {
			return of.Metadata.Source
		}
	}
	if _, ok := c.Connections[about.Name]; ok {
		return about.Name
	}
	return about.Database
}

// begin lets a question wait for its place. Announce records that it was asked.
func (w *Work) begin(t *turn, announce func() error) error {
	w.mu.Lock()
	if w.closed {
		w.mu.Unlock()
		return closing()
	}
	w.turns[t.ID] = t
	w.tasks.Add(1) // before it can be waited for
	w.mu.Unlock()
	err := w.queue.enter(t)
	if err == nil {
		if err = announce(); err != nil {
			w.queue.leave(t)
		}
	}
	if err != nil {
		w.mu.Lock()
		delete(w.turns, t.ID)
		w.mu.Unlock()
		w.tasks.Done()
		close(t.done)
		return err
	}
	go func() {
		defer w.tasks.Done()
		t.run()
	}()
	return nil
}

// announce records the question before anything is done for it.
func (t *turn) announce(ctx context.Context) error {
	b := t.book
	b.mu.Lock()
	defer b.mu.Unlock()
	if err := b.sync(ctx); err != nil {
		return err
	}
	t.Session = b.session.ID()
	stage := session.StagePayload{Stage: session.Thinking}
	select {
	case <-t.place:
	default:
		stage = session.StagePayload{Stage: session.Waiting, Ahead: b.desk.queue.aheadOf(t)}
	}
	t.stage = stage.Stage
	q := t.query(store.StatusOpen, "")
	ids, err := b.session.Happen(ctx, session.Step{Query: &q, Events: []session.Entry{
		{Kind: session.QuestionAsked, Payload: session.AskedPayload{Question: t.Question, Query: t.ID, Parent: t.Parent, Replaces: t.Replaces, Source: t.Source, SQL: t.SQL, AsQuestion: t.AsQuestion, Rest: t.ask.rest, Again: t.ask.Again, Now: t.ask.Now}},
		{Kind: session.StageEntered, Payload: stage},
	}})
	if err != nil {
		return err
	}
	t.After = ids[0] - 1
	b.running = append(b.running, t)
	return nil
}

func (t *turn) query(s store.Status, said string) store.Query {
	return store.Query{ID: t.ID, Question: t.Question, Source: t.Source, Status: s, Answer: said, CreatedAt: t.Began}
}

// run waits for a place, works, and ends the turn however that went.
func (t *turn) run() {
	w := t.book.desk
	var err error
	if t.wait() {
		err = t.work()
	}
	if cause := context.Cause(t.ctx); cause != nil && !t.told {
		err = cause
	}
	t.finish(err)
	w.queue.leave(t)
	t.stop(nil)
	t.goOn()
	t.ask.parent, t.ask.was, t.ask.follows, t.renewal, t.rows = nil, nil, nil, nil, nil
	t.sketch.Store(nil)
	close(t.done)
	w.mu.Lock()
	defer w.mu.Unlock()
	w.ended = append(w.ended, t.ID)
	for len(w.ended) > maxEnded {
		delete(w.turns, w.ended[0])
		w.ended = w.ended[1:]
	}
}

// wait is for a place; false if it was stopped before.
func (t *turn) wait() bool {
	for {
		select {
		case <-t.place:
			return true
		case ahead := <-t.moves:
			t.enters(session.StagePayload{Stage: session.Waiting, Ahead: ahead})
		case <-t.ctx.Done():
			return false
		}
	}
}

// finish tells that the turn has ended, unless the log has it already.
func (t *turn) finish(err error) {
	b := t.book
	b.mu.Lock()
	defer b.mu.Unlock()
	if t.told {
		return
	}
	defer b.over(t)
	if err == nil { // it left no cell, and said nothing
		err = fault.New(fault.Internal, "the question ended without an answer").WithHint("ask again")
	}
	f := fault.Of(err)
	t.err = f
	status, end := store.StatusFailed, session.EndedPayload{Outcome: string(answer.Failed), Reason: f.Message}
	var events []session.Entry
	if f.Code == fault.Canceled || errors.Is(err, context.Canceled) {
		status, end.Outcome = store.StatusCanceled, outcomeCanceled
	} else {
		events = append(events, session.Entry{Kind: session.Diagnosed, Payload: f.Diagnostic(fault.Error)})
	}
	end.Reason += withRest(t.ask.rest)
	st := session.Step{Turn: t.ID, Events: append(events, session.Entry{Kind: session.TurnEnded, Payload: end})}
	if !t.settled {
		q := t.query(status, f.Message)
		st.Query = &q
	}
	const patience = 10 * time.Second
	ctx, cancel := context.WithTimeout(context.WithoutCancel(t.ctx), patience)
	defer cancel()
	// A store that cannot be written has said so already; what is missing in
	// the log is told when the notebook is opened next.
	_ = b.session.Step(ctx, st)
}

// over takes a turn out of those that run, together with what tells so: who looks
// at the notebook sees both or neither. The book is held.
func (b *book) over(t *turn) {
	b.running = slices.DeleteFunc(b.running, func(o *turn) bool { return o == t })
}

// Cancel stops a turn, down to the database. One that has ended stays as it is.
func (w *Work) Cancel(_ context.Context, id string) error {
	t, err := w.turn(id)
	if err != nil {
		return err
	}
	t.stop(fault.New(fault.Canceled, "stopped").WithHint("ask again"))
	return nil
}

func (w *Work) turn(id string) (*turn, error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if t := w.turns[id]; t != nil {
		return t, nil
	}
	return nil, fault.New(fault.NotFound, "there is no turn %.80q", id).WithHint("it may have ended long ago: its answer is in the notebook")
}

// drawnAnswer is the answer of a turn whose story is being written.
func (w *Work) drawnAnswer(id string) *session.Cell {
	w.mu.Lock()
	defer w.mu.Unlock()
	if t := w.turns[id]; t != nil {
		return t.sketch.Load()
	}
	return nil
}

// Await is the cell that a turn led to, with its audit; of one that failed, the
// fault with its audit.
func (w *Work) Await(ctx context.Context, id string) (session.Cell, store.Audit, error) {
	t, err := w.turn(id)
	if err != nil {
		return session.Cell{}, store.Audit{}, err
	}
	select {
	case <-t.done:
	case <-ctx.Done():
		return session.Cell{}, store.Audit{}, fault.Of(context.Cause(ctx))
	}
	found, err := w.Store.Audit(ctx, store.Filter{ID: id})
	if err != nil || len(found) == 0 {
		return t.cell, store.Audit{}, errors.Join(t.err, err)
	}
	return t.cell, found[0], t.err
}
