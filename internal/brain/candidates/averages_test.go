package candidates

import (
	"testing"

	"github.com/plumbdata/plumb/internal/brain/form"
	"github.com/plumbdata/plumb/internal/test/braintest"
)

// What a document says is averaged is not added up, unless the question says so.
func TestWhatIsAveragedIsNotAddedUp(t *testing.T) {
	for text, want := range map[string]form.Op{
		"net sales of orders":       form.Avg,
		"total net sales of orders": form.Sum,
		"how much net sales":        form.Sum,
	} {
		s := braintest.Ask(t, text)
		column := s.At("orders", "net_sales")
		s.Index.Columns[column.Column].Averaged = "schema.yml"
		by := braintest.Sum(column)
		q := &form.Query{Tables: []int{1}, Select: []*form.Expr{by}, Order: []form.Order{{By: braintest.Sum(column)}}}
		said, _ := hold(t, s.Index, q, s.Asked, "averages")
		if q.Select[0].Op != want || q.Order[0].By.Op != want || (len(said) == 1) != (want == form.Avg) {
			t.Errorf("%s: %s ordered by %s, %q", text, q.Select[0].Op, q.Order[0].By.Op, said)
		}
	}
}

// Sums of prices and rates mean nothing, nor does the part of such a sum.
func TestPricesAndRatesAreAveraged(t *testing.T) {
	for text, want := range map[string]form.Op{"net sales of orders": form.Avg, "total net sales of orders": form.Sum} {
		s := braintest.Ask(t, text)
		column := s.At("orders", "net_sales")
		s.Index.Columns[column.Column].Averages = true
		part := &form.Expr{Op: form.Share, Args: []*form.Expr{braintest.Sum(column)}}
		q := &form.Query{Tables: []int{1}, Select: []*form.Expr{braintest.Sum(column), part}}
		said, _ := hold(t, s.Index, q, s.Asked, "averages")
		if q.Select[0].Op != want || (part.Op == form.Avg) != (want == form.Avg) || len(said) > 0 {
			t.Errorf("%s: %s and %s, %q", text, q.Select[0].Op, part.Op, said)
		}
	}
}
