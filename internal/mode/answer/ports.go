package answer

import (
	"context"
	"encoding/json"
	"time"

	"github.com/plumbdata/plumb/internal/brain"
	"github.com/plumbdata/plumb/internal/chart"
	"github.com/plumbdata/plumb/internal/connection"
	"github.com/plumbdata/plumb/internal/fault"
	"github.com/plumbdata/plumb/internal/guard"
	"github.com/plumbdata/plumb/internal/meaning"
	"github.com/plumbdata/plumb/internal/mode/turn"
	"github.com/plumbdata/plumb/internal/schema"
	"github.com/plumbdata/plumb/internal/session"
	"github.com/plumbdata/plumb/internal/source"
	"github.com/plumbdata/plumb/internal/story"
	"github.com/plumbdata/plumb/internal/table"
)

// Planner proposes how to answer a question. What it writes is only ever a
// proposal: the guard decides what runs.
type Planner interface {
	Plan(ctx context.Context, r Request) (*Draft, error)
}

// Repairer proposes another statement after one that was refused or failed.
// Nil means that it has none.
type Repairer interface {
	Repair(ctx context.Context, r Request, failed []Attempt) (*Draft, error)
}

// Narrator says what a result says. Its text is held against the rows, whoever
// wrote it; Finding.Objections are what was found wrong with its last one.
type Narrator interface {
	Narrate(ctx context.Context, f Finding) (*Narrative, error)
}

// Database checks statements and runs those that have passed.
type Database interface {
	Name() string
	Check(ctx context.Context, sql string) (guard.Statement, error)
	Run(ctx context.Context, s guard.Statement, l source.Limits) (*table.Reader, error)
	Schema(ctx context.Context, need connection.Depth) (*schema.Snapshot, error)
}

// Request is a question with what is known when it is asked.
type Request struct {
	Question string
	Now      time.Time
	Before   *Turn // the answer that the conversation is at, or nil
	// Said is what the person said to what the question leaves unsaid; Unattended says that
	// nobody can be asked.
	Said       []brain.Said
	Unattended bool
	// Vocabulary is what words mean to those who ask; may be nil.
	Vocabulary *brain.Vocabulary
	// Past reads the last few answers of the session, the newest first. A
	// planner that needs none does not pay for them.
	Past func(context.Context) ([]session.Cell, error)
	// Happened records something that happened meanwhile as an event of the
	// turn; may be nil.
	Happened func(context.Context, session.Entry)
}

// Draft is a proposal for an answer.
type Draft struct {
	Outcome     Outcome
	Confidence  float64
	SQL         string
	Meaning     *meaning.Meaning // what the SQL returns; nil where nobody knows
	Sentence    string           // the reading in one line
	Clauses     []session.Clause
	Assumptions []string
	Applied     []session.Known    // what it follows of all that is known
	Notes       []string           // what to know of the statement
	Details     []string           // what few want to know of it
	Findings    []fault.Diagnostic // that somebody else has about it
	Others      []Draft            // other readings, the likeliest first
	FollowUp    bool               // it changes the answer before it
	Remembered  bool               // the person chose it before
	Probability float64
	Given       bool   // an unsure one is run, and the others are at hand
	Ask         string // back to the person, of an unsure one
	// Unsaid is what the question does not say, and what is taken for it.
	Unsaid    []brain.Unsaid
	Offer     string // of a reading that is offered: the answer to Ask that it is
	Missing   string // of a declined one
	Told      string // the answer itself, where it needs no statement
	Found     any    // of one that goes on with Lookup: what the documents say; only that mode reads it
	Reset     bool   // the conversation starts afresh after it
	Download  *session.Download
	Made      *session.Made
	Suggested []string // what can be asked instead
	Chart     json.RawMessage
	Reasoning string
	By        string // who wrote it: builtin, or a model
	Cost      Cost
	// From is the reading that it was made from, which a follow-up changes; nil
	// where no brain has read it.
	From *brain.Reading
}

// Asks is true for a draft that waits for the person to choose.
func (d *Draft) Asks() bool {
	return d.Outcome == Unsure && !d.Given && (d.SQL == "" || len(d.Others) > 0 || len(d.Unsaid) > 0)
}

// Outcome is what becomes of a question.
type Outcome string

const (
	Sure     Outcome = "sure"
	Likely   Outcome = "likely"
	Unsure   Outcome = "unsure"
	Declined Outcome = "declined"
	Lookup   Outcome = "lookup"  // the data cannot answer, and documents may: another mode goes on with the turn
	Explore  Outcome = "explore" // looking around must come first: another mode goes on with the turn
	Stepwise Outcome = "steps"   // several steps are needed: another mode goes on with the turn
	Edited   Outcome = "edited"  // the person wrote the statement
	Failed   Outcome = "failed"
	Canceled Outcome = "canceled" // of a turn without a cell
)

// Cost is what a language model took.
type Cost = turn.Cost

// Attempt is a statement that did not answer, and why.
type Attempt struct {
	SQL     string
	Refused bool   // by the guard: it was not run
	Slow    bool   // it ran past its time, or its memory
	Reason  string // for people, and for whoever repairs
	Hint    string
}

// Finding is a result that a narrator speaks about.
type Finding struct {
	Question   string
	Sentence   string // the reading
	SQL        string
	Meaning    *meaning.Meaning // of the SQL, with the names of the table's columns; may be nil
	Table      *table.Table
	Now        time.Time
	Plan       chart.Plan
	Truncated  bool
	Outside    bool     // there is nothing because the period lies outside the data, which is said beside the story
	By         string   // who wrote the statement
	Objections []string // to the narrative before, of which this is the second
	// Show lets people see the rows and their chart meanwhile. A narrator that
	// takes its time calls it first.
	Show func(context.Context)
	// Happened is that of Request.
	Happened func(context.Context, session.Entry)
}

// Narrative is what a narrator wrote.
type Narrative struct {
	story.Story
	By    string
	Own   bool // Plumb's own narrator wrote it; every word of another's text must be accounted for
	Cost  Cost
	Notes []fault.Diagnostic // what to know of how it came to be
}

// Elsewhere is true for a draft that another mode of answering goes on with.
func (d *Draft) Elsewhere() bool {
	return d.Outcome == Explore || d.Outcome == Stepwise || d.Outcome == Lookup
}
