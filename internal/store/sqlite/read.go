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
	return page(ctx, s, s.readers, q+" ORDER BY id LIMIT ?", append(args, store.Limit(limit)), func(row scan) (e store.Event, size int, err error) {
		err = row(&e.ID, &e.Session, &e.Kind, (*instant)(&e.At), (*[]byte)(&e.Payload))
		return e, len(e.Payload), err
	})
}

// Sessions implements store.Store.
func (s *Store) Sessions(ctx context.Context, f store.Filter) ([]store.Session, error) {
	q, args := narrow(`SELECT id, name, source, created_at,
		(SELECT coalesce(max(e.id), 0) FROM events e WHERE e.session = t.id) FROM sessions t`, "sessions", "id", f)
	return page(ctx, s, s.readers, q, args, func(row scan) (x store.Session, size int, err error) {
		err = row(&x.ID, &x.Name, &x.Source, (*instant)(&x.CreatedAt), &x.LastEvent)
		return x, len(x.Name) + len(x.Source), err
	})
}

// Cells implements store.Store.
func (s *Store) Cells(ctx context.Context, f store.Filter) ([]store.Cell, error) {
	q, args := narrow("SELECT id, session, position, created_at, hash, body FROM cells t", "cells", "session", f)
	return page(ctx, s, s.readers, q, args, func(row scan) (c store.Cell, size int, err error) {
		err = row(&c.ID, &c.Session, &c.Position, (*instant)(&c.CreatedAt), &c.Hash, (*[]byte)(&c.Body))
		return c, len(c.Body), err
	})
}

// narrow finishes a query over table (named t in it) as the filter says.
func narrow(query, table, sessionColumn string, f store.Filter, more ...condition) (string, []any) {
	var where []string
	var args []any
	order, beyond := "seq", ">"
	if f.Newest {
		order, beyond = "seq DESC", "<"
	}
	for _, c := range append([]condition{
		{f.ID != "", "id = ?", f.ID},
		{f.Session != "", sessionColumn + " = ?", f.Session},
		{f.After != "", "seq " + beyond + " (SELECT seq FROM " + table + " WHERE id = ?)", f.After},
	}, more...) {
		if c.given {
			where = append(where, c.sql)
			args = append(args, c.arg)
		}
	}
	if len(where) > 0 {
		query += " WHERE " + strings.Join(where, " AND ")
	}
	return query + " ORDER BY " + order + " LIMIT ?", append(args, store.Limit(f.Limit))
}

// condition is a part of WHERE with one argument, if the filter gives it.
type condition struct {
	given bool
	sql   string
	arg   any
}

type scan func(dest ...any) error

// reader is the store at any time, or at one (a transaction).
type reader interface {
	QueryContext(ctx context.Context, query string, args ...any) (*sql.Rows, error)
}

// page collects rows up to store.PageBytes.
func page[T any](ctx context.Context, s *Store, from reader, query string, args []any, read func(scan) (T, int, error)) ([]T, error) {
	rows, err := from.QueryContext(ctx, query, args...)
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
