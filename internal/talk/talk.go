// Package talk is a conversation about one database, independent of the user
// interface: questions and follow-ups, other readings, edited SQL, what-ifs. The
// terminal and the page use it.
//
// A Talk has no position in the conversation: the caller says which turn a
// question follows, so that several threads can continue at once.
package talk

import (
	"context"
	"time"

	"github.com/plumbdata/plumb/internal/brain"
	"github.com/plumbdata/plumb/internal/connection"
	"github.com/plumbdata/plumb/internal/critic"
	"github.com/plumbdata/plumb/internal/datastore"
	"github.com/plumbdata/plumb/internal/fault"
	"github.com/plumbdata/plumb/internal/glossary"
	"github.com/plumbdata/plumb/internal/intent"
	"github.com/plumbdata/plumb/internal/learning"
	"github.com/plumbdata/plumb/internal/memory"
	"github.com/plumbdata/plumb/internal/mind"
	"github.com/plumbdata/plumb/internal/mode/analyze"
	"github.com/plumbdata/plumb/internal/mode/answer"
	"github.com/plumbdata/plumb/internal/mode/explore"
	"github.com/plumbdata/plumb/internal/mode/lookup"
	"github.com/plumbdata/plumb/internal/plan"
	"github.com/plumbdata/plumb/internal/sandbox"
	"github.com/plumbdata/plumb/internal/schema"
	"github.com/plumbdata/plumb/internal/session"
	"github.com/plumbdata/plumb/internal/source"
	"github.com/plumbdata/plumb/internal/whatif"
)

// You writes statements, too.
const You = "you"

// Config is what a conversation is made of.
type Config struct {
	Connection *connection.Connection
	Identity   string // of the database, without secrets: what is remembered is remembered under it
	Brain      brain.Brain
	Session    *session.Session
	Folder     string // Plumb's home folder
	Version    string // of the program: with it suggestions grow old
	Limits     source.Limits
	NewID      func(prefix string) string
	Clock      func() time.Time
	Today      func() time.Time // the day that questions are asked on; if it is nil, that of the documents, else Clock

	// Unattended says that nobody can be asked back.
	Unattended bool
	// Intents says what a message wants; nil takes every message for a question.
	Intents func() (*intent.Classifier, error)
	// Models are the language models that may be asked; nil where there are none.
	Models *mind.Config
	// Knowledge is what is known beside the database.
	Knowledge Knowledge
	// Watch hears of every event when it has been recorded; may be nil.
	Watch func(session.Entry)
	// Drawn is given an answer whose story takes a while; may be nil.
	Drawn func(*answer.Turn)
	// Plans is what analyses in several steps work with; each part may be missing.
	Plans Plans
	// Deliver gives the person the rows of an answer as a file; nil where nobody can.
	Deliver func(context.Context, Export) (Exported, error)
	// Bind makes one document of several answers, and says where it is; nil where nobody can.
	Bind func(context.Context, Binding) (Exported, error)
	// Waiting is told what takes long, until the function that it returns is
	// called; may be nil.
	Waiting func(what string) (done func())
	// Warn is told what went wrong beside the answer; may be nil.
	Warn func(fault.Diagnostic)
}

// Plans is what analyses in several steps work with.
type Plans struct {
	Data     func(ctx context.Context) (*datastore.Store, error)                      // of this session
	Names    []string                                                                 // of all connections
	Sources  func(ctx context.Context, name string) (analyze.Database, error)         // other connections
	Programs func(ctx context.Context, p sandbox.Program) (*sandbox.Result, error)    // in the sandbox
	Approve  func(ctx context.Context, p *plan.Plan) (analyze.Decision, error)        // by the person
	Brain    func(ctx context.Context, c *connection.Connection) (brain.Brain, error) // for questions about tables of the conversation
	Always   bool                                                                     // Plumb's own plans are approved as well
}

