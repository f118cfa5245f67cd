package postgres

import (
	"context"
	"errors"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/plumbdata/plumb/internal/guard"
	"github.com/plumbdata/plumb/internal/source"
)

const (
	beginReadOnly = "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY"
	// harden runs while the search path is still that of the role, in which
	// others may have put functions and operators of their own. So every
	// function is qualified, and no operator is used. A path ends in pg_temp,
	// so that no temporary table hides a real one; pg_catalog is in front of it
	// without being named. The planner does without CHECK constraints, which may
	// call anything. A database that does not know its own encoding gives
	// its bytes as they are.
	harden = `SELECT pg_catalog.set_config('statement_timeout', $1::pg_catalog.text, true),
		pg_catalog.set_config('lock_timeout', $2::pg_catalog.text, true),
		pg_catalog.set_config('idle_in_transaction_session_timeout', $1::pg_catalog.text, true),
		pg_catalog.set_config('search_path', coalesce($3::pg_catalog.text, pg_catalog.current_setting('search_path')), true),
		pg_catalog.set_config('plumb.path', coalesce($4::pg_catalog.text, '{}'), true),
		pg_catalog.set_config('row_security', 'on', true),
		pg_catalog.set_config('work_mem', pg_catalog.format('%sB', least(pg_catalog.pg_size_bytes(pg_catalog.current_setting('work_mem')), 67108864)), true),
		pg_catalog.set_config('jit', 'off', true),
		pg_catalog.set_config('constraint_exclusion', 'off', true),
		pg_catalog.set_config('DateStyle', 'ISO', true),
		pg_catalog.set_config('bytea_output', 'hex', true),
		pg_catalog.set_config('client_encoding', CASE WHEN pg_catalog.texteq(pg_catalog.current_setting('server_encoding'), 'SQL_ASCII')
			THEN 'SQL_ASCII' ELSE 'UTF8' END, true)`
	// ownPath is the search path of Plumb's own catalog queries: nothing that
	// others have made can take the place of what they call. They find the
	// path of the login in the setting plumb.path.
	ownPath = "pg_catalog, pg_temp"

	lockTimeout  = 5 * time.Second
	resetTimeout = 5 * time.Second
	// catalogBytes bounds one row of Plumb's own catalog queries.
	catalogBytes = 64 << 20
	maxMessage   = 1 << 30 // PostgreSQL's own limit of a value
	// messageSlack is what a message may be larger than its values.
	messageSlack = 64 << 10
)

// session is a connection inside a read-only transaction.
type session struct {
	source *Source
	conn   *pgxpool.Conn
	limits source.Limits
	since  time.Time
	ctx    context.Context // ends with the caller's, the time limit and the source
	cancel context.CancelCauseFunc
	stop   []func() bool
	path   []byte               // that the statement is run with; nil is the login's own
	result *pgconn.ResultReader // of the running statement
}

// errTime is why a context ends at a statement's time limit.
var errTime = errors.New("the time limit is reached")

// begin opens a session. end must be called.
func (s *Source) begin(ctx context.Context, l source.Limits) (*session, error) {
	x, _, err := s.prepare(ctx, l, guard.Statement{})
	return x, err
}

// prepare opens a session and has the server parse and describe the statement,
// if there is one, in the same round trip. Whatever the statement says by its
// full name is looked up nowhere else, so that nothing can take its place. A connection that died while
// it was idle is replaced: nothing has run on it yet.
func (s *Source) prepare(ctx context.Context, l source.Limits, stmt guard.Statement) (*session, *pgconn.StatementDescription, error) {
	s.mu.Lock()
	if s.closed {
		s.mu.Unlock()
		return nil, nil, closedFault()
	}
	s.work.Add(1)
	s.mu.Unlock()

	sql := stmt.SQL()
	x := &session{source: s, limits: l, since: time.Now()}
	switch {
	case stmt.Qualified():
		x.path = pathSetting(stmt.Extensions())
	case len(stmt.Extensions()) > 0:
		x.path = pathSetting(slices.Concat(s.path, stmt.Extensions()))
	}
	timed, stopTimer := context.WithTimeoutCause(ctx, l.Time, errTime)
	x.ctx, x.cancel = context.WithCancelCause(timed)
	x.stop = []func() bool{
		context.AfterFunc(s.life, func() { x.cancel(errClosed) }),
		func() bool { stopTimer(); return true },
	}

	for attempt := 0; ; attempt++ {
		var err error
		if x.conn, err = s.pool.Acquire(x.ctx); err != nil {
			err = x.acquireFault(err)
			x.end()
			return nil, nil, err
		}
		x.conn.Conn().PgConn().Frontend().SetMaxBodyLen(int(min(l.Bytes, maxMessage)) + messageSlack)
		description, err := x.enter(sql)
		if err == nil {
			return x, description, nil
		}
		if isLost(err) && x.ctx.Err() == nil && attempt <= maxConnections {
			x.drop()
			continue
		}
		err = x.explain(err, sql)
		x.end()
		return nil, nil, err
	}
}

