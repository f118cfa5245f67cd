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
	Confidence float64 // the probability that SQL is right
	Status     Status
	Candidates []string  // other queries that were thought of, best first
	Reading    string    // in plain words
	Evidence   []float64 // what the confidence was computed from, where a brain says it
	// Conversation is handed back with the next turn.
	Conversation any
}

// recaller is a session that repeats what is known of a case instead of
// thinking. It alone learns which case it is.
type recaller interface {
	recall(c *Case, turn int) Answer
}