// Knowledge is what a conversation knows beside its database; each part may be missing.
type Knowledge struct {
	Mode     string         // what answers: AllIn, ChatRAG or DataAnalyst; "" is AllIn
	Library  lookup.Library // passages of documents; nil where there are none
	Owner    string         // whose memories are used and written
	Memory   *memory.Book   // what is remembered of the person; nil where nothing is
	Lessons  *learning.Book // what corrections taught; nil where nothing is learned
	Glossary *glossary.Glossary
}

// Talk is the conversation.
type Talk struct {
	Config
	Mode     *answer.Mode
	Explorer *explore.Mode // lets a model look around; nil where there is none
	Analyzer *analyze.Mode // runs analyses in several steps
	Looker   *lookup.Mode  // answers from documents; nil where there are none
	critic   *critic.Critic
	mind     mind.Mind    // plans what the person has not written themselves
	models   *mind.Models // the language models; nil where there are none
	chosen   choices
	said     sayings
	edits    edits
}

// New begins a conversation. The schema is the one that the brain has read.
func New(c Config, s *schema.Snapshot) *Talk {
	day, file := s.Documents.Today()
	switch {
	case c.Today != nil:
		file = ""
	case file != "":
		c.Today = func() time.Time { return day }
	default:
		c.Today = c.Clock
	}
	if c.Waiting == nil {
		c.Waiting = func(string) func() { return func() {} }
	}
	if c.Warn == nil {
		c.Warn = func(fault.Diagnostic) {}
	}
	t := &Talk{Config: c, chosen: newChoices(c.Folder, c.Identity), said: newSayings(c.Folder, c.Identity), edits: newEdits(c.Folder, c.Identity)}
	interpreter, _ := c.Brain.(brain.Interpreter)
	builtin := &mind.Builtin{Reader: answer.Reader{Brain: c.Brain, Name: mind.BuiltinName, Chosen: t.chosen.find, Suggest: t.suggestInstead, Remembered: t.said.list, Unattended: c.Unattended}}
	t.mind = builtin
	if c.Models != nil {
		models := mind.NewModels(*c.Models, builtin, s, t.examples)
		t.mind, t.models = mind.New(builtin, models), models
		look := explore.Mode{Database: c.Connection, Interpreter: interpreter, Log: c.Session, Limits: c.Limits, NewID: c.NewID, Clock: c.Clock, Watch: c.Watch}
		t.Explorer = models.Explorer(look)
	}
	t.Analyzer = &analyze.Mode{Database: c.Connection, Sources: c.Plans.Sources, Data: c.Plans.Data, Programs: c.Plans.Programs, Tell: t.tellTable,
		Log: c.Session, Limits: c.Limits, NewID: c.NewID, Clock: c.Clock, Watch: c.Watch, Approve: c.Plans.Approve, Always: c.Plans.Always}
	t.critic = t.newCritic()
	t.Looker = t.newLooker()
	t.Mode = &answer.Mode{Planner: documentsPlanner{verifiedPlanner{editsPlanner{examplesPlanner{datedPlanner{t.mind, file}, s.Documents.Examples}, builtin, t.edits}, t}, t}, Repairer: t.mind, Narrator: t.mind, Judge: t.judgeReading, Withhold: func(kind string) bool { return critic.Kind(kind).Withholds() }, Fallback: mind.Narrator{},
		Database: c.Connection, Interpreter: interpreter, Log: c.Session, Limits: c.Limits, NewID: c.NewID, Clock: c.Clock, Watch: c.Watch, Drawn: c.Drawn}
	return t
}

// ParseQuestion reads a question in plain words, with the forecast or what-if that it may ask for.
func (t *Talk) ParseQuestion(text string) answer.Question {
	q := answer.Question{Text: text, Now: t.Today()}
	if r, ok := whatif.Parse(text); ok {
		q.Ahead = &r
	}
	return q
}

// Put asks after a turn, which may be nil, and remembers what is accepted.
func (t *Talk) Put(ctx context.Context, before *Turn, q answer.Question) (*Turn, error) {
	made, err := t.put(ctx, before, q)
	if err == nil {
		t.keep(ctx, made)
	}
	return made, err
}

