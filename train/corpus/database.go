// Package corpus brings databases and questions together as training data.
package corpus

import (
	"context"
	"encoding/json"
	"math/rand/v2"
	"os"
	"path/filepath"
	"time"

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
// With dice it also gives the same database under other names, some times over.
func Open(ctx context.Context, dir, name string, cut link.Tokenizer, dice *rand.Rand, times int) (plain *Database, renamed []*Database, err error) {
	c, err := connection.Open(ctx, connection.Spec{
		Driver:   sqlite.Driver,
		Config:   source.Config{DSN: filepath.Join(dir, name+".sqlite"), Name: name, Limits: source.Limits{Time: 10 * time.Second, Rows: 100_000, Bytes: 64 << 20}},
		Identity: name,
		Now:      time.Now,
	})
	if err != nil {
		return nil, nil, err
	}
	defer c.Close()
	s, err := c.Schema(ctx, connection.Full)
	if err != nil {
		return nil, nil, err
	}
	values := index.FromConnection(c)
	if plain, err = FromSnapshot(ctx, name, s, values, cut); err != nil || dice == nil {
		return plain, nil, err
	}
	for range times {
		other, under := Renamed(dice, s, plain.Index, values)
		d, err := FromSnapshot(ctx, name, other, under, cut)
		if err != nil {
			return nil, nil, err
		}
		renamed = append(renamed, d)
	}
	return plain, renamed, nil
}

// FromSnapshot indexes a database that need not exist.
func FromSnapshot(ctx context.Context, name string, s *schema.Snapshot, values index.Values, cut link.Tokenizer) (*Database, error) {
	ix, err := index.Build(ctx, s, values)
	if err != nil {
		return nil, err
	}
	return &Database{Name: name, Index: ix, Linker: link.New(ix, cut)}, nil
}
