package render_test

import (
	"fmt"
	"testing"
	"time"

	"github.com/plumbdata/plumb/internal/brain/form"
	"github.com/plumbdata/plumb/internal/brain/render"
	"github.com/plumbdata/plumb/internal/brain/span"
)

// fiscal shows days with their quarters and years.
func fiscal(n *names, column string, years span.Years) *form.Query {
	at := n.col(column)
	quarter, year := op(form.Quarter, at), op(form.Year, at)
	quarter.Years, year.Years = years, years
	return query(form.Query{Tables: n.tables("orders"), Select: exprs(n.col("orders.id"), op(form.Day, at), quarter, year)})
}

// Each day is in the quarter and the year that the calendar of those who ask has for it, at
// the ends of long and short months, too.
func TestFiscalBuckets(t *testing.T) {
	e := lite(t)
	for month := time.January; month <= time.December; month++ {
		for _, years := range []span.Years{span.FiscalYears(month), {Starts: month}, {Starts: month, ByStart: true}} {
			rows, text, err := e.ask(t, func(n *names) *form.Query { return fiscal(n, "orders.ordered_at", years) })
			if err != nil || len(rows) < 100 {
				t.Fatalf("%s: %d rows, %v", text, len(rows), err)
			}
			for _, row := range rows {
				var id int
				var day, quarter, year string
				if _, err := fmt.Sscanf(row, "%d | %s | %s | %s", &id, &day, &quarter, &year); err != nil {
					t.Fatal(row, err)
				}
				at, err := time.Parse(time.DateOnly, day)
				if err != nil {
					t.Fatal(err)
				}
				want := years.At(at, span.Quarter)
				first := years.At(at, span.Year).Start
				n := 1 + ((int(want.Start.Month())-int(first.Month()))+12)%12/3
				fy := ""
				if years.Fiscal() {
					fy = "FY"
				}
				if name := fmt.Sprintf("%s%d", fy, years.Of(at)); year != name || quarter != fmt.Sprintf("%s-Q%d", name, n) {
					t.Fatalf("%s in years from %s (%v) is in %s and %s, want %s-Q%d", day, month, years.ByStart, quarter, year, name, n)
				}
			}
		}
	}
}

func TestFiscalWords(t *testing.T) {
	e := lite(t)
	years := span.FiscalYears(time.April)
	n := &names{t, e.ix}
	at := n.col("orders.ordered_at")
	q := op(form.Quarter, at)
	q.Years = years
	during := func(p span.Period) *form.Query {
		return query(form.Query{Tables: n.tables("orders"), Select: exprs(q, countOf(star)), Group: exprs(q),
			Where: &form.Cond{Op: form.During, Left: at, Values: []*form.Value{{Kind: form.Period, Text: "then", Period: p}}}})
	}
	for want, p := range map[string]span.Period{
		"number of orders with ordered at in fiscal 2025 for each fiscal quarter of ordered at":                 years.Year(2025),
		"number of orders with ordered at in Q1 of fiscal 2025 for each fiscal quarter of ordered at":           years.At(time.Date(2025, 5, 1, 0, 0, 0, 0, time.UTC), span.Quarter),
		"number of orders with ordered at from 1 Apr 2025 to 15 Nov 2025 for each fiscal quarter of ordered at": {Start: years.Year(2025).Start, End: time.Date(2025, 11, 16, 0, 0, 0, 0, time.UTC), Years: years},
	} {
		if got := render.Sentence(e.ix, during(p)); got != want {
			t.Errorf("got  %s\nwant %s", got, want)
		}
	}
	m := render.Describe(e.ix, during(years.Year(2025)))
	if m.Columns[0].Grain != "" || m.Filters[0].Period.Name != "fiscal 2025" || m.Filters[0].Period.Grain != "" {
		t.Errorf("its columns and periods are not those of the calendar: %+v, %+v", m.Columns[0], m.Filters[0].Period)
	}
}
