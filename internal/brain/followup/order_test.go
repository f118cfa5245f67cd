package followup

import (
	"testing"

	"github.com/plumbdata/plumb/internal/brain/form"
	"github.com/plumbdata/plumb/internal/brain/link"
	"github.com/plumbdata/plumb/internal/test/braintest"
)

// Months that take the place of other groups come in their own order.
func TestMonthsComeInTheirOrder(t *testing.T) {
	five := &form.Value{Kind: form.Number, Text: "5"}
	for _, c := range []struct {
		message string
		limit   *form.Value
		also    bool // beside the groups of before
		turned  bool
	}{
		{"by month", nil, false, true},
		{"by month", five, false, true},
		{"by month", nil, true, true},
		{"by month", five, true, false}, // whose first five?
		{"by month, highest first", nil, false, false},
		{"best month", five, false, false},
	} {
		s := braintest.Ask(t, "x")
		sales, city := braintest.Sum(s.At("orders", "net_sales")), s.At("customer", "city")
		ranked := []form.Order{{By: sales, Desc: true}}
		before := &form.Query{Tables: []int{0, 1}, Keep: form.NoTable, Select: []*form.Expr{city, sales}, Group: []*form.Expr{city}, Order: ranked, Limit: c.limit}
		month := &form.Expr{Op: form.Month, Args: []*form.Expr{s.At("orders", "order_date")}}
		q := &form.Query{Tables: []int{1}, Keep: form.NoTable, Select: []*form.Expr{month, sales}, Group: []*form.Expr{month}, Order: ranked, Limit: c.limit}
		if c.also {
			q.Group = append(q.Group, city)
		}
		if IsOutOfOrder(q, s.Linker.Read(c.message, braintest.Today, &link.Previous{Query: before, Reading: "net sales by city"})) {
			OrderByTime(q)
		}
		if turned := q.Order[0].By.Op == form.Month && !q.Order[0].Desc && q.Limit == nil; turned != c.turned {
			t.Errorf("%s: %+v, limit %v", c.message, q.Order, q.Limit)
		}
	}
}
