// Package brain is the port between questions and whoever reads them: a
// question about one database and the conversation before it go in; SQL, the
// reading in plain words, how sure it is, and other readings come out. The
// built-in brain (brain/builtin) fulfils it without any language model.
package brain

import (
	"context"
	"time"

	"github.com/plumbdata/plumb/internal/meaning"
	"github.com/plumbdata/plumb/internal/plan"
	"github.com/plumbdata/plumb/internal/table"
)

// Brain reads questions about one database. It may be used by several at once.
type Brain interface {
	Read(ctx context.Context, q Question) (*Answer, error)
}

// Interpreter reads statements that a person or a model wrote. The reading says
// what the statement means as far as that can be told, and has a Form where a
// follow-up can change it.
type Interpreter interface {
	Interpret(ctx context.Context, sql string, rows *table.Table, now time.Time) *Reading
}

// Analyst plans analyses that take several steps, by documented methods.
type Analyst interface {
	// Analyze is nil for a message that asks for no analysis.
	Analyze(ctx context.Context, q Question) (*Analysis, error)
	// Revise plans a message again that Analyze has planned, with all that a person
	// has said to the plan; nil where that cannot be done, and without a plan where it
	// is said why not.
	Revise(ctx context.Context, q Question, p *plan.Plan, said []string) (*Analysis, error)
}

// Analysis is how a message that asks for an analysis was read.
type Analysis struct {
	Plan       *plan.Plan // nil of one that is declined
	Sentence   string     // the reading in one line
	Confidence float64
	Missing    string // why the data cannot give it, for people
}

// Check is a statement that shows whether a figure is right. Of one with Agree, the
// two values of its row should be equal; of another, it counts rows.
type Check struct {
	SQL           string
	Agree, Differ string // formats with the values
	None, Some    string // what no rows mean, and a format with their number
}

// Question is what a person says.
type Question struct {
	Text string
	Now  time.Time
	// Before is the reading that the conversation is at, or nil: a follow-up
	// changes it.
	Before *Reading
	// Said is what the person has said to what questions leave unsaid, now or before.
	Said []Said
	// Vocabulary is what words mean to those who ask; may be nil.
	Vocabulary *Vocabulary
}

// Answer is how a question was read.
type Answer struct {
	Outcome  Outcome
	Readings []Reading // the best first; none when declined or failed
	// Confidence is the probability that the first reading is right; of a
	// decline, that the data cannot answer.
	Confidence float64
	Missing    string         // of a decline: what the data lacks, for people
	Clarify    *Clarification // of an unsure answer: what would help most
	// Unsaid is what the question does not say. The readings are made with what is taken
	// for each, and say so.
	Unsaid []Unsaid
	// Given is true for an unsure answer that is worth seeing before anything is
	// asked: no other reading comes near.
	Given bool
	// Told answers a question about words: what a term, a column or a table means. There
	// is no reading then, and nothing to run.
	Told string
	// Doubt is, of an unsure answer, what is not certain about its first reading, in a
	// sentence for people.
	Doubt string
	// Unused are the words of the question that the first reading leaves out.
	Unused []string
	// Hurried says for what there was no time, in sentences for people: with more of
	// it the answer may be another.
	Hurried []string
	// Evidence is what the confidence was computed from, for those who fit how;
	// nobody else reads it.
	Evidence []float64 `json:"-"`
	// Tried are the statements that were tried, with what the choice between them was
	// computed from, for those who fit how.
	Tried []Tried `json:"-"`
}

// Tried is a statement that was tried for an answer.
type Tried struct {
	SQL    string
	Merits []float64
	Text   string // what the verifier reads of it, after a line with the question
}

// Glossary is a brain that knows which terms documents define.
type Glossary interface {
	// Definitions are those of the terms that a question has, and then all others.
	Definitions(question string) []Definition
}

// Definition is a term as a document defines it.
type Definition struct {
	Term string
	Text string
	File string // of the document
}

// Outcome is what became of a question.
type Outcome string

const (
	Sure     Outcome = "sure"     // answer
	Likely   Outcome = "likely"   // answer, saying how it was read, with the other readings at hand
	Unsure   Outcome = "unsure"   // offer readings, or ask; or answer with a doubt
	Declined Outcome = "declined" // the data cannot answer it
)

// LikelyFrom is how sure an answer must be to be called likely: of those between it
// and sure, three of four and more are right.
const LikelyFrom = 0.65

// Reading is one way to understand a question.
type Reading struct {
	SQL         string
	Meaning     *meaning.Meaning // what the SQL returns, as data
	Sentence    string           // the reading in one line
	Clauses     []Clause         // the same, part by part
	Tables      []string         // that the SQL reads
	Assumptions []string         // what it takes for granted: terms as documents define them
	Notes       []string         // what to know: rows that were joined many times
	Details     []string         // what few want to know: keys that were only inferred
	Probability float64
	FollowUp    bool // it changes the reading before it
	// Applied are the entries of the vocabulary that it follows.
	Applied []Applied
	// Form is what a follow-up starts from; only the brain that made it reads it.
	Form any
}

// Clause is a part of a reading in plain words.
type Clause struct{ Label, Text string }

// Clarification is one question back, about which reading is meant.
type Clarification struct {
	Question string
	Choices  []Choice
}

// Choice is an answer to a clarification: the reading that it leads to.
type Choice struct {
	Text    string
	Reading int // place in Answer.Readings
}

// MaxUnsaid is how many things a person is asked at once.
const MaxUnsaid = 3

// Unsaid is something that a question does not say and that only the person can know:
// when an order counts as large, by what customers are ranked, of which time.
type Unsaid struct {
	Key      string // what it is about, the same in other questions
	Question string
	Choices  []Saying // from the data; the first is taken unless the person says otherwise
	Taken    int
	Said     bool // by the person, now or before
	Obvious  bool // nobody need be asked: what is taken is stated
}

// Saying is what a person may say.
type Saying struct {
	Text  string // for people
	Value string
}

// Said is what a person said, or that they do not care.
type Said struct {
	Key, Value string
	Skipped    bool
}

// Why says why what is taken is taken.
func (u *Unsaid) Why() string {
	if u.Said {
		return "as you said"
	}
	return "since the question does not say"
}

// Take takes what the person has said, if that is one of the choices, else the first.
func (u *Unsaid) Take(list []Said) {
	for _, s := range list {
		if s.Key != u.Key {
			continue
		}
		for i, c := range u.Choices {
			if c.Value == s.Value {
				u.Taken, u.Said, u.Obvious = i, !s.Skipped, u.Obvious || s.Skipped
				return
			}
		}
	}
}
