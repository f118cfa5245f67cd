package postgres

import (
	"context"
	"fmt"
	"time"

	"github.com/plumbdata/plumb/internal/schema"
	"github.com/plumbdata/plumb/internal/source"
)

// Included samples distinct values of one column and counts how many of them
// another column has.
func (s *Source) Included(ctx context.Context, from, to schema.ColumnRef) (sampled, found int, err error) {
	const (
		timeout = 2 * time.Second
		rows    = 10_000
		values  = 1_000
	)
	x, err := s.begin(ctx, source.Limits{Time: source.Patient(ctx, timeout), Bytes: catalogBytes})
	if err != nil {
		return 0, 0, err
	}
	defer x.end()
	sql := fmt.Sprintf(`SELECT count(*), count(*) FILTER (WHERE EXISTS (SELECT FROM %s t WHERE t.%s = s.v)) FROM (
		SELECT DISTINCT v FROM (SELECT %s AS v FROM %s LIMIT %d) f WHERE v IS NOT NULL LIMIT %d) s`,
		s.relation(to), quote(to.Column), quote(from.Column), s.relation(from), rows, values)
	if err := x.conn.Conn().QueryRow(x.ctx, sql).Scan(&sampled, &found); err != nil {
		return 0, 0, x.explain(err, sql)
	}
	return sampled, found, nil
}

// relation writes the table of a reference; without a schema it is in the first
// of the path.
func (s *Source) relation(r schema.ColumnRef) string {
	s.mu.Lock()
	defer s.mu.Unlock()
	if r.Schema == "" && len(s.path) > 0 {
		return quote(s.path[0], r.Table)
	}
	return quote(r.Schema, r.Table)
}
