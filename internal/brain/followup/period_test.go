package followup

import (
	"testing"
	"time"

	"github.com/plumbdata/plumb/internal/brain/form"
	"github.com/plumbdata/plumb/internal/brain/link"
	"github.com/plumbdata/plumb/internal/brain/span"
	"github.com/plumbdata/plumb/internal/test/braintest"
)

func TestAFollowUpKeepsItsPeriodWhereItWas(t *testing.T) {
	year := func(n int) span.Period {
		return span.Period{Start: time.Date(n, 1, 1, 0, 0, 0, 0, time.UTC), End: time.Date(n+1, 1, 1, 0, 0, 0, 0, time.UTC), Grain: span.Year}
	}
	during := func(column int, p span.Period) *form.Cond {
		return &form.Cond{Op: form.During, Left: &form.Expr{Op: form.Column, Column: column}, Values: []*form.Value{{Kind: form.Period, Period: p}}}
	}
	query := func(conds ...*form.Cond) *form.Query {
		return &form.Query{Where: &form.Cond{Op: form.And, Args: conds}}
	}
	before := query(during(1, year(2025)))
	for name, c := range map[string]struct {
		query *form.Query
		want  bool
	}{
		"kept":           {query(during(1, year(2025))), false},
		"replaced":       {query(during(1, year(2024))), false},
		"moved":          {query(during(2, year(2025))), true},
		"beside":         {query(during(1, year(2025)), during(2, year(2024))), true},
		"side by side":   {query(during(1, year(2025)), during(1, year(2024))), false},
		"nothing before": {query(during(2, year(2025))), true},
	} {
		if got := MovesPeriod(c.query, before); got != c.want {
			t.Errorf("%s: %v", name, got)
		}
		if MovesPeriod(c.query, nil) {
			t.Errorf("%s follows nothing", name)
		}
	}
}

// Who names no time means that of the turn before.
func TestAFollowUpDoesNotStrayToAnotherTime(t *testing.T) {
	month := func(y, m int) span.Period {
		start := time.Date(y, time.Month(m), 1, 0, 0, 0, 0, time.UTC)
		return span.Period{Start: start, End: start.AddDate(0, 1, 0), Grain: span.Month}
	}
	s := braintest.Ask(t, "x")
	in := func(p span.Period) *form.Query {
		return &form.Query{Tables: []int{1}, Keep: form.NoTable, Select: []*form.Expr{braintest.Sum(s.At("orders", "net_sales"))},
			Where: &form.Cond{Op: form.During, Left: s.At("orders", "order_date"), Values: []*form.Value{{Kind: form.Period, Text: "then", Period: p}}}}
	}
	before := in(month(2025, 10))
	year := span.Period{Start: time.Date(2024, 11, 1, 0, 0, 0, 0, time.UTC), End: month(2025, 10).End}
	for _, c := range []struct {
		message string
		period  span.Period
		want    bool
	}{
		{"by city", month(2025, 10), false},
		{"by city", month(2025, 9), true},
		{"by city", month(2024, 10), true},
		{"gross sales instead", month(2025, 9), true},
		{"and the month before?", month(2025, 9), false},
		{"same month last year", month(2024, 10), false},
		{"in September 2025", month(2025, 9), false},
		{"by month", month(2025, 9), true},
		{"by month", year, false}, // see widened
	} {
		asked := s.Linker.Read(c.message, braintest.Today, &link.Previous{Query: before, Reading: "net sales then"})
		if got := LeavesPeriod(in(c.period), asked); got != c.want {
			t.Errorf("%s, from %s: %t", c.message, c.period.Start.Format(time.DateOnly), got)
		}
	}
	if LeavesPeriod(in(month(2025, 9)), s.Asked) {
		t.Error("a question of its own strays from nothing")
	}
}
