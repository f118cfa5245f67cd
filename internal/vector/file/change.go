package file

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"io"
	"os"
	"path/filepath"
	"time"

	"github.com/plumbdata/plumb/internal/fault"
	"github.com/plumbdata/plumb/internal/ownfile"
	"github.com/plumbdata/plumb/internal/vector"
)

// patience is how long a writer waits for others; to write a collection of a million
// vectors anew takes them a while.
const patience = 5 * time.Minute

// When a file is written anew rather than appended to. What is appended is read when the
// file is opened, and what is removed still takes time in every search.
const (
	mostSegments = 256
	mostLoose    = 4096    // rows that are appended or removed, and
	partLoose    = 4       // this part of all rows
	smallFile    = 8 << 20 // what is removed from such a file is gone from the disk at once
)

// Upsert appends the points as a segment that removes those which it replaces.
func (s *Store) Upsert(ctx context.Context, name string, points []vector.Point) error {
	if err := vector.CheckUpsert(name, points); err != nil || len(points) == 0 {
		return err
	}
	added := newContent(points)
	return s.change(ctx, name, func(c *collection) error {
		if d := c.dimensions(); d > 0 && d != added.dimensions {
			return vector.Mismatch(name, d, added.dimensions)
		}
		for i, id := range added.ids {
			owners := added.columns[0]
			if row := c.find(owners.values[owners.codes[i]-1], id); row >= 0 {
				added.removed = append(added.removed, uint32(row))
			}
		}
		return s.write(ctx, c, added, false)
	})
}

// Delete appends a segment that only removes.
func (s *Store) Delete(ctx context.Context, name string, f vector.Filter) (int, error) {
	if err := vector.CheckFilter(name, f); err != nil || f.None() {
		return 0, err
	}
	if count, err := s.Count(ctx, name, f); err != nil || count == 0 {
		return 0, err // without the lock, and without making a folder for it
	}
	removal := newContent(nil)
	err := s.change(ctx, name, func(c *collection) error {
		removal.dimensions = c.dimensions()
		err := c.eachChosen(ctx, f, func(p *part, rows chosen) error {
			for row := range int(p.Rows) {
				if rows.bits == nil || rows.bits.has(row) {
					removal.removed = append(removal.removed, uint32(p.first+row))
				}
			}
			return nil
		})
		if err != nil || len(removal.removed) == 0 {
			return err
		}
		return s.write(ctx, c, removal, c.end <= smallFile)
	})
	if err != nil {
		return 0, err
	}
	return len(removal.removed), nil
}

// change runs something while no other process changes the collection, which is as it is in
// the file.
func (s *Store) change(ctx context.Context, name string, make func(c *collection) error) error {
	c, err := s.collection(ctx, name)
	if err != nil {
		return err
	}
	lock, err := ownfile.Lock(ctx.Done(), filepath.Join(c.folder, "lock"), patience)
	switch {
	case errors.Is(err, ownfile.ErrStopped):
		return fault.Of(ctx.Err())
	case errors.Is(err, ownfile.ErrHeld):
		return fault.Wrap(err, fault.Store, "another Plumb is writing to the vectors in %s and did not finish within %s", c.folder, patience).
			WithHint("wait for it to finish, or stop it, and try again")
	case err != nil:
		return c.failed(err, "locked")
	}
	defer lock.Close()
	if err := c.refresh(); err != nil {
		return err
	}
	if err := make(c); err != nil {
		return err
	}
	return c.refresh()
}

