package engine

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"io"
	"sync/atomic"
	"time"
	"unsafe"

	"github.com/plumbdata/plumb/internal/source"
	"github.com/plumbdata/plumb/internal/source/duckdb/wire"
	"github.com/plumbdata/plumb/internal/table"
)

// maxReply bounds a frame from a worker where the statement has no byte
// limit.
const maxReply = 1<<30 + 1<<20

// Explain turns a failure of DuckDB's into the error that a person reads.
type Explain func(*wire.Failure) error

// Run runs a statement. The reader must be closed. A nil explain means Fault.
//
// A worker that dies before the first row is replaced once, and the statement
// starts again within the same time limit.
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
	s := &stream{engine: e, ctx: ctx, cancel: cancel, explain: explain, limit: maxReply,
		statement: wire.Statement{SQL: sql, Rows: l.Rows, Bytes: l.Bytes}}
	if l.Bytes > 0 {
		s.limit = min(s.limit, l.Bytes+1<<20)
	}
	s.begin(p)
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
	kind, payload, err := p.exchange(ctx, wire.Probe, nil)
	if errors.Is(err, errDied) {
		if p, err = e.replaceDead(ctx, p); err == nil {
			kind, payload, err = p.exchange(ctx, wire.Probe, nil)
		}
	}
	defer func() { e.release(p, err == nil) }()
	switch {
	case errors.Is(err, errDied):
		reason, _ := e.death(p)
		return reason
	case err != nil:
		return explained(err, Fault)
	case kind == wire.Failed:
		return decodeFailure(payload)
	}
	return nil
}

// stream reads the rows of one statement from its worker. Only the reader's
// goroutine touches it, except for interrupt.
type stream struct {
	engine    *Engine
	process   *process
	statement wire.Statement
	ctx       context.Context
	cancel    context.CancelFunc
	unwatch   func() bool
	explain   Explain
	limit     int64

	described []byte // the columns as they came
	row       table.Row
	batch     string
	delivered bool        // a row has been handed out
	replaced  bool        // this is the second worker
	done      error       // set when the worker has been given back
	stopped   atomic.Bool // the context has ended
}

// begin has a worker run the statement.
func (s *stream) begin(p *process) {
	s.process = p
	s.statement.ID = s.engine.nextID()
	p.begin(s.statement.ID)
	s.unwatch = context.AfterFunc(s.ctx, s.interrupt)
	_ = wire.SendJSON(p.in, wire.Query, s.statement) // a broken pipe shows in the answer
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
	s.described = payload
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
	s.batch, s.delivered = rest, true
	return s.row, nil
}

// receive reads a frame; a failure becomes an error, and ends the stream.
func (s *stream) receive() (wire.Kind, []byte, error) {
	kind, payload, err := wire.Receive(s.process.out, s.limit)
	switch {
	case err != nil && s.ctx.Err() != nil:
		return 0, nil, s.finish(stopped(s.ctx), false)
	case err != nil && !s.delivered && !s.replaced:
		return s.receiveAgain()
	case err != nil:
		reason, _ := s.engine.death(s.process)
		return 0, nil, s.finish(reason, false)
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

// receiveAgain starts the statement anew on a fresh worker and reads the frame
// that the dead one did not send.
func (s *stream) receiveAgain() (wire.Kind, []byte, error) {
	s.replaced = true
	if !s.unwatch() {
		return 0, nil, s.finish(stopped(s.ctx), false)
	}
	p, err := s.engine.replaceDead(s.ctx, s.process)
	if err != nil {
		return 0, nil, s.finish(explained(err, s.explain), false)
	}
	s.begin(p)
	if s.described == nil {
		return s.receive()
	}
	kind, payload, err := s.receive()
	if err == nil && (kind != wire.Columns || !bytes.Equal(payload, s.described)) {
		return 0, nil, s.finish(errChanged, false)
	}
	if err != nil {
		return 0, nil, err
	}
	return s.receive()
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
	_ = wire.SendJSON(s.process.in, wire.Cancel, wire.Stop{ID: s.statement.ID}) // a dead worker has stopped
	time.AfterFunc(s.process.grace, func() { s.process.killRunning(s.statement.ID) })
}
