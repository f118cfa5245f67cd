package duckdb

import (
	"context"
	"encoding/json"
	"time"

	"github.com/plumbdata/plumb/internal/source"
	"github.com/plumbdata/plumb/internal/source/worker"
	"github.com/plumbdata/plumb/internal/source/worker/wire"
	"github.com/plumbdata/plumb/internal/table"
)

// Builder makes a database file. Its worker process is the only one that can
// write, and it can write only to the folder of that file.
//
// A Builder is not safe for concurrent use.
type Builder struct{ workers *worker.Pool }

// NewBuilder makes a builder of the database file at path, whose folder must be
// there and hold nothing else. Its statements may also read the files.
func NewBuilder(c source.Config, path string, files []string) *Builder {
	memory, threads := sizes(c)
	return &Builder{worker.NewPool(worker.Options{
		Engine:  inWorkers,
		Fault:   func(reason json.RawMessage) error { return generalFault(decode(reason)) },
		Command: c.Worker,
		Data: func(context.Context) (wire.Session, string, error) {
			return wire.Session{Path: path, Build: true, Files: files, Memory: memory, Threads: threads}, "", nil
		},
		Idle: time.Hour, // temporary tables last as long as their process
	})}
}

// buildLimits bound one statement of a builder. The caller's context ends it
// earlier.
var buildLimits = source.Limits{Time: 30 * time.Minute, Rows: 1_000_000, Bytes: 256 << 20}

// Ask runs a statement and returns its rows.
func (b *Builder) Ask(ctx context.Context, sql string) (*table.Table, error) {
	return b.workers.ReadAll(ctx, sql, buildLimits)
}

// Close ends the worker.
func (b *Builder) Close() error { return b.workers.Close() }
