package sqlite

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"strings"
	"time"

	"github.com/plumbdata/plumb/internal/fault"
	"github.com/plumbdata/plumb/internal/store"
)

var _ interface {
	store.Shelf
	store.Catalogue
	store.Embeddings
} = (*Store)(nil)

// PutSource implements store.Shelf.
func (s *Store) PutSource(ctx context.Context, x store.DocumentSource) error {
	if err := x.Validate(); err != nil {
		return err
	}
	return s.write(ctx, func(ctx context.Context, conn *sql.Conn) error {
		_, err := conn.ExecContext(ctx, `INSERT INTO document_sources (owner, name, place, options, created_at, refreshed_at)
			VALUES (?, ?, ?, ?, ?, ?) ON CONFLICT (owner, name) DO UPDATE SET
			place = excluded.place, options = excluded.options, refreshed_at = excluded.refreshed_at`,
			x.Owner, x.Name, x.Place, string(x.Options), stamp(x.CreatedAt), stampOrNull(x.RefreshedAt))
		return err
	})
}

// RemoveSource implements store.Shelf.
func (s *Store) RemoveSource(ctx context.Context, owner, name string) error {
	return s.write(ctx, func(ctx context.Context, conn *sql.Conn) error {
		if _, err := removeDocuments(ctx, conn, "owner = ? AND source = ?", owner, name); err != nil {
			return err
		}
		_, err := conn.ExecContext(ctx, "DELETE FROM document_sources WHERE owner = ? AND name = ?", owner, name)
		return err
	})
}

// DocumentSources implements store.Catalogue.
func (s *Store) DocumentSources(ctx context.Context, owners ...string) ([]store.DocumentSource, error) {
	return page(ctx, s, s.readers, `SELECT owner, name, place, options, created_at, refreshed_at FROM document_sources
		WHERE owner IN (SELECT value FROM json_each(?)) ORDER BY owner, name LIMIT ?`, []any{jsonList(owners), store.MaxLimit},
		func(row scan) (x store.DocumentSource, size int, err error) {
			var refreshed sql.NullString
			err = row(&x.Owner, &x.Name, &x.Place, (*rawJSON)(&x.Options), (*instant)(&x.CreatedAt), &refreshed)
			if err == nil && refreshed.Valid {
				x.RefreshedAt, err = time.Parse(timeFormat, refreshed.String)
			}
			return x, len(x.Place) + len(x.Options), err
		})
}

// PutDocuments implements store.Shelf.
func (s *Store) PutDocuments(ctx context.Context, list ...store.CutDocument) error {
	if err := store.ValidateDocuments(list); err != nil {
		return err
	}
	return s.write(ctx, func(ctx context.Context, conn *sql.Conn) error {
		terms := postings{}
		for _, d := range list {
			if err := putDocument(ctx, conn, d, terms); err != nil {
				return err
			}
		}
		if err := terms.put(ctx, conn, 0); err != nil {
			return err
		}
		return mergePostings(ctx, conn)
	})
}

