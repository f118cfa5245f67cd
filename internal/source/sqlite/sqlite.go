// Package sqlite reads SQLite database files.
//
// SQLite never runs in this process: a single step of its program, such as a
// search in a huge text, cannot be interrupted. Each statement runs in a
// worker process that has the file open read-only, under an authorizer and
// with bounds on memory and the size of values, and that is killed when it
// does not stop. See the packages engine and source/worker.
package sqlite

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"syscall"

	"github.com/plumbdata/plumb/internal/fault"
	"github.com/plumbdata/plumb/internal/guard"
	guardsqlite "github.com/plumbdata/plumb/internal/guard/sqlite"
	"github.com/plumbdata/plumb/internal/source"
	"github.com/plumbdata/plumb/internal/source/sqlite/engine"
	"github.com/plumbdata/plumb/internal/source/worker"
	"github.com/plumbdata/plumb/internal/source/worker/serve"
	"github.com/plumbdata/plumb/internal/source/worker/wire"
	"github.com/plumbdata/plumb/internal/table"
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

var inWorkers = worker.Engine{Name: "SQLite", Key: "sqlite"}

// RunWorkerIfAsked makes this process a worker, and does not return, if a
// source of the same program started it as one. Programs that open sources
// call it first, tests in TestMain.
func RunWorkerIfAsked() {
	if inWorkers.Asked() {
		// Of such a process this is the main function.
		os.Exit(serve.Run(context.Background(), engine.Open, os.Stdin, os.Stdout))
	}
}

// Source is one database file. Besides source.Source it is a Fingerprinter, a
// Prober and an Includer.
type Source struct {
	path    string
	limits  source.Limits
	grammar guard.Grammar
	workers *worker.Pool
}

var (
	_ source.Source        = (*Source)(nil)
	_ source.Fingerprinter = (*Source)(nil)
	_ source.Prober        = (*Source)(nil)
	_ source.Includer      = (*Source)(nil)
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
	s := &Source{path: path, limits: c.Limits.OrDefault(), grammar: guardsqlite.New()}
	s.workers = worker.NewPool(worker.Options{
		Engine:  inWorkers,
		Fault:   func(reason json.RawMessage) error { return s.explain(ctx, task{}, reason) },
		Command: c.Worker,
		Data: func(context.Context) (wire.Session, string, error) {
			mark, err := s.identity()
			return wire.Session{Path: path, Memory: memory}, mark, err
		},
	})
	if _, err := s.schemaVersion(ctx); err != nil {
		return nil, errors.Join(err, s.Close())
	}
	return s, nil
}

// identity tells the file at the path from another one that replaced it.
func (s *Source) identity() (string, error) {
	info, err := os.Stat(s.path)
	if errors.Is(err, fs.ErrNotExist) {
		return "", fault.Wrap(err, fault.Lost, "the SQLite file %s no longer exists", s.path).WithHint("put it back, or connect to another file")
	}
	if err != nil {
		return "", fault.Wrap(err, fault.Connect, "the SQLite file %s cannot be read: %v", s.path, err).WithHint("check the file and its folder")
	}
	stat, ok := info.Sys().(*syscall.Stat_t)
	if !ok {
		return "", nil
	}
	return fmt.Sprintf("%d:%d", stat.Dev, stat.Ino), nil
}

// Grammar checks statements with SQLite's own parser.
func (s *Source) Grammar() guard.Grammar { return s.grammar }

// name is what people call the database.
func (s *Source) name() string {
	return strings.TrimSuffix(filepath.Base(s.path), filepath.Ext(s.path))
}

// Query runs a checked statement.
func (s *Source) Query(ctx context.Context, stmt guard.Statement, l source.Limits) (*table.Reader, error) {
	if stmt.SQL() == "" || stmt.Dialect() != guardsqlite.Dialect {
		return nil, fault.New(fault.Internal, "a statement for %q was given to SQLite", stmt.Dialect()).
			WithHint("check it with this source's grammar first")
	}
	return s.run(ctx, task{statement: wire.Statement{SQL: stmt.SQL()}, limits: l.Or(s.limits), hints: true})
}

// task is a statement and how it may run.
type task struct {
	statement wire.Statement
	limits    source.Limits
	hints     bool // a name that is not found is looked up in the schema
}

func (s *Source) run(ctx context.Context, t task) (*table.Reader, error) {
	return s.workers.Run(ctx, t.statement, t.limits, func(reason json.RawMessage) error { return s.explain(ctx, t, reason) })
}

// read runs one of Plumb's own statements and reads its whole result.
func (s *Source) read(ctx context.Context, q wire.Statement, l source.Limits) (*table.Table, error) {
	r, err := s.run(ctx, task{statement: q, limits: l})
	if err != nil {
		return nil, err
	}
	return r.ReadAll()
}

// Workers are what runs the statements.
func (s *Source) Workers() *worker.Pool { return s.workers }

// Close ends every worker, with the statements in it.
func (s *Source) Close() error {
	return errors.Join(s.workers.Close(), s.grammar.(io.Closer).Close())
}
