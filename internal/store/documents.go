package store

import (
	"context"
	"encoding/json"
	"math"
	"time"
)

// Shelf keeps documents and where they come from.
//
//   - Everything has an owner, or is everybody's (Shared). What belongs to one is neither
//     read nor changed for another.
//   - A write is all or nothing, and what it acknowledged outlives the process.
type Shelf interface {
	// PutSource adds a source, or changes the one of the same owner and name.
	PutSource(ctx context.Context, s DocumentSource) error
	// RemoveSource removes a source with its documents.
	RemoveSource(ctx context.Context, owner, name string) error
	// PutDocuments adds documents with their passages, or replaces those of the same ids
	// with all of theirs. The source must be there.
	PutDocuments(ctx context.Context, list ...CutDocument) error
	// MarkDocument changes the mark and the details of a document, and nothing else.
	MarkDocument(ctx context.Context, owner, id, mark string, details json.RawMessage) error
	// RemoveDocuments removes documents with their passages, and says how many.
	RemoveDocuments(ctx context.Context, f DocumentFilter) (int, error)
}

// Catalogue reads and finds what is on the shelf. It sees what belongs to the owners that
// it is asked for, and nothing else; an empty list sees nothing. A read is one bounded
// page; only an empty one means that there is no more.
type Catalogue interface {
	// DocumentSources are in the order of owners and names.
	DocumentSources(ctx context.Context, owners ...string) ([]DocumentSource, error)
	// Documents are in the order of their ids.
	Documents(ctx context.Context, f DocumentFilter) ([]Document, error)
	CountDocuments(ctx context.Context, f DocumentFilter) ([]SourceCount, error)
	// Passages are in the order of their documents, and of their numbers in these.
	Passages(ctx context.Context, f PassageFilter) ([]Passage, error)
	// FindTerms finds the passages that terms lead to, by BM25 over what the filter
	// chooses, the best first.
	FindTerms(ctx context.Context, q TermQuery, f DocumentFilter) (Found, error)
}

// Embeddings keeps the vectors of passages, by the model that made them and by the hash
// of what they were made of, and knows which passages a vector store still lacks or
// should forget. It serves whoever fills that store, and sees all owners. A place names
// such a store and a model.
type Embeddings interface {
	// Unplaced are passages that have not been placed, with their documents, and how many
	// there are in all.
	Unplaced(ctx context.Context, place string, limit int) ([]UnplacedPassage, int, error)
	// Vectors are those that are kept, by their hashes.
	Vectors(ctx context.Context, model string, hashes []string) (map[string][]float32, error)
	// KeepVectors keeps vectors by their hashes.
	KeepVectors(ctx context.Context, model string, vectors map[string][]float32) error
	// Placed notes that passages have been placed.
	Placed(ctx context.Context, place string, passages []string) error
	// Gone are passages that were placed and are no more.
	Gone(ctx context.Context, limit int) ([]GonePassage, error)
	// Forget drops what Gone gave, and the vectors that no passage has any more.
	Forget(ctx context.Context, gone []GonePassage) error
}

// DocumentSource is a place that documents come from.
type DocumentSource struct {
	Owner       string          `json:"owner"`
	Name        string          `json:"name"`
	Place       string          `json:"place"`
	Options     json.RawMessage `json:"options,omitempty"`
	CreatedAt   time.Time       `json:"created_at"`
	RefreshedAt time.Time       `json:"refreshed_at,omitzero"` // when all of it was last seen
}

// Document is a document of a source. What its bytes were is not kept.
type Document struct {
	ID      string          `json:"id"`
	Owner   string          `json:"owner"`
	Source  string          `json:"source"`
	Address string          `json:"address"`
	Title   string          `json:"title"`
	Type    string          `json:"type"`          // pdf, markdown; as its reader calls it
	Day     string          `json:"day,omitempty"` // 2025-03-31
	Mark    string          `json:"mark"`          // what its source tells changes by
	Hash    string          `json:"hash"`          // of its bytes
	Size    int64           `json:"size"`          // of its bytes
	ReadAt  time.Time       `json:"read_at"`
	Details json.RawMessage `json:"details,omitempty"` // what else is known of it
	Body    json.RawMessage `json:"body,omitempty"`    // what it says; read only where it is asked for

	Passages int `json:"passages"` // found by the store
}

// CutDocument is a document with the passages that it is cut into.
type CutDocument struct {
	Document
	Cut []Passage
}

// Passage is a part of a document that is found and cited as a whole.
type Passage struct {
	ID       string   `json:"id"`
	Owner    string   `json:"owner"`
	Document string   `json:"document"`
	Number   int      `json:"number"` // its place among the passages of the document, from 0
	Kind     string   `json:"kind"`
	Path     []string `json:"path"`              // the headings that it stands under, the outermost first
	Context  string   `json:"context,omitempty"` // what it is read with: its title, some of its headings
	Text     string   `json:"text"`
	Page     int      `json:"page,omitempty"`
	Sheet    string   `json:"sheet,omitempty"`
	From     Position `json:"from"`
	To       Position `json:"to"`   // behind its end
	Hash     string   `json:"hash"` // of what its vector is made of

	Terms []string `json:"-"` // by which it is found, as often as they occur; not read
}

// Position is a place in a document: a block, and a byte of its text or a row of its
// table.
type Position struct {
	Block  int `json:"block"`
	Offset int `json:"offset"`
}

// DocumentFilter chooses documents. Of the lists, an empty one does not narrow, but for
// Owners.
type DocumentFilter struct {
	Owners      []string
	IDs         []string
	Sources     []string
	Types       []string
	From, Until string // days, both inclusive; a document without a day is not between them
	After       string // the id of the last one already read
	Limit       int    // of a read; see Limit
	Body        bool   // read what they say as well
}

// PassageFilter chooses passages.
type PassageFilter struct {
	Owners   []string
	IDs      []string // these
	Document string   // those of this document
	After    int      // those behind so many; with Document
	Limit    int      // see Limit
}

// TermQuery is what passages are found by.
type TermQuery struct {
	Terms []string // one that is there twice counts twice
	Also  []string // ids of passages whose scores are asked for, whatever they are
}

// Found is what terms led to.
type Found struct {
	Hits     []TermHit      // and behind them those that were also asked for
	Passages int            // that were searched
	Having   map[string]int // how many of these have a term
}

// Rarity is how much a term says: much where few passages have it (BM25's inverse
// document frequency).
func (f Found) Rarity(term string) float64 {
	having := float64(f.Having[term])
	return math.Log(1 + (float64(f.Passages)-having+0.5)/(having+0.5))
}

// TermHit is a passage that terms led to.
type TermHit struct {
	Passage  string
	Document string
	Score    float64
	Terms    []string // those that it has, in their order
}

// SourceCount says how much a source holds.
type SourceCount struct {
	Owner     string `json:"owner"`
	Source    string `json:"source"`
	Documents int    `json:"documents"`
	Passages  int    `json:"passages"`
	Bytes     int64  `json:"bytes"` // of the documents as they were read
}

// UnplacedPassage is a passage with what its vector is labelled with.
type UnplacedPassage struct {
	Passage
	Source, Type, Day string
}

// GonePassage is a passage that is no more.
type GonePassage struct{ ID, Owner string }
