package sqlite

import (
	"context"
	"database/sql/driver"
	"errors"
	"io"
	"sync"
	"time"

	"github.com/mattn/go-sqlite3"

	"github.com/plumbdata/plumb/internal/fault"
	"github.com/plumbdata/plumb/internal/guard"
	guardsqlite "github.com/plumbdata/plumb/internal/guard/sqlite"
	"github.com/plumbdata/plumb/internal/source"
	"github.com/plumbdata/plumb/internal/table"
)

// grace is how long a statement that was told to stop is waited for. SQLite
// stops between two steps of its program; single steps, such as a search in a
// huge text, may take longer.
const grace = 500 * time.Millisecond

// Query runs a checked statement.
func (s *Source) Query(ctx context.Context, stmt guard.Statement, l source.Limits) (*table.Reader, error) {
	if stmt.SQL() == "" || stmt.Dialect() != guardsqlite.Dialect {
		return nil, fault.New(fault.Internal, "a statement for %q was given to SQLite", stmt.Dialect()).
			WithHint("check it with this source's grammar first")
	}
	return s.run(ctx, task{sql: stmt.SQL(), policy: guardsqlite.Refuse, limits: l.Or(s.limits), hints: true})
}

// task is a statement and how it may run.
type task struct {
	sql    string
	args   []driver.Value
	policy policy
	limits source.Limits
	hints  bool // a name that is not found is looked up in the schema
}

// run starts a statement and waits for its columns.
func (s *Source) run(ctx context.Context, t task) (*table.Reader, error) {
	s.mu.Lock()
	if s.closed {
		s.mu.Unlock()
		return nil, closedFault()
	}
	s.work.Add(1)
	s.mu.Unlock()

	e := &execution{task: t, source: s,
		full: make(chan *batch, 1), free: make(chan *batch, 3), ended: make(chan struct{})}
	timed, stopTimer := context.WithTimeoutCause(ctx, t.limits.Time, errTime)
	e.ctx, e.cancel = context.WithCancelCause(timed)
	stopWatch := context.AfterFunc(s.life, func() { e.cancel(errClosed) })
	e.release = func() { stopWatch(); stopTimer() }
	go e.produce()

	first, err := e.receive()
	if err != nil {
		_ = e.Close() // never fails
		return nil, err
	}
	e.current = first
	return table.NewReader(e.columns, e, t.limits.Table()), nil
}

// execution is a statement at work: one goroutine fetches rows from SQLite,
// and the stream hands them out.
type execution struct {
	task
	source *Source

	ctx     context.Context // ends with the caller's, the time limit, Close, and the source
	cancel  context.CancelCauseFunc
	release func()

	columns []table.Column // before the first batch is sent
	full    chan *batch
	free    chan *batch
	ended   chan struct{} // closed when the connection has been given back

	mu      sync.Mutex // guards what follows
	current *batch
	at      int
	fate    error // what Next returns from now on
}

// batch is some rows, and what came after them.
type batch struct {
	rows []table.Row
	size int
	err  error // io.EOF after the last row
}

// Next is the next row.
func (e *execution) Next() (table.Row, error) {
	e.mu.Lock()
	defer e.mu.Unlock()
	for e.fate == nil {
		if e.at < len(e.current.rows) {
			e.at++
			return e.current.rows[e.at-1], nil
		}
		if e.current.err != nil {
			e.fate = e.current.err
			break
		}
		e.free <- e.current
		e.at = 0
		if e.current, e.fate = e.receive(); e.fate != nil {
			break
		}
	}
	return nil, e.fate
}

// receive waits for rows, but no longer than the execution may last. What has
// been read already counts, however late it is asked for.
func (e *execution) receive() (*batch, error) {
	var b *batch
	select {
	case b = <-e.full:
	default:
		select {
		case b = <-e.full:
		case <-e.ctx.Done():
			e.wait()
			return nil, e.stopped()
		}
	}
	if b.err != nil && b.err != io.EOF && len(b.rows) == 0 {
		return nil, b.err
	}
	return b, nil
}

// wait gives the producer some time to notice that it shall stop.
func (e *execution) wait() {
	timer := time.NewTimer(grace)
	defer timer.Stop()
	select {
	case <-e.ended:
	case <-timer.C:
	}
}

// Close stops the statement.
func (e *execution) Close() error {
	e.cancel(context.Canceled)
	e.release()
	e.wait()
	e.mu.Lock()
	defer e.mu.Unlock()
	if e.fate == nil {
		e.fate = io.EOF
	}
	return nil
}

// stopped is the fault for an execution whose context has ended.
func (e *execution) stopped() error {
	switch cause := context.Cause(e.ctx); {
	case errors.Is(cause, errTime):
		return fault.Wrap(cause, fault.SQLTimeout, "the statement was stopped after %s", e.limits.Time).
			WithHint("add filters or aggregate less, or raise the time limit")
	case errors.Is(cause, errClosed):
		return closedFault()
	default:
		return fault.Of(cause)
	}
}

// produce runs the statement and gives the connection back.
func (e *execution) produce() {
	defer e.source.work.Done()
	defer close(e.ended)
	var last *batch
	c, err := e.source.pool.take(e.ctx)
	if err == nil {
		last, err = e.fetch(c)
		if failed := e.source.pool.put(c, well(err)); failed != nil && err == io.EOF {
			err = failed
		}
	}
	if last == nil {
		last = &batch{}
	}
	switch {
	case err == io.EOF:
		last.err = err
	case e.ctx.Err() != nil:
		last.err = e.stopped()
	default:
		last.err = e.source.explain(e.ctx, e.task, err)
	}
	select {
	case e.full <- last:
	case <-e.ctx.Done():
	}
}

// fetch runs the statement and returns the last of its rows.
func (e *execution) fetch(c *connection) (*batch, error) {
	var d *decoder
	err := patiently(e.ctx, func() (err error) {
		d, err = e.start(c)
		return err
	})
	if err != nil {
		return nil, err
	}
	defer d.close()
	e.columns = d.columns
	return d.read(e)
}

// start prepares the statement and reads its first rows.
func (e *execution) start(c *connection) (*decoder, error) {
	stmt, err := c.prepare(e.sql, e.policy, e.limits)
	if err != nil {
		return nil, err
	}
	rows, err := stmt.QueryContext(e.ctx, named(e.args))
	if err != nil {
		_ = stmt.Close() // repeats the error
		return nil, err
	}
	d := newDecoder(stmt, rows.(*sqlite3.SQLiteRows))
	if err := d.lookAhead(); err != nil {
		d.close()
		return nil, err
	}
	return d, nil
}

// send hands a batch over and returns an empty one.
func (e *execution) send(b *batch) (*batch, error) {
	select {
	case e.full <- b:
	case <-e.ctx.Done():
		return nil, e.ctx.Err()
	}
	select {
	case b = <-e.free:
		b.rows, b.size = b.rows[:0], 0
		return b, nil
	case <-e.ctx.Done():
		return nil, e.ctx.Err()
	default:
		return &batch{}, nil
	}
}

func named(values []driver.Value) []driver.NamedValue {
	out := make([]driver.NamedValue, len(values))
	for i, v := range values {
		out[i] = driver.NamedValue{Ordinal: i + 1, Value: v}
	}
	return out
}

// well reports whether a connection can be used again after the error.
func well(err error) bool {
	var e sqlite3.Error
	if !errors.As(err, &e) {
		return true
	}
	switch e.Code {
	case sqlite3.ErrError, sqlite3.ErrInterrupt, sqlite3.ErrBusy, sqlite3.ErrTooBig, sqlite3.ErrAuth:
		return true
	}
	return false
}