func (t *Talk) put(ctx context.Context, before *Turn, q answer.Question) (*Turn, error) {
	if q.Seed == 0 {
		q.Seed = Seed
	}
	if q.Spent == nil {
		q.Spent = new(answer.Cost)
	}
	if made, err := t.askStored(ctx, before, q); made != nil || err != nil {
		return made, err
	}
	q.Before = nil
	before = t.ofDatabase(before)
	data := before.ofData()
	if data != nil {
		q.Before = data.Turn
	}
	q.Beside.Judge = t.judgeCell
	if q.Vocabulary == nil && q.SQL == "" && q.Draft == nil {
		said, again, err := t.remember(ctx, before, q)
		if err != nil {
			return nil, err
		}
		if said != nil {
			return t.tellKept(ctx, before, q, said, again)
		}
		if err := t.recall(ctx, &q); err != nil {
			return nil, err
		}
	}
	if made, err := t.bothSources(ctx, before, &q); made != nil || err != nil {
		return made, err
	}
	made, nothing, err := t.lookUp(ctx, before, q)
	if made != nil || err != nil {
		return made, err
	}
	if !t.readsData() && isBare(q) {
		return t.withoutData(ctx, before, q)
	}
	if made, err := t.analyze(ctx, data, q); made != nil || err != nil {
		return made, err
	}
	routed, err := t.route(ctx, before, q)
	if err != nil {
		return nil, err
	}
	if routed != nil {
		q.Draft = routed
		if nothing {
			q.Notes = append(q.Notes, lookup.NothingRelevant())
		}
	}
	return t.askData(ctx, before, q)
}

// askData answers a question from the data as far as it can be, and in another way if the answer
// turns out to need one.
func (t *Talk) askData(ctx context.Context, before *Turn, q answer.Question) (*Turn, error) {
	a, err := t.Mode.Ask(ctx, q)
	if err != nil {
		return nil, err
	}
	switch a.Draft.Outcome {
	case answer.Explore:
		return t.lookAround(ctx, before, q, a)
	case answer.Stepwise:
		return t.planSteps(ctx, before, q, a)
	case answer.Lookup:
		return t.insteadOfData(ctx, before, q, a)
	}
	made := &Turn{Turn: a, Question: q.Text, Request: q.Ahead, Before: before}
	if understood := a.Draft.Outcome == answer.Sure || a.Draft.Outcome == answer.Likely; understood && made.Answered() && isBare(q) &&
		isCorrection(q.Text, before) && a.Draft.Sentence != before.Draft.Sentence {
		t.correct(ctx, learning.Said, before, made.statement(), q.Text)
	}
	if made.Open() {
		err = t.preview(ctx, made)
	}
	return made, err
}

// Seed begins the dice of a simulation: the same question over the same rows
// gives the same answer.
const Seed = 1

// bounds are the limits of the conversation, with another number of rows where
// one is given.
func (t *Talk) bounds(rows int) source.Limits {
	l := t.Limits
	if rows > 0 {
		l.Rows = rows
	}
	return l
}

// Edit answers a question with a statement of the person's own in place of the
// one of a turn, and remembers it for the next time. Follows is the turn that
// the question changed, after which alone its words mean this; nil where it
// stands by itself. Of is the turn whose statement was changed; nil where it is not known.
func (t *Talk) Edit(ctx context.Context, before *Turn, q answer.Question, follows, of *Turn) (*Turn, error) {
	made, err := t.Put(ctx, before, q)
	if err == nil && made.Answered() {
		if err := t.edits.keep(q.Text, follows.statement(), q.SQL); err != nil {
			t.Warn(fault.Of(err).Diagnostic(fault.Warning)) // it costs writing it again
		}
		if of != nil && of.statement() != q.SQL {
			t.correct(ctx, learning.Edited, of, q.SQL, "")
		}
	}
	return made, err
}
