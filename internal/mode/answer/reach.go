package answer

import (
	"context"
	"slices"
	"time"

	"github.com/plumbdata/plumb/internal/connection"
	"github.com/plumbdata/plumb/internal/fault"
	"github.com/plumbdata/plumb/internal/meaning"
	"github.com/plumbdata/plumb/internal/schema"
)

// beyond says when the data ends, or begins, of a result that is void because a
// period lies wholly outside. It goes by the range of the time column that the
// period is of.
func (t *Turn) beyond(ctx context.Context) {
	if !t.isEmptyResult() || t.Draft.Meaning == nil {
		return
	}
	for _, f := range t.Draft.Meaning.Filters {
		if f.Op != meaning.Within || f.Period == nil || f.Column.Column == "" {
			continue
		}
		s, err := t.m.Database.Schema(ctx, connection.Full)
		if err != nil {
			return // it is only a remark
		}
		of := s.Table(f.Column.Table)
		if of == nil {
			continue
		}
		at := slices.IndexFunc(of.Columns, func(c schema.Column) bool { return c.Name == f.Column.Column })
		if at < 0 {
			continue
		}
		if message := describeRange(f.Period, of.Columns[at].Min, of.Columns[at].Max); message != "" {
			t.outside = true
			t.diagnostics = append(t.diagnostics, fault.Diagnostic{Code: fault.EmptyResult, Severity: fault.Info, Message: message})
			return
		}
	}
}

// describeRange says where the range of a column ends, if a period lies outside.
func describeRange(p *meaning.Period, lowest, highest string) string {
	first, errFirst := dayIn(lowest)
	last, errLast := dayIn(highest)
	switch {
	case errFirst != nil || errLast != nil:
	case !p.Start.IsZero() && p.Start.After(last):
		return "the data ends on " + last.Format("2 January 2006")
	case !p.End.IsZero() && !p.End.After(first):
		return "the data begins on " + first.Format("2 January 2006")
	}
	return ""
}

// dayIn is the day that a time begins with.
func dayIn(text string) (time.Time, error) {
	return time.Parse(time.DateOnly, text[:min(len(text), len(time.DateOnly))])
}

// isEmptyResult reports whether a result holds nothing: no rows, or one of nothing but
// zeros and gaps.
func (t *Turn) isEmptyResult() bool {
	if t.Table == nil || len(t.Table.Rows) > 1 {
		return false
	}
	for _, row := range t.Table.Rows {
		for _, v := range row {
			if n, number := v.Float64(); !v.IsNull() && !(number && n == 0) {
				return false
			}
		}
	}
	return true
}
