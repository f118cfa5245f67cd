package candidates

import (
	"testing"

	"github.com/plumbdata/plumb/internal/brain/form"
	"github.com/plumbdata/plumb/internal/brain/index"
	"github.com/plumbdata/plumb/internal/brain/span"
	"github.com/plumbdata/plumb/internal/schema"
	"github.com/plumbdata/plumb/internal/table"
	"github.com/plumbdata/plumb/internal/test/braintest"
)

func flights(t *testing.T) *index.Index {
	t.Helper()
	text := func(name string, values ...string) schema.Column {
		return schema.Column{Name: name, Kind: table.Text, Distinct: int64(len(values))}
	}
	ix, err := index.Build(t.Context(), &schema.Snapshot{Dialect: "sqlite", Tables: []schema.Table{
		{Name: "flights", Rows: 3, Columns: []schema.Column{text("origin", "JFK", "LGA"), text("carrier", "UA", "DL"), {Name: "year", Kind: table.Int, Min: "2013", Max: "2013"}, {Name: "date", Kind: table.Date}}},
		{Name: "planes", Rows: 3, Columns: []schema.Column{text("engine", "Turbo-fan", "Turbo-jet"), text("airline", "UA", "AA")}},
	}}, braintest.Values{"flights.origin": {"JFK", "LGA"}, "flights.carrier": {"UA", "DL"}, "planes.engine": {"Turbo-fan", "Turbo-jet"}, "planes.airline": {"UA", "AA"}})
	if err != nil {
		t.Fatal(err)
	}
	return ix
}

// Columns without a value in common are neither joined nor looked for in each other.
func TestUnlikeColumns(t *testing.T) {
	ix := flights(t)
	for _, c := range []struct {
		left, right string
		unlike      bool
	}{{"origin", "engine", true}, {"carrier", "airline", false}} {
		a, b := ix.Column("", "flights", c.left), ix.Column("", "planes", c.right)
		column := func(n int) *form.Expr { return &form.Expr{Op: form.Column, Column: n} }
		inner := &form.Query{Tables: []int{1}, Select: []*form.Expr{column(b)}}
		for _, q := range []*form.Query{
			{Tables: []int{0}, Select: []*form.Expr{column(a)}, Where: &form.Cond{Op: form.NotIn, Left: column(a), Query: inner}},
			{Tables: []int{0, 1}, Joins: []form.Join{{Left: a, Right: b}}, Select: []*form.Expr{column(a)}},
		} {
			if got := comparesUnlike(ix, q); got != c.unlike {
				t.Errorf("%s and %s are unlike: %t, want %t", c.left, c.right, got, c.unlike)
			}
		}
	}
}

// A month is taken from the date, a year from the column that holds it.
func TestDatesOfYears(t *testing.T) {
	ix := flights(t)
	year, date := ix.Column("", "flights", "year"), ix.Column("", "flights", "date")
	for op, want := range map[form.Op]int{form.Month: date, form.Year: year} {
		q := &form.Query{Keep: form.NoTable, Tables: []int{0}, Group: []*form.Expr{{Op: op, Args: []*form.Expr{{Op: form.Column, Column: year}}}}}
		useDates(&Case{Candidate: &Candidate{Query: q}, Index: ix})
		if got := q.Group[0].Args[0].Column; got != want {
			t.Errorf("%s is of column %d, want %d", op, got, want)
		}
	}
	day := braintest.Today
	if !finerThanYears(span.Period{Start: day, End: day.AddDate(0, 1, 0)}) || finerThanYears(span.Period{Start: day.AddDate(0, 0, 1-day.YearDay())}) {
		t.Error("what begins and ends with a year is finer than years, or what does not is not")
	}
}
