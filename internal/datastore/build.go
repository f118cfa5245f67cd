package datastore

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/plumbdata/plumb/internal/fault"
	"github.com/plumbdata/plumb/internal/ownfile"
	"github.com/plumbdata/plumb/internal/source/duckdb"
)

// workshop is a folder in which one table is made. Its lock keeps others from
// making a table of the same name, and from removing the folder.
type workshop struct {
	store  *Store
	name   string
	folder string
	lock   *os.File
}

// Names of locks and folders of the store's own work: no table is called so.
const (
	viewsWork   = ".views"
	recoverWork = ".recover"
)

const lockEnding = ".lock"

// begin makes a workshop for a table, unless somebody else is making it.
func (s *Store) begin(name string) (*workshop, error) {
	lock, err := ownfile.Lock(nil, s.lockPath(name), 0)
	if errors.Is(err, ownfile.ErrHeld) {
		return nil, fault.Wrap(err, fault.Store, "table %s is being written by another step", name).
			WithHint("wait for it, or choose another name")
	}
	return s.fit(name, lock, err)
}

// beginNext waits for whoever does the same work, and follows.
func (s *Store) beginNext(done <-chan struct{}, name string) (*workshop, error) {
	lock, err := ownfile.Lock(done, s.lockPath(name), lockWait)
	return s.fit(name, lock, err)
}

func (s *Store) fit(name string, lock *os.File, err error) (*workshop, error) {
	if errors.Is(err, ownfile.ErrStopped) {
		return nil, fault.New(fault.Canceled, "stopped before it finished")
	}
	if err != nil {
		return nil, unwritable(err)
	}
	folder, err := os.MkdirTemp(s.path(buildFolder), name+"-")
	if err != nil {
		return nil, errors.Join(unwritable(err), lock.Close())
	}
	return &workshop{store: s, name: name, folder: folder, lock: lock}, nil
}

// lockPath is the lock of a name, whatever its case.
func (s *Store) lockPath(name string) string {
	return s.path(buildFolder, strings.ToLower(name)+lockEnding)
}

// close removes the workshop with all that is in it.
func (w *workshop) close() {
	_ = os.RemoveAll(w.folder) // Open removes what is left
	_ = w.lock.Close()
}

func (w *workshop) path(name string) string { return filepath.Join(w.folder, name) }

// builder starts a worker that may write into the workshop, and read the files.
func (w *workshop) builder(files ...string) *duckdb.Builder {
	return duckdb.NewBuilder(w.store.config, w.path("build.duckdb"), files)
}

// metadataKey is under what a Parquet file says what it is.
const metadataKey = "plumb"

// copySQL writes a query into a Parquet file, with what is known of the table.
func copySQL(query, path string, e entry) (string, error) {
	about, err := json.Marshal(e)
	if err != nil {
		return "", err
	}
	return fmt.Sprintf("COPY (%s) TO %s (FORMAT parquet, PARQUET_VERSION v2, USE_TMP_FILE false, KV_METADATA {%s: %s})",
		query, duckdb.Literal(path), metadataKey, duckdb.Literal(string(about))), nil
}

// watchInterval is how often a file is looked at while it grows.
const watchInterval = 50 * time.Millisecond

var errTooLarge = errors.New("the file is larger than there is room for")

// write has a builder write the query into a file of at most so many bytes, and
// returns the number of rows.
func (w *workshop) write(ctx context.Context, b *duckdb.Builder, query, path string, most int64, e entry) (int64, error) {
	sql, err := copySQL(query, path, e)
	if err != nil {
		return 0, fault.Wrap(err, fault.Internal, "the record of table %s cannot be written: %v", e.Name, err)
	}
	watched, stop := context.WithCancelCause(ctx)
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		watch(watched, path, most, stop)
	}()
	counted, err := b.Ask(watched, sql)
	cause := context.Cause(watched)
	stop(nil)
	<-ended
	switch {
	case errors.Is(cause, errTooLarge):
		return 0, w.noRoom("%s are left of %s", size(most), size(w.store.limits.Bytes))
	case err != nil:
		return 0, err
	case len(counted.Rows) != 1:
		return 0, fault.New(fault.Internal, "DuckDB does not say how many rows it wrote")
	}
	rows, _ := counted.Rows[0][0].Int64()
	return rows, nil
}

