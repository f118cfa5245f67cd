package session

import (
	"context"
	"errors"
	"slices"

	"github.com/plumbdata/plumb/internal/fault"
	"github.com/plumbdata/plumb/internal/store"
)

// maxCollisions is how many cells may be faster before Record gives up.
const maxCollisions = 1000

// Record keeps a cell as the next of the session, and tells the followers. Its
// id, time and position are given here; the cell is returned with them. What
// else happened with it is recorded in the same write.
func (s *Session) Record(ctx context.Context, c Cell, also func(c Cell, hash string) Step) (Cell, error) {
	c.ID, c.CreatedAt = s.log.newID("cell_"), s.log.now()
	var err error
	for range maxCollisions {
		c.Context.Position = int(s.next.Load())
		if err = s.record(ctx, c, also); err == nil {
			s.next.Store(int64(c.Context.Position) + 1)
			return c, nil
		}
		if !errors.Is(err, store.ErrConflict) {
			return Cell{}, err
		}
		// Others record in this session too; if they did not, then it is not
		// the position that is taken.
		next, readErr := s.nextPosition(ctx)
		if readErr != nil {
			return Cell{}, readErr
		}
		if next == c.Context.Position {
			break
		}
		s.next.Store(int64(next))
	}
	return Cell{}, err
}

func (s *Session) record(ctx context.Context, c Cell, also func(c Cell, hash string) Step) error {
	body, err := c.Canonical()
	if err != nil {
		return err
	}
	recorded := RecordedPayload{Cell: c.ID, Position: c.Context.Position, Hash: hash(body)}
	var st Step
	if also != nil {
		st = also(c, recorded.Hash)
	}
	e, err := s.event(CellRecorded, st.turn(), recorded)
	if err != nil {
		return err
	}
	b, err := s.batch(st)
	if err != nil {
		return err
	}
	b.Events = slices.Insert(b.Events, len(st.Before), e)
	b.Cells = []store.Cell{{
		ID: c.ID, Session: s.ID(), Position: recorded.Position, CreatedAt: c.CreatedAt, Hash: recorded.Hash, Body: body,
	}}
	_, err = s.write(ctx, b)
	return err
}

func (s *Session) nextPosition(ctx context.Context) (int, error) {
	last, err := s.log.store.Cells(ctx, store.Filter{Session: s.ID(), Newest: true, Limit: 1})
	if err != nil || len(last) == 0 {
		return 0, err
	}
	return last[0].Position + 1, nil
}

// Cell reads one cell of the session.
func (s *Session) Cell(ctx context.Context, id string) (Cell, error) {
	missing := fault.New(fault.NotFound, "there is no cell %q in session %s", id, s.ID())
	if id == "" {
		return Cell{}, missing
	}
	found, err := s.cells(ctx, store.Filter{ID: id})
	if err != nil {
		return Cell{}, err
	}
	if len(found) == 0 {
		return Cell{}, missing
	}
	return found[0], nil
}

// Cells reads a page of the session's cells in their order, after the one with
// the given id ("": from the first). Only an empty page is the end.
func (s *Session) Cells(ctx context.Context, after string, limit int) ([]Cell, error) {
	return s.cells(ctx, store.Filter{After: after, Limit: limit})
}

// LastCells reads up to so many of the newest cells, the newest first.
func (s *Session) LastCells(ctx context.Context, limit int) ([]Cell, error) {
	return s.cells(ctx, store.Filter{Newest: true, Limit: limit})
}

// cells also finds out whether a cell is still what it was recorded as.
func (s *Session) cells(ctx context.Context, f store.Filter) ([]Cell, error) {
	f.Session = s.ID()
	kept, err := s.log.store.Cells(ctx, f)
	if err != nil {
		return nil, err
	}
	cells := make([]Cell, 0, len(kept))
	for _, k := range kept {
		if got := hash(k.Body); got != k.Hash {
			return nil, fault.New(fault.Store, "cell %s differs from what was recorded: its hash is %s, and was %s", k.ID, got, k.Hash).
				WithHint("the store was changed by something else: restore a backup of it")
		}
		c, err := ParseCell(k.Body)
		if err != nil {
			return nil, err
		}
		cells = append(cells, c)
	}
	return cells, nil
}
