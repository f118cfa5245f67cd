package worker

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
	"github.com/plumbdata/plumb/internal/source/worker/wire"
	"github.com/plumbdata/plumb/internal/table"
)

// maxReply bounds a frame from a worker where the statement has no byte
// limit.
const maxReply = 1<<30 + 1<<20

// Explain turns an engine's account of a failure into the error that a person
// reads.
type Explain func(reason json.RawMessage) error

// Run runs a statement; its ID and limits are filled in here. The reader must
// be closed. A nil explain means that of the pool.
//
// A worker that dies before the first row is replaced once, and the statement
// starts again within the same time limit.
func (w *Pool) Run(ctx context.Context, q wire.Statement, l source.Limits, explain Explain) (*table.Reader, error) {
	if explain == nil {
		explain = w.options.Fault
	}
	ctx, cancel := withLimit(ctx, l.Time)
	p, err := w.acquire(ctx)
	if err != nil {
		cancel()
		return nil, explainFailure(err, explain)
	}
	q.Rows, q.Bytes = l.Rows, l.Bytes
	s := &stream{pool: w, statement: q, ctx: ctx, cancel: cancel, explain: explain, limit: maxReply}
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
func (w *Pool) ReadAll(ctx context.Context, sql string, l source.Limits) (*table.Table, error) {
	r, err := w.Run(ctx, wire.Statement{SQL: sql}, l, nil)
	if err != nil {
		return nil, err
	}
	return r.ReadAll()
}

// ProbeWrite attempts a write that must be refused, and returns nil if it is.
func (w *Pool) ProbeWrite(ctx context.Context) error {
	ctx, cancel := withLimit(ctx, startLimit)
	defer cancel()
	p, err := w.acquire(ctx)
	if err != nil {
		return explainFailure(err, w.options.Fault)
	}
	err = w.probe(ctx, p)
	if errors.Is(err, errDied) {
		var again bool
		if err, again = w.death(p); again {
			if p, err = w.replace(ctx, p); err == nil {
				err = w.probe(ctx, p)
			}
		}
	}
	if errors.Is(err, errDied) {
		err, _ = w.death(p)
	}
	w.release(p, !worn(err))
	return explainFailure(err, w.options.Fault)
}

func (w *Pool) probe(ctx context.Context, p *process) error {
	kind, payload, err := p.exchange(ctx, wire.Probe, nil)
	switch {
	case err != nil:
		return err
	case kind == wire.Failed:
		return decodeFailure(payload)
	}
	return nil
}

// stream reads the rows of one statement from its worker. Only the reader's
// goroutine touches it, except for interrupt.
type stream struct {
	pool      *Pool
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
	s.statement.ID = s.pool.nextID()
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
		return 0, nil, s.finish(stopCause(s.ctx), false)
	case err != nil:
		reason, again := s.pool.death(s.process)
		if again && s.mayRestart() {
			return s.restart()
		}
		return 0, nil, s.finish(reason, false)
	case kind == wire.Failed && s.ctx.Err() != nil:
		return 0, nil, s.finish(stopCause(s.ctx), true)
	case kind == wire.Failed:
		failure := decodeFailure(payload)
		var f *wire.Failure
		if errors.As(failure, &f) && f.Again && s.mayRestart() {
			return s.restart()
		}
		// The worker goes back first: an explanation may need one.
		_ = s.finish(failure, !worn(failure))
		s.done = explainFailure(failure, s.explain)
		return 0, nil, s.done
	case kind == wire.End && s.stopped.Load():
		return 0, nil, s.finish(stopCause(s.ctx), true)
	}
	return kind, payload, nil
}

func (s *stream) mayRestart() bool { return !s.delivered && !s.replaced }

// restart starts the statement again on a fresh worker and reads the frame that
// the old one did not send.
func (s *stream) restart() (wire.Kind, []byte, error) {
	s.replaced = true
	if !s.unwatch() {
		return 0, nil, s.finish(stopCause(s.ctx), false)
	}
	p, err := s.pool.replace(s.ctx, s.process)
	if err != nil {
		return 0, nil, s.finish(explainFailure(err, s.explain), false)
	}
	s.begin(p)
	if s.described == nil {
		return s.receive()
	}
	kind, payload, err := s.receive()
	switch {
	case err != nil:
		return 0, nil, err
	case kind != wire.Columns || !bytes.Equal(payload, s.described):
		return 0, nil, s.finish(errChanged, false)
	}
	return s.receive()
}

// finish ends the stream with an error and gives the worker back.
func (s *stream) finish(err error, healthy bool) error {
	if s.done == nil {
		s.done = err
		s.unwatch()
		s.process.begin(idle)
		s.pool.release(s.process, healthy)
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
