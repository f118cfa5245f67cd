// Package eval measures how well questions become SQL.
//
// A suite is a folder of questions with gold queries over databases. A brain
// answers every question; its statement and the gold query are run, and the two
// results are compared as a person would: the rows count, not the text of the
// query. Every verdict has a class, so that errors can be counted by kind.
//
// A brain gets the database and the question, and nothing else of a suite.
package eval

import (
	"context"
	"time"

	"github.com/plumbdata/plumb/internal/connection"
	"github.com/plumbdata/plumb/internal/meaning"
)

// Brain turns questions into SQL.
type Brain interface {
	// Open prepares for one database.
	Open(ctx context.Context, c *connection.Connection) (Session, error)
}

// Identified is a brain that says which one it is, by its weights for example.
// A run that was begun with another is not continued.
type Identified interface{ Identity() string }

// Session answers questions about one database, one at a time.
type Session interface {
	Ask(ctx context.Context, r Request) (Answer, error)
	Close() error
}

// Request is one question.
type Request struct {
	Question string
	Now      time.Time
	// Conversation is what the answer to the turn before gave, or nil.
	Conversation any
}

// Status is how a question ended.
type Status string

const (
	Answered Status = "answered"
	Declined Status = "declined" // the data cannot answer it
	Failed   Status = "failed"   // no query was found
)

// Answer is what a brain says.
type Answer struct {
	SQL        string
	Meaning    *meaning.Meaning // what SQL returns; nil where the brain does not say
	Confidence float64          // the probability that SQL is right
	Status     Status
	Sure       bool      // it needs nobody else to be asked
	Cost       Cost      // of language models
	Candidates []string  // other queries that were thought of, best first
	Reading    string    // in plain words
	Unused     []string  // words of the question that SQL leaves out, where a brain says it
	Evidence   []float64 // what the confidence was computed from, where a brain says it
	Tried      []Choice  // what the SQL was chosen from, where a brain says it
	// Conversation is handed back with the next turn.
	Conversation any
}

// Choice is a statement that was tried for an answer, with what is known of it.
type Choice struct {
	SQL    string
	Merits []float64
	Text   string
}

// Cost is what language models took.
type Cost struct {
	Calls    int     `json:"calls"`
	Input    int     `json:"input_tokens"`
	Output   int     `json:"output_tokens"`
	USD      float64 `json:"usd"`
	Unpriced bool    `json:"unpriced,omitempty"` // there were calls at an unknown price
}

// Add adds what else was taken.
func (c *Cost) Add(o Cost) {
	c.Calls += o.Calls
	c.Input += o.Input
	c.Output += o.Output
	c.USD += o.USD
	c.Unpriced = c.Unpriced || o.Unpriced
}

// Unavailable says why a brain cannot be asked at all: its provider cannot be
// reached, say. It ends a run, for it tells nothing about how well the brain
// answers.
type Unavailable struct{ Err error }

func (u *Unavailable) Error() string { return u.Err.Error() }

func (u *Unavailable) Unwrap() error { return u.Err }

// recaller is a session that repeats what is known of a case instead of
// thinking. It alone learns which case it is.
type recaller interface {
	recall(c *Case, turn int) Answer
}
