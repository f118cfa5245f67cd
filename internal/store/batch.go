package store

import (
	"encoding/json"
	"fmt"
	"math"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/plumbdata/plumb/internal/fault"
)

// Bounds of a batch.
const (
	MaxID    = 200      // bytes of an id or a kind
	MaxValue = 64 << 20 // bytes of one text or JSON value
	MaxRows  = 10_000   // rows of all kinds together
	MaxBytes = 256 << 20
)

// Batch is what one Write records, in the order of its fields.
type Batch struct {
	Sessions []Session // new ones; of a known one, Name and Source are taken
	Events   []Event
	Cells    []Cell
	Queries  []Query // new ones; of an open one, all is taken but who asked what of which source, and when
	Attempts []Attempt
	Calls    []Call
}

// Validate refuses what some adapter could not give back as it was: adapters
// call it before they write, so that all of them refuse the same.
func (b Batch) Validate() error {
	rows := len(b.Sessions) + len(b.Events) + len(b.Cells) + len(b.Queries) + len(b.Attempts) + len(b.Calls)
	if rows > MaxRows {
		return fault.New(fault.BadData, "a batch of %d rows exceeds the store's limit (%d)", rows, MaxRows).
			WithHint("write it in several batches")
	}
	var c check
	for _, s := range b.Sessions {
		c.row("session", s.ID)
		c.id("id", s.ID)
		c.text("name", s.Name)
		c.text("source", s.Source)
		c.time("creation time", s.CreatedAt)
	}
	for _, e := range b.Events {
		c.row("event of session", e.Session)
		c.id("session", e.Session)
		c.id("kind", e.Kind)
		c.time("time", e.At)
		c.json("payload", e.Payload)
	}
	for _, l := range b.Cells {
		c.row("cell", l.ID)
		c.id("id", l.ID)
		c.id("session", l.Session)
		c.id("hash", l.Hash)
		c.time("creation time", l.CreatedAt)
		c.json("body", l.Body)
	}
	for _, q := range b.Queries {
		c.row("query", q.ID)
		c.id("id", q.ID)
		c.id("session", q.Session)
		c.status(q.Status)
		c.text("tenant", q.Tenant)
		c.text("user", q.User)
		c.text("question", q.Question)
		c.text("final SQL", q.FinalSQL)
		c.text("answer", q.Answer)
		c.text("source", q.Source)
		c.text("model", q.Model)
		if q.CellID != "" {
			c.id("cell", q.CellID)
		}
		c.tokens(q.Tokens)
		c.amount("cost", q.CostUSD)
		for _, ms := range []float64{q.Timings.Plan, q.Timings.Check, q.Timings.Execute, q.Timings.Chart, q.Timings.Narrate, q.Timings.Total} {
			c.amount("time taken", ms)
		}
		c.time("creation time", q.CreatedAt)
		c.time("time of change", q.UpdatedAt)
	}
	for _, a := range b.Attempts {
		c.row("attempt at query", a.QueryID)
		c.id("query", a.QueryID)
		c.ok(a.Number >= 1, "its number is %d; attempts count from 1", a.Number)
		c.text("SQL", a.SQL)
		c.text("validation reason", a.ValidationReason)
		c.text("database error", a.DBError)
		c.text("reason", a.Reason)
		c.amount("time taken", a.ExecutionMS)
		c.ok(a.RowCount >= 0, "its number of rows is %d", a.RowCount)
		c.tokens(a.Tokens)
		c.time("creation time", a.CreatedAt)
	}
	for _, x := range b.Calls {
		c.call(x)
	}
	c.ok(c.bytes <= MaxBytes, "with it the batch has more than %d bytes", MaxBytes)
	return c.err
}

// check keeps the first thing that is wrong.
type check struct {
	kind, name string
	bytes      int
	err        error
}

func (c *check) row(kind, name string) { c.kind, c.name = kind, name }

func (c *check) ok(ok bool, format string, args ...any) {
	if ok || c.err != nil {
		return
	}
	c.err = fault.New(fault.BadData, "the %s %.80q cannot be recorded: %s", c.kind, c.name, fmt.Sprintf(format, args...))
}

func (c *check) id(field, s string) {
	c.ok(s != "", "its %s is empty", field)
	c.label(field, s)
}

// text keeps out what PostgreSQL cannot hold.
func (c *check) text(field, s string) {
	c.bytes += len(s)
	c.ok(len(s) <= MaxValue, "its %s has more than %d bytes", field, MaxValue)
	c.ok(utf8.ValidString(s), "its %s is not valid UTF-8", field)
	c.ok(strings.IndexByte(s, 0) < 0, "its %s contains a NUL character", field)
}

func (c *check) json(field string, b json.RawMessage) {
	c.bytes += len(b)
	c.ok(len(b) <= MaxValue, "its %s has more than %d bytes", field, MaxValue)
	c.ok(c.err != nil || utf8.Valid(b) && json.Valid(b), "its %s is not valid JSON", field)
}

func (c *check) time(field string, t time.Time) {
	year := t.UTC().Year()
	c.ok(!t.IsZero() && year >= 1 && year <= 9999, "its %s (%s) is outside of the years 1 to 9999", field, t)
}

func (c *check) status(s Status) {
	c.ok(slices.Contains(Statuses(), s), "its status %.80q is not one of %s", string(s), Statuses())
}

// amount keeps out what is no quantity: SQLite would make NULL of a NaN.
func (c *check) amount(field string, f float64) {
	c.ok(f >= 0 && f <= math.MaxFloat64, "its %s is %v", field, f)
}

func (c *check) tokens(t Tokens) {
	c.ok(t.Input >= 0 && t.Output >= 0, "its tokens are %d and %d", t.Input, t.Output)
}
