package engine

import (
	"context"
	"encoding/json"
	"io"
	"sync/atomic"
	"time"
	"unsafe"

	"github.com/plumbdata/plumb/internal/source"
	"github.com/plumbdata/plumb/internal/source/duckdb/wire"
	"github.com/plumbdata/plumb/internal/table"
)

// grace is how long a canceled statement may take to stop by itself.
const grace = 500 * time.Millisecond

// maxReply bounds a frame from a worker where the statement has no byte
// limit.
const maxReply = 1<<30 + 1<<20

// Explain turns a failure of DuckDB's into the error that a person reads.
type Explain func(*wire.Failure) error

// Run runs a statement. The reader must be closed. A nil explain means Fault.
func (e *Engine) Run(ctx context.Context, sql string, l source.Limits, explain Explain) (*table.Reader, error) {
	if explain == nil {
		explain = Fault
	}
	ctx, cancel := withLimit(ctx, l.Time)
	p, err := e.acquire(ctx)
	if err != nil {
		cancel()
		return nil, explained(err, explain)
	}
	s := &stream{engine: e, process: p, ctx: ctx, cancel: cancel, explain: explain, id: e.nextID(), limit: maxReply}
	if l.Bytes > 0 {
		s.limit = min(s.limit, l.Bytes+1<<20)
	}
	p.begin(s.id)
	s.unwatch = context.AfterFunc(ctx, s.interrupt)
	// A broken pipe shows in the answer.
	_ = wire.SendJSON(p.in, wire.Query, wire.Statement{ID: s.id, SQL: sql, Rows: l.Rows, Bytes: l.Bytes})
	columns, err := s.columns()
	if err != nil {
		return nil, err
	}
	s.row = make(table.Row, len(columns))
	return table.NewReader(columns, s, l.Table()), nil
}

// ReadAll runs a statement and reads its whole result.
func (e *Engine) ReadAll(ctx context.Context, sql string, l source.Limits) (*table.Table, error) {
	r, err := e.Run(ctx, sql, l, nil)
	if err != nil {
		return nil, err
	}
	return r.ReadAll()
}

// ProbeWrite attempts a write that must be refused, and returns nil if it is.
func (e *Engine) ProbeWrite(ctx context.Context) error {
	ctx, cancel := withLimit(ctx, startLimit)
	defer cancel()
	p, err := e.acquire(ctx)
	if err != nil {
		return explained(err, Fault)
	}
	defer context.AfterFunc(ctx, p.kill)()
	_ = wire.SendJSON(p.in, wire.Probe, nil) // a broken pipe shows in the answer
	kind, payload, err := wire.Receive(p.out, maxReply)
	defer func() { e.release(p, err == nil) }()
	switch {
	case err != nil && ctx.Err() != nil:
		return stopped(ctx)
	case err != nil:
		return e.death(p)
	case kind == wire.Failed:
		return decodeFailure(payload)
	}
	return nil
}

// stream reads the rows of one statement from its worker. Only the reader's
// goroutine touches it, except for interrupt.
type stream struct {
	engine  *Engine
	process *process
	ctx     context.Context
	cancel  context.CancelFunc
	unwatch func() bool
	explain Explain
	id      int64
	limit   int64

	row     table.Row
	batch   string
	done    error       // set when the worker has been given back
	stopped atomic.Bool // the context has ended
}

// columns reads the answer up to the first row.
func (s *stream) columns() ([]table.Column, error) {
	kind, payload, err := s.receive()
	if err != nil {
		return nil, err
	}
	var columns []table.Column
	if kind != wire.Columns || json.Unmarshal(payload, &columns) != nil {
		return nil, s.finish(errReply, false)
	}
	return columns, nil
}

// Next implements table.Stream.
func (s *stream) Next() (table.Row, error) {
	for s.done == nil && s.batch == "" {
		kind, payload, err := s.receive()
		switch {
		case err != nil:
			return nil, err
		case kind == wire.End:
			return nil, s.finish(io.EOF, true)
		case kind != wire.Rows:
			return nil, s.finish(errReply, false)
		case !s.stopped.Load():
			// The rows' texts share this memory, and nothing writes to it.
			s.batch = unsafe.String(unsafe.SliceData(payload), len(payload))
		}
	}
	if s.done != nil {
		return nil, s.done
	}
	if s.stopped.Load() {
		s.batch = ""
		return s.Next()
	}
	rest, ok := table.DecodeRow(s.batch, s.row)
	if !ok {
		return nil, s.finish(errReply, false)
	}
	s.batch = rest
	return s.row, nil
}

// receive reads a frame; a failure becomes an error, and ends the stream.
func (s *stream) receive() (wire.Kind, []byte, error) {
	kind, payload, err := wire.Receive(s.process.out, s.limit)
	switch {
	case err != nil && s.ctx.Err() != nil:
		return 0, nil, s.finish(stopped(s.ctx), false)
	case err != nil:
		return 0, nil, s.finish(s.engine.death(s.process), false)
	case kind == wire.Failed && s.ctx.Err() != nil:
		return 0, nil, s.finish(stopped(s.ctx), true)
	case kind == wire.Failed:
		failure := decodeFailure(payload)
		// The worker goes back first: an explanation may need one.
		_ = s.finish(failure, !worn(failure))
		s.done = explained(failure, s.explain)
		return 0, nil, s.done
	case kind == wire.End && s.stopped.Load():
		return 0, nil, s.finish(stopped(s.ctx), true)
	}
	return kind, payload, nil
}

// finish ends the stream with an error and gives the worker back.
func (s *stream) finish(err error, healthy bool) error {
	if s.done == nil {
		s.done = err
		s.unwatch()
		s.process.begin(idle)
		s.engine.release(s.process, healthy)
		s.cancel()
	}
	return s.done
}

// Close implements table.Stream: it stops the statement, by force if need be.
func (s *stream) Close() error {
	if s.done != nil {
		return nil
	}
	s.batch = ""
	if !s.stopped.Load() {
		s.cancel() // runs interrupt
	}
	for s.done == nil {
		kind, _, err := s.receive()
		if err == nil && kind == wire.End {
			_ = s.finish(io.EOF, true)
		}
	}
	return nil
}

// interrupt asks the worker to stop, and ends it if it does not.
func (s *stream) interrupt() {
	s.stopped.Store(true)
	_ = wire.SendJSON(s.process.in, wire.Cancel, wire.Stop{ID: s.id}) // a dead worker has stopped
	time.AfterFunc(grace, func() { s.process.killRunning(s.id) })
}
