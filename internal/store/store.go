// Package store is the port to Plumb's own storage: sessions, their events and
// cells, the audit of every question, and the usage of language models.
//
// Each adapter guarantees, and package storetest checks:
//
//   - Write is all or nothing, and what it acknowledged outlives the process.
//   - Event ids grow over the whole store, are never reused, and become
//     visible in order: a reader that has seen id n will never find a smaller one
//     later, so that reading on from an id misses nothing.
//   - Events, cells, attempts, calls and settled queries never change.
//   - JSON comes back byte for byte, so that its hash holds; text comes back
//     as it was given; times come back in UTC, to the microsecond.
//   - A read is one bounded page. A page may be shorter than was asked for;
//     only an empty one means that there is no more.
//   - Errors are faults: StoreFull when there is no space, NotFound for an
//     unknown session, query or cell, BadData for what cannot be recorded, Canceled
//     when the context ended first, Store for the rest.
//
// A Store serves many goroutines, and several processes may share one.
package store

import (
	"context"
	"encoding/json"
	"errors"
	"time"
)

// ErrConflict is behind the fault of a batch that contradicts what is already
// recorded: an id that exists, a cell position that is not the next one, a
// change to a settled query.
var ErrConflict = errors.New("contradicts what is already recorded")

// Store keeps what happened.
type Store interface {
	// Write records the batch and returns the ids of its events, in order.
	// After an error nothing of the batch is visible.
	Write(ctx context.Context, b Batch) ([]int64, error)

	// Events reads the events after an id, oldest first. The session "" is
	// the whole store.
	Events(ctx context.Context, session string, after int64, limit int) ([]Event, error)

	Sessions(ctx context.Context, f Filter) ([]Session, error)
	Cells(ctx context.Context, f Filter) ([]Cell, error)
	Audit(ctx context.Context, f Filter) ([]Audit, error)
	// Usage adds up the calls of language models from a time until before
	// another, by model and task.
	Usage(ctx context.Context, since, until time.Time) ([]Usage, error)

	Close() error
}

// Filter chooses a page of sessions, cells or audited queries, in the order in
// which they were first recorded. Empty fields do not narrow.
type Filter struct {
	ID      string // this one only
	Session string // of this session only
	After   string // id of the last one already read; an unknown id finds nothing
	Newest  bool   // the last recorded first
	Limit   int

	// These narrow audited queries only.
	Number   int64     // the one that the store gave this number
	Status   Status    // that stand like this
	Since    time.Time // asked then or later
	Contains string    // with this text in the question, in capitals or not
	Source   string    // asked of this source
}

// Bounds of a read.
const (
	DefaultLimit = 100
	MaxLimit     = 1000
	PageBytes    = 16 << 20 // a page ends with the row that takes it past this
)

// Limit is the number of rows that a read returns at most when it was asked
// for n.
func Limit(n int) int {
	if n <= 0 {
		return DefaultLimit
	}
	return min(n, MaxLimit)
}

// Session is a conversation with one source.
type Session struct {
	ID        string    `json:"id"`
	Name      string    `json:"name"`
	Source    string    `json:"source"`
	CreatedAt time.Time `json:"created_at"`
	LastEvent int64     `json:"last_event"` // found by the store; 0 before the first
}

// Event is one thing that happened in a session.
type Event struct {
	ID      int64           `json:"id"` // given by the store
	Session string          `json:"session"`
	Kind    string          `json:"kind"`
	At      time.Time       `json:"at"`
	Payload json.RawMessage `json:"payload"`
}

// Cell is one thing that a session worked out. Positions in a session run
// 0, 1, 2, … without gaps.
type Cell struct {
	ID        string          `json:"id"`
	Session   string          `json:"session"`
	Position  int             `json:"position"`
	CreatedAt time.Time       `json:"created_at"`
	Hash      string          `json:"hash"` // of Body
	Body      json.RawMessage `json:"body"` // canonical JSON
}

// Status is how a query stands. Once it is not open it is settled.
type Status string

const (
	StatusOpen     Status = "open" // being worked on, or cut off by a crash
	StatusSuccess  Status = "success"
	StatusFailed   Status = "failed"
	StatusDeclined Status = "declined" // nothing was run: the data cannot answer, or the question was not clear
	StatusCanceled Status = "canceled" // by the person
)

// Statuses are all that there are.
func Statuses() []Status {
	return []Status{StatusOpen, StatusSuccess, StatusFailed, StatusDeclined, StatusCanceled}
}

// Query is the audit of one question. Its JSON has the names of the columns
// that people find in the store's tables.
type Query struct {
	ID        string    `json:"id"`
	Session   string    `json:"session"`
	Tenant    string    `json:"household_id,omitempty"` // whose data it was
	User      string    `json:"user_id,omitempty"`
	Source    string    `json:"source,omitempty"` // the connection's name
	Question  string    `json:"question"`
	Status    Status    `json:"status"`
	FinalSQL  string    `json:"final_sql,omitempty"`
	Answer    string    `json:"final_answer,omitempty"`
	Model     string    `json:"model,omitempty"`   // who wrote the SQL
	CellID    string    `json:"cell_id,omitempty"` // what it led to
	Tokens    Tokens    `json:"tokens"`
	CostUSD   float64   `json:"cost_usd"`
	Timings   Timings   `json:"timings_ms"`
	CreatedAt time.Time `json:"created_at"`
	UpdatedAt time.Time `json:"updated_at"`
}

// Tokens are what a language model read and wrote.
type Tokens struct {
	Input  int `json:"input"`
	Output int `json:"output"`
}

// Timings are where the time of a query went, in milliseconds.
type Timings struct {
	Plan    float64 `json:"plan"`
	Check   float64 `json:"check"`
	Execute float64 `json:"execute"`
	Chart   float64 `json:"chart"`
	Narrate float64 `json:"narrate"`
	Total   float64 `json:"total"`
}

// Attempt is the audit of one try at answering a query. Numbers start at 1.
type Attempt struct {
	ID               int64     `json:"id"` // given by the store
	QueryID          string    `json:"analysis_query_id"`
	Number           int       `json:"attempt_number"`
	SQL              string    `json:"generated_sql"`
	ValidationOK     bool      `json:"validation_ok"`
	ValidationReason string    `json:"validation_reason,omitempty"`
	ExecutionOK      bool      `json:"execution_ok"`
	DBError          string    `json:"db_error,omitempty"`
	Reason           string    `json:"llm_reason,omitempty"` // why it was tried, in the words of the SQL's author
	ExecutionMS      float64   `json:"execution_ms"`
	RowCount         int64     `json:"row_count"`
	Tokens           Tokens    `json:"tokens"`
	CreatedAt        time.Time `json:"created_at"`
}

// Audit is a query with its attempts, in the order of their numbers.
type Audit struct {
	Number int64 `json:"number"` // given by the store; grows, and is never given twice
	Query
	// AttemptCount is found by the store, never given to it: it is the number
	// of attempts recorded, and len(Attempts) unless those exceed a page.
	AttemptCount int       `json:"attempt_count"`
	Attempts     []Attempt `json:"attempts"`
}
