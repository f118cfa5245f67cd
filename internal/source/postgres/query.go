package postgres

import (
	"context"
	"io"
	"sync"

	"github.com/jackc/pgx/v5/pgconn"

	"github.com/plumbdata/plumb/internal/fault"
	"github.com/plumbdata/plumb/internal/guard"
	"github.com/plumbdata/plumb/internal/source"
	"github.com/plumbdata/plumb/internal/table"
)

// Query runs a checked statement.
func (s *Source) Query(ctx context.Context, stmt guard.Statement, l source.Limits) (*table.Reader, error) {
	if stmt.SQL() == "" || stmt.Dialect() != dialect {
		return nil, fault.New(fault.Internal, "a statement for %q was given to PostgreSQL", stmt.Dialect()).
			WithHint("check it with this source's grammar first")
	}
	l = l.Or(s.limits)
	x, description, err := s.prepare(ctx, l, stmt)
	if err != nil {
		return nil, err
	}
	st, err := x.execute(description, stmt.SQL())
	if err != nil {
		x.end()
		return nil, err
	}
	return table.NewReader(st.columns, st, l.Table()), nil
}

// execute starts the prepared statement. One that returns no columns is not
// run at all: whatever it is, it is not a question.
func (x *session) execute(d *pgconn.StatementDescription, sql string) (*stream, error) {
	if len(d.Fields) == 0 {
		return nil, guard.Reject("the statement returns no columns, so there is nothing to read").WithHint("write a SELECT")
	}
	oids := make([]uint32, len(d.Fields))
	for i, f := range d.Fields {
		oids[i] = f.DataTypeOID
	}
	types, err := x.types(oids)
	if err != nil {
		return nil, err
	}
	st := &stream{session: x, sql: sql, columns: make([]table.Column, len(d.Fields)),
		decoders: make([]decoder, len(d.Fields)), row: make(table.Row, len(d.Fields))}
	formats := make([]int16, len(d.Fields))
	for i, f := range d.Fields {
		t := types.column(f.DataTypeOID)
		st.columns[i] = table.Column{Name: f.Name, Kind: t.kind, Native: nativeName(t, f)}
		st.decoders[i], formats[i] = t.decode, t.format
	}
	// Sent as a whole: reading types may have replaced the unnamed statement.
	// Its tables are locked since it was described, so it still looks the same.
	x.result = x.conn.Conn().PgConn().ExecParams(x.ctx, sql, nil, nil, nil, formats)
	// A stream may be left open when its source is closed: nobody reads it
	// then, and the connection must come back all the same.
	x.stop = append(x.stop, context.AfterFunc(x.source.life, st.abandon))
	return st, nil
}

// stream reads the rows of a running statement.
type stream struct {
	session  *session
	sql      string
	columns  []table.Column
	decoders []decoder

	mu    sync.Mutex // guards the session's result against a Close of the source
	row   table.Row
	ended bool
	fate  error // what Next returns once ended
}

func (st *stream) Next() (table.Row, error) {
	st.mu.Lock()
	defer st.mu.Unlock()
	if st.ended {
		return nil, st.fate
	}
	if !st.session.result.NextRow() {
		_, err := st.session.result.Close()
		if err != nil {
			return nil, st.finish(st.session.explain(err, st.sql))
		}
		return nil, st.finish(io.EOF)
	}
	for i, raw := range st.session.result.Values() {
		if raw == nil {
			st.row[i] = table.Value{}
			continue
		}
		v, ok := st.decoders[i](raw)
		if !ok {
			return nil, st.finish(fault.New(fault.BadData, "a value in column %s is not a %s as PostgreSQL writes it",
				st.columns[i].Name, st.columns[i].Native).WithHint("cast the column to text"))
		}
		st.row[i] = v
	}
	return st.row, nil
}

// Close stops the statement on the server. It does not wait for that.
func (st *stream) Close() error {
	if !st.mu.TryLock() { // another goroutine is waiting for a row
		st.session.cancel(context.Canceled)
		st.mu.Lock()
	}
	defer st.mu.Unlock()
	if !st.ended {
		st.finish(io.EOF)
	}
	return nil
}

// abandon ends the stream because its source is closed.
func (st *stream) abandon() {
	st.session.cancel(errClosed)
	st.mu.Lock()
	defer st.mu.Unlock()
	if !st.ended {
		st.finish(closedFault())
	}
}

// finish gives the session back and settles what further calls return.
func (st *stream) finish(fate error) error {
	st.ended, st.fate = true, fate
	st.session.end()
	return fate
}
