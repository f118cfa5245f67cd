package followup

import (
	"strings"
	"testing"
	"time"

	"github.com/plumbdata/plumb/internal/brain/form"
	"github.com/plumbdata/plumb/internal/brain/link"
	"github.com/plumbdata/plumb/internal/brain/render"
	"github.com/plumbdata/plumb/internal/brain/span"
	"github.com/plumbdata/plumb/internal/test/braintest"
)

// Who asks for months after one month wants to see several.
func TestOneMonthByMonthIsWidened(t *testing.T) {
	for _, c := range []struct {
		message  string
		from, to string // of the period in force
		by       form.Op
		want     string // in the statement
		said     string
	}{
		{"by month", "2025-10-01", "2025-11-01", form.Month, "'2024-11-01'", "the 12 months"},
		{"by month", "2025-11-01", "2025-11-16", form.Month, "'2024-12-01'", "the 12 months"}, // so far
		{"by quarter", "2025-10-01", "2025-11-01", form.Quarter, "'2024-01-01'", "the 8 quarters"},
		{"per week", "2025-11-03", "2025-11-10", form.Week, "'2025-08-18'", "the 12 weeks"},
		{"by day", "2025-11-14", "2025-11-15", form.Day, "'2025-10-16'", "the 30 days"},
		{"by year", "2024-01-01", "2025-01-01", form.Year, "'2020-01-01'", "the 5 years"},
		{"by week", "2025-10-01", "2025-11-01", form.Week, "'2025-10-01'", ""},
		{"by month", "2025-07-01", "2025-10-01", form.Month, "'2025-07-01'", ""},
		{"by month in 2024", "2025-10-01", "2025-11-01", form.Month, "'2025-10-01'", ""}, // it says a time itself
	} {
		s := braintest.Ask(t, "x")
		at := func(day string) time.Time {
			d, err := time.Parse(time.DateOnly, day)
			if err != nil {
				t.Fatal(err)
			}
			return d
		}
		date := s.At("orders", "order_date")
		in := &form.Value{Kind: form.Period, Text: "then", Period: span.Period{Start: at(c.from), End: at(c.to)}}
		before := &form.Query{Tables: []int{1}, Keep: form.NoTable, Select: []*form.Expr{braintest.Sum(s.At("orders", "net_sales"))}, Where: &form.Cond{Op: form.During, Left: date, Values: []*form.Value{in}}}
		asked := s.Linker.Read(c.message, braintest.Today, &link.Previous{Query: before, Reading: "net sales then"})
		q := *before
		where := *before.Where
		bucket := &form.Expr{Op: c.by, Args: []*form.Expr{date}}
		q.Where, q.Group, q.Select = &where, []*form.Expr{bucket}, append([]*form.Expr{bucket}, q.Select...)
		said := ""
		if IsOnePoint(&q, asked) {
			said = Widen(&q, asked)
		}
		sql, _, err := render.Render(s.Index, render.SQLite, &q, braintest.Today)
		if err != nil {
			t.Fatal(err)
		}
		if !strings.Contains(sql, c.want) || c.said == "" != (said == "") || !strings.HasPrefix(said, c.said) {
			t.Errorf("%s from %s: %q, %s", c.message, c.from, said, sql)
		}
		if before.Where.Values[0] != in {
			t.Errorf("%s: the turn before was changed", c.message)
		}
		if IsOnePoint(&q, s.Linker.Read("by city", braintest.Today, &link.Previous{Query: &q, Reading: "net sales by month"})) {
			t.Errorf("%s: it is widened again", c.message)
		}
	}
}
