package store

import (
	"context"
	"encoding/json"
	"time"

	"github.com/plumbdata/plumb/internal/fault"
)

// Local is the owner of what belongs to the person at this machine; Shared of what
// belongs to everybody.
const (
	Local  = "local"
	Shared = ""
)

// Records keeps what is known, beside what happened: memories, business terms,
// corrections, rules, verified questions. Unlike events, records change and can be
// removed for good.
//
//   - A record is found only by its owner: no read or write reaches those of another.
//   - Put and Remove are all or nothing.
//   - A read is one bounded page in the order of the bytes of ids; only an empty one means
//     that there is no more.
//   - JSON comes back byte for byte, times in UTC, to the microsecond.
type Records interface {
	// Put adds records, or replaces those of the same kind, owner and id.
	Put(ctx context.Context, list ...Record) error
	// Remove deletes what a filter chooses, however much that is, and says how many.
	Remove(ctx context.Context, f RecordFilter) (int, error)
	Records(ctx context.Context, f RecordFilter) ([]Record, error)
	CountRecords(ctx context.Context, f RecordFilter) (int, error)
}

// Record is one thing that is known.
type Record struct {
	Kind      string          `json:"kind"`
	Owner     string          `json:"owner"`
	Scope     string          `json:"scope,omitempty"` // the database that it is about; "" for all
	ID        string          `json:"id"`
	Body      json.RawMessage `json:"body"`
	CreatedAt time.Time       `json:"created_at"`
	UpdatedAt time.Time       `json:"updated_at"`
}

// RecordFilter chooses records of one kind and owner. Other empty fields do not narrow,
// but an empty list chooses nothing, so that removing no ids removes nothing.
type RecordFilter struct {
	Kind, Owner string
	Scopes      []string // about one of these; nil for all
	IDs         []string // these only; nil for all
	After       string   // the id of the last one already read
	Limit       int      // of a read; see Limit
}

// ValidateRecords refuses what some adapter could not give back as it was: adapters call
// it before they write. The bounds are those of a batch.
func ValidateRecords(list []Record) error {
	if len(list) > MaxRows {
		return fault.New(fault.BadData, "%d records at once exceed the store's limit (%d)", len(list), MaxRows).
			WithHint("write them in several parts")
	}
	var c check
	for _, r := range list {
		c.row("record", r.ID)
		c.id("id", r.ID)
		c.id("kind", r.Kind)
		c.label("owner", r.Owner)
		c.label("scope", r.Scope)
		c.json("body", r.Body)
		c.time("creation time", r.CreatedAt)
		c.time("time of change", r.UpdatedAt)
	}
	c.ok(c.bytes <= MaxBytes, "with it there are more than %d bytes", MaxBytes)
	return c.err
}

// Validate refuses what no record can have.
func (f RecordFilter) Validate() error {
	var c check
	c.row("filter of kind", f.Kind)
	c.id("kind", f.Kind)
	c.label("owner", f.Owner)
	c.ok(len(f.IDs) <= MaxRows && len(f.Scopes) <= MaxRows, "it names more than %d ids or scopes", MaxRows)
	for _, s := range f.IDs {
		c.label("id", s)
	}
	for _, s := range f.Scopes {
		c.label("scope", s)
	}
	c.label("last id read", f.After)
	return c.err
}

// label is an id that may be empty.
func (c *check) label(field, s string) {
	c.ok(len(s) <= MaxID, "its %s has more than %d bytes", field, MaxID)
	c.text(field, s)
}
