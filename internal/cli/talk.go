package cli

import (
	"context"
	"path/filepath"
	"time"

	"github.com/plumbdata/plumb/internal/brain"
	"github.com/plumbdata/plumb/internal/connection"
	"github.com/plumbdata/plumb/internal/fault"
	"github.com/plumbdata/plumb/internal/mode/answer"
	"github.com/plumbdata/plumb/internal/session"
	"github.com/plumbdata/plumb/internal/source"
	"github.com/plumbdata/plumb/internal/store"
	"github.com/plumbdata/plumb/internal/table"
	"github.com/plumbdata/plumb/internal/whatif"
)

// talk is a conversation about one database, in one session.
type talk struct {
	*app
	conn     *connection.Connection
	mind     brain.Brain
	mode     *answer.Mode
	kept     store.Store
	session  *session.Session
	life     context.Context // of the conversation: what is kept is kept even if a question was stopped
	identity string          // of the database, without secrets
	driver   string
	chosen   choices
	edits    edits
	clock    func() time.Time
	how      func(offers int) string // says how an offer is chosen; may be nil
	before   *turn                   // where the conversation is
	busy     *busy                   // with the question that runs
}

// turn is one question and what became of it.
type turn struct {
	*answer.Turn
	question string
	ahead    *whatif.Request      // what was reckoned beyond its rows, if anything
	before   *turn                // where the conversation was
	decided  bool                 // by the person, now
	previews map[int]*table.Table // of what is offered, by its place
}

const (
	maxOffers   = 3
	previewRows = 3
)

// startTalk opens a database and its brain.
func (a *app) startTalk(ctx context.Context, f askFlags) (*talk, error) {
	if f.usesModel() {
		if _, err := a.openModel(f.model); err != nil { // before anything else is opened
			return nil, err
		}
	}
	book, db, err := a.goingOn(f.notebook, f.db)
	if err != nil {
		return nil, err
	}
	spec, err := a.spec(db)
	if err != nil {
		return nil, err
	}
	conn, err := connection.Open(ctx, spec)
	if err != nil {
		return nil, err
	}
	t, err := a.talkTo(ctx, conn, f, spec.Identity)
	if err != nil {
		_ = conn.Close()
		return nil, err
	}
	t.driver = spec.Driver.Name
	if err := t.goOn(ctx, book); err != nil {
		t.close()
		return nil, err
	}
	return t, nil
}

// talkTo opens the brain for a database that is open, and begins a session.
// Choices are remembered under its identity.
func (a *app) talkTo(ctx context.Context, conn *connection.Connection, f askFlags, identity string) (*talk, error) {
	clock, err := f.clock(a.Now)
	if err != nil {
		return nil, err
	}
	done := a.waiting("reading the database; this is kept, and next time it is there at once")
	defer done()
	b, err := a.brains(ctx, conn, filepath.Join(a.settings.Folder, "cache"))
	if err != nil {
		return nil, err
	}
	snapshot, err := conn.Schema(ctx, connection.Full)
	if err != nil {
		return nil, err
	}
	rememberSchema(a.settings, snapshot) // so that replay can say what has changed since
	kept, err := a.openStore(ctx)
	if err != nil {
		return nil, err
	}
	log := session.NewLog(kept, session.Options{Clock: a.Now, NewID: freshID})
	s, err := log.Start(ctx, conn.Name(), conn.Name())
	if err != nil {
		_ = kept.Close()
		return nil, err
	}
	t := &talk{app: a, conn: conn, mind: b, kept: kept, session: s, life: ctx, identity: identity, chosen: newChoices(a.settings, identity), clock: clock}
	reader := &answer.Reader{Brain: b, Name: builtinModel, Chosen: t.chosen.find,
		Suggest: func(ctx context.Context) []string { return t.suggestions(ctx, maxOffers) }}
	t.mode = &answer.Mode{Planner: reader, Repairer: reader, Narrator: teller{}, Database: conn, Log: s, Limits: t.bounds(f.limit),
		NewID: freshID, Clock: a.Now, Watch: func(e session.Entry) { t.busy.enter(e); a.watch(e) }}
	if f.usesModel() {
		m, err := a.openModel(f.model)
		if err != nil {
			t.close()
			return nil, err
		}
		both := newMind(reader, m, snapshot)
		t.mode.Planner, t.mode.Repairer, t.mode.Narrator = both, both, both
	}
	t.edits = newEdits(a.settings, identity)
	t.mode.Planner = edited{t.mode.Planner, t.edits}
	return t, nil
}

