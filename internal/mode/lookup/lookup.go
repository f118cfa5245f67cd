// Package lookup answers a message from documents:
//
//	search ─→ write (a model, from the excerpts alone) ─→ check each sentence ─→ record
//	   │          ╲ fails, or nothing is left                              ↑
//	   │           → extract (the sentences that answer, word for word) ───┘
//	   └── nothing relevant: no turn, and the conversation goes on elsewhere
//
// Every sentence of an answer rests on a passage that it cites. What a model writes
// without one, or what its passage does not support, is removed. Documents are data:
// what they say is never an instruction.
package lookup

import (
	"cmp"
	"context"
	"time"

	"github.com/plumbdata/plumb/internal/fault"
	"github.com/plumbdata/plumb/internal/mode/turn"
	"github.com/plumbdata/plumb/internal/session"
	"github.com/plumbdata/plumb/internal/store"
)

// Library finds passages of documents by words and by meaning.
type Library interface {
	// Search returns the passages that are relevant to a text, the most relevant first.
	Search(ctx context.Context, text string, most int) ([]Passage, error)
}

// Passage is a piece of a document that is relevant to a message.
type Passage struct {
	ID        string
	Document  string // its id
	Title     string // of the document
	Source    string // the name under which the library keeps it
	Address   string
	Section   []string // the headings above it
	Page      int
	Sheet     string
	Day       string // of the document
	Text      string
	Hash      string
	Relevance float64 // 0 to 1
}

// Cite is a citation of the passage for words of a text.
func (p Passage) Cite(number, at, end int, quote string) session.Citation {
	return session.Citation{Number: number, At: at, End: end, Passage: p.ID, Document: p.Document, Title: p.Title, Source: p.Source, Address: p.Address,
		Section: p.Section, Page: p.Page, Sheet: p.Sheet, Quote: quote, Hash: p.Hash}
}

// Embedder gives texts vectors of length 1.
type Embedder interface {
	Embed(ctx context.Context, texts []string) ([][]float32, error)
}

// Writer is a language model that answers from excerpts.
type Writer interface {
	Write(ctx context.Context, t Task) (*Written, error)
}

// Task is what a writer reads. Objections are what was wrong with what it wrote before.
type Task struct {
	Question   string
	Before     string // the message before it
	Excerpts   []Passage
	Objections []string
	Happened   func(context.Context, session.Entry)
}

// Written is what a writer wrote: sentences that end with the numbers of their excerpts,
// such as [1] or [2, 3]. An empty text says that the excerpts do not answer.
type Written struct {
	Text string
	By   string
	Cost turn.Cost
}

// Support says whether a passage supports a sentence, and if not, why.
type Support func(ctx context.Context, sentence, passage string) (ok bool, why string)

// Mode answers messages from documents, in one session.
type Mode struct {
	Library  Library
	Embedder Embedder // tells which sentences answer; nil goes by words alone
	Writer   Writer   // nil where there is no model
	Support  Support
	Source   string // the connection beside which the documents are, for the audit
	Log      turn.Log
	NewID    func(prefix string) string
	Clock    func() time.Time
	Watch    func(session.Entry) // hears of every event when it has been recorded; may be nil
}

// With is the same way of answering, recorded in another log that nobody watches.
func (m *Mode) With(log turn.Log) *Mode {
	own := *m
	own.Log, own.Watch = log, nil
	return &own
}

// Question is a message.
type Question struct {
	ID       string // of its audit and its turn; given here if it is empty
	Text     string
	Search   string // what to look for, where words of the message stand for others; Text if it is empty
	Earlier  string // the message before it
	Before   string // the cell before it
	Parent   string // of the cell in its notebook
	Replaces string
	Beside   turn.Beside
	Now      time.Time
	Begun    bool      // another mode has begun with the message
	Spent    turn.Cost // to find out what the message wants
	// Least is how relevant a passage must be for an answer; 0 is the library's own
	// threshold.
	Least float64
	Notes []fault.Diagnostic
}

// Turn is a message, and what became of it.
type Turn struct {
	Cell     session.Cell
	Passages []Passage // that were read
	Took     time.Duration

	m     *Mode
	q     Question
	books turn.Books
	// answer is the text with what it rests on.
	answer answer
	by     string
	cut    int // sentences of a model that were removed
	steps  int
	retry  bool
	notes  []fault.Diagnostic
}

// answer is a text, and the passages that its parts rest on.
type answer struct {
	text  string
	rests []rest
}

// rest is a part of a text that rests on a passage.
type rest struct {
	at, end int
	passage *Passage
	quote   string
}

// maxPassages is how many passages an answer is written from.
const maxPassages = 8

// Found is what documents say of a message.
type Found struct {
	Passages []Passage
	own      answer // in their own words
}

// Find returns what the documents say of a message; nil where nothing of it is relevant, or
// no sentence answers it.
func (m *Mode) Find(ctx context.Context, q Question) (*Found, error) {
	text := cmp.Or(q.Search, q.Text)
	list, err := m.Library.Search(ctx, text, maxPassages)
	if err != nil {
		return nil, err
	}
	f := &Found{}
	for _, p := range list {
		if p.Relevance >= q.Least {
			f.Passages = append(f.Passages, p)
		}
	}
	if len(f.Passages) == 0 {
		return nil, nil
	}
	if f.own, err = m.extract(ctx, text, f.Passages); err != nil || f.own.text == "" && m.Writer == nil {
		return nil, err
	}
	return f, nil
}

// Ask answers a message from what Find has returned.
func (m *Mode) Ask(ctx context.Context, q Question, f *Found) (*Turn, error) {
	t := &Turn{m: m, q: q, Passages: f.Passages, books: turn.Open(m.Log, m.Clock, m.Watch, q.Beside)}
	t.books.Cost = q.Spent
	err := t.open(ctx)
	if err == nil {
		err = t.write(ctx, f.own)
	}
	if err == nil {
		err = t.record(ctx)
	}
	t.Took = t.books.Took()
	if err != nil {
		t.books.Abandon(ctx, t.by, err)
		return nil, err
	}
	return t, nil
}

// open begins the audit, and says what was found.
func (t *Turn) open(ctx context.Context) error {
	query := store.Query{ID: cmp.Or(t.q.ID, t.m.NewID("query_")), Source: t.m.Source}
	if err := t.books.Begin(ctx, query, session.AskedPayload{Question: t.q.Text, Parent: t.q.Parent, Replaces: t.q.Replaces}, t.q.Begun); err != nil {
		return err
	}
	found := session.SearchedPayload{Query: cmp.Or(t.q.Search, t.q.Text), Passages: len(t.Passages), Relevant: true}
	for _, p := range t.Passages {
		if len(found.Titles) == 0 || found.Titles[len(found.Titles)-1] != p.Title {
			found.Titles = append(found.Titles, p.Title)
		}
	}
	return t.books.Happened(ctx, session.Step{Events: []session.Entry{turn.Stage(session.Searching), {Kind: session.Searched, Payload: found}}})
}

// ID names the turn, and its audit.
func (t *Turn) ID() string { return t.books.Query.ID }
