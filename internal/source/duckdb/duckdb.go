// Package duckdb is the adapter for DuckDB database files, and the base of
// adapters that read other formats through DuckDB.
//
// The engine never runs in this process: each statement runs in a worker
// process that has the file open read-only, can access no other file, and can be
// killed when it does not stop. See the packages engine and source/worker.
package duckdb

import (
	"context"
	"encoding/json"
	"io"
	"os"
	"runtime"
	"sync/atomic"

	"github.com/plumbdata/plumb/internal/fault"
	"github.com/plumbdata/plumb/internal/guard"
	"github.com/plumbdata/plumb/internal/schema"
	"github.com/plumbdata/plumb/internal/source"
	"github.com/plumbdata/plumb/internal/source/duckdb/engine"
	"github.com/plumbdata/plumb/internal/source/worker"
	"github.com/plumbdata/plumb/internal/source/worker/serve"
	"github.com/plumbdata/plumb/internal/source/worker/wire"
	"github.com/plumbdata/plumb/internal/table"
)

// Dialect is the SQL dialect of this package's sources.
const Dialect = "duckdb"

// Worker is the main function of a worker process, and returns its exit
// status.
func Worker(ctx context.Context, stdin io.Reader, stdout io.Writer) int {
	return serve.Run(ctx, engine.Open, stdin, stdout)
}

// RunWorkerIfAsked makes this process a worker, and does not return, if a
// source of the same program started it as one. Programs that open sources
// without a Worker command line call it first, tests in TestMain.
func RunWorkerIfAsked() {
	if inWorkers.Asked() {
		// Of such a process this is the main function.
		os.Exit(Worker(context.Background(), os.Stdin, os.Stdout))
	}
}

var inWorkers = worker.Engine{Name: "DuckDB", Key: "duckdb"}

// Data is what the statements of a source see: a database file, and other files
// that its views read.
type Data struct {
	Path      string
	Files     []string
	Relations []Relation
	Mark      string // changes when the data may have changed
}

// Relation is what the database file does not say of one of its tables.
type Relation struct {
	Name        string
	View        bool  // it is a view of another file, but a table for people
	Rows        int64 // of a view; -1 when unknown
	Small       bool  // reading all of a view is cheap
	PrimaryKey  []string
	ForeignKeys []schema.ForeignKey
}

// Options say what a Source is made of.
type Options struct {
	Grammar guard.Grammar
	Name    string // of the database, for people
	// Data is asked before each statement.
	Data func(context.Context) (*Data, error)
	// Explain says what went wrong in terms of the data, or returns nil; it may
	// be left out.
	Explain func(message string) error
}

// Source is a database behind a pool of workers.
type Source struct {
	options Options
	workers *worker.Pool
	seen    atomic.Pointer[schema.Snapshot] // the last snapshot, for hints
}

// New makes a source without starting anything.
func New(c source.Config, o Options) *Source {
	memory, threads := sizes(c)
	return &Source{options: o, workers: worker.NewPool(worker.Options{
		Engine:  inWorkers,
		Fault:   func(reason json.RawMessage) error { return generalFault(decode(reason)) },
		Command: c.Worker,
		Data: func(ctx context.Context) (wire.Session, string, error) {
			d, err := o.Data(ctx)
			if err != nil {
				return wire.Session{}, "", err
			}
			return wire.Session{Path: d.Path, Files: d.Files, Memory: memory, Threads: threads}, d.Mark, nil
		},
	})}
}

// sizes are the bounds of a worker.
func sizes(c source.Config) (memory int64, threads int) {
	if c.Memory <= 0 {
		return source.DefaultMemory, min(maxThreads, runtime.NumCPU())
	}
	return c.Memory, min(maxThreads, runtime.NumCPU())
}

// maxThreads is how many threads one statement may use: several run at once.
const maxThreads = 2

// Grammar implements source.Source.
func (s *Source) Grammar() guard.Grammar { return s.options.Grammar }

// Query implements source.Source.
func (s *Source) Query(ctx context.Context, q guard.Statement, l source.Limits) (*table.Reader, error) {
	if q.SQL() == "" || q.Dialect() != Dialect {
		return nil, fault.New(fault.Validation, "the statement was not checked for DuckDB").
			WithHint("check it with the guard of this source")
	}
	l = l.OrDefault()
	q, err := s.fillPivots(ctx, q, l)
	if err != nil {
		return nil, err
	}
	return s.run(ctx, q.SQL(), q.Tables(), l)
}

// fillPivots finds the values that the statement's pivots take from the data.
func (s *Source) fillPivots(ctx context.Context, q guard.Statement, l source.Limits) (guard.Statement, error) {
	pivots := q.Pivots()
	if len(pivots) == 0 {
		return q, nil
	}
	l.Rows = guard.MaxPivot + 1
	values := make([][]string, len(pivots))
	for i, p := range pivots {
		found, err := s.workers.ReadAll(ctx, p.SQL(), l)
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
func (s *Source) Fingerprint(ctx context.Context) (string, error) {
	d, err := s.options.Data(ctx)
	if err != nil {
		return "", err
	}
	return d.Mark, nil
}

// ProbeWrite implements source.Prober.
func (s *Source) ProbeWrite(ctx context.Context) error { return s.workers.ProbeWrite(ctx) }

// Close implements source.Source.
func (s *Source) Close() error {
	err := s.workers.Close()
	if c, ok := s.options.Grammar.(io.Closer); ok {
		return c.Close()
	}
	return err
}

// Ask runs a statement of an adapter's own, which no guard has seen and no
// person has written.
func (s *Source) Ask(ctx context.Context, sql string, l source.Limits) (*table.Table, error) {
	r, err := s.run(ctx, sql, nil, l)
	if err != nil {
		return nil, err
	}
	return r.ReadAll()
}

// run runs a statement that reads the tables.
func (s *Source) run(ctx context.Context, sql string, tables []string, l source.Limits) (*table.Reader, error) {
	return s.workers.Run(ctx, wire.Statement{SQL: sql}, l, func(reason json.RawMessage) error {
		return s.explain(ctx, tables, sql, decode(reason))
	})
}

// Workers are what runs the statements.
func (s *Source) Workers() *worker.Pool { return s.workers }
