package cli

import (
	"context"
	"path/filepath"

	"github.com/plumbdata/plumb/internal/config"
	"github.com/plumbdata/plumb/internal/connection"
	"github.com/plumbdata/plumb/internal/datastore"
	"github.com/plumbdata/plumb/internal/fault"
	"github.com/plumbdata/plumb/internal/mind"
	"github.com/plumbdata/plumb/internal/mode/answer"
	"github.com/plumbdata/plumb/internal/model/route"
	"github.com/plumbdata/plumb/internal/plan"
	"github.com/plumbdata/plumb/internal/schema"
	"github.com/plumbdata/plumb/internal/session"
	"github.com/plumbdata/plumb/internal/store"
	"github.com/plumbdata/plumb/internal/talk"
)

// dialogue is a conversation in the terminal, about one database.
type dialogue struct {
	*app
	*talk.Talk
	kept    store.Store
	ledger  *mind.Ledger
	models  *languageModels
	now     string          // the day that was given as today, or ""
	life    context.Context // of the conversation: what is kept is kept even if a question was stopped
	driver  string
	how     func(offers int) string // says how an offer is chosen; may be nil
	sayHow  string                  // says how something is said that a question leaves open, with a place for numbers
	before  *turn                   // where the conversation is
	made    *turn                   // the last one, whatever became of it
	busy    *busy                   // with the question that runs
	planned *plan.Plan              // the plan that runs
	drawn   *answer.Turn            // the last answer that was shown before it had a story
	data    *sessionData            // what plans work with
	known   *knowledge              // beside the database; nil until it is opened
	lock    *sessionLock
	empty   *sessionData                          // in place of data where documents alone answer; else nil
	listen  func(context.Context) (string, error) // reads what the person says to a plan; nil where nobody does
}

type turn = talk.Turn

const maxOffers = 3

// startTalk opens a database and its brain.
func (a *app) startTalk(ctx context.Context, f askFlags) (*dialogue, error) {
	models, err := a.models(ctx, f.model) // before anything else is opened
	if err != nil {
		return nil, err
	}
	book, db, err := a.findNotebook(f.notebook, f.db)
	if err != nil {
		return nil, err
	}
	spec, err := a.spec(db)
	var empty *sessionData
	if db == "" && fault.CodeOf(err) == fault.NotFound && a.settings.Knowledge.Mode == talk.ChatRAG {
		spec, empty, err = a.noData(ctx)
	}
	if err != nil {
		return nil, err
	}
	conn, err := connection.Open(ctx, spec)
	if err != nil {
		empty.closeIfAny()
		return nil, err
	}
	t, err := a.talkTo(ctx, conn, f, models, spec.Identity)
	if err != nil {
		_ = conn.Close()
		empty.closeIfAny()
		return nil, err
	}
	t.driver, t.empty = spec.Driver.Name, empty
	if f.session != "" {
		book, err = t.pastAsNotebook(ctx)
	}
	if err == nil {
		err = t.goOn(ctx, book)
	}
	if err != nil {
		t.close()
		return nil, err
	}
	return t, nil
}

