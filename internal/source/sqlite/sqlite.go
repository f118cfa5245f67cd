// Package sqlite reads SQLite database files.
//
// A file is opened read-only, under an authorizer that refuses all but reading
// tables with safe functions, with bounds on time, memory and the size of
// values. A statement runs in a goroutine of its own: whoever asked for it gets
// an answer when its time is over, even if SQLite cannot be stopped just then.
//
// The memory bound is one for all SQLite databases of the process.
package sqlite

import (
	"context"
	"errors"
	"io"
	"path/filepath"
	"strings"
	"sync"
	"time"

	"github.com/plumbdata/plumb/internal/fault"
	"github.com/plumbdata/plumb/internal/guard"
	guardsqlite "github.com/plumbdata/plumb/internal/guard/sqlite"
	"github.com/plumbdata/plumb/internal/source"
)

// Driver opens SQLite files: sqlite:FILE, or the path alone.
var Driver = source.Driver{
	Name:       "sqlite",
	Dialect:    guardsqlite.Dialect,
	Schemes:    []string{"sqlite", "sqlite3"},
	Extensions: []string{".sqlite", ".sqlite3", ".db", ".db3"},
	Recognizes: IsDatabase,
	NewGrammar: guardsqlite.New,
	Open:       open,
	Form: source.Form{
		Title: "SQLite",
		Help:  "A SQLite database file on this machine. It is opened read-only.",
		Properties: []source.Property{
			{Name: "path", Title: "File", Kind: "path", Required: true, Placeholder: "shop.db", Help: "The path of the database file."},
		},
		DSN: func(v map[string]string) string { return "sqlite:" + v["path"] },
	},
}

// Source is one database file. Beside source.Source it is a Fingerprinter, a
// Prober and an Includer.
type Source struct {
	file    file
	limits  source.Limits
	grammar guard.Grammar
	pool    *pool

	// life ends with Close, and with it everything that runs.
	life context.Context
	end  context.CancelCauseFunc

	mu     sync.Mutex
	closed bool
	work   sync.WaitGroup // executions that have not given their connection back
}

var (
	_ source.Source        = (*Source)(nil)
	_ source.Fingerprinter = (*Source)(nil)
	_ source.Prober        = (*Source)(nil)
	_ source.Includer      = (*Source)(nil)
)

// Why work stops.
var (
	errClosed = errors.New("the source is closed")
	errTime   = errors.New("the time limit is reached")
)

func open(ctx context.Context, c source.Config) (source.Source, error) {
	path, err := filePath(c.DSN)
	if err != nil {
		return nil, err
	}
	memory := c.Memory
	if memory <= 0 {
		memory = source.DefaultMemory
	}
	s := &Source{file: file{path: path, memory: memory}, limits: c.Limits.OrDefault(), grammar: guardsqlite.New()}
	s.pool = newPool(&s.file)
	s.life, s.end = context.WithCancelCause(context.WithoutCancel(ctx))
	if _, err := s.schemaVersion(ctx); err != nil {
		return nil, errors.Join(err, s.Close())
	}
	return s, nil
}

// Grammar checks statements with SQLite's own parser.
func (s *Source) Grammar() guard.Grammar { return s.grammar }

// name is what people call the database.
func (s *Source) name() string {
	return strings.TrimSuffix(filepath.Base(s.file.path), filepath.Ext(s.file.path))
}

// Close stops what runs and frees every connection. A statement that SQLite
// cannot stop keeps its connection until it ends by itself.
func (s *Source) Close() error {
	s.mu.Lock()
	first := !s.closed
	s.closed = true
	s.mu.Unlock()
	if !first {
		return nil
	}
	s.end(errClosed)
	done := make(chan struct{})
	go func() {
		s.work.Wait()
		close(done)
	}()
	timer := time.NewTimer(grace)
	defer timer.Stop()
	select {
	case <-done:
	case <-timer.C:
	}
	return errors.Join(s.pool.close(), s.grammar.(io.Closer).Close())
}

func closedFault() error {
	return fault.Wrap(errClosed, fault.Lost, "the connection to the SQLite file was closed").WithHint("connect again")
}
