package method

import (
	"math"
	"testing"
)

// The lines of one invoice are one event: nine of each take two thirds of the evidence.
func TestLinesOfAnInvoiceAreOneEvent(t *testing.T) {
	score := func(parents float64) *segment {
		a := &analysis{whole: segment{before: side{rows: 900, total: 9000, squares: 90000}, after: side{rows: 900, total: 9000, squares: 90000}}}
		s := &segment{dimensions: []string{"country"}, values: []string{"Greece"}, before: side{rows: 0}, after: side{rows: 90, total: 900, squares: 9000, parents: parents}}
		a.weigh(s)
		return s
	}
	alone, ten, one := score(0), score(10), score(1)
	if alone.skipped || ten.skipped || math.Abs(alone.score/ten.score-3) > 1e-9 {
		t.Errorf("evidence of 90 rows is %v, of 10 invoices with 9 lines %v", alone.score, ten.score)
	}
	if !one.skipped {
		t.Error("one invoice is too little, however many lines it has")
	}
}
