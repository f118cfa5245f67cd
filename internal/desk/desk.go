// Package desk is what a page works with: notebooks, each with a session as its
// log; questions that continue when their request has ended; and sources.
//
// Every change is an event of the notebook's session, so that all pages that
// follow it show the same. The notebook's file contains the cells and their
// order; the log contains what happens.
package desk

import (
	"encoding/json"
	"time"

	"github.com/plumbdata/plumb/internal/fault"
	"github.com/plumbdata/plumb/internal/plan"
	"github.com/plumbdata/plumb/internal/session"
	"github.com/plumbdata/plumb/internal/source"
)

// Question is what is asked in a notebook: in words, as a statement, by choosing
// another reading, or by doing something with an answer.
type Question struct {
	Notebook string
	Text     string
	Source   string // the notebook's own when empty
	Parent   string // the cell that it follows; "" starts over
	Replaces string // the cell whose place the answer takes
	SQL      string // a statement that the person wrote
	Reading  int    // of the cell Parent or Replaces: answer with this other reading, from 1
	Answers  []int  // of the cell Parent or Replaces: to what its question leaves open, from 1; 0 skips
	Again    bool   // run the statement of Replaces again
	Chart    string // show the rows of Parent as this kind
	WhatIf   json.RawMessage
	Explore  bool
	Plan     bool             // let a model plan several steps
	Replay   string           // run this saved plan
	Values   []plan.Parameter // of its parameters, where they are others
	Mode     string           // what answers: one of talk.AnswerModes; "" is what is configured
	Now      string           // the day that counts as today
	// Unattended says that nobody can be asked what the question leaves open: the first
	// choice is taken, and stated.
	Unattended bool

	part bool     // it is part of a message, and not split again
	rest []string // what the message wants after it
}

// Turn is a question at work.
type Turn struct {
	ID         string    `json:"turn" doc:"The id of the turn, which its events carry."`
	Notebook   string    `json:"notebook"`
	Session    string    `json:"session"`
	Question   string    `json:"question"`
	Source     string    `json:"source"`
	Parent     string    `json:"parent,omitempty"`
	Replaces   string    `json:"replaces,omitempty"`
	SQL        string    `json:"sql,omitempty" doc:"The statement that the person wrote for it."`
	AsQuestion bool      `json:"as_question,omitempty" doc:"Nothing was asked in words: the question is how the statement begins."`
	Began      time.Time `json:"began_at"`
	After      int64     `json:"after" doc:"The last event before the turn."`
	// Drawn is the answer without its story, while that is being written.
	Drawn *session.Cell `json:"drawn,omitempty" doc:"In an open notebook: the answer so far, while its story is being written."`
}

// Event is what happened in a notebook, with the cell that came to it or changed
// in it. Changes of the notebook bring one: a cell that is recorded has no place
// yet. An answer that is drawn brings itself, while its turn runs.
type Event struct {
	ID      int64           `json:"id"`
	Kind    session.Kind    `json:"kind"`
	At      time.Time       `json:"at"`
	Turn    string          `json:"turn,omitempty"`
	Payload json.RawMessage `json:"payload"`
	Cell    *session.Cell   `json:"cell,omitempty"`
}

// Entry is a notebook in a listing.
type Entry struct {
	ID      string       `json:"id"`
	Slug    string       `json:"slug"`
	Name    string       `json:"name"`
	Source  string       `json:"source,omitempty"`
	Cells   int          `json:"cells"`
	Created time.Time    `json:"created_at"`
	Updated time.Time    `json:"updated_at"`
	Problem *fault.Fault `json:"problem,omitempty"`
	Found   string       `json:"found,omitempty"` // of a search: the cell that has the words
}

// Book is an open notebook.
type Book struct {
	Entry
	Session   string         `json:"session"`
	LastEvent int64          `json:"last_event" doc:"Follow the events from here."`
	Running   []Turn         `json:"running"`
	Cells     []session.Cell `json:"contents"`
	Staleness
	// Earlier are cells that another answer stood for before, which can be put back.
	Earlier []string `json:"earlier"`
}

