package duckdb

import (
	"context"
	"fmt"
	"time"

	"github.com/plumbdata/plumb/internal/schema"
	"github.com/plumbdata/plumb/internal/source"
)

// Bounds of one comparison of two columns.
const (
	includedValues = 1000    // distinct values that are looked for
	includedRows   = 100_000 // rows that they are taken from
	includedTime   = 2 * time.Second
)

// Included implements source.Includer.
func (s *Source) Included(ctx context.Context, from, to schema.ColumnRef) (sampled, found int, err error) {
	sql := fmt.Sprintf(`WITH sample AS (
SELECT DISTINCT v FROM (SELECT %[1]s AS v FROM %[2]s WHERE %[1]s IS NOT NULL LIMIT %[3]d) LIMIT %[4]d)
SELECT count(*), count(*) FILTER (v IN (SELECT %[5]s FROM %[6]s)) FROM sample`,
		Identifier(from.Column), qualifiedName(from), includedRows, includedValues, Identifier(to.Column), qualifiedName(to))
	r, err := s.run(ctx, sql, []string{name(from), name(to)}, source.Limits{Time: source.Patient(ctx, includedTime), Rows: 1, Bytes: 1 << 10})
	if err != nil {
		return 0, 0, err
	}
	t, err := r.ReadAll()
	if err != nil {
		return 0, 0, err
	}
	all, _ := t.Rows[0][0].Int64()
	known, _ := t.Rows[0][1].Int64()
	return int(all), int(known), nil
}

func name(c schema.ColumnRef) string {
	if c.Schema == "" {
		return c.Table
	}
	return c.Schema + "." + c.Table
}

func qualifiedName(c schema.ColumnRef) string {
	if c.Schema == "" {
		return Identifier(c.Table)
	}
	return Identifier(c.Schema) + "." + Identifier(c.Table)
}
