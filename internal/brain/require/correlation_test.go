package require

import (
	"testing"

	"github.com/plumbdata/plumb/internal/brain/form"
	"github.com/plumbdata/plumb/internal/brain/index"
	"github.com/plumbdata/plumb/internal/test/braintest"
)

// How strongly two figures are correlated is one number, not the two of them.
func TestACorrelationIsOfTwoFigures(t *testing.T) {
	s := braintest.Ask(t, "how strongly are net sales and gross sales correlated in orders?")
	sales, gross := s.At("orders", "net_sales"), s.At("orders", "gross_sales")
	for _, e := range []*form.Expr{sales, gross} {
		s.Index.Columns[e.Column].Kind, s.Index.Columns[e.Column].Measure = index.Number, true
	}
	for _, r := range Find(s.Index, s.Asked, nil) {
		if r.Kind != Correlation {
			continue
		}
		q := &form.Query{Tables: []int{s.Index.Columns[sales.Column].Table}, Select: []*form.Expr{sales, gross}}
		if r.IsMet(q) || !r.HasOneRepair() {
			t.Error("two columns are no correlation, and there is one way to make one of them")
		}
		(&repairer{ix: s.Index}).correlate(q, r)
		if !r.IsMet(q) || len(q.Select) != 1 || len(q.Select[0].Args) != 2 {
			t.Errorf("%+v", q.Select)
		}
		return
	}
	t.Error("not found")
}
