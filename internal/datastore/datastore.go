// Package datastore keeps what the steps of an analysis share: the tables that they
// made, state variables, a scratchpad and artifacts, each with where it came from.
// Steps see nothing else of one another.
//
// A store is a folder. Each table is a Parquet file in it, and store.json is the
// catalogue that names them. A table is written by a confined worker process into a
// folder of its own, moved into place whole, and entered in the catalogue last: when
// a process is killed, either the old table is there or the new one. Files never
// change once they are in the catalogue, so that a statement that is reading one
// keeps reading it while the table is replaced.
//
// Statements over the tables pass the guard and run as those of any other source do.
//
// A Store is safe for concurrent use. Several processes may have the same store open:
// those who write wait for each other, and those who read see what was written last.
package datastore

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"sync"
	"time"

	"github.com/plumbdata/plumb/internal/fault"
	"github.com/plumbdata/plumb/internal/ownfile"
	"github.com/plumbdata/plumb/internal/source"
	"github.com/plumbdata/plumb/internal/source/duckdb"
)

// Config says where a store is, and what bounds it.
type Config struct {
	Folder string // it is made if need be
	// Source has the worker command and the memory of DuckDB.
	Source source.Config
	Limits Limits
	Clock  func() time.Time
}

// Limits bound a store; zero means the default.
type Limits struct {
	Tables    int   // 200
	Rows      int64 // of one table: 10 million
	Bytes     int64 // of all files: 2 GiB
	Variables int   // 500
	State     int64 // bytes of all variables: 1 MiB
	Notes     int   // 10,000
	Scratch   int64 // bytes of all notes: 4 MiB
	Artifacts int   // 1,000
	Artifact  int64 // bytes of one artifact: 64 MiB
}

// Limits are what the store holds at most.
func (s *Store) Limits() Limits { return s.limits }

func (l Limits) orDefault() Limits {
	fill := func(n *int64, usual int64) {
		if *n <= 0 {
			*n = usual
		}
	}
	count := func(n *int, usual int) {
		if *n <= 0 {
			*n = usual
		}
	}
	count(&l.Tables, 200)
	fill(&l.Rows, 10_000_000)
	fill(&l.Bytes, 2<<30)
	count(&l.Variables, 500)
	fill(&l.State, 1<<20)
	count(&l.Notes, 10_000)
	fill(&l.Scratch, 4<<20)
	count(&l.Artifacts, 1000)
	fill(&l.Artifact, 64<<20)
	return l
}

// What a store's folder holds.
const (
	catalogueFile  = "store.json"
	damagedFile    = "store.json.damaged"
	lockFile       = "store.lock" // held while the catalogue is replaced
	useFile        = "store.use"  // shared by all who have the store open
	tablesFolder   = "tables"
	artifactFolder = "artifacts"
	viewsFolder    = "views"    // databases with a view of each table
	buildFolder    = "building" // tables on their way, and the locks of their names
)

// atOnce is how many tables a store writes at the same time; more wait.
const atOnce = 5

// Store is the data of one session.
type Store struct {
	folder string // without symbolic links
	config source.Config
	limits Limits
	now    func() time.Time
	source *duckdb.Source
	use    *os.File
	slots  chan struct{} // of those who write tables

	mu          sync.Mutex
	cached      *catalogue
	cachedAt    fs.FileInfo
	used        map[string]time.Time // tables that were read since the catalogue was written
	diagnostics []fault.Diagnostic
	closed      bool

	viewing sync.Mutex
	viewed  *duckdb.Data
}

// Open opens the store in a folder, or makes one. What a process that was killed
// left half done is removed. A catalogue that is damaged is made again from the tables'
// files as far as that is possible; Diagnostics tells.
func Open(ctx context.Context, c Config) (*Store, error) {
	if c.Folder == "" || c.Clock == nil {
		return nil, fault.New(fault.Internal, "a data store needs a folder and a clock")
	}
	use, folder, err := claim(ctx, c.Folder)
	if err != nil {
		return nil, err
	}
	s := &Store{
		folder: folder, config: c.Source, limits: c.Limits.orDefault(), now: c.Clock, use: use,
		slots: make(chan struct{}, atOnce), used: map[string]time.Time{},
	}
	s.source = s.newSource()
	s.touch()
	for _, sub := range []string{tablesFolder, artifactFolder, viewsFolder, buildFolder} {
		if err == nil {
			err = os.MkdirAll(s.path(sub), 0o700)
		}
	}
	if err != nil {
		err = unwritable(err)
	} else {
		err = s.tidy(ctx)
	}
	if err != nil {
		return nil, errors.Join(err, s.source.Close(), use.Close())
	}
	return s, nil
}

// Diagnostics are what was found wrong with the store when it was opened.
func (s *Store) Diagnostics() []fault.Diagnostic {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.diagnostics
}

// Close ends the store's processes. It is open to other processes as before.
func (s *Store) Close() error {
	s.mu.Lock()
	closed, unsaved := s.closed, len(s.used) > 0
	s.mu.Unlock()
	if closed {
		return nil
	}
	var err error
	if unsaved {
		err = s.change(nil, func(*catalogue) error { return nil }) // when tables were last used
	}
	s.mu.Lock()
	s.closed = true
	s.mu.Unlock()
	s.touch()
	return errors.Join(err, s.source.Close(), s.use.Close())
}

// path is that of something in the store's folder.
func (s *Store) path(elements ...string) string {
	return filepath.Join(append([]string{s.folder}, elements...)...)
}

// touch marks the store as used now, for Clean.
func (s *Store) touch() {
	now := s.now()
	_ = os.Chtimes(s.path(useFile), now, now) // at worst it is thought unused for longer
}

var errClosed = fault.New(fault.Store, "the data store was closed").WithHint("open it again")

// unwritable is the fault of a store whose files cannot be written.
func unwritable(err error) error {
	if ownfile.NoSpace(err) {
		return fault.Wrap(err, fault.StoreFull, "the data store cannot be written: the disk is full").WithHint("make room on the disk")
	}
	return fault.Wrap(err, fault.Store, "the data store cannot be written: %v", ownfile.Cause(err)).WithHint("check the permissions of its folder")
}
