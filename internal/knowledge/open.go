package knowledge

import (
	"bytes"
	"context"
	"encoding/json"

	"github.com/plumbdata/plumb/internal/document"
	"github.com/plumbdata/plumb/internal/fault"
	"github.com/plumbdata/plumb/internal/store"
	"github.com/plumbdata/plumb/internal/table"
)

// Excerpt is a passage with what stands around it.
type Excerpt struct {
	Document store.Document   `json:"document"` // without its body
	Passage  store.Passage    `json:"passage"`
	First    int              `json:"first"` // the number of the first block in the document
	Blocks   []document.Block `json:"blocks"`
	Total    int              `json:"total"` // blocks of the document
}

// Excerpt opens the document of a passage at it, with so many blocks before and behind.
// A passage that is gone, or that belongs to somebody else, is not found.
func (l *Library) Excerpt(ctx context.Context, user, passage string, around int) (Excerpt, error) {
	list, err := l.Store.Passages(ctx, store.PassageFilter{Owners: seenBy(user), IDs: []string{passage}})
	if err != nil {
		return Excerpt{}, err
	}
	if len(list) == 0 {
		return Excerpt{}, fault.New(fault.NotFound, "the passage is no longer in the documents").
			WithHint("its document was changed or removed: ask again")
	}
	e := Excerpt{Passage: list[0]}
	d, body, err := l.Document(ctx, user, e.Passage.Document)
	if err != nil {
		return Excerpt{}, err
	}
	around = max(around, 0)
	e.Document, e.Total = d, len(body.Blocks)
	e.First = min(max(e.Passage.From.Block-around, 0), e.Total)
	e.Blocks = body.Blocks[e.First:max(e.First, min(e.Passage.To.Block+around+1, e.Total))]
	return e, nil
}

// Document is a document with what it says.
func (l *Library) Document(ctx context.Context, user, id string) (store.Document, *document.Document, error) {
	list, err := l.Store.Documents(ctx, store.DocumentFilter{Owners: seenBy(user), IDs: []string{id}, Body: true})
	if err != nil {
		return store.Document{}, nil, err
	}
	if len(list) == 0 {
		return store.Document{}, nil, fault.New(fault.NotFound, "there is no document %q", id).WithHint("it may have been removed: plumb docs lists what there is")
	}
	d, body := list[0], &document.Document{}
	if d.Body != nil {
		if err := json.Unmarshal(d.Body, body); err != nil {
			return store.Document{}, nil, fault.Wrap(err, fault.Store, "the document %q is damaged in the store", d.Title).WithHint("refresh its source")
		}
	}
	d.Body = nil
	return d, body, nil
}

// Tables lists the tables of a page of documents. The id after which the next page
// begins is "" at the end.
func (l *Library) Tables(ctx context.Context, user string, f Filter, after string) (list []Table, next string, err error) {
	filter := f.store(user)
	filter.After, filter.Limit = after, store.MaxLimit
	documents, err := l.Store.Documents(ctx, filter)
	for _, d := range documents {
		list = append(list, detailsOf(d).Tables...)
		next = d.ID
	}
	return list, next, err
}

// TableCSV is a table of a document as CSV with a header line, to be queried as data.
func (l *Library) TableCSV(ctx context.Context, user, id string, number int) (Table, []byte, error) {
	d, body, err := l.Document(ctx, user, id)
	if err != nil {
		return Table{}, nil, err
	}
	tables := detailsOf(d).Tables
	if number < 0 || number >= len(tables) || tables[number].Block >= len(body.Blocks) || body.Blocks[tables[number].Block].Table == nil {
		return Table{}, nil, fault.New(fault.NotFound, "the document %q has no table %d", d.Title, number).WithHint("it has %d tables, counted from 0", len(tables))
	}
	t := body.Blocks[tables[number].Block].Table
	var b bytes.Buffer
	if err := table.WriteCSV(&b, t.Reader()); err != nil {
		return Table{}, nil, err
	}
	return tables[number], b.Bytes(), nil
}

// State is how a document stands.
type State struct {
	Document store.Document `json:"document"` // without its body
	Tables   int            `json:"tables"`
	Notes    []string       `json:"notes,omitempty"`   // what could not be read of it
	Failure  *Failure       `json:"failure,omitempty"` // why it cannot be read as it is now
}

// Documents lists a page of documents, in the order of their ids.
func (l *Library) Documents(ctx context.Context, user string, f Filter, after string, limit int) ([]State, error) {
	filter := f.store(user)
	filter.After, filter.Limit = after, limit
	documents, err := l.Store.Documents(ctx, filter)
	var list []State
	for _, d := range documents {
		x := detailsOf(d)
		list = append(list, State{Document: d, Tables: len(x.Tables), Notes: x.Notes, Failure: x.Failure})
	}
	return list, err
}

// Statistics say how much a person can find.
type Statistics struct {
	Sources []SourceState `json:"sources"`
	// Unplaced are passages, of whomever, that are found by their words only until Embed
	// has made their vectors; -1 without vectors.
	Unplaced int `json:"unplaced"`
}

// SourceState is a source with what it holds.
type SourceState struct {
	store.DocumentSource
	Documents int   `json:"documents"`
	Passages  int   `json:"passages"`
	Bytes     int64 `json:"bytes"`
}

// Statistics counts what a person can find, by source.
func (l *Library) Statistics(ctx context.Context, user string) (Statistics, error) {
	s := Statistics{Unplaced: -1}
	sources, err := l.Store.DocumentSources(ctx, seenBy(user)...)
	if err != nil {
		return s, err
	}
	counts, err := l.Store.CountDocuments(ctx, store.DocumentFilter{Owners: seenBy(user)})
	if err != nil {
		return s, err
	}
	for _, source := range sources {
		x := SourceState{DocumentSource: source}
		for _, c := range counts {
			if c.Owner == source.Owner && c.Source == source.Name {
				x.Documents, x.Passages, x.Bytes = c.Documents, c.Passages, c.Bytes
			}
		}
		s.Sources = append(s.Sources, x)
	}
	if l.Embedder != nil {
		_, s.Unplaced, err = l.Store.Unplaced(ctx, l.place(), 1)
	}
	return s, err
}

// AddSource adds a source of documents, or changes the place of one. Its documents come
// with a refresh.
func (l *Library) AddSource(ctx context.Context, s store.DocumentSource) error {
	if s.CreatedAt.IsZero() {
		s.CreatedAt = l.Now()
	}
	return l.Store.PutSource(ctx, s)
}

// RemoveSource removes a source with its documents.
func (l *Library) RemoveSource(ctx context.Context, owner, name string) error {
	lock, err := l.lock(ctx, "refresh\x00"+owner+"\x00"+name, "refreshing "+name)
	if err != nil {
		return err
	}
	defer lock.Close()
	if _, err := l.source(ctx, owner, name); err != nil {
		return err
	}
	return l.Store.RemoveSource(ctx, owner, name)
}
