package sqlite

import (
	"context"
	"database/sql"
	"strings"
	"time"

	"github.com/plumbdata/plumb/internal/store"
)

// Events implements store.Store.
func (s *Store) Events(ctx context.Context, session string, after int64, limit int) ([]store.Event, error) {
	q := "SELECT id, session, kind, at, payload FROM events WHERE id > ?"
	args := []any{after}
	if session != "" {
		q += " AND session = ?"
		args = append(args, session)
	}
	return page(ctx, s, q+" ORDER BY id LIMIT ?", append(args, store.Limit(limit)), func(row scan) (e store.Event, size int, err error) {
		err = row(&e.ID, &e.Session, &e.Kind, (*instant)(&e.At), (*[]byte)(&e.Payload))
		return e, len(e.Payload), err
	})
}

// Sessions implements store.Store.
func (s *Store) Sessions(ctx context.Context, f store.Filter) ([]store.Session, error) {
	q, args := narrow(`SELECT id, name, source, created_at,
		(SELECT coalesce(max(e.id), 0) FROM events e WHERE e.session = t.id) FROM sessions t`, "sessions", "id", f)
	return page(ctx, s, q, args, func(row scan) (x store.Session, size int, err error) {
		err = row(&x.ID, &x.Name, &x.Source, (*instant)(&x.CreatedAt), &x.LastEvent)
		return x, len(x.Name) + len(x.Source), err
	})
}

// Cells implements store.Store.
func (s *Store) Cells(ctx context.Context, f store.Filter) ([]store.Cell, error) {
	q, args := narrow("SELECT id, session, position, created_at, hash, body FROM cells t", "cells", "session", f)
	return page(ctx, s, q, args, func(row scan) (c store.Cell, size int, err error) {
		err = row(&c.ID, &c.Session, &c.Position, (*instant)(&c.CreatedAt), &c.Hash, (*[]byte)(&c.Body))
		return c, len(c.Body), err
	})
}

// Audit implements store.Store.
func (s *Store) Audit(ctx context.Context, f store.Filter) ([]store.Audit, error) {
	q, args := narrow(`SELECT id, session, tenant, user, question, status, final_sql, answer, created_at, updated_at
		FROM queries t`, "queries", "session", f)
	audits, err := page(ctx, s, q, args, func(row scan) (a store.Audit, size int, err error) {
		err = row(&a.ID, &a.Session, &a.Tenant, &a.User, &a.Question, &a.Status, &a.FinalSQL, &a.Answer,
			(*instant)(&a.CreatedAt), (*instant)(&a.UpdatedAt))
		return a, len(a.Question) + len(a.FinalSQL) + len(a.Answer), err
	})
	for i := range audits {
		if audits[i].Attempts, err = s.attempts(ctx, audits[i].ID); err != nil {
			return nil, err
		}
	}
	return audits, err
}

func (s *Store) attempts(ctx context.Context, query string) ([]store.Attempt, error) {
	return page(ctx, s, `SELECT query, number, sql, validation_ok, validation_reason, execution_ok, db_error, reason, created_at
		FROM attempts WHERE query = ? ORDER BY number LIMIT ?`, []any{query, store.MaxLimit},
		func(row scan) (a store.Attempt, size int, err error) {
			err = row(&a.QueryID, &a.Number, &a.SQL, &a.ValidationOK, &a.ValidationReason, &a.ExecutionOK, &a.DBError, &a.Reason,
				(*instant)(&a.CreatedAt))
			return a, len(a.SQL) + len(a.DBError) + len(a.Reason), err
		})
}

// narrow finishes a query over table (named t in it) as the filter says.
func narrow(query, table, sessionColumn string, f store.Filter) (string, []any) {
	var where []string
	var args []any
	add := func(condition, arg string) {
		if arg != "" {
			where = append(where, condition)
			args = append(args, arg)
		}
	}
	order, beyond := "seq", ">"
	if f.Newest {
		order, beyond = "seq DESC", "<"
	}
	add("id = ?", f.ID)
	add(sessionColumn+" = ?", f.Session)
	add("seq "+beyond+" (SELECT seq FROM "+table+" WHERE id = ?)", f.After)
	if len(where) > 0 {
		query += " WHERE " + strings.Join(where, " AND ")
	}
	return query + " ORDER BY " + order + " LIMIT ?", append(args, store.Limit(f.Limit))
}

type scan func(dest ...any) error

// page collects rows up to store.PageBytes.
func page[T any](ctx context.Context, s *Store, query string, args []any, read func(scan) (T, int, error)) ([]T, error) {
	rows, err := s.readers.QueryContext(ctx, query, args...)
	if err != nil {
		return nil, s.fault(err)
	}
	defer rows.Close()
	var list []T
	for total := 0; total <= store.PageBytes && rows.Next(); {
		item, size, err := read(rows.Scan)
		if err != nil {
			return nil, s.fault(err)
		}
		list = append(list, item)
		total += size
	}
	if err := rows.Err(); err != nil {
		return nil, s.fault(err)
	}
	return list, nil
}

// instant scans a time as stamp writes it.
type instant time.Time

var _ sql.Scanner = (*instant)(nil)

// Scan implements sql.Scanner.
func (i *instant) Scan(v any) error {
	var text sql.NullString
	if err := text.Scan(v); err != nil {
		return err
	}
	t, err := time.Parse(timeFormat, text.String)
	*i = instant(t)
	return err
}
