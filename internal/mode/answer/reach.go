package answer

import (
	"context"
	"regexp"
	"strings"
	"time"

	"github.com/plumbdata/plumb/internal/connection"
	"github.com/plumbdata/plumb/internal/fault"
)

// dayBound is a condition that a time lies after or before a day. What an
// engine writes around the day does not matter.
var dayBound = regexp.MustCompile("(?i)([\\w]+)[\"`]?\\s*(>=|>|<=|<)\\s*(?:DATE|TIMESTAMP)?\\s*'(\\d{4}-\\d{2}-\\d{2})")

// maxBounds is how many conditions of a statement are looked at.
const maxBounds = 20

// beyond says when the data ends, or begins, of a result that is void because a
// period lies wholly outside. It goes by the range of the time column that the
// statement names.
func (t *Turn) beyond(ctx context.Context) {
	if !t.void() {
		return
	}
	bounds := dayBound.FindAllStringSubmatch(t.Draft.SQL, maxBounds)
	if len(bounds) == 0 {
		return
	}
	s, err := t.m.Database.Schema(ctx, connection.Full)
	if err != nil {
		return // it is only a remark
	}
	for _, name := range t.statement.Tables() {
		known := s.Table(name)
		if known == nil {
			continue
		}
		for _, c := range known.Columns {
			if said := outside(c.Name, c.Min, c.Max, bounds); said != "" {
				t.outside = true
				t.diagnostics = append(t.diagnostics, fault.Diagnostic{Code: fault.EmptyResult, Severity: fault.Info, Message: said})
				return
			}
		}
	}
}

// outside says where a column's range ends, if bounds of it lie outside.
func outside(column, lowest, highest string, bounds [][]string) string {
	first, errFirst := dayIn(lowest)
	last, errLast := dayIn(highest)
	if errFirst != nil || errLast != nil {
		return ""
	}
	for _, b := range bounds {
		day, err := dayIn(b[3])
		switch {
		case err != nil || !strings.EqualFold(b[1], column):
		case b[2][0] == '>' && day.After(last):
			return "the data ends on " + last.Format("2 January 2006")
		case b[2] == "<" && !day.After(first), b[2] == "<=" && day.Before(first):
			return "the data begins on " + first.Format("2 January 2006")
		}
	}
	return ""
}

// dayIn is the day that a time begins with.
func dayIn(text string) (time.Time, error) {
	return time.Parse(time.DateOnly, text[:min(len(text), len(time.DateOnly))])
}

// void reports whether a result holds nothing: no rows, or one of nothing but
// zeros and gaps.
func (t *Turn) void() bool {
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
