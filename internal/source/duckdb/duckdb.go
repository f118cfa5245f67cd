// Package duckdb is the adapter for DuckDB database files, and the ground for
// adapters that read other things through DuckDB.
//
// The engine never runs in this process: each statement runs in a worker
// process that has the file open read-only, sees no other file, and can be
// killed when it does not listen. See the packages engine and worker.
package duckdb

import (
	"context"
	"io"
	"os"
	"runtime"
	"sync/atomic"

	"github.com/plumbdata/plumb/internal/fault"
	"github.com/plumbdata/plumb/internal/guard"
	"github.com/plumbdata/plumb/internal/schema"
	"github.com/plumbdata/plumb/internal/source"
	"github.com/plumbdata/plumb/internal/source/duckdb/engine"
	"github.com/plumbdata/plumb/internal/source/duckdb/wire"
	"github.com/plumbdata/plumb/internal/source/duckdb/worker"
	"github.com/plumbdata/plumb/internal/table"
)

// Dialect is the SQL that sources of this package speak.
const Dialect = "duckdb"

// Worker is the main function of a worker process, and returns its exit
// status.
func Worker(ctx context.Context, stdin io.Reader, stdout io.Writer) int {
	return worker.Run(ctx, stdin, stdout)
}

// RunWorkerIfAsked makes this process a worker, and does not return, if an
// engine of the same program started it as one. Programs that open sources
// without a Worker command line call it first, tests in TestMain.
func RunWorkerIfAsked() {
	if os.Getenv(engine.Variable) != "" {
		// Of such a process this is the main function.
		os.Exit(Worker(context.Background(), os.Stdin, os.Stdout))
	}
}

// Source is a database behind an engine.
type Source struct {
	engine  *engine.Engine
	grammar guard.Grammar
	name    string // of the database, for people
	mark    func() (string, error)
	// seen is the last snapshot, for hints.
	seen atomic.Pointer[schema.Snapshot]
}

// Options say what a Source is made of.
type Options struct {
	Session wire.Session
	Grammar guard.Grammar
	Name    string                 // of the database, for people
	Mark    func() (string, error) // the fingerprint of the data
}

// New makes a source without starting anything.
func New(c source.Config, o Options) *Source {
	s := &Source{grammar: o.Grammar, name: o.Name, mark: o.Mark}
	o.Session.Memory = c.Memory
	if o.Session.Memory <= 0 {
		o.Session.Memory = source.DefaultMemory
	}
	o.Session.Threads = min(maxThreads, runtime.NumCPU())
	s.engine = engine.New(engine.Options{Session: o.Session, Command: c.Worker, Mark: func() string {
		mark, _ := o.Mark() // data that has gone shows when it is opened
		return mark
	}})
	return s
}

// maxThreads is how many threads one statement may use: several run at once.
const maxThreads = 2

// Grammar implements source.Source.
func (s *Source) Grammar() guard.Grammar { return s.grammar }

// Query implements source.Source.
func (s *Source) Query(ctx context.Context, q guard.Statement, l source.Limits) (*table.Reader, error) {
	if q.SQL() == "" || q.Dialect() != Dialect {
		return nil, fault.New(fault.Validation, "the statement was not checked for DuckDB").
			WithHint("check it with the guard of this source")
	}
	l = l.OrDefault()
	q, err := s.pivoted(ctx, q, l)
	if err != nil {
		return nil, err
	}
	return s.engine.Run(ctx, q.SQL(), l, func(f *wire.Failure) error {
		return s.explain(ctx, q.Tables(), q.SQL(), f)
	})
}

// pivoted finds the values that the statement's pivots take from the data.
func (s *Source) pivoted(ctx context.Context, q guard.Statement, l source.Limits) (guard.Statement, error) {
	pivots := q.Pivots()
	if len(pivots) == 0 {
		return q, nil
	}
	l.Rows = guard.MaxPivot + 1
	values := make([][]string, len(pivots))
	for i, p := range pivots {
		found, err := s.engine.ReadAll(ctx, p.SQL(), l)
		if err != nil {
			return guard.Statement{}, err
		}
		for _, row := range found.Rows {
			values[i] = append(values[i], row[0].String())
		}
	}
	return q.Pivoted(values)
}

// Fingerprint implements source.Fingerprinter.
func (s *Source) Fingerprint(context.Context) (string, error) { return s.mark() }

// ProbeWrite implements source.Prober.
func (s *Source) ProbeWrite(ctx context.Context) error { return s.engine.ProbeWrite(ctx) }

// Close implements source.Source.
func (s *Source) Close() error {
	err := s.engine.Close()
	if c, ok := s.grammar.(io.Closer); ok {
		return c.Close()
	}
	return err
}

// Engine runs statements of the adapter's own.
func (s *Source) Engine() *engine.Engine { return s.engine }