// talkTo opens the brain for a database that is open, and begins a session.
// Choices are remembered under its identity.
func (a *app) talkTo(ctx context.Context, conn *connection.Connection, f askFlags, models *languageModels, identity string) (*dialogue, error) {
	today, err := f.clock()
	if err != nil {
		return nil, err
	}
	done := a.showWaiting("reading the database")
	defer done()
	c, snapshot, err := a.prepareTalk(ctx, a.settings, conn, identity)
	if err != nil {
		return nil, err
	}
	kept, err := a.openStore(ctx)
	if err != nil {
		return nil, err
	}
	t := &dialogue{app: a, kept: kept, ledger: mind.NewLedger(ctx, kept), models: models, now: f.now, life: ctx, data: a.newSessionData(a.settings)}
	log := session.NewLog(kept, session.Options{Clock: a.Now, NewID: freshID})
	var s *session.Session
	if f.session != "" {
		s, err = log.Resume(ctx, f.session)
	} else {
		s, err = log.Start(ctx, conn.Name(), conn.Name())
	}
	if err == nil {
		t.lock, err = a.holdSession(s.ID())
	}
	if err == nil {
		if f.limit > 0 {
			c.Limits.Rows = f.limit
		}
		c.Session, c.Today, c.Waiting, c.Unattended = s, today, a.showWaiting, !a.atTerminal()
		t.known = a.openKnowledge(ctx, a.settings, kept)
		c.Knowledge = t.known.of(ctx, a.settings, identity)
		c.Drawn, c.Deliver, c.Bind = t.showDrawn, a.deliver, t.bind
		c.Watch = func(e session.Entry) { t.busy.enter(e); a.showExploration(e); t.showAnalysis(e); a.watch(e) }
		c.Warn = func(d fault.Diagnostic) { a.diagnose([]fault.Diagnostic{d}) }
		c.Plans.Data = func(ctx context.Context) (*datastore.Store, error) { return t.data.store(ctx, s.ID()) }
		c.Plans.Names = a.settings.Names()
		c.Plans.Sources, c.Plans.Programs = t.data.source, t.data.programs
		if approve := a.settings.Plans.Trusted(a.settings).Approve; approve != config.ApproveNever && !f.yes {
			c.Plans.Approve, c.Plans.Always = t.approve, approve == config.ApproveAlways
		}
		c.Models = modelsFor(models, a.settings, t.ledger.ForSession(s.ID()), a.reportEscalation)
		t.Talk = talk.New(c, snapshot)
	}
	if err != nil {
		t.ledger.Close()
		_ = kept.Close()
		return nil, err
	}
	return t, nil
}

// prepareTalk begins the configuration of a conversation: the built-in brain
// reads the database.
func (a *app) prepareTalk(ctx context.Context, settings *config.Config, conn *connection.Connection, identity string) (talk.Config, *schema.Snapshot, error) {
	b, err := a.brains(ctx, conn, filepath.Join(settings.Folder, "cache"))
	if err != nil {
		return talk.Config{}, nil, err
	}
	snapshot, err := conn.Schema(ctx, connection.Full)
	if err != nil {
		return talk.Config{}, nil, err
	}
	rememberSchema(settings, snapshot) // so that replay can say what has changed since
	return talk.Config{Connection: conn, Identity: identity, Brain: b, Folder: settings.Folder, Version: Version, Limits: limits(settings),
		NewID: freshID, Clock: a.Now, Intents: a.intents, Plans: talk.Plans{Brain: openStored}}, snapshot, nil
}

// modelsFor puts models behind the built-in brain of a conversation, where there
// are any.
func modelsFor(models *languageModels, settings *config.Config, r route.Recorder, escalated func(route.Escalation)) *mind.Config {
	if !models.canPlan() {
		return nil
	}
	return &mind.Config{Router: models.router, Recorder: r, Escalated: escalated, Only: models.policy == config.ModelOnly,
		Budget: settings.Schema.TokenBudget, Vectors: filepath.Join(settings.Folder, "cache")}
}

func (t *dialogue) close() {
	_ = t.Connection.Close()
	t.empty.closeIfAny()
	t.closeBooks()
}

// closeBooks closes what a conversation writes to.
func (t *dialogue) closeBooks() {
	_ = t.data.close()
	t.lock.free()
	t.ledger.Close()
	if t.known != nil {
		t.known.close()
	}
	_ = t.kept.Close()
}

// ask answers a question.
func (t *dialogue) ask(ctx context.Context, question string) (*turn, error) {
	return t.put(ctx, t.ParseQuestion(question))
}

// put asks with what is decided already.
func (t *dialogue) put(ctx context.Context, q answer.Question) (*turn, error) {
	return t.move(func() (*turn, error) { return t.Put(ctx, t.before, q) })
}

// choose answers with another reading.
func (t *dialogue) choose(ctx context.Context, of *turn, n int) (*turn, error) {
	return t.move(func() (*turn, error) { return t.Choose(ctx, of, n, answer.Question{}) })
}

// move waits for a turn, and goes on from it if it has an answer, or else from
// what it most likely means: whoever does not choose a reading goes on all the same.
func (t *dialogue) move(make func() (*turn, error)) (*turn, error) {
	t.busy = t.wait(string(session.Thinking))
	made, err := make()
	t.busy.clear()
	switch {
	case made == nil:
	case made.Draft != nil && made.Draft.Reset:
		t.before = nil
	case made.Answered() || made.Followable() || len(made.Cell.Citations) > 0:
		t.before = made
	case made.Failed() && t.before != nil && t.before.Open(): // what it most likely meant does not run
		t.before = t.before.Before
	}
	return made, err
}