// Staleness tells which cells of a notebook are older than their tables, or than
// the answers that they follow.
type Staleness struct {
	// Stale are cells whose tables have another schema now than when they were made.
	Stale []string `json:"stale"`
	// Outdated are follow-ups of answers that have changed since they were made.
	Outdated []string `json:"outdated,omitempty"`
	// Unsure says that there may be more: a source is not open yet, or is still looked at.
	Unsure bool `json:"unsure"`
}

// Source is a connection.
type Source struct {
	Name   string `json:"name"`
	Driver string `json:"driver"`
	Where  string `json:"where" doc:"Its address, without secrets."`
	Active bool   `json:"active"`
	Origin string `json:"origin" doc:"Where it is configured."`
	Open   bool   `json:"open"`
	// Problem says why it could not be opened last time.
	Problem *fault.Fault `json:"problem,omitempty"`
}

// SourceKind is a kind of data that can be connected, with what a form asks.
type SourceKind struct {
	Name       string     `json:"name"`
	Title      string     `json:"title"`
	Help       string     `json:"help"`
	Properties []Property `json:"properties"`
}

// Property is a field of a form.
type Property = source.Property

// NewSource is a filled-in form. Secrets in it are kept in memory only.
type NewSource struct {
	Name           string            `json:"name" doc:"What it will be called." example:"sales"`
	Kind           string            `json:"kind" doc:"One of the kinds that the sources list." example:"files"`
	Properties     map[string]string `json:"properties" doc:"The fields of the kind's form, by name." example:"{\"path\":\"sales.csv\"}"`
	AcceptWritable bool              `json:"accept_writable,omitempty" doc:"Accept a login that can write; Plumb's own sessions cannot."`
	Readings       []source.ReadAs   `json:"readings,omitempty" maxItems:"1000" doc:"How files are to be read where Plumb would do otherwise; kept when the source is added."`
}

// SourceTest is what connecting found, step by step.
type SourceTest struct {
	OK       bool        `json:"ok"`
	Steps    []CheckStep `json:"steps"`
	Tables   int         `json:"tables"`
	Columns  int         `json:"columns"`
	ReadOnly bool        `json:"read_only"`
	// Variables must hold the secrets from the next start on.
	Variables []string `json:"variables"`
	// Notes are what should be known of the data before it is asked.
	Notes []fault.Diagnostic `json:"notes" doc:"How unusually written values were read, and which could not be."`
	// Choices are how files are read, and how else they could be.
	Choices []source.ReadChoice `json:"choices" doc:"How each column is read, and how else it could be; send a change as a reading."`
}

// CheckStep is one step of a test.
type CheckStep struct {
	Name   string `json:"name"`
	OK     bool   `json:"ok"`
	Detail string `json:"detail,omitempty"`
	Hint   string `json:"hint,omitempty"`
}

// Overview is how Plumb stands.
type Overview struct {
	Version  string `json:"version"`
	Source   string `json:"source" doc:"The active connection, or empty."`
	FirstRun bool   `json:"first_run" doc:"No data is connected yet."`
	Brain    Brain  `json:"brain"`
	Limits   Limits `json:"limits"`
	Usage    Usage  `json:"usage"`
}

// Brain is who answers, and why.
type Brain struct {
	Policy string `json:"policy"`
	Model  string `json:"model,omitempty" doc:"provider/model; empty means that only the built-in parser answers."`
	Why    string `json:"why"`
}

// Limits bound every statement.
type Limits struct {
	Rows  int   `json:"rows"`
	Bytes int64 `json:"bytes"`
	MS    int64 `json:"time_ms"`
}

// Usage is what models took this month.
type Usage struct {
	Calls   int     `json:"calls"`
	Tokens  int     `json:"tokens"`
	CostUSD float64 `json:"cost_usd"`
	Unknown int     `json:"unpriced" doc:"Calls whose price is not known."`
}
