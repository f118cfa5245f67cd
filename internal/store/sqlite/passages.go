package sqlite

import (
	"context"
	"database/sql"
	"encoding/binary"
	"encoding/json"
	"fmt"
	"math"

	"github.com/plumbdata/plumb/internal/fault"
	"github.com/plumbdata/plumb/internal/store"
)

const passageColumns = `p.id, d.owner, d.id, p.number, p.kind, p.path, p.context, p.text, p.page, p.sheet,
	p.from_block, p.from_offset, p.to_block, p.to_offset, p.hash`

// readPassage scans passageColumns, and more.
func readPassage(row scan, p *store.Passage, more ...any) error {
	var path []byte
	err := row(append([]any{&p.ID, &p.Owner, &p.Document, &p.Number, &p.Kind, &path, &p.Context, &p.Text, &p.Page, &p.Sheet,
		&p.From.Block, &p.From.Offset, &p.To.Block, &p.To.Offset, &p.Hash}, more...)...)
	if err != nil {
		return err
	}
	return json.Unmarshal(path, &p.Path)
}

// Passages implements store.Catalogue.
func (s *Store) Passages(ctx context.Context, f store.PassageFilter) ([]store.Passage, error) {
	query := "SELECT " + passageColumns + ` FROM documents d JOIN passages p ON p.document = d.seq
		WHERE d.owner IN (SELECT value FROM json_each(?))`
	args := []any{jsonList(f.Owners)}
	for _, c := range []condition{
		{f.IDs != nil, "p.id IN (SELECT value FROM json_each(?))", jsonList(f.IDs)},
		{f.Document != "", "d.id = ?", f.Document},
		{f.After > 0, "p.number >= ?", f.After},
	} {
		if c.given {
			query, args = query+" AND "+c.sql, append(args, c.arg)
		}
	}
	return page(ctx, s, s.readers, query+" ORDER BY d.id, p.number LIMIT ?", append(args, store.Limit(f.Limit)),
		func(row scan) (p store.Passage, size int, err error) {
			err = readPassage(row, &p)
			return p, len(p.Text), err
		})
}

// Unplaced implements store.Embeddings.
func (s *Store) Unplaced(ctx context.Context, place string, limit int) ([]store.UnplacedPassage, int, error) {
	var count int
	err := s.readers.QueryRowContext(ctx, "SELECT count(*) FROM passages WHERE placed < ?1 OR placed > ?1", place).Scan(&count)
	if err != nil {
		return nil, 0, s.fault(err)
	}
	list, err := page(ctx, s, s.readers, "SELECT "+passageColumns+`, d.source, d.type, d.day FROM passages p JOIN documents d ON d.seq = p.document
		WHERE p.placed < ?1 OR p.placed > ?1 LIMIT ?2`, []any{place, store.Limit(limit)},
		func(row scan) (p store.UnplacedPassage, size int, err error) {
			err = readPassage(row, &p.Passage, &p.Source, &p.Type, &p.Day)
			return p, len(p.Text), err
		})
	return list, count, err
}

// Vectors implements store.Embeddings.
func (s *Store) Vectors(ctx context.Context, model string, hashes []string) (map[string][]float32, error) {
	type kept struct {
		hash   string
		vector []float32
	}
	list, err := page(ctx, s, s.readers, "SELECT hash, vector FROM embeddings WHERE model = ? AND hash IN (SELECT value FROM json_each(?))",
		[]any{model, jsonList(hashes)}, func(row scan) (k kept, size int, err error) {
			var b sql.RawBytes
			if err := row(&k.hash, &b); err != nil {
				return k, 0, err
			}
			if k.vector = make([]float32, len(b)/4); len(b)%4 != 0 {
				return k, 0, fmt.Errorf("the vector %s is damaged", k.hash)
			}
			for i := range k.vector {
				k.vector[i] = math.Float32frombits(binary.LittleEndian.Uint32(b[4*i:]))
			}
			return k, len(b), nil
		})
	vectors := make(map[string][]float32, len(list))
	for _, k := range list {
		vectors[k.hash] = k.vector
	}
	return vectors, err
}

// KeepVectors implements store.Embeddings.
func (s *Store) KeepVectors(ctx context.Context, model string, vectors map[string][]float32) error {
	for _, v := range vectors {
		if len(v) == 0 || len(v) > store.MaxDimensions {
			return fault.New(fault.BadData, "a vector of %d numbers cannot be kept", len(v)).WithHint("choose another model for embeddings")
		}
	}
	return s.write(ctx, func(ctx context.Context, conn *sql.Conn) error {
		for hash, v := range vectors {
			b := make([]byte, 0, 4*len(v))
			for _, x := range v {
				b = binary.LittleEndian.AppendUint32(b, math.Float32bits(x))
			}
			if _, err := conn.ExecContext(ctx, "INSERT OR REPLACE INTO embeddings (model, hash, vector) VALUES (?, ?, ?)", model, hash, b); err != nil {
				return err
			}
		}
		return nil
	})
}

// Placed implements store.Embeddings.
func (s *Store) Placed(ctx context.Context, place string, passages []string) error {
	return s.write(ctx, func(ctx context.Context, conn *sql.Conn) error {
		_, err := conn.ExecContext(ctx, "UPDATE passages SET placed = ? WHERE id IN (SELECT value FROM json_each(?))", place, jsonList(passages))
		return err
	})
}

// Gone implements store.Embeddings.
func (s *Store) Gone(ctx context.Context, limit int) ([]store.GonePassage, error) {
	return page(ctx, s, s.readers, "SELECT id, owner FROM gone_passages ORDER BY id, owner LIMIT ?", []any{store.Limit(limit)},
		func(row scan) (g store.GonePassage, size int, err error) {
			err = row(&g.ID, &g.Owner)
			return g, len(g.ID), err
		})
}

// Forget implements store.Embeddings.
func (s *Store) Forget(ctx context.Context, gone []store.GonePassage) error {
	return s.write(ctx, func(ctx context.Context, conn *sql.Conn) error {
		for _, g := range gone {
			if _, err := conn.ExecContext(ctx, "DELETE FROM gone_passages WHERE id = ? AND owner = ?", g.ID, g.Owner); err != nil {
				return err
			}
		}
		_, err := conn.ExecContext(ctx, "DELETE FROM embeddings WHERE hash NOT IN (SELECT hash FROM passages)")
		return err
	})
}
