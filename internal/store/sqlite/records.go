package sqlite

import (
	"context"
	"database/sql"
	"encoding/json"
	"strings"

	"github.com/plumbdata/plumb/internal/store"
)

var _ store.Records = (*Store)(nil)

// Put implements store.Records.
func (s *Store) Put(ctx context.Context, list ...store.Record) error {
	if err := store.ValidateRecords(list); err != nil || len(list) == 0 {
		return err
	}
	err := s.transact(ctx, func(ctx context.Context, conn *sql.Conn) error {
		put, err := conn.PrepareContext(ctx, `INSERT INTO records (kind, owner, id, scope, body, created_at, updated_at)
			VALUES (?, ?, ?, ?, ?, ?, ?)
			ON CONFLICT DO UPDATE SET scope = excluded.scope, body = excluded.body,
				created_at = excluded.created_at, updated_at = excluded.updated_at`)
		if err != nil {
			return err
		}
		defer put.Close()
		for _, r := range list {
			_, err := put.ExecContext(ctx, r.Kind, r.Owner, r.ID, r.Scope, string(r.Body), stamp(r.CreatedAt), stamp(r.UpdatedAt))
			if err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		return s.fault(err)
	}
	return nil
}

// Remove implements store.Records. What is removed is overwritten in the file, and, unless
// somebody is reading it just then, in its log.
func (s *Store) Remove(ctx context.Context, f store.RecordFilter) (int, error) {
	where, args, err := chosen(f)
	if err != nil {
		return 0, err
	}
	var n int64
	err = s.transact(ctx, func(ctx context.Context, conn *sql.Conn) error {
		r, err := conn.ExecContext(ctx, "DELETE FROM records"+where, args...)
		if err == nil {
			n, err = r.RowsAffected()
		}
		return err
	})
	if err != nil {
		return 0, s.fault(err)
	}
	if n > 0 {
		_, _ = s.writer.ExecContext(ctx, "PRAGMA wal_checkpoint(TRUNCATE)") // the next one will do if this cannot
	}
	return int(n), nil
}

// Records implements store.Records.
func (s *Store) Records(ctx context.Context, f store.RecordFilter) ([]store.Record, error) {
	where, args, err := chosen(f)
	if err != nil {
		return nil, err
	}
	return page(ctx, s, s.readers, "SELECT kind, owner, id, scope, body, created_at, updated_at FROM records"+where+" ORDER BY id LIMIT ?",
		append(args, store.Limit(f.Limit)), func(row scan) (r store.Record, size int, err error) {
			err = row(&r.Kind, &r.Owner, &r.ID, &r.Scope, (*[]byte)(&r.Body), (*instant)(&r.CreatedAt), (*instant)(&r.UpdatedAt))
			return r, len(r.Body), err
		})
}

// CountRecords implements store.Records.
func (s *Store) CountRecords(ctx context.Context, f store.RecordFilter) (int, error) {
	where, args, err := chosen(f)
	if err != nil {
		return 0, err
	}
	var n int
	if err := s.readers.QueryRowContext(ctx, "SELECT count(*) FROM records"+where, args...).Scan(&n); err != nil {
		return 0, s.fault(err)
	}
	return n, nil
}

// chosen is the condition of a filter. Lists go in as JSON, so that the statement is the
// same however long they are.
func chosen(f store.RecordFilter) (string, []any, error) {
	if err := f.Validate(); err != nil {
		return "", nil, err
	}
	where := []string{"kind = ?", "owner = ?"}
	args := []any{f.Kind, f.Owner}
	for _, list := range []struct {
		column string
		values []string
	}{{"scope", f.Scopes}, {"id", f.IDs}} {
		if list.values == nil {
			continue
		}
		text, err := json.Marshal(list.values)
		if err != nil {
			return "", nil, err
		}
		where = append(where, list.column+" IN (SELECT value FROM json_each(?))")
		args = append(args, string(text))
	}
	if f.After != "" {
		where = append(where, "id > ?")
		args = append(args, f.After)
	}
	return " WHERE " + strings.Join(where, " AND "), args, nil
}
