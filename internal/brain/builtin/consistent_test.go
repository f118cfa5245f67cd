package builtin

import (
	"testing"
	"time"

	"github.com/plumbdata/plumb/internal/brain/form"
	"github.com/plumbdata/plumb/internal/brain/span"
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
		if got := movesPeriod(c.query, before); got != c.want {
			t.Errorf("%s: %v", name, got)
		}
		if movesPeriod(c.query, nil) {
			t.Errorf("%s follows nothing", name)
		}
	}
}
