package sqlite

import (
	"context"
	"database/sql"
	"database/sql/driver"
	"errors"
	"time"

	"github.com/mattn/go-sqlite3"

	"github.com/plumbdata/plumb/internal/fault"
	"github.com/plumbdata/plumb/internal/store"
)

// Write implements store.Store.
func (s *Store) Write(ctx context.Context, b store.Batch) ([]int64, error) {
	if err := b.Validate(); err != nil {
		return nil, err
	}
	var ids []int64
	err := s.transact(ctx, func(ctx context.Context, conn *sql.Conn) (err error) {
		ids, err = record(ctx, conn, b)
		return err
	})
	if err != nil {
		return nil, s.fault(err)
	}
	return ids, nil
}

// transact runs do under the write lock. The context can end the wait for the
// lock; a batch that has begun runs to its end, so that an error always means
// that nothing was written.
func (s *Store) transact(ctx context.Context, do func(context.Context, *sql.Conn) error) error {
	conn, err := s.turn(ctx)
	if err != nil {
		return err
	}
	defer conn.Close()
	begun := context.WithoutCancel(ctx)
	err = s.patiently(ctx, func() error {
		if err := ctx.Err(); err != nil {
			return err
		}
		_, err := conn.ExecContext(begun, "BEGIN IMMEDIATE")
		return err
	})
	if err != nil {
		return err
	}
	if err = do(begun, conn); err == nil {
		_, err = conn.ExecContext(begun, "COMMIT")
	}
	if err != nil {
		// Closing the connection rolls back, and the next write starts with
		// a sound one, whatever this one met.
		_ = conn.Raw(func(any) error { return driver.ErrBadConn })
	}
	return err
}

// turn waits for the other writers of this process.
func (s *Store) turn(ctx context.Context) (*sql.Conn, error) {
	waiting, cancel := context.WithTimeout(ctx, s.lockWait)
	defer cancel()
	var conn *sql.Conn
	err := s.patiently(waiting, func() (err error) {
		conn, err = s.writer.Conn(waiting)
		return err
	})
	if waiting.Err() != nil && ctx.Err() == nil && errors.Is(err, context.DeadlineExceeded) {
		return nil, sqlite3.Error{Code: sqlite3.ErrBusy}
	}
	return conn, err
}

