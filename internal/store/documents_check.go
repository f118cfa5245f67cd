package store

import (
	"encoding/json"
	"time"

	"github.com/plumbdata/plumb/internal/fault"
)

// Bounds of documents.
const (
	MaxPassages   = 10_000 // of a document
	MaxTerms      = 10_000 // of a passage
	MaxDimensions = 4096   // of a vector
	maxPath       = 64     // headings that a passage stands under
)

// Validate refuses what some adapter could not give back as it was.
func (s DocumentSource) Validate() error {
	var c check
	c.row("source", s.Name)
	c.text("owner", s.Owner)
	c.id("name", s.Name)
	c.text("place", s.Place)
	if s.Options != nil {
		c.json("options", s.Options)
	}
	c.time("creation time", s.CreatedAt)
	if !s.RefreshedAt.IsZero() {
		c.time("time of refresh", s.RefreshedAt)
	}
	return c.err
}

// ValidateDocuments refuses what some adapter could not give back as it was.
func ValidateDocuments(list []CutDocument) error {
	if len(list) > MaxRows {
		return fault.New(fault.BadData, "%d documents exceed the store's limit (%d)", len(list), MaxRows).
			WithHint("write them in several batches")
	}
	var c check
	for _, d := range list {
		c.document(d)
		if c.err != nil {
			return c.err
		}
	}
	c.ok(c.bytes <= MaxBytes, "with it the batch has more than %d bytes", MaxBytes)
	return c.err
}

// ValidateMark refuses what some adapter could not give back as it was.
func ValidateMark(mark string, details json.RawMessage) error {
	var c check
	c.row("document's mark", mark)
	c.text("mark", mark)
	if details != nil {
		c.json("details", details)
	}
	return c.err
}

func (c *check) document(d CutDocument) {
	c.row("document", d.Address)
	c.id("id", d.ID)
	c.id("source", d.Source)
	for field, text := range map[string]string{"owner": d.Owner, "address": d.Address, "title": d.Title, "type": d.Type, "mark": d.Mark, "hash": d.Hash} {
		c.text(field, text)
	}
	_, err := time.Parse(time.DateOnly, d.Day)
	c.ok(d.Day == "" || err == nil, "its day is %.80q", d.Day)
	c.ok(d.Size >= 0, "its size is %d", d.Size)
	c.time("time of reading", d.ReadAt)
	if d.Details != nil {
		c.json("details", d.Details)
	}
	if d.Body != nil {
		c.json("body", d.Body)
	}
	c.ok(len(d.Cut) <= MaxPassages, "it has %d passages, and the limit is %d", len(d.Cut), MaxPassages)
	for i, p := range d.Cut {
		c.id("passage's id", p.ID)
		c.id("passage's hash", p.Hash)
		c.ok(p.Number == i, "its passage %d has the number %d", i, p.Number)
		c.ok(p.Page >= 0 && p.From.Block >= 0 && p.From.Offset >= 0 && p.To.Block >= 0 && p.To.Offset >= 0, "its passage %d stands nowhere", i)
		for field, text := range map[string]string{"passage's kind": p.Kind, "passage's context": p.Context, "passage's text": p.Text, "passage's sheet": p.Sheet} {
			c.text(field, text)
		}
		c.ok(len(p.Path) <= maxPath, "its passage %d stands under %d headings", i, len(p.Path))
		for _, h := range p.Path {
			c.text("heading", h)
		}
		c.ok(len(p.Terms) <= MaxTerms, "its passage %d has %d terms", i, len(p.Terms))
		for _, term := range p.Terms {
			c.id("term", term)
		}
	}
}