// watch stops the work when its file is larger than allowed.
func watch(ctx context.Context, path string, most int64, stop context.CancelCauseFunc) {
	tick := time.NewTicker(watchInterval)
	defer tick.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
			if info, err := os.Stat(path); err == nil && info.Size() > most {
				stop(errTooLarge)
				return
			}
		}
	}
}

// noRoom is the fault of a table that does not fit.
func (w *workshop) noRoom(why string, args ...any) error {
	c, err := w.store.currentWithUse()
	if err != nil {
		return err
	}
	return c.full("has no room for table %s: %s", w.name, fmt.Sprintf(why, args...))
}

// tooManyRows is the fault of a table with more rows than a table may have.
func tooManyRows(name string, most int64) error {
	return fault.New(fault.StoreFull, "table %s would have more than %d rows, which is the most that a table of the data store can have", name, most).
		WithHint("filter or aggregate the rows before they are stored")
}

// describe fills in the kinds of the columns of a file that was written.
func describe(ctx context.Context, b *duckdb.Builder, path string, columns []Column) ([]Column, error) {
	found, err := b.Ask(ctx, "SELECT * FROM ("+viewQuery(path, columns)+") LIMIT 0")
	if err != nil {
		return nil, err
	}
	list := make([]Column, len(found.Columns))
	for i, c := range found.Columns {
		list[i] = Column{Name: c.Name, Kind: c.Kind, Type: c.Native}
		if i < len(columns) {
			list[i].Stored = columns[i].Stored
		}
	}
	return list, nil
}

// finish moves a table into place, and enters it in the catalogue.
func (w *workshop) finish(ctx context.Context, path string, e entry) (Record, error) {
	s := w.store
	bytes, err := makeDurable(path)
	if err != nil {
		return Record{}, unwritable(err)
	}
	placed := ""
	err = s.change(ctx.Done(), func(c *catalogue) error {
		e.Bytes = bytes
		if _, err := c.admit(e.Record, s.limits); err != nil {
			return err
		}
		c.Serial++
		e.Serial, e.UsedAt = c.Serial, e.CreatedAt
		e.File = s.freeFile(tablesFolder, e.Name, tableEnding)
		placed = s.path(tablesFolder, e.File)
		if err := errors.Join(os.Rename(path, placed), ownfile.SyncFolder(s.path(tablesFolder))); err != nil {
			return unwritable(err)
		}
		if old := c.table(e.Name); old != nil {
			c.retire(tablesFolder, old.File, s.now())
			*old = e
			return nil
		}
		c.Tables = append(c.Tables, e)
		return nil
	})
	if err != nil {
		if placed != "" {
			_ = os.Remove(placed) // Open removes it otherwise
		}
		return Record{}, err
	}
	return s.record(e), nil
}

const tableEnding = ".parquet"

// freeFile is the name of a file that is not there yet: NAME.parquet, or NAME-2.parquet
// and so on while the files of former tables are.
func (s *Store) freeFile(folder, name, ending string) string {
	file := name + ending
	for i := 2; ; i++ {
		if _, err := os.Lstat(s.path(folder, file)); err != nil {
			return file
		}
		file = fmt.Sprintf("%s-%d%s", name, i, ending)
	}
}

// makeDurable puts a file's content on the disk, for its owner alone, and returns its
// size.
func makeDurable(path string) (int64, error) {
	f, err := os.OpenFile(path, os.O_RDWR, 0)
	if err != nil {
		return 0, err
	}
	info, err := f.Stat()
	if err = errors.Join(err, f.Chmod(0o600), f.Sync(), f.Close()); err != nil {
		return 0, err
	}
	return info.Size(), nil
}

// size is a number of bytes for people.
func size(bytes int64) string {
	units := []string{"bytes", "KiB", "MiB", "GiB"}
	n, i := float64(max(bytes, 0)), 0
	for n >= 1024 && i < len(units)-1 {
		n, i = n/1024, i+1
	}
	if i == 0 || n >= 100 {
		return fmt.Sprintf("%.0f %s", n, units[i])
	}
	return fmt.Sprintf("%.1f %s", n, units[i])
}
