package tool

import (
	"context"

	"github.com/plumbdata/plumb/internal/meaning"
	"github.com/plumbdata/plumb/internal/source"
	"github.com/plumbdata/plumb/internal/table"
)

// run checks a statement and lets the database answer. What was tried is told
// with an error too.
func (k *Kit) run(ctx context.Context, sql string, l source.Limits) (*table.Table, *Query, error) {
	q := &Query{SQL: sql}
	start := k.clock()
	statement, err := k.database.Check(ctx, sql)
	checked := k.clock()
	q.Check = checked.Sub(start)
	if err != nil {
		return nil, q, err
	}
	q.Passed, q.Ran, q.Tables = true, statement.SQL(), statement.Tables()
	rows, err := k.database.Run(ctx, statement, l)
	var t *table.Table
	if err == nil {
		t, err = rows.ReadAll()
	}
	q.Run = k.clock().Sub(checked)
	if err != nil {
		return nil, q, err
	}
	return t, q, nil
}

// keep gives a result its number, and remembers it for charts.
func (k *Kit) keep(t *table.Table) int {
	k.mu.Lock()
	defer k.mu.Unlock()
	k.queries++
	k.results[k.queries] = &result{table: t}
	delete(k.results, k.queries-maxKept)
	return k.queries
}

// result is what a query gave and what that means, and the number of the last
// query.
func (k *Kit) result(number int) (t *table.Table, m *meaning.Meaning, last int) {
	k.mu.Lock()
	defer k.mu.Unlock()
	if r := k.results[number]; r != nil {
		t, m = r.table, r.meaning
	}
	return t, m, k.queries
}

// Describe says what the rows of a query mean, for charts of them.
func (k *Kit) Describe(number int, m *meaning.Meaning) {
	k.mu.Lock()
	defer k.mu.Unlock()
	if r := k.results[number]; r != nil {
		r.meaning = m
	}
}
