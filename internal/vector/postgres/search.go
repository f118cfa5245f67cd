package postgres

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/jackc/pgx/v5"

	"github.com/plumbdata/plumb/internal/vector"
)

// readOnly is of searches: they see one state of the table.
var readOnly = pgx.TxOptions{AccessMode: pgx.ReadOnly, IsoLevel: pgx.RepeatableRead}

// Count counts rows.
func (s *Store) Count(ctx context.Context, collection string, f vector.Filter) (int, error) {
	if err := vector.CheckFilter(collection, f); err != nil {
		return 0, err
	}
	count := 0
	err := s.within(ctx, readOnly, func(ctx context.Context, tx pgx.Tx) error {
		known, err := s.describe(ctx, tx, collection)
		if err != nil || known.dimensions == 0 || f.None() {
			return err
		}
		var a arguments
		return tx.QueryRow(ctx, "SELECT count(*) FROM "+s.table(collection)+" WHERE "+a.where(f), a...).Scan(&count)
	})
	return count, err
}

// Search sorts by distance. What a filter leaves of an indexed table is counted first, up to
// where the index pays: behind a filter that leaves little, the index would find too few.
func (s *Store) Search(ctx context.Context, collection string, query []float32, k int, f vector.Filter) ([]vector.Hit, error) {
	if err := vector.CheckSearch(collection, query, k, f); err != nil {
		return nil, err
	}
	var hits []vector.Hit
	err := s.within(ctx, readOnly, func(ctx context.Context, tx pgx.Tx) error {
		known, err := s.describe(ctx, tx, collection)
		if err != nil || known.dimensions == 0 {
			return err
		}
		if known.dimensions != len(query) {
			return vector.Mismatch(collection, known.dimensions, len(query))
		}
		if f.None() {
			return nil
		}
		approximately := false
		if known.indexed {
			if approximately, err = s.chooseMany(ctx, tx, collection, f); err != nil {
				return err
			}
		}
		if approximately {
			if err := s.prepareIndex(ctx, tx, k); err != nil {
				return err
			}
		}
		hits, err = s.nearest(ctx, tx, collection, query, k, f, approximately)
		return err
	})
	return hits, err
}

func (s *Store) chooseMany(ctx context.Context, tx pgx.Tx, collection string, f vector.Filter) (bool, error) {
	var a arguments
	count := 0
	where := a.where(f)
	err := tx.QueryRow(ctx, fmt.Sprintf("SELECT count(*) FROM (SELECT FROM %s WHERE %s LIMIT %s) AS counted", s.table(collection), where, a.add(s.indexFrom)), a...).Scan(&count)
	return count >= s.indexFrom, err
}

// prepareIndex lets the index look at more than it would: by default it misses more than
// one in a hundred.
func (s *Store) prepareIndex(ctx context.Context, tx pgx.Tx, k int) error {
	const most = 1000 // that pgvector takes
	settings := map[string]string{"hnsw.ef_search": fmt.Sprint(min(max(200, 2*k), most))}
	if s.iterative {
		settings["hnsw.iterative_scan"] = "strict_order"
		settings["hnsw.max_scan_tuples"] = fmt.Sprint(200 * max(k, 500))
	}
	for name, value := range settings {
		if _, err := tx.Exec(ctx, "SELECT set_config($1, $2, true)", name, value); err != nil {
			return err
		}
	}
	return nil
}

func (s *Store) nearest(ctx context.Context, tx pgx.Tx, collection string, query []float32, k int, f vector.Filter, approximately bool) ([]vector.Hit, error) {
	var a arguments
	distance := fmt.Sprintf("embedding OPERATOR(%s.<=>) %s::real[]::%s.vector", s.extension, a.add(query), s.extension)
	where, limit := a.where(f), a.add(k)
	// Materialized, the rows are sorted by all three and without the index.
	chosen := fmt.Sprintf("SELECT owner, id, labels, %s AS distance FROM %s WHERE %s", distance, s.table(collection), where)
	if approximately {
		chosen += fmt.Sprintf(" ORDER BY %s LIMIT %s", distance, limit)
	}
	rows, err := tx.Query(ctx, fmt.Sprintf("WITH chosen AS MATERIALIZED (%s) SELECT owner, id, labels, distance FROM chosen ORDER BY distance, id, owner LIMIT %s", chosen, limit), a...)
	if err != nil {
		return nil, err
	}
	return pgx.CollectRows(rows, func(row pgx.CollectableRow) (vector.Hit, error) {
		var h vector.Hit
		var far float64
		err := row.Scan(&h.Owner, &h.ID, &h.Labels, &far)
		h.Score = 1 - far
		return h, err
	})
}

// arguments are the values of a statement, which are never part of its text.
type arguments []any

// add is the placeholder for a value.
func (a *arguments) add(value any) string {
	*a = append(*a, value)
	return fmt.Sprintf("$%d", len(*a))
}

// where is a filter as a condition.
func (a *arguments) where(f vector.Filter) string {
	conditions := []string{"owner = ANY(" + a.add(f.Owners) + "::text[])"}
	if f.IDs != nil {
		conditions = append(conditions, "id = ANY("+a.add(f.IDs)+"::text[])")
	}
	for _, key := range slices.Sorted(maps.Keys(f.Labels)) {
		if values := f.Labels[key]; len(values) == 1 { // which the labels' index finds
			conditions = append(conditions, "labels @> "+a.add(map[string]string{key: values[0]})+"::jsonb")
		} else {
			conditions = append(conditions, fmt.Sprintf("labels ->> %s::text = ANY(%s::text[])", a.add(key), a.add(values)))
		}
	}
	for _, bounds := range []struct {
		labels   map[string]string
		operator string
	}{{f.From, ">="}, {f.Until, "<="}} {
		for _, key := range slices.Sorted(maps.Keys(bounds.labels)) {
			if bound := bounds.labels[key]; bound != "" {
				conditions = append(conditions, fmt.Sprintf(`(labels ->> %s::text) COLLATE "C" %s %s::text`, a.add(key), bounds.operator, a.add(bound)))
			}
		}
	}
	return strings.Join(conditions, " AND ")
}