// write puts a segment into the file, or all of the collection anew.
func (s *Store) write(ctx context.Context, c *collection, added *content, anew bool) error {
	c.mu.RLock()
	defer c.mu.RUnlock()
	if c.closed {
		return closedError()
	}
	rows, removed := len(added.ids), c.rows-c.live+len(added.removed)
	live := c.live + rows - len(added.removed)
	var segment bytes.Buffer
	if err := added.writeTo(&segment, c.end); err != nil {
		return c.failed(err, "written")
	}
	if c.file == nil {
		return c.failed(ownfile.Replace(c.path(), segment.Bytes()), "written")
	}
	loose := c.rows - int(c.parts[0].Rows) + rows + removed
	if live == 0 {
		return c.failed(errors.Join(os.Remove(c.path()), ownfile.SyncFolder(c.folder)), "removed")
	}
	if !anew && len(c.parts) < mostSegments && loose <= max(mostLoose, live/partLoose) {
		return c.failed(c.append(segment.Bytes()), "written")
	}
	latest, err := decodeNew(&segment, c.end)
	if err != nil {
		return c.failed(err, "written")
	}
	about := map[uint32]bool{}
	for _, row := range added.removed {
		about[row] = true
	}
	all := c.liveRows(about)
	for row := range rows {
		all = append(all, rowOf{latest, row})
	}
	return s.replace(ctx, c, all)
}

// replace writes a file of one segment with the rows.
func (s *Store) replace(ctx context.Context, c *collection, rows []rowOf) error {
	// Those who died while they wrote the collection anew left this behind.
	left, _ := filepath.Glob(filepath.Join(c.folder, ".new-*"))
	for _, path := range left {
		_ = os.Remove(path)
	}
	all := merge(c.dimensions(), rows)
	if len(rows) >= s.listsFrom {
		if err := all.group(ctx, s.level); err != nil {
			return err
		}
	}
	return c.failed(ownfile.ReplaceBy(c.path(), func(w io.Writer) error {
		buffer := bufio.NewWriterSize(&careful{ctx, w}, 1<<20)
		return errors.Join(all.writeTo(buffer, 0), buffer.Flush())
	}), "written")
}

// careful stops writing when nobody waits for it any more.
type careful struct {
	ctx context.Context
	to  io.Writer
}

func (c *careful) Write(b []byte) (int, error) {
	if err := c.ctx.Err(); err != nil {
		return 0, err
	}
	return c.to.Write(b)
}

// append writes a segment behind the last, where a torn one may be.
func (c *collection) append(segment []byte) error {
	f, err := os.OpenFile(c.path(), os.O_WRONLY, 0)
	if err != nil {
		return err
	}
	if info, err := f.Stat(); err != nil || info.Size() > c.end {
		if err := errors.Join(err, f.Truncate(c.end)); err != nil {
			return errors.Join(err, f.Close())
		}
	}
	if _, err := f.WriteAt(segment, c.end); err != nil {
		return errors.Join(err, f.Truncate(c.end), f.Close())
	}
	return errors.Join(f.Sync(), f.Close())
}

// failed says what happened to the file, and what to do.
func (c *collection) failed(err error, what string) error {
	var known *fault.Fault
	switch {
	case err == nil:
		return nil
	case errors.As(err, &known):
		return known
	case errors.Is(err, context.Canceled) || errors.Is(err, context.DeadlineExceeded):
		return fault.Of(err)
	case ownfile.NoSpace(err):
		return fault.Wrap(err, fault.StoreFull, "there is no space left to write the vectors in %s; what was there is intact", c.folder).
			WithHint("free some space on that disk (or raise the quota or file-size limit) and try again")
	case errors.Is(err, errNewer):
		return fault.Wrap(err, fault.Store, "the vectors in %s cannot be read: %s", c.folder, err).WithHint("install the newer version of Plumb")
	case errors.Is(err, errNone), errors.Is(err, errDamaged), errors.Is(err, errChecksum):
		return fault.Wrap(err, fault.Store, "the vectors in %s are damaged: %s", c.folder, err).
			WithHint("move the folder away; Plumb makes the vectors anew from what they stand for")
	}
	return fault.Wrap(err, fault.Store, "the vectors in %s cannot be %s: %s", c.folder, what, ownfile.Cause(err)).
		WithHint("check that the disk works and that the folder is yours to read and write")
}
