package builtin

import (
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/plumbdata/plumb/internal/brain"
	"github.com/plumbdata/plumb/internal/brain/candidates"
	"github.com/plumbdata/plumb/internal/brain/form"
	"github.com/plumbdata/plumb/internal/brain/readback"
	"github.com/plumbdata/plumb/internal/brain/render"
	"github.com/plumbdata/plumb/internal/brain/tuning"
	"github.com/plumbdata/plumb/internal/source"
	"github.com/plumbdata/plumb/internal/table"
)

var _ brain.Interpreter = (*Brain)(nil)

// Interpret reads a statement that somebody else wrote. A form is taken for what
// the statement means only where it gives the same rows; otherwise the reading has
// a partial meaning, and no follow-up can change it. The rows are there whatever
// happens here, so that a panic costs the meaning and not the answer.
func (b *Brain) Interpret(ctx context.Context, sql string, rows *table.Table, now time.Time) (r *brain.Reading) {
	defer func() {
		if p := recover(); p != nil {
			r = &brain.Reading{SQL: sql, Notes: []string{fmt.Sprintf("an internal error kept Plumb from reading this SQL: %v", p)}}
		}
	}()
	r = &brain.Reading{SQL: sql}
	q, err := readback.Convert(b.ix, sql, now)
	if err != nil || !b.gives(ctx, q, rows, now) {
		r.Meaning = readback.Describe(b.ix, sql, now)
		return r
	}
	r.Form, r.Meaning, r.Tables = q, render.Describe(b.ix, q), b.tables(q)
	clauses, sentence := render.Plainly(b.ix, q)
	r.Sentence = sentence
	for _, c := range clauses {
		r.Clauses = append(r.Clauses, brain.Clause{Label: c.Label, Text: c.String()})
	}
	return r
}

// gives reports whether a form gives these rows. Rows that were cut off cannot be
// compared.
func (b *Brain) gives(ctx context.Context, q *form.Query, rows *table.Table, now time.Time) bool {
	if rows.Truncated != table.Whole || len(rows.Rows) > tuning.TryRows {
		return false
	}
	sql, _, err := render.Render(b.ix, render.Dialect(b.ix.Dialect), q, now)
	if err != nil {
		return false
	}
	reader, _, err := b.run.Query(ctx, sql, source.Limits{Time: b.trial.Each, Rows: tuning.TryRows, Bytes: tuning.TryBytes})
	if err != nil {
		return false
	}
	defer reader.Close()
	got, err := reader.ReadAll()
	if err != nil || got.Truncated != table.Whole || len(got.Columns) != len(rows.Columns) || len(got.Rows) != len(rows.Rows) {
		return false
	}
	same := func(t *table.Table) string { return candidates.Digest(rankTimes(t, q)) }
	return same(got) == same(rows)
}

// rankTimes is a table whose periods are numbered in their order: 2025-01 and
// 2025-01-01 are the same month, written in two ways. Columns are numbered too, so
// that the same values in another order of columns are something else.
func rankTimes(t *table.Table, q *form.Query) *table.Table {
	out := &table.Table{Columns: t.Columns, Rows: make([]table.Row, len(t.Rows))}
	for i := range t.Rows {
		out.Rows[i] = make(table.Row, len(t.Columns))
	}
	for j := range t.Columns {
		rank := map[string]int{}
		if j < len(q.Select) && len(q.Select) == len(t.Columns) && isPeriod(q.Select[j]) {
			rank = orderOf(t, j)
		}
		for i, row := range t.Rows {
			text := candidates.NormalizeCell(row[j])
			if n, ok := rank[text]; ok {
				text = strconv.Itoa(n)
			}
			out.Rows[i][j] = table.NewText(strconv.Itoa(j) + ":" + text)
		}
	}
	return out
}

// isPeriod is true for an expression whose values are periods of the calendar.
func isPeriod(e *form.Expr) bool {
	switch e.Op {
	case form.Day, form.Week, form.Month, form.Quarter, form.Year:
		return true
	}
	return false
}

// orderOf numbers the values of a column that are known, in their order.
func orderOf(t *table.Table, column int) map[string]int {
	var list []string
	for _, row := range t.Rows {
		if !row[column].IsNull() {
			list = append(list, candidates.NormalizeCell(row[column]))
		}
	}
	slices.SortFunc(list, func(a, b string) int {
		x, errX := strconv.ParseFloat(a, 64)
		y, errY := strconv.ParseFloat(b, 64)
		switch {
		case errX != nil || errY != nil || x == y:
			return strings.Compare(a, b)
		case x < y:
			return -1
		}
		return 1
	})
	rank := map[string]int{}
	for i, text := range slices.Compact(list) {
		rank[text] = i
	}
	return rank
}