// bounds are what a result may hold: what was asked for, else what is
// configured.
func (t *talk) bounds(rows int) source.Limits {
	l := limits(t.settings)
	if rows > 0 {
		l.Rows = rows
	}
	return l
}

func (t *talk) close() {
	_ = t.conn.Close()
	_ = t.kept.Close()
}

// ask answers a question. Only an answer that is given moves the conversation.
func (t *talk) ask(ctx context.Context, question string) (*turn, error) {
	q := answer.Question{Text: question, Now: t.clock()}
	if r, ok := whatif.Parse(question); ok {
		q.Ahead = &r
	}
	return t.put(ctx, q)
}

// put asks with what is decided already.
func (t *talk) put(ctx context.Context, q answer.Question) (*turn, error) {
	before := t.before
	if before != nil {
		q.Before = before.Turn
	}
	if q.Seed == 0 {
		q.Seed = seed
	}
	t.busy = t.wait(string(session.Thinking))
	a, err := t.mode.Ask(ctx, q)
	t.busy.done()
	if err != nil {
		return nil, err
	}
	made := &turn{Turn: a, question: q.Text, ahead: q.Ahead, before: before}
	if made.Answered() {
		t.before = made
	}
	if made.open() {
		err = t.preview(ctx, made)
	}
	return made, err
}

// seed begins the dice of a simulation: the same question over the same rows
// gives the same answer.
const seed = 1

// choose answers with another reading, and remembers that for the next time.
func (t *talk) choose(ctx context.Context, of *turn, n int) (*turn, error) {
	offers := of.offers()
	if n < 1 || n > len(offers) {
		if len(offers) == 0 {
			return nil, fault.New(fault.Usage, "there is no other reading of this question").WithHint("say it in other words")
		}
		return nil, fault.New(fault.Usage, "there is no reading %d", n).WithHint("they are numbered 1 to %d", len(offers))
	}
	list := append([]answer.Draft{*of.Draft}, of.Draft.Others...)
	chosen := answer.Choose(list, n)
	at := t.before
	t.before = of.before
	made, err := t.put(ctx, answer.Question{Text: of.question, Now: t.clock(), Draft: chosen, Ahead: of.ahead})
	if err != nil || !made.Answered() { // the conversation stays where it was
		t.before = at
		return made, err
	}
	if made.Draft != chosen { // it did not run, and another one answered
		return made, nil
	}
	made.decided = true
	if r := chosen.Reading(); r != nil {
		var before *brain.Reading
		if of.before != nil {
			before = of.before.Draft.Reading()
		}
		if err := t.chosen.keep(of.question, before, *r); err != nil {
			t.diagnose([]fault.Diagnostic{fault.Of(err).Diagnostic(fault.Warning)}) // it costs asking again
		}
	}
	return made, nil
}

// preview runs the readings that are offered, a few rows each. One that does
// not run is offered without.
func (t *talk) preview(ctx context.Context, of *turn) error {
	l := limits(t.settings)
	l.Rows = previewRows
	of.previews = map[int]*table.Table{}
	for i, o := range of.offers() {
		rows, _, err := t.conn.Query(ctx, o.SQL, l)
		if err == nil {
			of.previews[i], err = rows.ReadAll()
		}
		if err != nil && ctx.Err() != nil {
			return err
		}
	}
	return nil
}

func (t *turn) declined() bool { return t.Draft.Outcome == answer.Declined }

// open is true while the person has to say what they mean.
func (t *turn) open() bool { return t.Draft.Outcome == answer.Unsure }

func (t *turn) failed() bool { return !t.Answered() && !t.declined() && !t.open() }

// doubtful is true where other readings should be in sight: Plumb doubts, or
// the person has chosen and may choose again.
func (t *turn) doubtful() bool {
	return t.Draft.Outcome != answer.Sure && t.Draft.Outcome != answer.Edited || t.decided || t.Draft.Remembered
}

// offers are the readings that can be chosen instead, as far as anyone may mean
// them. They are the first of the draft's others.
func (t *turn) offers() []answer.Draft {
	const hardly = 0.01
	n := 0
	for n < min(len(t.Draft.Others), maxOffers) && (t.open() || t.Draft.Others[n].Probability >= hardly) {
		n++
	}
	return t.Draft.Others[:n]
}
