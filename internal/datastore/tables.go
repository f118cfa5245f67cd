package datastore

import (
	"context"
	"errors"
	"io"
	"os"
	"slices"
	"strings"
	"time"

	"github.com/plumbdata/plumb/internal/fault"
	"github.com/plumbdata/plumb/internal/ownfile"
	"github.com/plumbdata/plumb/internal/source"
	"github.com/plumbdata/plumb/internal/source/duckdb"
	"github.com/plumbdata/plumb/internal/table"
)

// Tables are the tables, in the order of their names.
func (s *Store) Tables() ([]Record, error) {
	c, err := s.current()
	if err != nil {
		return nil, err
	}
	list := make([]Record, len(c.Tables))
	for i, t := range c.Tables {
		list[i] = s.record(t)
	}
	slices.SortFunc(list, func(a, b Record) int { return strings.Compare(a.Name, b.Name) })
	return list, nil
}

// Table is what is known of a table.
func (s *Store) Table(name string) (Record, error) {
	c, err := s.current()
	if err != nil {
		return Record{}, err
	}
	t := c.table(name)
	if t == nil {
		return Record{}, noTable(c, name)
	}
	return s.record(*t), nil
}

// record is a record that the caller may change.
func (s *Store) record(e entry) Record {
	s.mu.Lock()
	defer s.mu.Unlock()
	r := e.Record
	r.Columns, r.Sources, r.Notes = slices.Clone(r.Columns), slices.Clone(r.Sources), slices.Clone(r.Notes)
	if at := s.used[r.Name]; at.After(r.UsedAt) {
		r.UsedAt = at
	}
	return r
}

// Drop removes a table. Statements that are reading it finish.
func (s *Store) Drop(ctx context.Context, name string) error {
	return s.change(ctx.Done(), func(c *catalogue) error {
		t := c.table(name)
		if t == nil {
			return noTable(c, name)
		}
		c.retire(tablesFolder, t.File, s.now())
		c.Tables = slices.DeleteFunc(c.Tables, func(e entry) bool { return equalNames(e.Name, name) })
		return nil
	})
}

// retire keeps a file for those who read it, and no longer.
func (c *catalogue) retire(folder, file string, now time.Time) {
	c.Old = append(c.Old, oldFile{Folder: folder, File: file, At: now.UTC()})
}

// Publish says whether a table is a result that people see, rather than one on the way
// to it.
func (s *Store) Publish(ctx context.Context, name string, published bool) error {
	return s.change(ctx.Done(), func(c *catalogue) error {
		t := c.table(name)
		if t == nil {
			return noTable(c, name)
		}
		t.Published = published
		return nil
	})
}

// hashLimits bound the reading of a whole table; what it holds is bounded already.
var hashLimits = source.Limits{Time: 30 * time.Minute, Rows: 1 << 40, Bytes: 1 << 50}

// CopyParquet writes the file of a table.
func (s *Store) CopyParquet(name string, w io.Writer) error {
	c, err := s.current()
	if err != nil {
		return err
	}
	t := c.table(name)
	if t == nil {
		return noTable(c, name)
	}
	f, err := os.Open(s.path(tablesFolder, t.File))
	if err != nil {
		return fault.Wrap(err, fault.Store, "table %s cannot be read: %v", t.Name, ownfile.Cause(err)).WithHint("run step %d again, which made it", t.Step)
	}
	defer f.Close()
	_, err = io.Copy(w, f)
	return err
}

// Hash is the canonical hash of a table's rows. Put knows it, and Make does not, since the
// rows do not pass through this process: then it is worked out once and kept.
func (s *Store) Hash(ctx context.Context, name string) (string, error) {
	c, err := s.current()
	if err != nil {
		return "", err
	}
	t := c.table(name)
	if t == nil {
		return "", noTable(c, name)
	}
	if t.Hash != "" {
		return t.Hash, nil
	}
	sum, err := s.readHash(ctx, t.Name)
	if err != nil {
		return "", err
	}
	return sum, s.change(ctx.Done(), func(c *catalogue) error {
		if now := c.table(name); now != nil && now.Serial == t.Serial {
			now.Hash = sum
		}
		return nil
	})
}

func (s *Store) readHash(ctx context.Context, name string) (string, error) {
	r, err := s.Query(ctx, "SELECT * FROM "+duckdb.Identifier(name), hashLimits)
	if err != nil {
		return "", err
	}
	defer r.Close()
	h := table.NewHasher(r.Columns())
	for {
		row, err := r.Next()
		if errors.Is(err, io.EOF) {
			return h.Sum(), nil
		}
		if err != nil {
			return "", err
		}
		h.Add(row)
	}
}