func record(ctx context.Context, conn *sql.Conn, b store.Batch) ([]int64, error) {
	for _, x := range b.Sessions {
		_, err := conn.ExecContext(ctx, `INSERT INTO sessions (id, name, source, created_at) VALUES (?, ?, ?, ?)
			ON CONFLICT (id) DO UPDATE SET name = excluded.name, source = excluded.source`,
			x.ID, x.Name, x.Source, stamp(x.CreatedAt))
		if err != nil {
			return nil, err
		}
	}
	ids := make([]int64, 0, len(b.Events))
	for _, e := range b.Events {
		r, err := conn.ExecContext(ctx, `INSERT INTO events (session, kind, at, payload) VALUES (?, ?, ?, ?)`,
			e.Session, e.Kind, stamp(e.At), string(e.Payload))
		if err != nil {
			return nil, explainConstraint(err, "session", e.Session, "event")
		}
		id, err := r.LastInsertId()
		if err != nil {
			return nil, err
		}
		ids = append(ids, id)
	}
	for _, c := range b.Cells {
		r, err := conn.ExecContext(ctx, `INSERT INTO cells (id, session, position, created_at, hash, body)
			SELECT ?1, ?2, ?3, ?4, ?5, ?6
			WHERE ?3 = (SELECT coalesce(max(position) + 1, 0) FROM cells WHERE session = ?2)`,
			c.ID, c.Session, c.Position, stamp(c.CreatedAt), c.Hash, string(c.Body))
		if err != nil {
			return nil, explainConstraint(err, "session", c.Session, "cell "+c.ID)
		}
		if err := checkChanged(r, "position %d of session %s is not its next one", c.Position, c.Session); err != nil {
			return nil, err
		}
	}
	for _, q := range b.Queries {
		if err := recordQuery(ctx, conn, q); err != nil {
			return nil, err
		}
	}
	for _, a := range b.Attempts {
		_, err := conn.ExecContext(ctx, `INSERT INTO analysis_query_attempts
			(analysis_query_id, attempt_number, generated_sql, validation_ok, validation_reason, execution_ok, db_error, llm_reason,
			 execution_ms, row_count, input_tokens, output_tokens, created_at)
			VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
			a.QueryID, a.Number, a.SQL, a.ValidationOK, a.ValidationReason, a.ExecutionOK, a.DBError, a.Reason,
			a.ExecutionMS, a.RowCount, a.Tokens.Input, a.Tokens.Output, stamp(a.CreatedAt))
		if err != nil {
			return nil, explainConstraint(err, "query", a.QueryID, "attempt")
		}
	}
	for _, c := range b.Calls {
		if err := recordCall(ctx, conn, c); err != nil {
			return nil, err
		}
	}
	return ids, nil
}

func recordQuery(ctx context.Context, conn *sql.Conn, q store.Query) error {
	r, err := conn.ExecContext(ctx, `INSERT INTO analysis_queries
		(id, session, household_id, user_id, source, question, status, final_sql, final_answer, model, cell_id,
		 input_tokens, output_tokens, cost_usd, plan_ms, check_ms, execute_ms, chart_ms, narrate_ms, total_ms, created_at, updated_at)
		VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, nullif(?, ''), ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
		ON CONFLICT (id) DO UPDATE SET
			status = excluded.status, final_sql = excluded.final_sql, final_answer = excluded.final_answer,
			model = excluded.model, cell_id = excluded.cell_id,
			input_tokens = excluded.input_tokens, output_tokens = excluded.output_tokens, cost_usd = excluded.cost_usd,
			plan_ms = excluded.plan_ms, check_ms = excluded.check_ms, execute_ms = excluded.execute_ms,
			chart_ms = excluded.chart_ms, narrate_ms = excluded.narrate_ms, total_ms = excluded.total_ms,
			updated_at = excluded.updated_at
		WHERE session = excluded.session`,
		q.ID, q.Session, q.Tenant, q.User, q.Source, q.Question, string(q.Status), q.FinalSQL, q.Answer, q.Model, q.CellID,
		q.Tokens.Input, q.Tokens.Output, q.CostUSD, q.Timings.Plan, q.Timings.Check, q.Timings.Execute, q.Timings.Chart,
		q.Timings.Narrate, q.Timings.Total, stamp(q.CreatedAt), stamp(q.UpdatedAt))
	if err != nil {
		err = explainConstraint(err, "session", q.Session, "query "+q.ID)
		if q.CellID != "" && fault.CodeOf(err) == fault.NotFound { // SQLite does not say which one is missing
			err = fault.Wrap(err, fault.NotFound, "there is no session %q, or no cell %q", q.Session, q.CellID)
		}
		return err
	}
	return checkChanged(r, "query %s belongs to another session", q.ID)
}

// checkChanged returns a conflict when a statement found nothing that it may write.
func checkChanged(r sql.Result, format string, args ...any) error {
	n, err := r.RowsAffected()
	if err == nil && n == 0 {
		return fault.Wrap(store.ErrConflict, fault.Store, format, args...).
			WithHint("read what is recorded, and try again from there")
	}
	return err
}

// explainConstraint says in the port's words what a constraint refused.
func explainConstraint(err error, parentKind, parent, row string) error {
	var e sqlite3.Error
	if !errors.As(err, &e) {
		return err
	}
	switch e.ExtendedCode {
	case sqlite3.ErrConstraintForeignKey:
		return fault.Wrap(err, fault.NotFound, "there is no %s %q", parentKind, parent)
	case sqlite3.ErrConstraintUnique, sqlite3.ErrConstraintPrimaryKey, sqlite3.ErrConstraintTrigger:
		return fault.Wrap(errors.Join(store.ErrConflict, err), fault.Store, "the %s of %s %s cannot be recorded: %s", row, parentKind, parent, store.ErrConflict).
			WithHint("read what is recorded, and try again from there")
	}
	return err
}

// timeFormat sorts as text.
const timeFormat = "2006-01-02T15:04:05.000000Z"

func stamp(t time.Time) string { return t.UTC().Format(timeFormat) }
