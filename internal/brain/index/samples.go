package index

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/plumbdata/plumb/internal/fault"
	"github.com/plumbdata/plumb/internal/schema"
	"github.com/plumbdata/plumb/internal/table"
)

// Of a schema with many columns, a statement for each would take minutes, and
// all of their values would not fit: one statement reads the first rows of a
// table, and each column keeps some of its values. What is kept of a table does
// not depend on the others, so that an index that was updated is like a new one.
const (
	largeSchema   = 3_000     // columns to read
	sampledRows   = 1_000     // of each table
	sampledValues = 1_000_000 // of all columns together
	leastSampled  = 16        // of each
)

// sampler reads the first rows of a table.
type sampler interface {
	Sample(ctx context.Context, t *schema.Table, columns []string, rows int) ([]table.Row, error)
}

func (v connected) Sample(ctx context.Context, t *schema.Table, columns []string, rows int) ([]table.Row, error) {
	names := make([]string, len(columns))
	for i, c := range columns {
		names[i] = quote(c)
	}
	from := quote(t.Name)
	if t.Schema != "" {
		from = quote(t.Schema) + "." + from
	}
	return v.run(ctx, fmt.Sprintf("SELECT %s FROM %s LIMIT %d", strings.Join(names, ", "), from, rows), rows)
}

// countColumns is how many columns have values to read.
func (b *builder) countColumns() int {
	count := 0
	for n := 1; n < len(b.Columns); n++ {
		count += b2i(b.valuesToRead(n) > 0)
	}
	return count
}

// readSamples is read for a large schema of so many columns. Tables that a
// person asked to preload are read in full, and first.
func (b *builder) readSamples(ctx, limited context.Context, s sampler, columns []int, all int) error {
	share := min(maxPerColumn, max(leastSampled, sampledValues/all))
	var tables []int
	byTable := map[int][]int{}
	for _, n := range columns {
		if b.valuesToRead(n) == 0 {
			continue
		}
		t := b.Columns[n].Table
		if byTable[t] == nil {
			tables = append(tables, t)
		}
		byTable[t] = append(byTable[t], n)
	}
	slices.SortStableFunc(tables, func(x, y int) int { return compareTrue(b.Tables[x].Preloaded, b.Tables[y].Preloaded) })
	var slow []int
	failed := 0
	for _, t := range tables {
		list := byTable[t]
		if limited.Err() != nil {
			b.Unread = append(b.Unread, list...)
			continue
		}
		err := b.sampleTable(limited, s, t, list, share)
		switch {
		case err == nil:
		case limited.Err() != nil:
			b.Unread = append(b.Unread, list...)
		case fault.CodeOf(err) == fault.SQLTimeout:
			slow = append(slow, list...)
		default:
			failed += len(list)
		}
	}
	b.concludeReading(slow, failed)
	return ctx.Err()
}

func (b *builder) sampleTable(ctx context.Context, s sampler, t int, columns []int, share int) error {
	if b.Tables[t].Preloaded {
		for _, n := range columns {
			limit := b.valuesToRead(n)
			found, err := b.values.Distinct(ctx, b.tables[t], b.column[n].Name, limit)
			if err != nil {
				return err
			}
			b.stored[n] = nil
			b.keep(n, found, limit)
		}
		return nil
	}
	names := make([]string, len(columns))
	for i, n := range columns {
		names[i] = b.column[n].Name
	}
	rows, err := s.Sample(ctx, b.tables[t], names, sampledRows)
	if err != nil {
		return err
	}
	for i, n := range columns {
		limit := min(share, b.valuesToRead(n))
		found := different(rows, i, limit)
		if len(found) < limit && len(rows) == sampledRows {
			limit = len(found) // there may be more beyond these rows
		}
		b.keep(n, found, limit)
	}
	return nil
}

// different lists the first values of a column of rows that differ.
func different(rows []table.Row, column, most int) []table.Value {
	var list []table.Value
	seen := map[string]bool{}
	for _, r := range rows {
		v := r[column]
		if v.IsNull() || seen[v.String()] {
			continue
		}
		seen[v.String()] = true
		if list = append(list, v); len(list) == most {
			break
		}
	}
	return list
}
