package datastore

import (
	"context"
	"os"

	"github.com/plumbdata/plumb/internal/fault"
	"github.com/plumbdata/plumb/internal/table"
)

// maxNotes bounds what a record says of its columns.
const maxNotes = 50

// Put stores the rows of a reader as a table, and closes the reader. Values keep their
// types and all their digits. A table of the same name is replaced if the same step made
// it. Where that fails, nothing has changed.
func (s *Store) Put(ctx context.Context, r Record, rows *table.Reader) (Record, error) {
	defer rows.Close()
	w, left, err := s.prepare(ctx, r)
	if err != nil {
		return Record{}, err
	}
	defer w.end()
	lines, err := w.stage(ctx, rows, stageLimits{rows: s.limits.Rows, bytes: s.limits.Bytes})
	if err != nil {
		return Record{}, err
	}
	query, columns, err := lines.query()
	if err != nil {
		return Record{}, err
	}
	e := s.newEntry(r)
	e.Columns, e.Hash, e.Notes = columns, lines.hash, lines.notes[:min(len(lines.notes), maxNotes)]
	out := w.path("out" + tableEnding)
	b := w.builder(lines.path, out)
	defer b.Close()
	if e.Rows, err = w.write(ctx, b, query, out, left, e); err != nil {
		return Record{}, err
	}
	if e.Rows != lines.rows {
		return Record{}, fault.New(fault.Internal, "of %d rows of table %s, %d were stored", lines.rows, r.Name, e.Rows)
	}
	if err := os.Remove(lines.path); err != nil {
		return Record{}, unwritable(err)
	}
	if e.Columns, err = describe(ctx, b, out, columns); err != nil {
		return Record{}, err
	}
	return w.finish(ctx, out, e)
}

// task is a workshop with one of the slots of those who write.
type task struct{ *workshop }

func (t task) end() {
	t.close()
	<-t.store.slots
}

// prepare checks what is known before any row is read: the record, the name, and whether
// there is room. It returns how many bytes the table may have.
func (s *Store) prepare(ctx context.Context, r Record) (task, int64, error) {
	if err := r.check(); err != nil {
		return task{}, 0, err
	}
	c, err := s.currentWithUse()
	if err != nil {
		return task{}, 0, err
	}
	r.Bytes = 0
	left, err := c.admit(r, s.limits)
	if err != nil {
		return task{}, 0, err
	}
	select {
	case s.slots <- struct{}{}:
	case <-ctx.Done():
		return task{}, 0, fault.Of(ctx.Err())
	}
	w, err := s.begin(r.Name)
	if err != nil {
		<-s.slots
		return task{}, 0, err
	}
	return task{w}, left, nil
}

// newEntry is a table with what its maker says of it.
func (s *Store) newEntry(r Record) entry {
	r.Rows, r.Bytes, r.Columns, r.Hash, r.Notes = 0, 0, nil, "", nil
	r.CreatedAt = s.now().UTC()
	r.UsedAt = r.CreatedAt
	return entry{Record: r}
}
