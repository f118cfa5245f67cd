package builtin

import (
	"testing"

	"github.com/plumbdata/plumb/internal/brain/form"
)

// What a document says is averaged is not added up, unless the question says so.
func TestWhatIsAveragedIsNotAddedUp(t *testing.T) {
	for text, want := range map[string]form.Op{
		"net sales of orders":       form.Avg,
		"total net sales of orders": form.Sum,
		"how much net sales":        form.Sum,
	} {
		s := script(t, text)
		column := s.at("orders", "net_sales")
		s.ix.Columns[column.Column].Averaged = "schema.yml"
		by := sum(column)
		q := &form.Query{Tables: []int{1}, Select: []*form.Expr{by}, Order: []form.Order{{By: sum(column)}}}
		said := averaged(s.ix, q, s.asked)
		if q.Select[0].Op != want || q.Order[0].By.Op != want || (len(said) == 1) != (want == form.Avg) {
			t.Errorf("%s: %s ordered by %s, %q", text, q.Select[0].Op, q.Order[0].By.Op, said)
		}
	}
}
