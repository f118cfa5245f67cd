// Package corpus brings databases and questions together as training data.
package corpus

import (
	"context"
	"encoding/json"
	"math/rand/v2"
	"os"
	"path/filepath"
	"time"

	"github.com/plumbdata/plumb/internal/brain/form"
	"github.com/plumbdata/plumb/internal/brain/index"
	"github.com/plumbdata/plumb/internal/brain/link"
	"github.com/plumbdata/plumb/internal/connection"
	"github.com/plumbdata/plumb/internal/schema"
	"github.com/plumbdata/plumb/internal/source"
	"github.com/plumbdata/plumb/internal/source/sqlite"
)

// Database is a database that questions are asked about, as a live one is.
type Database struct {
	Name   string
	Index  *index.Index
	Linker *link.Linker
	Number int // among the schemas that are written
	flat   *Flat
}

// Query is a form over the plain database as one over this one; false where it
// has none.
func (d *Database) Query(q *form.Query) (*form.Query, bool) {
	if d.flat == nil || q == nil {
		return q, true
	}
	return d.flat.Query(q)
}

// Split says which databases are learnt from, and which are only measured.
type Split struct{ Train, Valid []string }

// ReadSplit reads a folder's splits.json.
func ReadSplit(dir string) (Split, error) {
	var s Split
	file, err := os.ReadFile(filepath.Join(dir, "splits.json"))
	if err != nil {
		return s, err
	}
	return s, json.Unmarshal(file, &s)
}

// Open indexes a SQLite file, with inferred keys as a live connection has them.
// With dice it also gives the same database under other names, some times over,
// and as one flat table where it has keys.
func Open(ctx context.Context, dir, name string, cut link.Tokenizer, dice *rand.Rand, times int) (plain *Database, renamed []*Database, flat *Database, err error) {
	c, err := connection.Open(ctx, connection.Spec{
		Driver:   sqlite.Driver,
		Config:   source.Config{DSN: filepath.Join(dir, name+".sqlite"), Name: name, Limits: source.Limits{Time: 10 * time.Second, Rows: 100_000, Bytes: 64 << 20}},
		Identity: name,
		Now:      time.Now,
	})
	if err != nil {
		return nil, nil, nil, err
	}
	defer c.Close()
	s, err := c.Schema(ctx, connection.Full)
	if err != nil {
		return nil, nil, nil, err
	}
	values := index.FromConnection(c)
	if plain, err = FromSnapshot(ctx, name, s, values, cut); err != nil || dice == nil {
		return plain, nil, nil, err
	}
	for range times {
		other, under := Renamed(dice, s, plain.Index, values)
		d, err := FromSnapshot(ctx, name, other, under, cut)
		if err != nil {
			return nil, nil, nil, err
		}
		renamed = append(renamed, d)
	}
	flat, err = FlatFrom(ctx, dice, name, s, plain.Index, values, cut)
	return plain, renamed, flat, err
}

// FlatFrom is a database as one flat table, or nil where no keys lead from one
// table to another.
func FlatFrom(ctx context.Context, dice *rand.Rand, name string, s *schema.Snapshot, plain *index.Index, values index.Values, cut link.Tokenizer) (*Database, error) {
	f, ok := Flatten(dice, s, plain, values)
	if !ok {
		return nil, nil
	}
	d, err := FromSnapshot(ctx, name, f.Snapshot, f.Values, cut)
	if err != nil {
		return nil, err
	}
	d.flat = f
	return d, nil
}

// FromSnapshot indexes a database that need not exist.
func FromSnapshot(ctx context.Context, name string, s *schema.Snapshot, values index.Values, cut link.Tokenizer) (*Database, error) {
	ix, err := index.Build(ctx, s, values)
	if err != nil {
		return nil, err
	}
	return &Database{Name: name, Index: ix, Linker: link.New(ix, cut)}, nil
}