// enter starts the transaction and prepares the unnamed statement.
func (x *session) enter(sql string) (*pgconn.StatementDescription, error) {
	p := x.conn.Conn().PgConn().StartPipeline(x.ctx)
	p.SendQueryParams(beginReadOnly, nil, nil, nil, nil)
	path, array := x.source.searchPath()
	switch {
	case sql == "" && path != nil:
		path = []byte(ownPath)
	case sql != "" && x.path != nil:
		path = x.path
	}
	p.SendQueryParams(harden, [][]byte{milliseconds(x.limits.Time), milliseconds(min(x.limits.Time, lockTimeout)), path, array}, nil, nil, nil)
	if sql != "" {
		p.SendPrepare("", sql, nil)
	}
	return finish(p)
}

// finish sends what is in the pipeline and reads all answers. It returns the
// last description and the first error.
func finish(p *pgconn.Pipeline) (description *pgconn.StatementDescription, err error) {
	if err := p.Sync(); err != nil {
		return nil, errors.Join(err, p.Close())
	}
	for {
		result, failed := p.GetResults()
		switch result := result.(type) {
		case *pgconn.ResultReader:
			_, failed = result.Close()
		case *pgconn.StatementDescription:
			description = result
		}
		if failed != nil && err == nil {
			err = failed
		}
		var pg *pgconn.PgError
		if (result == nil && failed == nil) || (failed != nil && !errors.As(failed, &pg)) {
			break
		}
	}
	if failed := p.Close(); err == nil {
		err = failed
	}
	return description, err
}

// end gives the session back, in the background: what is left of a result is
// read if it is about to end, and cancelled otherwise; the transaction is
// rolled back and the connection reset. A connection with a cancelled statement
// is closed, since a cancellation may arrive late and hit the next one.
func (x *session) end() {
	go func() {
		defer x.source.work.Done()
		defer x.release()
		if x.conn == nil {
			return
		}
		defer x.conn.Release()
		x.drain()
		ctx, cancel := context.WithTimeout(context.WithoutCancel(x.ctx), resetTimeout)
		defer cancel()
		conn := x.conn.Conn()
		if x.ctx.Err() != nil || reset(ctx, conn) != nil {
			conn.Close(ctx)
		}
	}()
}

func (x *session) release() {
	x.cancel(context.Canceled)
	for _, stop := range x.stop {
		stop()
	}
}

const usualGrace = 50 * time.Millisecond

// drain ends the running statement. Its error, if any, has come to Next.
func (x *session) drain() {
	const most = 1 << 20
	if x.result == nil {
		return
	}
	timer := time.AfterFunc(x.source.grace, func() { x.cancel(context.Canceled) })
	defer timer.Stop()
	more := x.result.NextRow()
	for bytes := 0; more && bytes < most; more = x.result.NextRow() {
		for _, raw := range x.result.Values() {
			bytes += len(raw)
		}
	}
	if more {
		x.cancel(context.Canceled)
	}
	x.result.Close()
}

// drop closes the connection and keeps the session.
func (x *session) drop() {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(x.ctx), resetTimeout)
	defer cancel()
	x.conn.Conn().Close(ctx)
	x.conn.Release()
	x.conn = nil
}

// reset undoes what a statement may have left: locks, settings, cursors.
func reset(ctx context.Context, conn *pgx.Conn) error {
	p := conn.PgConn().StartPipeline(ctx)
	p.SendQueryParams("ROLLBACK", nil, nil, nil, nil)
	p.SendPipelineSync()
	p.SendQueryParams("DISCARD ALL", nil, nil, nil, nil)
	_, err := finish(p)
	return err
}

// restart starts a new transaction after an error has ended the last one.
func (x *session) restart() error {
	p := x.conn.Conn().PgConn().StartPipeline(x.ctx)
	p.SendQueryParams("ROLLBACK", nil, nil, nil, nil)
	if _, err := finish(p); err != nil {
		return err
	}
	_, err := x.enter("")
	return err
}

// searchPath is the path of the login, as a setting and as an array of names;
// nil until it is known.
func (s *Source) searchPath() (path, array []byte) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.path == nil {
		return nil, nil
	}
	elements := make([]string, 0, len(s.path))
	for _, name := range s.path {
		elements = append(elements, `"`+strings.NewReplacer(`\`, `\\`, `"`, `\"`).Replace(name)+`"`)
	}
	return pathSetting(s.path), []byte("{" + strings.Join(elements, ",") + "}")
}

// pathSetting is a search path of these schemas, behind pg_catalog.
func pathSetting(schemas []string) []byte {
	quoted := make([]string, 0, len(schemas)+1)
	for _, name := range schemas {
		quoted = append(quoted, quote(name))
	}
	return []byte(strings.Join(append(quoted, "pg_temp"), ", "))
}

func milliseconds(d time.Duration) []byte {
	return strconv.AppendInt(nil, max(d.Milliseconds(), 1), 10)
}

// quote writes a name, qualified or not, as SQL.
func quote(parts ...string) string { return pgx.Identifier(parts).Sanitize() }