// putDocument leaves the document's postings with the others.
func putDocument(ctx context.Context, conn *sql.Conn, d store.CutDocument, terms postings) error {
	placed, err := placesOf(ctx, conn, d.Document)
	if err != nil {
		return err
	}
	if _, err := removeDocuments(ctx, conn, "id = ?", d.ID); err != nil {
		return err
	}
	count, length := countPostings(d.Cut)
	r, err := conn.ExecContext(ctx, `INSERT INTO documents
		(id, owner, source, address, title, type, day, mark, hash, size, read_at, details, passages, length, postings)
		VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
		d.ID, d.Owner, d.Source, d.Address, d.Title, d.Type, d.Day, d.Mark, d.Hash, d.Size, stamp(d.ReadAt), string(d.Details),
		len(d.Cut), length, count)
	if err != nil {
		return explainConstraint(err, "source of documents", d.Source, "document "+d.Address)
	}
	seq, err := r.LastInsertId()
	if err != nil {
		return err
	}
	if d.Body != nil {
		if _, err := conn.ExecContext(ctx, "INSERT INTO document_bodies (document, body) VALUES (?, ?)", seq, string(d.Body)); err != nil {
			return err
		}
	}
	if err := putPassages(ctx, conn, seq, d.Cut, placed); err != nil {
		return explainConstraint(err, "document", d.Address, "a passage")
	}
	terms.add(seq, d.Cut)
	return nil
}

// MarkDocument implements store.Shelf.
func (s *Store) MarkDocument(ctx context.Context, owner, id, mark string, details json.RawMessage) error {
	if err := store.ValidateMark(mark, details); err != nil {
		return err
	}
	return s.write(ctx, func(ctx context.Context, conn *sql.Conn) error {
		r, err := conn.ExecContext(ctx, "UPDATE documents SET mark = ?, details = ? WHERE owner = ? AND id = ?", mark, string(details), owner, id)
		if err != nil {
			return err
		}
		if n, err := r.RowsAffected(); err != nil || n > 0 {
			return err
		}
		return fault.New(fault.NotFound, "there is no document %q", id)
	})
}

// placesOf says where the passages of a document have been placed, by their ids and
// hashes. Once what their vectors are labelled with has changed, they count as nowhere.
func placesOf(ctx context.Context, conn *sql.Conn, d store.Document) (map[[2]string]string, error) {
	rows, err := conn.QueryContext(ctx, `SELECT p.id, p.hash, p.placed FROM passages p JOIN documents d ON d.seq = p.document
		WHERE d.id = ? AND d.owner = ? AND d.source = ? AND d.type = ? AND d.day = ?`, d.ID, d.Owner, d.Source, d.Type, d.Day)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	placed := map[[2]string]string{}
	for rows.Next() {
		var id, hash, place string
		if err := rows.Scan(&id, &hash, &place); err != nil {
			return nil, err
		}
		placed[[2]string{id, hash}] = place
	}
	return placed, rows.Err()
}

func putPassages(ctx context.Context, conn *sql.Conn, document int64, list []store.Passage, placed map[[2]string]string) error {
	for _, p := range list {
		_, err := conn.ExecContext(ctx, `INSERT INTO passages (document, number, id, kind, path, context, text, page, sheet,
			from_block, from_offset, to_block, to_offset, hash, placed) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
			document, p.Number, p.ID, p.Kind, jsonList(p.Path), p.Context, p.Text, p.Page, p.Sheet,
			p.From.Block, p.From.Offset, p.To.Block, p.To.Offset, p.Hash, placed[[2]string{p.ID, p.Hash}])
		if err != nil {
			return err
		}
	}
	_, err := conn.ExecContext(ctx, "DELETE FROM gone_passages WHERE id IN (SELECT id FROM passages WHERE document = ?)", document)
	return err
}

// removeDocuments removes the documents that a condition chooses, and notes which
// passages were placed somewhere. Their postings are dropped when segments are merged.
func removeDocuments(ctx context.Context, conn *sql.Conn, where string, args ...any) (int, error) {
	_, err := conn.ExecContext(ctx, `INSERT OR IGNORE INTO gone_passages (id, owner)
		SELECT p.id, d.owner FROM passages p JOIN documents d ON d.seq = p.document
		WHERE p.placed <> '' AND d.seq IN (SELECT seq FROM documents WHERE `+where+")", args...)
	if err != nil {
		return 0, err
	}
	r, err := conn.ExecContext(ctx, "DELETE FROM documents WHERE "+where, args...)
	if err != nil {
		return 0, err
	}
	n, err := r.RowsAffected()
	return int(n), err
}

