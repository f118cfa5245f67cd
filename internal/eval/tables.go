package eval

import (
	"time"

	"github.com/plumbdata/plumb/internal/table"
)

// JudgeTables compares two results of one engine, whatever read them; gold is
// the query that gave want, whose rounding counts. The order of rows does not.
func JudgeTables(want, said *table.Table, gold string) Class {
	return judge(resultOf(want), resultOf(said), rule{roundings: roundings(gold)})
}

func resultOf(t *table.Table) *Result {
	r := newResult(len(t.Columns))
	row := make([]cell, len(t.Columns))
	for _, values := range t.Rows {
		for i, v := range values {
			row[i] = newCell(plainValue(v))
		}
		r.add(row)
	}
	return r
}

// plainValue is a value as drivers of database/sql give it.
func plainValue(v table.Value) any {
	switch v.Kind() {
	case table.Null:
		return nil
	case table.Bool:
		return v.Bool()
	case table.Int, table.Decimal, table.Float:
		if f, ok := v.Float64(); ok {
			return f
		}
	case table.Date:
		if t, ok := v.Time(); ok {
			return t.Format(time.DateOnly)
		}
	}
	return v.String()
}