// RemoveDocuments implements store.Shelf.
func (s *Store) RemoveDocuments(ctx context.Context, f store.DocumentFilter) (n int, err error) {
	where, args := chosenDocuments(f)
	err = s.write(ctx, func(ctx context.Context, conn *sql.Conn) (err error) {
		n, err = removeDocuments(ctx, conn, where, args...)
		return err
	})
	return n, err
}

// Documents implements store.Catalogue.
func (s *Store) Documents(ctx context.Context, f store.DocumentFilter) ([]store.Document, error) {
	body := "''"
	if f.Body {
		body = "coalesce((SELECT body FROM document_bodies WHERE document = seq), '')"
	}
	where, args := chosenDocuments(f)
	return page(ctx, s, s.readers, `SELECT id, owner, source, address, title, type, day, mark, hash, size, read_at, details, passages, `+body+`
		FROM documents WHERE `+where+" AND id > ? ORDER BY id LIMIT ?", append(args, f.After, store.Limit(f.Limit)),
		func(row scan) (d store.Document, size int, err error) {
			err = row(&d.ID, &d.Owner, &d.Source, &d.Address, &d.Title, &d.Type, &d.Day, &d.Mark, &d.Hash, &d.Size, (*instant)(&d.ReadAt),
				(*rawJSON)(&d.Details), &d.Passages, (*rawJSON)(&d.Body))
			return d, len(d.Title) + len(d.Address) + len(d.Details) + len(d.Body), err
		})
}

// CountDocuments implements store.Catalogue.
func (s *Store) CountDocuments(ctx context.Context, f store.DocumentFilter) ([]store.SourceCount, error) {
	where, args := chosenDocuments(f)
	return page(ctx, s, s.readers, "SELECT owner, source, count(*), sum(passages), sum(size) FROM documents WHERE "+where+
		" GROUP BY owner, source ORDER BY owner, source", args,
		func(row scan) (c store.SourceCount, size int, err error) {
			err = row(&c.Owner, &c.Source, &c.Documents, &c.Passages, &c.Bytes)
			return c, len(c.Source), err
		})
}

// chosenDocuments is a condition on documents.
func chosenDocuments(f store.DocumentFilter) (string, []any) {
	where, args := []string{"owner IN (SELECT value FROM json_each(?))"}, []any{jsonList(f.Owners)}
	for _, c := range []condition{
		{f.IDs != nil, "id IN (SELECT value FROM json_each(?))", jsonList(f.IDs)},
		{f.Sources != nil, "source IN (SELECT value FROM json_each(?))", jsonList(f.Sources)},
		{f.Types != nil, "type IN (SELECT value FROM json_each(?))", jsonList(f.Types)},
		{f.From != "", "day >= ?", f.From},
		{f.Until != "", "day <= ?", f.Until},
		{f.Until != "", "day <> ?", ""},
	} {
		if c.given {
			where, args = append(where, c.sql), append(args, c.arg)
		}
	}
	return strings.Join(where, " AND "), args
}

// write is transact with the errors of the port.
func (s *Store) write(ctx context.Context, do func(context.Context, *sql.Conn) error) error {
	if err := s.transact(ctx, do); err != nil {
		return s.fault(err)
	}
	return nil
}

// jsonList is a list as SQLite's json_each reads it.
func jsonList(list []string) string {
	if list == nil {
		return "[]"
	}
	b, _ := json.Marshal(list) // a list of strings always has one
	return string(b)
}

// rawJSON scans JSON, of which none is kept as "".
type rawJSON json.RawMessage

// Scan implements sql.Scanner.
func (r *rawJSON) Scan(v any) error {
	switch text := v.(type) {
	case string:
		*r = rawJSON(text)
	case []byte:
		*r = append(rawJSON(nil), text...)
	default:
		return errors.New("JSON is not text")
	}
	if len(*r) == 0 {
		*r = nil
	}
	return nil
}

func stampOrNull(t time.Time) any {
	if t.IsZero() {
		return nil
	}
	return stamp(t)
}
